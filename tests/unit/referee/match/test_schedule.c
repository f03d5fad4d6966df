/* The schedule of matches and how results are counted. */
#include "match/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct ruleset rules_of(const char *preset)
{
    struct ruleset rules;
    struct ruleset_error error;
    assert_int_equal(ruleset_parse(&rules, preset, NULL, 0, &error), 0);
    return rules;
}

/* Every pairing occurs once in a round, and a set's games rotate one side around the table. */
static void teams_go_round_robin(void **state)
{
    struct ruleset rules = rules_of("wikipedia");
    struct schedule_config config = {.entry_count = 4, .games = 23, .duplicate = true};
    int met[4][4] = {{0}};
    (void)state;

    assert_int_equal(schedule_block_size(&config, &rules), 2);
    assert_int_equal(schedule_block_count(&config, &rules), 12);
    for (int i = 0; i < 12; i++) {
        struct schedule_block block;
        schedule_block(&config, &rules, i, &block);
        assert_int_equal(block.set, i);
        assert_int_equal(block.first_game, 2 * i);
        assert_int_equal(block.game_count, 2);
        int a = block.lineups[0].entry_of[0], b = block.lineups[0].entry_of[1];
        met[a][b]++;
        for (int seat = 0; seat < 4; seat++) {
            assert_int_equal(block.lineups[0].entry_of[seat], seat % 2 ? b : a);
            assert_int_equal(block.lineups[1].entry_of[seat], seat % 2 ? a : b);
        }
    }
    for (int a = 0; a < 4; a++) {
        for (int b = a + 1; b < 4; b++)
            assert_int_equal(met[a][b], 2);
    }
}

static void check_block(const char *preset, const struct schedule_config *config, int index,
                        const char *lineups)
{
    struct ruleset rules = rules_of(preset);
    struct schedule_block block;
    char got[SCHEDULE_GAMES_MAX * (SEATS_MAX + 1) + 1] = "", *at = got;

    schedule_block(config, &rules, index, &block);
    for (int game = 0; game < block.game_count; game++) {
        for (int seat = 0; seat < rules.players; seat++)
            *at++ = (char)('a' + block.lineups[game].entry_of[seat]);
        *at++ = ' ';
    }
    at[-1] = '\0';
    assert_string_equal(got, lineups);
}

/* Without duplicate deals the sides change from game to game of a pairing. */
static void single_games_change_sides(void **state)
{
    struct schedule_config config = {.entry_count = 2, .games = 9};
    (void)state;

    check_block("wikipedia", &config, 0, "abab");
    check_block("wikipedia", &config, 1, "baba");
    check_block("six-handed", &config, 3, "bababa");
}

/* Each line-up of three sides or more is followed by the one with all seats exchanged. */
static void line_ups_of_many_sides_are_exchanged(void **state)
{
    struct schedule_config config = {.entry_count = 2, .games = 9};
    struct ruleset rules = rules_of("three-handed");
    (void)state;

    assert_int_equal(schedule_block_size(&config, &rules), 2);
    assert_int_equal(schedule_block_count(&config, &rules), 5);
    check_block("three-handed", &config, 0, "abb baa");
    check_block("three-handed", &config, 1, "bab aba");
    config.duplicate = true;
    check_block("three-handed", &config, 7, "abb baa bab aba bba aab");
    check_block("six-handed-cutthroat", &config, 0, "abbabb baabaa babbab abaaba bbabba aabaab");
    for (int i = 0; i < 8; i += 2)
        check_block("five-handed", &config, i,
                    "abbbb baaaa babbb abaaa bbabb aabaa bbbab aaaba bbbba aaaab");
    check_block("five-handed", &config, 1,
                "aabbb bbaaa baabb abbaa bbaab aabba bbbaa aaabb abbba baaab");
    check_block("five-handed", &config, 3,
                "ababb babaa babab ababa bbaba aabab abbab baaba babba abaab");
}

static void solo_blocks_hold_mirrors(void **state)
{
    struct schedule_config config = {.entry_count = 3, .solo = true};
    (void)state;

    check_block("three-handed", &config, 0, "abc acb");
    config.duplicate = true;
    check_block("three-handed", &config, 0, "abc acb cab bac bca cba");
    config.entry_count = 6;
    check_block("six-handed-cutthroat", &config, 0,
                "abcdef afedcb fabcde bafedc efabcd cbafed defabc dcbafe cdefab edcbaf bcdefa "
                "fedcba");
}

