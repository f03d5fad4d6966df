/* The design of individual competitions: each entry plays at every place, with and against each
 * other, equally often. */
#include "match/individual.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const presets[] = {"wikipedia",   "three-handed",         "two-handed-dead",
                                      "five-handed", "six-handed-cutthroat", "six-handed"};
enum { PRESETS = sizeof presets / sizeof presets[0] };

static struct ruleset rules_of(const char *preset)
{
    struct ruleset rules;
    struct ruleset_error error;
    assert_int_equal(ruleset_parse(&rules, preset, NULL, 0, &error), 0);
    return rules;
}

struct counts {
    int seats[INDIVIDUAL_ENTRIES_MAX][SEATS_MAX];
    int partners[INDIVIDUAL_ENTRIES_MAX][INDIVIDUAL_ENTRIES_MAX];
    int opponents[INDIVIDUAL_ENTRIES_MAX][INDIVIDUAL_ENTRIES_MAX];
};

static void count(const struct individual *individual, bool duplicate, struct counts *counts)
{
    const struct ruleset *rules = individual->rules;
    struct schedule_block block;

    memset(counts, 0, sizeof *counts);
    memset(&block, 0, sizeof block);
    for (int i = 0; i < individual_block_count(individual); i++) {
        individual_block(individual, duplicate, i, &block);
        for (int game = 0; game < block.game_count; game++) {
            const int *entry_of = block.lineups[game].entry_of;
            for (int a = 0; a < rules->players; a++) {
                counts->seats[entry_of[a]][a]++;
                for (int b = 0; b < rules->players; b++) {
                    if (a == b)
                        continue;
                    assert_int_not_equal(entry_of[a], entry_of[b]);
                    if (rules->side_of[a] == rules->side_of[b])
                        counts->partners[entry_of[a]][entry_of[b]]++;
                    else
                        counts->opponents[entry_of[a]][entry_of[b]]++;
                }
            }
        }
    }
}

/* The largest count of a pair minus the smallest. */
static int spread(int count, int of[INDIVIDUAL_ENTRIES_MAX][INDIVIDUAL_ENTRIES_MAX])
{
    int least = of[0][1], most = of[0][1];

    for (int a = 0; a < count; a++) {
        for (int b = 0; b < count; b++) {
            if (a == b)
                continue;
            least = of[a][b] < least ? of[a][b] : least;
            most = of[a][b] > most ? of[a][b] : most;
        }
    }
    return most - least;
}

static void check_seats(const struct individual *individual, const struct counts *counts)
{
    for (int entry = 0; entry < individual->entry_count; entry++) {
        for (int seat = 0; seat < individual->rules->players; seat++)
            assert_int_equal(counts->seats[entry][seat], counts->seats[0][0]);
    }
}

/* By default partners meet equally often, opponents equally often or with a difference of one;
 * with three on a side both nearly, and six that always sit down together cannot be spread as
 * well. */
static void all_meet_all_alike(void **state)
{
    static struct counts counts;
    static struct individual individual;
    (void)state;

    for (int i = 0; i < PRESETS; i++) {
        struct ruleset rules = rules_of(presets[i]);
        for (int entries = rules.players; entries <= 24; entries += 1 + entries / 8) {
            bool threes = rules.players == 6 && rules.side_count == 2;
            int allowed = threes && entries == 6 ? 4 : 2;
            individual_init(&individual, &rules, entries, 0);
            assert_int_equal(individual_block_count(&individual), entries * (entries - 1));
            count(&individual, false, &counts);
            check_seats(&individual, &counts);
            int games = rules.side_count > 2 ? 2 : 1;
            assert_in_range(spread(entries, counts.partners), 0, threes ? allowed : 0);
            assert_in_range(spread(entries, counts.opponents), 0, allowed * games);
        }
    }
}

/* Any number of rounds is as even as whole blocks allow, or nearly so. */
static void few_rounds_are_nearly_even(void **state)
{
    static struct counts counts;
    static struct individual individual;
    (void)state;

    for (int i = 0; i < PRESETS; i++) {
        struct ruleset rules = rules_of(presets[i]);
        for (int entries = 2 * rules.players; entries <= 20; entries += 3) {
            for (int rounds = 1; rounds <= 12; rounds += 1 + rounds / 3) {
                individual_init(&individual, &rules, entries, rounds);
                assert_int_equal(individual_block_count(&individual), rounds * entries);
                count(&individual, false, &counts);
                check_seats(&individual, &counts);
                int games = rules.side_count > 2 ? 2 : 1;
                assert_in_range(spread(entries, counts.partners), 0, 3 * games);
                assert_in_range(spread(entries, counts.opponents), 0, 3 * games);
            }
        }
    }
}

/* Duplicate blocks have each line-up at every place of the table. */
static void duplicates_go_round(void **state)
{
    static struct counts single, duplicate;
    static struct individual individual;
    struct ruleset rules = rules_of("wikipedia");
    (void)state;

    individual_init(&individual, &rules, 16, 4);
    count(&individual, false, &single);
    count(&individual, true, &duplicate);
    check_seats(&individual, &duplicate);
    assert_int_equal(individual_block_count(&individual), 64);
    for (int a = 0; a < 16; a++) {
        for (int b = 0; b < 16; b++) {
            assert_int_equal(duplicate.partners[a][b], 4 * single.partners[a][b]);
            assert_true(a == b || single.partners[a][b] >= 1);
        }
    }
}

/* The largest number of entries takes no longer than a start may. */
static void the_largest_schedule_is_made(void **state)
{
    static struct individual individual, again;
    struct ruleset rules = rules_of("six-handed");
    (void)state;

    individual_init(&individual, &rules, INDIVIDUAL_ENTRIES_MAX, 5);
    individual_init(&again, &rules, INDIVIDUAL_ENTRIES_MAX, 5);
    assert_memory_equal(individual.first, again.first, sizeof again.first);
    assert_int_equal(individual_block_count(&individual), 5 * INDIVIDUAL_ENTRIES_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_meet_all_alike),
        cmocka_unit_test(few_rounds_are_nearly_even),
        cmocka_unit_test(duplicates_go_round),
        cmocka_unit_test(the_largest_schedule_is_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
