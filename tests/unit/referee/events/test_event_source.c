/* test_event_source.c - the file of an event must be that of a tournament. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "events/event_source.h"
#include "ladder_temp.h"

static char *read_for(const struct temp *temp, const char *text, enum event_entries entries)
{
    char path[120];
    snprintf(path, sizeof path, "%s/cup.ini", temp->dir);
    FILE *file = fopen(path, "w");
    assert_true(file && fputs(text, file) >= 0);
    fclose(file);
    return event_source_read(path, entries);
}

static char *read_written(const struct temp *temp, const char *text)
{
    return read_for(temp, text, EVENT_OF_FILE);
}

/* Where programs that owners hand in play the file may have no entries; all else is checked. */
static void entries_may_come_later(void **state)
{
    const struct temp *temp = *state;
    static const char rules[] = "[tournament]\nformat = swiss\nrounds = 5\n";
    static const char hash[] = "[tournament]\nformat = round-robin\n[entry a]\narchive = "
                               "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n";
    assert_null(read_written(temp, rules));
    for (int kind = EVENT_BEST; kind <= EVENT_ACTIVE; kind++) {
        char *text = read_for(temp, rules, (enum event_entries)kind);
        assert_string_equal(text, rules);
        free(text);
        assert_null(read_for(temp, "[tournament]\nformat = none\n", (enum event_entries)kind));
        text = read_for(temp, hash, (enum event_entries)kind);
        assert_non_null(text);
        free(text);
    }
}

static void only_whole_tournaments_are_taken(void **state)
{
    const struct temp *temp = *state;
    static const char good[] = "[tournament]\nformat = round-robin\n[entry a]\ncommand = ./a\n"
                               "[entry b]\ncommand = ./b\n";
    char *text = read_written(temp, good);
    assert_string_equal(text, good);
    free(text);
    assert_null(event_source_read("/no/such/file", EVENT_OF_FILE));
    assert_null(event_source_read("/", EVENT_OF_FILE));
    assert_null(read_written(temp, ""));
    assert_null(read_written(temp, "[tournament]\nformat = round-robin\nname = x\n"));
    assert_null(read_written(temp, "[tournament]\nformat = none\n[entry a]\ncommand = ./a\n"
                                   "[entry b]\ncommand = ./b\n"));
    assert_null(read_written(temp, "[tournament]\nformat = round-robin\n[entry a]\n[entry b]\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(entries_may_come_later, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(only_whole_tournaments_are_taken, temp_setup,
                                        temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
