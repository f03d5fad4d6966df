/* test_sandbox.c - options, the visible files, the filter, and the supervisor. This program is its
 * own first stage where the file of it cannot be made, as avondale is. */
#include "sandboxed.h"

/* Whether the program of a bot's first stage is the file in memory, while the bot waits. A user who
 * may not look skips the rest of a test. */
static bool stage_is_small(pid_t stage)
{
    char path[64], program[PATH_MAX];

    snprintf(path, sizeof path, "/proc/%d/exe", (int)stage);
    ssize_t size = readlink(path, program, sizeof program - 1);
    if (size < 0 && errno == EACCES)
        skip();
    assert_true(size > 0);
    program[size] = '\0';
    return strstr(program, "memfd:avondale") != NULL;
}

/* The first of the tests: nothing is prepared. */
static void starts_itself_without_the_file(void **state)
{
    struct sandbox_config config;
    char shell[] = "/bin/sh", flag[] = "-c", text[] = "read word; exit 7", rest[64];
    char *words[] = {shell, flag, text, NULL};
    struct run run;
    int in[2], report[2];
    (void)state;

    sandbox_options_set_defaults(&config);
    assert_int_equal(pipe2(in, O_CLOEXEC) | pipe2(report, O_CLOEXEC), 0);
    assert_int_equal(sandbox_spawn(&config, words, in[0], 1, 2, report[1], &run.pid), 0);
    close(in[0]);
    close(report[1]);
    read_all(report[0], rest, sizeof rest);
    assert_string_equal(rest, "");
    bool small = stage_is_small(run.pid);
    run = (struct run){.pid = run.pid, .in = in[1], .out = dup(0), .report = report[0]};
    assert_int_equal(end_status(&run), 7);
    assert_false(small);
}

static void the_first_stage_is_a_small_program(void **state)
{
    struct run run;
    char rest[64];
    (void)state;

    for (int mode = 0; mode < SANDBOX_MODE_COUNT; mode++) {
        begin((enum sandbox_mode)mode, &run, "read word; exit 7");
        read_all(run.report, rest, sizeof rest);
        bool small = stage_is_small(run.pid);
        assert_int_equal(end_status(&run), 7);
        assert_true(small);
    }
}

static void modes_have_names(void **state)
{
    struct sandbox_config config;
    char line[SANDBOX_ERROR_BYTES];
    (void)state;

    sandbox_options_set_defaults(&config);
    for (int mode = SANDBOX_MODE_COUNT - 1; mode >= 0; mode--) {
        assert_int_equal(take(&config, "sandbox", sandbox_mode_names[mode]), 0);
        assert_int_equal(config.mode, mode);
    }
    assert_int_equal(take(&config, "sandbox", "stric"), -1);
    assert_int_equal(take(&config, "sandbox", ""), -1);
    assert_int_equal(sandbox_prepare(&config, line), 0);
    assert_string_equal(line, "");
    assert_int_equal(take(&config, "require-sandbox", NULL), 0);
    assert_int_equal(sandbox_prepare(&config, line), 2);
    assert_non_null(strstr(line, "--require-sandbox"));
}

static void missing_features_are_named(void **state)
{
    struct sandbox_config config;
    char line[SANDBOX_ERROR_BYTES];
    (void)state;

    for (int mode = SANDBOX_RLIMIT; mode < SANDBOX_MODE_COUNT; mode++) {
        sandbox_options_set_defaults(&config);
        config.mode = (enum sandbox_mode)mode;
        assert_int_equal(sandbox_prepare(&config, line), 0);
        assert_non_null(strstr(line, sandbox_mode_names[config.mode]));
        bool missing = strstr(line, "missing") != NULL;
        config.require = true;
        assert_int_equal(sandbox_prepare(&config, line), missing ? 3 : 0);
    }
}

static void bots_play_without_missing_features(void **state)
{
    static const unsigned lacks[] = {SANDBOX_HAS_MOUNT, SANDBOX_HAS_NAMESPACES, SANDBOX_HAS_NET,
                                     SANDBOX_HAS_STRICT};

    for (size_t i = 0; i < sizeof lacks / sizeof lacks[0]; i++) {
        hidden = lacks[i];
        statuses_are_passed_on(state);
    }
    no_process_remains(state, true);
    hidden = 0;
}

static void bad_starts_are_reported(void **state)
{
    struct sandbox_config config;
    char missing[] = "/nonexistent/bot", bare[] = "no-such-program-anywhere",
         *words[] = {missing, NULL};
    pid_t pid;
    (void)state;

    sandbox_options_set_defaults(&config);
    assert_int_equal(sandbox_spawn(&config, words, 0, 1, 2, 2, &pid), ENOENT);
    words[0] = bare;
    assert_int_equal(sandbox_spawn(&config, words, 0, 1, 2, 2, &pid), ENOENT);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_itself_without_the_file),
        cmocka_unit_test(the_first_stage_is_a_small_program),
        cmocka_unit_test(modes_have_names),
        cmocka_unit_test(missing_features_are_named),
        cmocka_unit_test(bots_play_without_missing_features),
        cmocka_unit_test(bad_starts_are_reported),
    };
    if (argc > 1 && strcmp(argv[1], SANDBOX_CHILD_WORD) == 0)
        return supervisor_main(argc, argv);
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
