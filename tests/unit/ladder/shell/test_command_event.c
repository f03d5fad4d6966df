/* test_command_event.c - the calendar from the shell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "shell_commands.h"

static void write_cup(const char *text)
{
    char path[120];
    snprintf(path, sizeof path, "%s/cup.ini", temp.dir);
    FILE *file = fopen(path, "w");
    assert_true(file && fputs(text, file) >= 0);
    fclose(file);
}

static void events_are_added_listed_and_removed(void **state)
{
    char line[250];
    (void)state;
    write_cup("[tournament]\nformat = swiss\n");
    snprintf(line, sizeof line,
             "event add cup at=2090-12-01T20:00 zone=Europe/Berlin repeat=daily file=%s/cup.ini",
             temp.dir);
    assert_int_equal(run(false, line), 0);
    assert_string_equal(out, "event cup is on the calendar\n");
    assert_int_equal(run(false, "event add sea kind=season at=2090-01-01T00:00 length=2h"), 0);
    assert_int_equal(run(false, "event list"), 0);
    assert_non_null(strstr(out, "cup                 2090-12-01T19:00:00Z  kind=tournament"));
    assert_non_null(strstr(out, "length=120m"));
    assert_int_equal(run(true, "event list"), 0);
    json_t *list = parse(out);
    assert_int_equal(json_array_size(list), 2);
    json_decref(list);
    assert_int_equal(run(true, "event show cup"), 0);
    json_decref(parse(out));
    assert_int_equal(run(false, "event remove cup"), 0);
    assert_int_equal(run(false, "event remove cup"), 2);
    assert_int_equal(run(false, "event show cup"), 2);
    assert_int_equal(run(false, "event verify cup-20901201-2000"), 1);
    assert_non_null(strstr(err, "there is no final table of that name"));
}

static void bad_input_is_one_line(void **state)
{
    char line[250];
    (void)state;
    write_cup("[tournament]\nseed = 00\n");
    run(false, "event list"); /* creates no store */
    assert_usage("event nothing",
                 "must be add, remove, enter, withdraw, list, show, verify or series");
    assert_usage("event add", "NAME is missing");
    assert_usage("event add <b> at=2090-12-01T20:00", "event '<b>': expected 1 to 18");
    assert_usage("event add cup", "at: expected a time like");
    assert_usage("event add cup at=2090-12-01T20:00", "expected file=FILE");
    assert_usage("event add cup at=2090-12-01T20:00 file=/no/such", "No such file");
    assert_usage("event add cup at=2090-12-01T20:00 file=/", "expected a file of text");
    assert_usage("event add sea kind=season at=2001-01-01T00:00 length=2h",
                 "a time that is to come");
    assert_usage("event list x", "expected nothing behind");
    snprintf(line, sizeof line, "event add cup at=2090-12-01T20:00 file=%s/cup.ini", temp.dir);
    assert_usage(line, "seed: expected none");
}

static void bots_are_signed_up_by_hand(void **state)
{
    (void)state;
    play(3);
    assert_int_equal(run(false, "event add sea kind=season at=2090-01-01T00:00 length=2h"), 0);
    assert_int_equal(run(false, "add zoe"), 0);
    for (int i = 0; i < 2; i++) { /* the second time changes nothing */
        assert_int_equal(run(false, "event enter sea ZOE"), 0);
        assert_string_equal(out, "zoe is signed up for event sea\n");
    }
    assert_int_equal(run(false, "event withdraw sea zoe"), 0);
    assert_usage("event enter sea", "expected NAME BOT");
    assert_usage("event enter sea nobody", "no bot named 'nobody'");
    assert_usage("event enter none zoe", "no event 'none'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(events_are_added_listed_and_removed, setup, teardown),
        cmocka_unit_test_setup_teardown(bad_input_is_one_line, setup, teardown),
        cmocka_unit_test_setup_teardown(bots_are_signed_up_by_hand, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
