/* test_ruleset.c - options, presets, what goes together (rules 8), and that RULES.md knows them
 * all. */
#include "cards.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static int parse_json(const json_t *entry, struct ruleset *rules, struct ruleset_error *error)
{
    const char *preset = json_string_value(json_object_get(entry, "preset"));
    const char *name;
    json_t *value;

    int result = ruleset_preset(rules, preset, strlen(preset), error);
    json_object_foreach(json_object_get(entry, "options"), name, value)
    {
        const char *text = json_string_value(value);
        if (!result)
            result = ruleset_set(rules, name, strlen(name), text, strlen(text), error);
    }
    return result ? result : ruleset_finish(rules, error);
}

static void vectors_are_judged_alike(void **state)
{
    json_error_t trouble;
    json_t *list = json_load_file("tests/vectors/rulesets.json", 0, &trouble), *entry;
    size_t index;
    int valid = 0;
    (void)state;

    assert_non_null(list);
    assert_true(json_array_size(list) >= 60);
    json_array_foreach(list, index, entry)
    {
        struct ruleset rules;
        struct ruleset_error error = {""};
        bool wanted = json_is_true(json_object_get(entry, "valid"));
        int result = parse_json(entry, &rules, &error);
        if ((result == ENGINE_OK) != wanted)
            fail_msg("entry %zu (%s): %s", index, json_string_value(json_object_get(entry, "why")),
                     error.text);
        valid += wanted;
        if (!wanted)
            assert_true(strlen(error.text) > 0);
    }
    assert_in_range(valid, 1, json_array_size(list) - 1);
    json_decref(list);
}

/* What a message must say: NAME=VALUE first, what is allowed last, on one line. */
static void assert_refused(const char *preset, const char *const *words, int count,
                           const char *start, const char *allowed)
{
    struct ruleset rules;
    struct ruleset_error error = {""};

    assert_int_equal(ruleset_parse(&rules, preset, words, count, &error), ENGINE_ERROR_RULESET);
    const char *tail = strstr(error.text, "; allowed: ");
    if (strncmp(error.text, start, strlen(start)) != 0 || !tail || !strstr(tail, allowed) ||
        strchr(error.text, '\n'))
        fail_msg("%s, %s: \"%s\"", preset, start, error.text);
}

#define REFUSED(preset, start, allowed, ...)                                                       \
    {                                                                                              \
        const char *const words[] = {__VA_ARGS__};                                                 \
        assert_refused(preset, words, sizeof words / sizeof words[0], start, allowed);             \
    }

