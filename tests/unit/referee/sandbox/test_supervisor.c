/* test_supervisor.c - a bot's status is passed on, and none of its processes survives it. */
#include "sandboxed.h"

/* The end of a bot's output is seen even while the bot lives on: no other process holds it. */
static void streams_are_the_bot_s_alone(void **state)
{
    struct run run;
    char text[64];
    (void)state;

    for (int mode = 0; mode < SANDBOX_MODE_COUNT; mode++) {
        begin((enum sandbox_mode)mode, &run, "exec >&-; read word; exit 3");
        read_all(run.out, text, sizeof text);
        assert_int_equal(waitpid(run.pid, NULL, WNOHANG), 0);
        assert_int_equal(end_status(&run), 3);
    }
}

static void no_process_outlives_the_bot(void **state)
{
    no_process_remains(state, false);
}

static void no_process_outlives_a_stop(void **state)
{
    no_process_remains(state, true);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statuses_are_passed_on),
        cmocka_unit_test(streams_are_the_bot_s_alone),
        cmocka_unit_test(no_process_outlives_the_bot),
        cmocka_unit_test(no_process_outlives_a_stop),
    };
    if (argc > 1 && strcmp(argv[1], SANDBOX_CHILD_WORD) == 0)
        return supervisor_main(argc, argv);
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
