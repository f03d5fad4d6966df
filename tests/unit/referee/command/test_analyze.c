/* test_analyze.c - `analyze` judges records with all cards known. */
#include "command_run.h"

static void records_are_looked_at(void **state)
{
    (void)state;
    assert_int_equal(command_run(analyze_main, "analyze --parts plays tests/golden/show.jsonl"), 0);
    assert_non_null(strstr(command_out, "ann"));
}

static void bad_input_is_named(void **state)
{
    (void)state;
    command_refused(analyze_main, "analyze", "FILE");
    command_refused(analyze_main, "analyze --parts nothing tests/golden/show.jsonl", "nothing");
    command_refused(analyze_main, "analyze --worst 5 --parts luck tests/golden/show.jsonl",
                    "--worst");
}

static void a_file_that_is_not_there_is_named(void **state)
{
    (void)state;
    command_refused(analyze_main, "analyze /nonexistent", "/nonexistent");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_looked_at),
        cmocka_unit_test(bad_input_is_named),
        cmocka_unit_test(a_file_that_is_not_there_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
