/* test_event_source.c - the file of an event must be that of a tournament. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "events/event_source.h"
#include "ladder_temp.h"

static char *read_written(const struct temp *temp, const char *text)
{
    char path[120];
    snprintf(path, sizeof path, "%s/cup.ini", temp->dir);
    FILE *file = fopen(path, "w");
    assert_true(file && fputs(text, file) >= 0);
    fclose(file);
    return event_source_read(path);
}

static void only_whole_tournaments_are_taken(void **state)
{
    const struct temp *temp = *state;
    static const char good[] = "[tournament]\nformat = round-robin\n[entry a]\ncommand = ./a\n"
                               "[entry b]\ncommand = ./b\n";
    char *text = read_written(temp, good);
    assert_string_equal(text, good);
    free(text);
    assert_null(event_source_read("/no/such/file"));
    assert_null(event_source_read("/"));
    assert_null(read_written(temp, ""));
    assert_null(read_written(temp, "[tournament]\nformat = round-robin\nname = x\n"));
    assert_null(read_written(temp, "[tournament]\nformat = none\n[entry a]\ncommand = ./a\n"
                                   "[entry b]\ncommand = ./b\n"));
    assert_null(read_written(temp, "[tournament]\nformat = round-robin\n[entry a]\n[entry b]\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_whole_tournaments_are_taken, temp_setup,
                                        temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
