/* test_play_options.c - the options that a match and a tournament share. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/progress.h"
#include "command/command.h"
#include "command/play_options.h"

static const struct option_table table = {.command = "test", .parts = {{&play_options, 0}}};
static struct play play;
static char error[OPTION_ERROR_BYTES];

static enum option_result parse(const char *first, const char *second)
{
    char *argv[] = {(char *)(uintptr_t) "test", (char *)(uintptr_t)first,
                    (char *)(uintptr_t)second};
    int operand;

    play = (struct play){0};
    error[0] = '\0';
    option_table_set_defaults(&table, &play);
    return option_table_parse(&table, &play, second ? 3 : 2, argv, &operand, error);
}

static void each_option_sets_its_field(void **state)
{
    (void)state;
    assert_int_equal(parse("--strict", "--json"), OPTION_OK);
    assert_true(play.strict && play.json && !play.verbose);
    assert_int_equal(play.report_interval_sec, 60);
    assert_int_equal(parse("--verbose", "--report-interval=7"), OPTION_OK);
    assert_true(!play.strict && !play.json && play.verbose);
    assert_int_equal(play.report_interval_sec, 7);
}

static void the_interval_has_limits(void **state)
{
    char text[64];
    (void)state;
    assert_int_equal(parse("--report-interval", "0"), OPTION_BAD);
    assert_non_null(strstr(error, "report-interval=0: expected a number from 1 to "));
    snprintf(text, sizeof text, "--report-interval=%d", PROGRESS_INTERVAL_SECONDS_MAX);
    assert_int_equal(parse(text, NULL), OPTION_OK);
    snprintf(text, sizeof text, "--report-interval=%ld", PROGRESS_INTERVAL_SECONDS_MAX + 1L);
    assert_int_equal(parse(text, NULL), OPTION_BAD);
}

static bool has_part(const struct option_table *command)
{
    for (int i = 0; i < OPTION_PARTS_MAX && command->parts[i].part; i++) {
        if (command->parts[i].part == &play_options)
            return true;
    }
    return false;
}

static void match_and_tournament_have_them(void **state)
{
    (void)state;
    assert_true(has_part(&match_options));
    assert_true(has_part(&tournament_options));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_option_sets_its_field),
        cmocka_unit_test(the_interval_has_limits),
        cmocka_unit_test(match_and_tournament_have_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
