/* test_agenda_entries.c - the best of a ladder that have a program play. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "agenda/agenda_entries.h"
#include "ladder_temp.h"
#include "store/store_account.h"

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

/* A bot that signed up, and was banned or stopped before the start. */
static void who_is_banned_or_stopped_stays_out(void **state)
{
    static const char *const names[] = {"ann", "bob", "cy"};
    const struct temp *temp = *state;
    struct ladder_error error;
    struct standing bot;
    struct store *store;
    int count;

    play_some(temp);
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_int_equal(store_calendar_entry_add(store, "cup", names[i], 5), 0);
    assert_int_equal(store_bot_find(store, "ann", &bot), 0);
    assert_int_equal(store_account_stop(store, bot.id, true), 0);
    assert_int_equal(store_bot_find(store, "bob", &bot), 0);
    assert_int_equal(store_log_entry_add(store, LOG_ENTRY_BAN, bot.id, 5, ""), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    char *file = file_of(temp, "at=2026-12-01T20:00 entries=signed", &count);
    assert_string_equal(file, "[tournament]\nname = cup-1\n[entry cy]\n");
    assert_int_equal(count, 1);
    free(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_best_are_those_of_the_ladder, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(who_is_banned_or_stopped_stays_out, temp_setup,
                                        temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
