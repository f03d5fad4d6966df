/* test_hint.c - `hint` prints a bot's action at a position of a record. */
#include "command_run.h"

static void basic_advises(void **state)
{
    (void)state;
    assert_int_equal(command_run(hint_main, "hint tests/golden/show.jsonl:1:1:1"), 0);
    assert_true(strlen(command_out) > 3 && strchr(command_out, '\n'));
}

static void bad_input_is_named(void **state)
{
    (void)state;
    command_refused(hint_main, "hint", "FILE:GAME:HAND:STEP");
    command_refused(hint_main, "hint --by nobody tests/golden/show.jsonl:1:1:1", "nobody");
    command_refused(hint_main, "hint tests/golden/show.jsonl:1:1:9999", "9999");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(basic_advises),
        cmocka_unit_test(bad_input_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