static void check_solo(const char *preset, int entries, bool duplicate)
{
    struct ruleset rules = rules_of(preset);
    struct schedule_config config = {.entry_count = entries, .solo = true, .duplicate = duplicate};
    int with[8][8] = {{0}}, against[8][8] = {{0}}, seats[8][SEATS_MAX] = {{0}};
    int size = schedule_block_size(&config, &rules), blocks = (int)schedule_cycle(&config, &rules);

    for (int i = 0; i < blocks; i++) {
        struct schedule_block block;
        schedule_block(&config, &rules, i, &block);
        for (int game = 0; game < size; game++) {
            const int *entry = block.lineups[game].entry_of;
            for (int a = 0; a < rules.players; a++) {
                seats[entry[a]][a]++;
                for (int b = 0; b < rules.players; b++) {
                    if (a == b)
                        continue;
                    assert_int_not_equal(entry[a], entry[b]);
                    if (rules.side_of[a] == rules.side_of[b])
                        with[entry[a]][entry[b]]++;
                    else
                        against[entry[a]][entry[b]]++;
                }
            }
        }
    }
    for (int a = 0; a < entries; a++) {
        for (int seat = 0; seat < rules.players; seat++)
            assert_int_equal(seats[a][seat], seats[0][0]);
        for (int b = 0; b < entries; b++) {
            assert_int_equal(with[a][b], a == b ? 0 : with[0][1]);
            assert_int_equal(against[a][b], a == b ? 0 : against[0][1]);
        }
    }
    assert_true(against[0][1] > 0);
}

static void solo_is_balanced(void **state)
{
    (void)state;
    check_solo("wikipedia", 4, false);
    check_solo("wikipedia", 6, true);
    check_solo("three-handed", 5, false);
    check_solo("five-handed", 5, true);
    check_solo("six-handed", 6, true);
}

/* With four the partner changes soon: each other one twice in six blocks. */
static void solo_partners_change(void **state)
{
    struct ruleset rules = rules_of("wikipedia");
    struct schedule_config config = {.entry_count = 4, .solo = true, .duplicate = true};
    int partner[4] = {0};
    (void)state;

    for (int i = 0; i < 6; i++) {
        struct schedule_block block;
        schedule_block(&config, &rules, i, &block);
        assert_int_equal(block.game_count, 4);
        assert_int_equal(block.lineups[0].entry_of[0], 0);
        partner[block.lineups[0].entry_of[2]]++;
    }
    for (int i = 1; i < 4; i++)
        assert_int_equal(partner[i], 2);
}

static void game_scores(void **state)
{
    struct game_outcome two = {.winners = 2, .scores = {520, -30}, .forfeited = -1};
    struct game_outcome three = {.winners = 1, .scores = {500, 20, 300}, .forfeited = -1};
    (void)state;

    assert_int_equal(schedule_halves(&two, 2, 0, 1), 0); /* the win counts, not the points */
    assert_int_equal(schedule_halves(&two, 2, 1, 0), 2);
    two.winners = 3;
    assert_int_equal(schedule_halves(&two, 2, 0, 1), 1);
    assert_int_equal(schedule_halves(&three, 3, 0, 2), 2);
    assert_int_equal(schedule_halves(&three, 3, 1, 2), 0);
    three.scores[1] = 300;
    assert_int_equal(schedule_halves(&three, 3, 1, 2), 1);
    three.forfeited = 2;
    assert_int_equal(schedule_halves(&three, 3, 1, 2), 2);
}

/* With several sides each is compared with each other one; margins are of means. */
static void shared_games_have_scores(void **state)
{
    struct ruleset rules = rules_of("three-handed");
    struct schedule_lineup abb = {{0, 1, 1}}, aab = {{0, 0, 1}};
    struct game_outcome outcome = {.winners = 1, .scores = {500, 20, 301}, .forfeited = -1};
    struct schedule_score score;
    (void)state;

    assert_true(schedule_score(&rules, &abb, &outcome, 0, 1, &score));
    assert_int_equal(score.halves, 2);
    assert_int_equal(score.margin, 340); /* 500 - 160.5, away from 0 */
    assert_true(schedule_score(&rules, &abb, &outcome, 1, 0, &score));
    assert_int_equal(score.halves, 0);
    assert_int_equal(score.margin, -340);
    outcome.winners = 4; /* b won, a beat its other */
    assert_true(schedule_score(&rules, &abb, &outcome, 0, 1, &score));
    assert_int_equal(score.halves, 1);
    assert_true(schedule_score(&rules, &aab, &outcome, 0, 1, &score));
    assert_int_equal(score.halves, 0);
    assert_false(schedule_score(&rules, &aab, &outcome, 0, 2, &score));
}

