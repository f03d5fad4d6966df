/* test_command_replay.c - `replay` checks and shows records. */
#include "command_run.h"

static void records_are_shown(void **state)
{
    (void)state;
    assert_int_equal(
        command_run(replay_main, "replay --show --ascii --game 1 tests/golden/show.jsonl"), 0);
    assert_non_null(strstr(command_out, "Hand 1, dealer ann"));
    assert_int_equal(command_run(replay_main, "replay --csv tests/golden/show.jsonl"), 0);
    assert_non_null(strstr(command_out, "m-000001"));
}

static void bad_input_is_named(void **state)
{
    (void)state;
    command_refused(replay_main, "replay", "FILE");
    command_refused(replay_main, "replay --game 999 --show tests/golden/show.jsonl", "999");
    command_refused(replay_main, "replay --show --csv tests/golden/show.jsonl", "--show");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_shown),
        cmocka_unit_test(bad_input_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
