/* test_command_explain.c - `rules --explain` explains one decision of a record. */
#include "command_run.h"

static void a_decision_has_its_reason(void **state)
{
    (void)state;
    assert_int_equal(command_run(rules_main, "rules --explain tests/golden/show.jsonl:1:1:1"), 0);
    assert_true(command_out[0] != 0);
}

static void a_place_that_is_not_there_is_named(void **state)
{
    (void)state;
    command_refused(rules_main, "rules --explain tests/golden/show.jsonl:1:99:1", "99");
    command_refused(rules_main, "rules --explain /nonexistent:1:1:1", "/nonexistent");
    command_refused(rules_main, "rules --explain tests/golden/show.jsonl", "FILE:GAME:HAND:STEP");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_decision_has_its_reason),
        cmocka_unit_test(a_place_that_is_not_there_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
