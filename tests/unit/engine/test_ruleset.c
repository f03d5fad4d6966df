/* test_ruleset.c - options, presets, which options fit together (rules 8), and that RULES.md has
 * them all. */
#include "refused.h"

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

static int set(struct ruleset *rules, const char *name, const char *value,
               struct ruleset_error *error)
{
    return ruleset_set(rules, name, strlen(name), value, strlen(value), error);
}

/* rules 8: a ruleset that sets one option twice contradicts itself, also with the same value.
 * Tested for every option, both in a list of words and one by one. */
static void an_option_may_be_set_once(void **state)
{
    (void)state;
    for (int i = 0; i < option_count(); i++) {
        struct ruleset rules = ruleset("wikipedia", NULL), before;
        struct ruleset_error error = {""};
        const char *name = option_name(i);
        char value[OPTION_TEXT_MAX], word[2 * OPTION_TEXT_MAX], wanted[3 * OPTION_TEXT_MAX];

        if (option_format(&rules, i, value) == 0)
            snprintf(value, sizeof value, "%s",
                     strcmp(name, "deal") == 0 ? "3 K3 4 3"
                     : name[0] == 'v'          ? "250"
                                               : "7S");
        assert_int_equal(set(&rules, name, value, &error), ENGINE_OK);
        before = rules;
        assert_int_equal(set(&rules, name, value, &error), ENGINE_ERROR_RULESET);
        assert_memory_equal(&rules, &before, sizeof rules);
        assert_int_equal(ruleset_finish(&rules, &error), ENGINE_OK);
        assert_int_equal(set(&rules, name, value, &error), ENGINE_OK); /* a ruleset of one option */
        snprintf(word, sizeof word, "%s=%s", name, value);
        snprintf(wanted, sizeof wanted, "%s: stands here twice;", word);
        assert_refused("wikipedia", (const char *const[]){word, "spread=0", word}, 3, wanted,
                       "each option once");
    }
    REFUSED("wikipedia", "target=600: stands here twice;", "once", "target=500", "target=600");
    /* Options that the preset sets do not count. */
    struct ruleset rules = ruleset("everything", "deck=45", "claims=no", NULL);
    assert_int_equal(rules.deck, DECK_45);
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

/* The page for users names every option, each of its words, and every preset. */
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
        cmocka_unit_test(a_failed_set_changes_nothing),
        cmocka_unit_test(an_option_may_be_set_once),
        cmocka_unit_test(sides_are_numbered_by_their_lowest_seat),
        cmocka_unit_test(rules_page_is_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