static void values_are_refused(void **state)
{
    (void)state;
    REFUSED("austrian", "preset=austrian: ", "wikipedia, australian", "target=500");
    REFUSED("wikipedia", "colour=red: ", "RULES.md", "colour=red");
    REFUSED("wikipedia", "target=: ", "a multiple of 10 from 10 to 10000", "target=");
    REFUSED("wikipedia", "target=505: ", "a multiple of 10 from 10 to 10000", "target=505");
    REFUSED("wikipedia", "target=0: ", "from 10", "target=0");
    REFUSED("wikipedia", "target=10010: ", "10000", "target=10010");
    REFUSED("wikipedia", "target=99999999990: ", "10000", "target=99999999990");
    REFUSED("wikipedia", "target=+500: ", "", "target=+500");
    REFUSED("wikipedia", "target=0500: ", "", "target=0500");
    REFUSED("wikipedia", "bust=-10: ", "from 0", "bust=-10");
    REFUSED("wikipedia", "floor=10: ", "from -10000 to 0", "floor=10");
    REFUSED("wikipedia", "floor=-0: ", "", "floor=-0");
    REFUSED("wikipedia", "floor=-0500: ", "", "floor=-0500");
    REFUSED("wikipedia", "floor=-: ", "", "floor=-");
    REFUSED("wikipedia", "value.slam=0: ", "from 10", "value.slam=0");
    REFUSED("wikipedia", "value.misere=0: ", "from 10", "value.misere=0");
    REFUSED("wikipedia", "redeals=1001: ", "from 0 to 1000", "redeals=1001");
    REFUSED("wikipedia", "max_hands=-1: ", "from 0 to 1000", "max_hands=-1");
    REFUSED("wikipedia", "ban=1: ", "0, 2, 3", "ban=1");
    REFUSED("wikipedia", "players=7: ", "2, 3, 4, 5, 6", "players=7");
    REFUSED("wikipedia", "claims=Yes: ", "no, yes", "claims=Yes");
    REFUSED("wikipedia", "claims=no, yes: ", "no, yes", "claims=no, yes");
    REFUSED("wikipedia", "joker_nt=: ", "first-or-last", "joker_nt=");
    REFUSED("wikipedia", "calls=: ", "none", "calls=");
    REFUSED("wikipedia", "calls=misere misere: ", "each once", "calls=misere misere");
    REFUSED("wikipedia", "calls=misere  hi-lo: ", "hi-lo", "calls=misere  hi-lo");
    REFUSED("wikipedia", "calls=misere : ", "hi-lo", "calls=misere ");
    REFUSED("wikipedia", "calls=none misere: ", "hi-lo", "calls=none misere");
    REFUSED("wikipedia", "calls=7S: ", "hi-lo", "calls=7S");
    REFUSED("wikipedia", "above.misere=misere: ", "6S to 10NT", "above.misere=misere");
    REFUSED("wikipedia", "above.misere=6NO: ", "6S to 10NT", "above.misere=6NO");
    REFUSED("wikipedia", "above.misere=7JNT: ", "6S to 10NT", "above.misere=7JNT");
    REFUSED("wikipedia", "above.misere=pass: ", "6S to 10NT", "above.misere=pass");
    REFUSED("wikipedia", "above.blind-misere=6S: ", "", "above.blind-misere=6S");
    REFUSED("wikipedia", "from.blind-misere=any: ", "", "from.blind-misere=any");
    REFUSED("wikipedia", "kitty.shields=yes: ", "grand-misere", "kitty.shields=yes");
    REFUSED("wikipedia", "deal=: ", "single spaces", "deal=");
    REFUSED("wikipedia", "deal=3  K3 4 3: ", "single spaces", "deal=3  K3 4 3");
    REFUSED("wikipedia", "deal=3 K0 4 3: ", "1 to 10", "deal=3 K0 4 3");
    REFUSED("wikipedia", "deal=3 k3 4 3: ", "1 to 10", "deal=3 k3 4 3");
    REFUSED("wikipedia", "deal=03 K3 4 3: ", "1 to 10", "deal=03 K3 4 3");
    REFUSED("wikipedia", "target=", "", "target=\n500");
    REFUSED("wikipedia", "target500=", "NAME=VALUE", "target500");
}

static void combinations_are_refused(void **state)
{
    (void)state;
    REFUSED("wikipedia", "deal=3 K3 4 2: ", "ten cards", "deal=3 K3 4 2");
    REFUSED("wikipedia", "deal=3 K2 4 3: ", "K packets", "deal=3 K2 4 3");
    REFUSED("two-handed-draft", "deal=3 K2 4 3: ", "draft: none", "deal=3 K2 4 3");
    REFUSED("wikipedia", "teams=pairs: ", "solo with 2, 3, 5", "players=3");
    REFUSED("wikipedia", "teams=solo: ", "pairs with 4", "teams=solo");
    REFUSED("six-handed", "teams=threes: ", "threes", "players=4");
    REFUSED("wikipedia", "deck=33: ", "2 to 6", "deck=33");
    REFUSED("wikipedia", "deck=52: ", "2 to 6", "deck=52");
    REFUSED("wikipedia", "dead_hands=1: ", "2 or 3 players", "dead_hands=1", "deck=53");
    REFUSED("two-handed-table", "dead_hands=1: ", "0", "dead_hands=1");
    REFUSED("three-handed", "two_handed=draw: ", "players=2", "two_handed=draw", "deck=43");
    REFUSED("two-handed-draft", "deck=53: ", "52 with draft", "deck=53");
    REFUSED("two-handed-draw", "deck=46: ", "43 or 45", "deck=46");
    REFUSED("two-handed-table", "deck=44: ", "43 or 45", "deck=44");
    REFUSED("two-handed-table", "calls=hi-lo: ", "none", "calls=hi-lo");
    REFUSED("two-handed-draft", "calls=blind-misere: ", "without blind", "calls=blind-misere");
    REFUSED("two-handed-draw", "calls=blind-misere: ", "without blind", "calls=blind-misere");
    REFUSED("two-handed-draw", "deal=3 4 3: ", "no deal", "deal=3 4 3");
    REFUSED("two-handed-draw", "misdeal=no-face: ", "none", "misdeal=no-face");
    REFUSED("three-handed", "calls=shields: ", "teams=pairs or threes", "calls=shields");
    REFUSED("six-handed-cutthroat", "calls=double-misere: ", "pairs", "calls=double-misere");
    REFUSED("five-handed", "slam_call=yes: ", "teams=solo", "slam_call=yes");
    REFUSED("three-handed", "misere_hands=both: ", "pairs", "misere_hands=both");
    REFUSED("american", "rebid=new-denomination: ", "never", "rebid=new-denomination");
    REFUSED("wikipedia", "inkles=yes: ", "auction=once", "inkles=yes");
    REFUSED("american", "inkles=yes: ", "raise=no", "raise=reopen");
    REFUSED("american", "inkles=yes: ", "min_level=6", "min_level=7");
    REFUSED("saint-paul", "no_calls=yes: ", "min_level=6", "min_level=7", "inkles=no");
    REFUSED("wikipedia", "no_calls=yes: ", "jack_nt=no or extra", "no_calls=yes", "jack_nt=only");
    REFUSED("original-1904", "early_finish=yes: ", "must_bid=no", "must_bid=capped");
    REFUSED("original-1904", "early_finish=yes: ", "target_exact=no", "target_exact=yes");
    REFUSED("walker", "bust=1000: ", "more than the target", "target=1000");
    REFUSED("five-handed-hidden", "breach=yes: ", "announced", "breach=yes");
}

