/* test_rules.c - the output of `rules` on presets and options. */
#include "command_run.h"

static void presets_are_listed(void **state)
{
    (void)state;
    assert_int_equal(command_run(rules_main, "rules"), 0);
    assert_non_null(strstr(command_out, "wikipedia"));
    assert_non_null(strstr(command_out, "two-handed-draw"));
    assert_int_equal(command_run(rules_main, "rules --json"), 0);
    assert_non_null(strstr(command_out, "\"australian\""));
}

static void a_ruleset_is_shown_with_what_was_changed(void **state)
{
    (void)state;
    assert_int_equal(
        command_run(rules_main, "rules wikipedia players=2 teams=solo deck=33 dead_hands=1"), 0);
    assert_non_null(strstr(command_out, "players=2"));
    assert_non_null(strstr(command_out, "dead_hands=1"));
}

static void bad_words_are_named(void **state)
{
    (void)state;
    command_refused(rules_main, "rules nothing", "nothing");
    command_refused(rules_main, "rules wikipedia players=9", "players=9");
    command_refused(rules_main, "rules wikipedia players", "players");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_are_listed),
        cmocka_unit_test(a_ruleset_is_shown_with_what_was_changed),
        cmocka_unit_test(bad_words_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
