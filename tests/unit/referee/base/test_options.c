/* test_options.c - the options of a subcommand: accepted, refused, explained. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/options.h"

struct part {
    int shared;
};
struct context {
    int number;
    bool flag;
    struct part part;
};

static const struct option_row shared_rows[] = {
    {OPTION_NUMBER("shared", "N", part, shared, 0, 9, NULL, "of a part")},
};
static const struct option_part shared = OPTION_PART(NULL, shared_rows);
static const struct option_row rows[] = {
    {OPTION_NUMBER("number", "N", context, number, 1, 9, "3", "a number")},
    {OPTION_FLAG("flag", context, flag, "a flag")},
};
static const struct option_part own = OPTION_PART(NULL, rows);
static const struct option_table table = {
    .command = "test",
    .synopsis = "[OPTION]...",
    .does = "Tests.",
    .parts = {{&own, 0}, {&shared, offsetof(struct context, part)}},
    .operands = "words",
    .operands_max = 9,
};

static int take(struct context *context, int *first, int argc, char **argv)
{
    return options_take(&table, context, argc, argv, first);
}

static void missing_options_have_defaults(void **state)
{
    struct context context = {.number = 0};
    char *argv[] = {"test", "one", "--shared=5", "--flag", NULL};
    int first = 0;
    (void)state;
    assert_int_equal(take(&context, &first, 4, argv), 0);
    assert_true(context.number == 3 && context.flag && context.part.shared == 5);
    assert_int_equal(first, 3);
    assert_string_equal(argv[3], "one");
}

static void a_bad_option_returns_2(void **state)
{
    static char *bad[][4] = {
        {"test", "--nothing"},     {"test", "--number"}, {"test", "--number", "0"},
        {"test", "--number", "x"}, {"test", "-x"},       {"test", "--flag=1"}};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct context context = {.number = 0};
        int first, argc = 0;
        while (bad[i][argc])
            argc++;
        assert_int_equal(take(&context, &first, argc, bad[i]), 2);
    }
}

/* --help prints all rows, the shared ones too, and ends the program with 0. */
static void help_is_the_table(void **state)
{
    char text[1000] = "";
    int ends[2], status;
    (void)state;
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct context context;
        char *argv[] = {"test", "--help", NULL};
        int first;
        dup2(ends[1], 1);
        take(&context, &first, 2, argv);
        _exit(9);
    }
    close(ends[1]);
    for (size_t used = 0; used < sizeof text - 1;) {
        ssize_t got = read(ends[0], text + used, sizeof text - 1 - used);
        if (got <= 0)
            break;
        used += (size_t)got;
    }
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_string_equal(text, "usage: avondale test [OPTION]...\n"
                              "Tests.\n\n"
                              "  --number N            a number (3)\n"
                              "  --flag                a flag\n"
                              "  --shared N            of a part\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_options_have_defaults),
        cmocka_unit_test(a_bad_option_returns_2),
        cmocka_unit_test(help_is_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
