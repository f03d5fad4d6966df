/* test_ruleset_build.c - rulesets of a table's own: what is refused and how, and that whoever reads
 * the preset and the options plays by the same rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "splitmix.h"
#include "table/ruleset_build.h"
#include "table/ruleset_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 8 * OPTIONS_MASK };

static struct ruleset preset(const char *name)
{
    struct ruleset rules;
    struct ruleset_error error;
    assert_int_equal(ruleset_preset(&rules, name, strlen(name), &error), 0);
    return rules;
}

static struct slice slice(const char *text)
{
    return (struct slice){text, strlen(text)};
}

static int build(struct ruleset *rules, const char *base, const char *const *words, int count,
                 struct ruleset_error *error)
{
    struct ruleset from = preset(base);
    struct slice changes[WORDS_MAX];
    for (int i = 0; i < count; i++)
        changes[i] = slice(words[i]);
    return ruleset_build(rules, &from, changes, count, error);
}

#define BUILD(rules, base, error, ...)                                                             \
    build(rules, base, (const char *const[]){__VA_ARGS__},                                         \
          sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *), error)

static void changes_make_other_rules(void **state)
{
    struct ruleset_error error;
    struct ruleset rules;
    char name[160], word[RULESET_BUILD_WORD_MAX];
    (void)state;

    assert_int_equal(build(&rules, "australian", NULL, 0, &error), 0);
    ruleset_name_text(&rules, name, sizeof name);
    assert_string_equal(name, "australian");
    assert_int_equal(BUILD(&rules, "wikipedia", &error, "target=1000", "players=3", "teams=solo",
                           "deck=33", "calls=misere hi-lo"),
                     0);
    ruleset_name_text(&rules, name, sizeof name);
    assert_string_equal(name, "wikipedia+players=3,teams=solo,deck=33,calls=misere/hi-lo,"
                              "target=1000");
    assert_int_equal(rules.players, 3);
    assert_int_equal(ruleset_build_word(&rules, 0, word), strlen("players=3"));
    assert_string_equal(word, "players=3");
}

/* An arena may play a preset with options of its own; they stay unless a table changes them. */
static void the_base_is_what_the_arena_plays(void **state)
{
    struct ruleset_error error;
    struct ruleset rules, base;
    char name[160];
    struct slice change = slice("target=1000");
    (void)state;

    assert_int_equal(ruleset_parse(&base, "wikipedia",
                                   (const char *const[]){"max_hands=2", "target=300"}, 2, &error),
                     0);
    assert_int_equal(ruleset_build(&rules, &base, &change, 1, &error), 0);
    ruleset_name_text(&rules, name, sizeof name);
    assert_string_equal(name, "wikipedia+target=1000,max_hands=2");
}

static void impossible_changes_are_named(void **state)
{
    static const struct {
        const char *word, *more, *starts;
    } bad[] = {{"players=3", NULL, "teams=pairs: does not go with"},
               {"targett=500", NULL, "targett=500: no such option, target is; "},
               {"target=505", NULL, "target=505: no such value; allowed: a multiple of 10"},
               {"target", NULL, "target=: no such value; "},
               {"", NULL, "=: no such option; "},
               {"=", NULL, "=: no such option; "},
               {"target=500", "target=500", "target=500: stands here twice; "},
               {"max_hands=\n\x7f\xff", NULL, "max_hands=\?\?\?: no such value; "}};
    struct ruleset_error error;
    struct ruleset rules;
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *const words[] = {bad[i].word, bad[i].more};
        assert_int_equal(build(&rules, "wikipedia", words, bad[i].more ? 2 : 1, &error),
                         ENGINE_ERROR_RULESET);
        if (strncmp(error.text, bad[i].starts, strlen(bad[i].starts)) != 0)
            fail_msg("%s: %s", bad[i].word, error.text);
    }
}

/* A journal and a message hold a limited number of options. */
static void too_much_is_refused(void **state)
{
    char texts[RULESET_BUILD_OPTIONS_MAX + 1][RULESET_BUILD_WORD_MAX];
    const char *words[RULESET_BUILD_OPTIONS_MAX + 1];
    struct ruleset base = preset("wikipedia"), rules;
    struct ruleset_error error;
    int count = 0;
    (void)state;

    for (int i = 0; i < option_count() && count <= RULESET_BUILD_OPTIONS_MAX; i++) {
        static const char *const tries[] = {"no-face", "yes", "start", "eight",
                                            "720",     "8D",  "no",    "red"};
        for (size_t k = 0; k < sizeof tries / sizeof tries[0]; k++) {
            struct ruleset one = base;
            const char *name = option_name(i);
            if (ruleset_set(&one, name, strlen(name), tries[k], strlen(tries[k]), &error) ||
                ruleset_finish(&one, &error) || !ruleset_differs(&one, i))
                continue;
            snprintf(texts[count], sizeof texts[0], "%s=%s", name, tries[k]);
            words[count] = texts[count];
            if (build(&rules, "wikipedia", words, count + 1, &error) == 0 ||
                count == RULESET_BUILD_OPTIONS_MAX) {
                count++;
                break;
            }
        }
    }
    assert_int_equal(count, RULESET_BUILD_OPTIONS_MAX + 1);
    assert_int_equal(build(&rules, "wikipedia", words, count - 1, &error), 0);
    assert_int_equal(build(&rules, "wikipedia", words, count, &error), ENGINE_ERROR_RULESET);
    assert_non_null(strstr(error.text, "49 options in "));
    assert_non_null(strstr(error.text, "; allowed: 48 options, 1200 bytes"));
}