static void blocks_are_counted_whole(void **state)
{
    struct ruleset rules = rules_of("wikipedia");
    struct schedule_config config = {.entry_count = 2, .duplicate = true};
    struct schedule_totals totals = {.pairs = NULL};
    struct schedule_block block;
    struct game_outcome outcomes[2] = {
        {.winners = 1, .scores = {500, 100}, .reason = REASON_TARGET, .forfeited = -1},
        {.winners = 2, .scores = {-40, 510}, .reason = REASON_TARGET, .forfeited = -1}};
    (void)state;

    schedule_block(&config, &rules, 0, &block);
    assert_true(schedule_add(&totals, 2, &rules, &block, outcomes));
    assert_int_equal(totals.pairs[0].games, 2);
    assert_int_equal(totals.pairs[0].wins, 2); /* once on each side */
    assert_int_equal(totals.pairs[0].margin, 400 + 550);
    assert_int_equal((int)totals.pairs[0].blocks[4], 1);
    outcomes[1].reason = REASON_ABORTED;
    assert_false(schedule_add(&totals, 2, &rules, &block, outcomes));
    assert_int_equal(totals.pairs[0].games, 2);
    assert_int_equal(totals.blocks_void, 1);
    assert_ptr_equal(schedule_pair_of(&totals, 2, 1, 0), &totals.pairs[0]);
    schedule_totals_fini(&totals);
    assert_int_equal(schedule_pair_of(&totals, 2, 0, 1)->games, 0);
}

/* The index of each pair, for few entries and for many. */
static void pairs_have_places(void **state)
{
    static const int counts[] = {2, 3, 64, SCHEDULE_ENTRIES_MAX};
    (void)state;

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        int place = 0, wrong = 0;
        for (int a = 0; a < counts[i]; a++) {
            for (int b = a + 1; b < counts[i]; b++)
                wrong += schedule_pair_index(counts[i], a, b) != place++;
        }
        assert_int_equal(wrong, 0);
    }
}

/* The entries that sit in a block, each once. */
static void entries_of_a_block_are_listed(void **state)
{
    struct ruleset rules = rules_of("wikipedia");
    struct schedule_config solo = {.entry_count = 9, .solo = true};
    struct schedule_block block;
    int entries[SCHEDULE_SEATED_MAX];
    (void)state;

    schedule_pairing_block(&rules, true, 1023, 7, 0, &block);
    assert_int_equal(schedule_seated(&rules, &block, entries), 2);
    assert_int_equal(entries[0], 7);
    assert_int_equal(entries[1], 1023);
    for (int i = 0; i < schedule_block_count(&solo, &rules) && i < 50; i++) {
        schedule_block(&solo, &rules, i, &block);
        int count = schedule_seated(&rules, &block, entries);
        assert_int_equal(count, rules.players);
        for (int k = 1; k < count; k++)
            assert_true(entries[k - 1] < entries[k]);
    }
}

/* Partners of one game are no pairing. */
static void partners_do_not_meet(void **state)
{
    struct ruleset rules = rules_of("wikipedia");
    struct schedule_config config = {.entry_count = 4, .solo = true};
    struct schedule_totals totals = {.pairs = NULL};
    struct schedule_block block;
    struct game_outcome outcome = {.winners = 1, .reason = REASON_TARGET, .forfeited = -1};
    int met = 0;
    (void)state;

    schedule_block(&config, &rules, 0, &block);
    assert_true(schedule_add(&totals, 4, &rules, &block, &outcome));
    for (int pair = 0; pair < 6; pair++)
        met += totals.pairs[pair].games;
    assert_int_equal(met, 4);
    schedule_totals_fini(&totals);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teams_go_round_robin),
        cmocka_unit_test(single_games_change_sides),
        cmocka_unit_test(line_ups_of_many_sides_are_exchanged),
        cmocka_unit_test(solo_blocks_hold_mirrors),
        cmocka_unit_test(shared_games_have_scores),
        cmocka_unit_test(solo_is_balanced),
        cmocka_unit_test(solo_partners_change),
        cmocka_unit_test(game_scores),
        cmocka_unit_test(blocks_are_counted_whole),
        cmocka_unit_test(partners_do_not_meet),
        cmocka_unit_test(pairs_have_places),
        cmocka_unit_test(entries_of_a_block_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
