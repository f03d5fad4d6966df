/* test_event_thread.c - the thread of the calendar: lines of the configuration, start and stop.
 * calendar.sh tests its events. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "events/event_thread.h"
#include "ladder_temp.h"

static int start(const struct temp *temp, const char *events)
{
    struct event_thread *thread = NULL;
    struct event_thread_config config = {
        .store = temp->url, .node = "", .key = "key", .directory = "", .events = events};
    writer_close(temp_ladder(temp, false));
    int status = event_thread_start(&thread, &config);
    assert_int_equal(status == 0, thread != NULL);
    event_thread_stop(thread);
    return status;
}

static void lines_of_the_configuration(void **state)
{
    const struct temp *temp = *state;
    char out[2000] = "", *argv[] = {(char[]){"event"}, (char[]){"list"}};
    assert_int_equal(start(temp, ""), 0);
    assert_int_equal(start(temp, "a kind=season length=1h at=2090-01-01T00:00\n"
                                 "b kind=season length=1h at=2090-01-01T00:00 repeat=daily"),
                     0);
    assert_int_equal(start(temp, "c kind=season length=1h at=2001-01-01T00:00"), 0); /* over */
    assert_int_equal(start(temp, "d at=2090-01-01T00:00 file=/no/such"), 2);
    assert_int_equal(start(temp, "e at=2090-01-01T00:00"), 2);
    assert_int_equal(start(temp, "f at=never"), 2);
    FILE *file = fmemopen(out, sizeof out, "w");
    assert_int_equal(command_table_run(temp->url, 2, argv, false, file, file), 0);
    fclose(file);
    assert_non_null(strstr(out, "a  "));
    assert_non_null(strstr(out, "b  "));
    assert_null(strstr(out, "c  "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_of_the_configuration, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