/* The longest options of all together fit into a message: an operator may change each. */
static void all_options_fit_into_a_message(void **state)
{
    size_t bytes = 0;
    (void)state;

    for (int i = 0; i < option_count(); i++) {
        size_t longest = 5; /* a number */
        for (const char *at = option_allowed(i); option_is_choice(i) && *at;) {
            size_t size = strcspn(at, ",");
            longest = size > longest ? size : longest;
            at += size + (at[size] ? 2 : 0);
        }
        if (!option_is_choice(i) && !strchr(option_name(i), '.') && !strstr(option_allowed(i), "0"))
            longest = OPTION_TEXT_MAX; /* calls, deal */
        bytes += strlen(option_name(i)) + 1 + longest;
    }
    assert_in_range(bytes, 1500, MESSAGE_TEXT_MAX - SEATS_MAX * NAME_MAX_BYTES - 200);
    assert_true(option_count() + SEATS_MAX < MESSAGE_ITEMS_MAX);
}

/* ------------------------------------------------------------------------------ at random */

static uint64_t chance;

/* A value of the option's own words, or something near. */
static void random_change(char *word, size_t size)
{
    static const char *const others[] = {"",
                                         "none",
                                         "10",
                                         "500",
                                         "1000",
                                         "value",
                                         "8H",
                                         "misere hi-lo",
                                         "3 K1 4 3",
                                         "-10",
                                         "blind-misere",
                                         "9999999999",
                                         "5 5 K3",
                                         "grand-misere shields",
                                         "0"};
    int option = (int)splitmix_below(&chance, (uint32_t)option_count());
    const char *allowed = option_allowed(option);
    char value[OPTION_TEXT_MAX];

    if (option_is_choice(option)) {
        uint32_t commas = 0;
        for (const char *at = allowed; (at = strchr(at, ',')) != NULL; at++)
            commas++;
        for (uint32_t skip = splitmix_below(&chance, commas + 1); skip > 0; skip--)
            allowed = strchr(allowed, ',') + 2;
        snprintf(value, sizeof value, "%.*s", (int)strcspn(allowed, ","), allowed);
    } else {
        snprintf(value, sizeof value, "%s",
                 others[splitmix_below(&chance, sizeof others / sizeof others[0])]);
    }
    snprintf(word, size, "%s=%s", option_name(option), value);
}

/* What is told of the rules, read as a bot, a record and a journal read it. */
static void assert_reads_the_same(const struct ruleset *rules, uint64_t seed)
{
    char texts[WORDS_MAX][RULESET_BUILD_WORD_MAX], name[2000], again_name[2000];
    const char *words[WORDS_MAX];
    struct ruleset_error error;
    struct ruleset again;
    int count = 0;

    for (int i = 0; i < option_count(); i++) {
        if (ruleset_differs(rules, i)) {
            ruleset_build_word(rules, i, texts[count]);
            words[count] = texts[count];
            count++;
        }
    }
    if (ruleset_parse(&again, preset_name(rules->preset), words, count, &error))
        fail_msg("seed %llu: %s", (unsigned long long)seed, error.text);
    ruleset_name_text(rules, name, sizeof name);
    ruleset_name_text(&again, again_name, sizeof again_name);
    assert_string_equal(name, again_name);
    if (memcmp(rules->call_rank, again.call_rank, sizeof again.call_rank) != 0 ||
        memcmp(rules->call_value, again.call_value, sizeof again.call_value) != 0 ||
        memcmp(rules->kitty, again.kitty, sizeof again.kitty) != 0 ||
        memcmp(rules->deal_packets, again.deal_packets, sizeof again.deal_packets) != 0 ||
        rules->calls_from_seven != again.calls_from_seven ||
        rules->hand_count != again.hand_count || rules->kitty_size != again.kitty_size)
        fail_msg("seed %llu: %s is read as other rules", (unsigned long long)seed, name);
}

static void every_reader_builds_the_same_rules(void **state)
{
    const char *env = getenv("SEED");
    uint64_t first = env ? strtoull(env, NULL, 10) : 1;
    int built = 0, refused = 0;
    (void)state;

    for (uint64_t seed = first; seed < first + 4000; seed++) {
        char texts[6][RULESET_BUILD_WORD_MAX];
        const char *words[6];
        struct ruleset_error error = {""};
        struct ruleset rules;
        chance = seed * 0x2545f4914f6cdd1du;
        int base = (int)splitmix_below(&chance, (uint32_t)preset_count());
        int count = (int)splitmix_below(&chance, 6) + 1;
        for (int i = 0; i < count; i++) {
            random_change(texts[i], sizeof texts[i]);
            words[i] = texts[i];
        }
        if (build(&rules, preset_name(base), words, count, &error) == 0) {
            built++;
            assert_reads_the_same(&rules, seed);
        } else {
            refused++;
            if (!error.text[0] || strchr(error.text, '\n') || !strstr(error.text, "; allowed: "))
                fail_msg("seed %llu: '%s'", (unsigned long long)seed, error.text);
        }
    }
    assert_true(built > 300 && refused > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_make_other_rules),
        cmocka_unit_test(the_base_is_what_the_arena_plays),
        cmocka_unit_test(impossible_changes_are_named),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(all_options_fit_into_a_message),
        cmocka_unit_test(every_reader_builds_the_same_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
