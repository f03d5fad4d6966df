/* test_agenda_entries.c - the best of a ladder that have a program play. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "agenda/agenda_entries.h"
#include "ladder_temp.h"
#include "store/store.h"

static char cup_file[] = "[tournament]\n[entry ann]\n[entry bob]\n[entry cy]\n[entry di]\n";

/* ann beats bob, bob beats cy, cy beats zoe, who has no program; di never played. */
static void play_some(const struct temp *temp)
{
    static const char *const pairs[][2] = {{"ann", "bob"}, {"bob", "cy"}, {"cy", "zoe"}};
    struct ladder *ladder = temp_ladder(temp, false);
    for (int i = 0; i < 60; i++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", i);
        struct ladder_result result = duel(game, pairs[i % 3][0], pairs[i % 3][1], 2);
        result.wall_msec += i;
        assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    }
    writer_close(ladder);
}

static char *file_of(const struct temp *temp, const char *words, int *count)
{
    struct calendar_event row = {.name = "cup", .file = cup_file};
    struct ladder_error error = {.text = ""};
    struct event_plan event;
    struct store *store;
    char wrong[EVENT_ERROR_BYTES];
    assert_int_equal(event_parse(words, &event, wrong), 0);
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    char *file = agenda_entries_file(store, &row, &event, "cup-1", count, &error);
    store_close(store);
    assert_non_null(file);
    return file;
}

static void the_best_are_those_of_the_ladder(void **state)
{
    const struct temp *temp = *state;
    int count;
    play_some(temp);
    char *file = file_of(temp, "at=2026-12-01T20:00 entries=best:2", &count);
    assert_string_equal(file, "[tournament]\nname = cup-1\n[entry ann]\n[entry bob]\n");
    assert_int_equal(count, 2);
    free(file);
    file = file_of(temp, "at=2026-12-01T20:00 entries=best:64", &count);
    assert_null(strstr(file, "zoe"));
    assert_null(strstr(file, "di")); /* it is not on the ladder */
    assert_int_equal(count, 3);
    free(file);
    file = file_of(temp, "at=2026-12-01T20:00 entries=best:2 ladder=no-such", &count);
    assert_int_equal(count, 0);
    free(file);
    file = file_of(temp, "at=2026-12-01T20:00 entries=file", &count);
    assert_int_equal(count, 4);
    free(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_best_are_those_of_the_ladder, temp_setup,
                                        temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