static void what_does_nothing_is_accepted(void **state)
{
    (void)state;
    ruleset("wikipedia", "partner_call=hidden", "breach=yes", "draft_kitty=3", NULL);
    ruleset("no-misere", "value.misere=10", "kitty.misere=no", "above.misere=10NT", NULL);
    ruleset("two-handed-table", "misdeal=no-face", "misere_points=contractor-tricks", NULL);
    ruleset("wikipedia", "bust=510", "floor=0", "spread=0", NULL);
    ruleset("wikipedia", "floor=-10000", "target=10000", "redeals=0", "max_hands=1000", NULL);
}

static void a_failed_set_changes_nothing(void **state)
{
    struct ruleset rules = ruleset("everything", NULL), before = rules;
    struct ruleset_error error;
    static const char *const words[][2] = {{"value.misere", "255"},  {"deal", "3 4 3 K"},
                                           {"calls", "misere blah"}, {"kitty.misere", "maybe"},
                                           {"above.misere", "6NO"},  {"nothing", "1"}};
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_int_equal(ruleset_set(&rules, words[i][0], strlen(words[i][0]), words[i][1],
                                     strlen(words[i][1]), &error),
                         ENGINE_ERROR_RULESET);
        assert_memory_equal(&rules, &before, sizeof rules);
        assert_int_equal(ruleset_set(&rules, words[i][0], strlen(words[i][0]), words[i][1],
                                     strlen(words[i][1]), NULL),
                         ENGINE_ERROR_RULESET);
    }
}

static int option_index(const char *name, size_t size)
{
    for (int i = 0; i < option_count(); i++) {
        if (strlen(option_name(i)) == size && memcmp(option_name(i), name, size) == 0)
            return i;
    }
    return -1;
}

/* Every preset: printing all options and reading them again gives the same ruleset. */
static void options_survive_text(void **state)
{
    (void)state;
    for (int p = 0; p < preset_count(); p++) {
        struct ruleset rules = ruleset(preset_name(p), NULL), again = ruleset("wikipedia", NULL);
        for (int i = 0; i < option_count(); i++) {
            char text[OPTION_TEXT_MAX];
            size_t size = option_format(&rules, i, text);
            assert_int_equal(strlen(text), size);
            assert_false(ruleset_differs(&rules, i));
            if (size > 0)
                assert_int_equal(
                    ruleset_set(&again, option_name(i), strlen(option_name(i)), text, size, NULL),
                    ENGINE_OK);
        }
        again.preset = rules.preset;
        assert_int_equal(ruleset_finish(&again, NULL), ENGINE_OK);
        again.kitty_named = rules.kitty_named;
        assert_memory_equal(&rules, &again, sizeof rules);
        assert_int_equal(preset_find(preset_name(p), strlen(preset_name(p))), p);
    }
    assert_int_equal(preset_count(), 36);
    assert_string_equal(preset_name(0), "wikipedia");
    assert_int_equal(preset_find("wiki", 4), ENGINE_ERROR_RULESET);
}

/* Each option named in preset_differs has the value given there; no other one differs. */
static void presets_differ_as_they_say(void **state)
{
    (void)state;
    const struct ruleset defaults = ruleset("wikipedia", NULL);
    for (int p = 0; p < preset_count(); p++) {
        struct ruleset rules = ruleset(preset_name(p), NULL);
        for (int i = 0; i < option_count(); i++) {
            char text[OPTION_TEXT_MAX], normal[OPTION_TEXT_MAX], word[300];
            option_format(&rules, i, text);
            option_format(&defaults, i, normal);
            const char *quote = strchr(text, ' ') ? "\"" : "";
            snprintf(word, sizeof word, "%s=%s%s%s", option_name(i), quote, text, quote);
            if (strcmp(text, normal) != 0 && !strstr(preset_differs(p), word))
                fail_msg("%s does not say %s", preset_name(p), word);
        }
        assert_true(strlen(preset_summary(p)) > 0);
    }
}

static void options_stand_in_the_order_of_the_rules(void **state)
{
    static const char *const order[] = {
        "players",      "deck",          "deal",         "scoring",     "calls",
        "value.misere", "above.misere",  "kitty.misere", "open.misere", "from.misere",
        "jack_nt",      "value.slam-nt", "auction",      "redeals",     "misere_hands",
        "claims",       "failed",        "target",       "early_finish"};
    int last = -1;
    (void)state;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        int index = option_index(order[i], strlen(order[i]));
        assert_true(index > last);
        last = index;
    }
    assert_int_equal(last, option_count() - 1);
}

static void what_differs_from_the_preset_is_known(void **state)
{
    struct ruleset rules =
        ruleset("australian", "target=1000", "value.misere=250", "must_bid=yes", NULL);
    (void)state;
    for (int i = 0; i < option_count(); i++) {
        bool wanted = strcmp(option_name(i), "target") == 0 ||
                      strcmp(option_name(i), "value.misere") == 0; /* named: it moves the rank */
        assert_int_equal(ruleset_differs(&rules, i), wanted);
    }
}

static void sides_are_numbered_by_their_lowest_seat(void **state)
{
    struct ruleset rules = ruleset("six-handed-cutthroat", NULL);
    (void)state;
    assert_int_equal(rules.side_count, 3);
    assert_memory_equal(rules.side_of, ((uint8_t[]){0, 1, 2, 0, 1, 2}), 6);
    rules = ruleset("six-handed", NULL);
    assert_int_equal(rules.side_count, 2);
    assert_int_equal(rules.side_seats[1], 1 << 1 | 1 << 3 | 1 << 5);
    rules = ruleset("five-handed", NULL);
    assert_int_equal(rules.side_count, 5);
    assert_int_equal(rules.side_seats[4], 1 << 4);
    assert_int_equal(rules.hand_count, 5);
    rules = ruleset("two-handed-table", NULL);
    assert_int_equal(rules.hand_count, 4);
    assert_int_equal(rules.side_count, 2);
}

static void assert_documented(const char *page, const char *word, size_t size)
{
    char quoted[160];
    snprintf(quoted, sizeof quoted, "`%.*s`", (int)size, word);
    if (!strstr(page, quoted))
        fail_msg("RULES.md lacks %s", quoted);
}

/* The page for users names every option, every word that one takes, and every preset. */
static void rules_page_is_complete(void **state)
{
    FILE *file = fopen("engine/RULES.md", "r");
    static char page[200000];
    (void)state;

    assert_non_null(file);
    page[fread(page, 1, sizeof page - 1, file)] = 0;
    fclose(file);
    for (int i = 0; i < option_count(); i++) {
        assert_documented(page, option_name(i), strlen(option_name(i)));
        const char *allowed = option_allowed(i);
        bool words = !strstr(allowed, "a multiple") && !strstr(allowed, "a number") &&
                     !strstr(allowed, "packets") && !strstr(allowed, "a bid") &&
                     !strstr(allowed, "each once");
        for (; words && *allowed; allowed += strspn(allowed, ", ")) {
            size_t size = strcspn(allowed, ",");
            assert_documented(page, allowed, size);
            allowed += size;
        }
    }
    for (call_t special = CALL_SPECIAL_FIRST; special < CALL_COUNT; special++)
        assert_documented(page, call_name(special), strlen(call_name(special)));
    for (int p = 0; p < preset_count(); p++)
        assert_documented(page, preset_name(p), strlen(preset_name(p)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_are_judged_alike),
        cmocka_unit_test(values_are_refused),
        cmocka_unit_test(combinations_are_refused),
        cmocka_unit_test(what_does_nothing_is_accepted),
        cmocka_unit_test(a_failed_set_changes_nothing),
        cmocka_unit_test(options_survive_text),
        cmocka_unit_test(presets_differ_as_they_say),
        cmocka_unit_test(options_stand_in_the_order_of_the_rules),
        cmocka_unit_test(what_differs_from_the_preset_is_known),
        cmocka_unit_test(sides_are_numbered_by_their_lowest_seat),
        cmocka_unit_test(rules_page_is_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
