/* test_series_table.c - a series adds each frozen table once, and equals the sum of its signed
 * tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "agenda/series_table.h"
#include "ladder_temp.h"
#include "log/event_table.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char no_file[] = "";

static struct store *open_store(const struct temp *temp)
{
    struct ladder_error error;
    struct store *store;
    struct ladder *ladder = temp_ladder(temp, false);
    writer_close(ladder);
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    return store;
}

static const char *row(const char *entry, int rank, const char *more)
{
    static char text[4][200];
    static int at;
    char *one = text[at++ % 4];
    snprintf(one, sizeof text[0], "{\"entry\":\"%s\",\"rank\":%d%s}", entry, rank, more);
    return one;
}

/* A run with a frozen table, counted in the series. */
static void play(struct store *store, const char *name, const char *spec, const char *rows)
{
    char path[] = "/tmp/series_key_XXXXXX", results[1000];
    static int64_t due = 1000; /* each start of an event has its own time */
    struct calendar_run run = {.due_msec = due++, .started_msec = 1000, .file = no_file};
    struct ladder_error error;

    assert_non_null(mkdtemp(path));
    char file[64];
    snprintf(file, sizeof file, "%s/key", path);
    assert_int_equal(sign_key_make(file, &error), 0);
    struct sign_key *key = sign_key_read(file, &error);
    assert_non_null(key);
    remove(file);
    remove(path);
    snprintf(run.name, sizeof run.name, "%s", name);
    snprintf(run.event, sizeof run.event, "cup");
    snprintf(run.spec, sizeof run.spec, "at=2026-12-01T20:00 %s", spec);
    snprintf(results, sizeof results, "{\"standings\":[%s]}", rows);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_calendar_run_add(store, &run), 0);
    assert_int_equal(event_table_freeze(store, &run, results, "00", key, 5, &error), 0);
    for (int i = 0; i < 2; i++) /* the second time changes nothing */
        assert_int_equal(series_table_add(store, &run, &error), 0);
    assert_int_equal(store_commit(store), 0);
    sign_key_free(key);
}

static json_t *checked(struct store *store, const char *series, const char *wrong)
{
    json_t *table = NULL;
    assert_int_equal(store_begin(store, false), 0);
    const char *said = series_table_check(store, series, &table);
    store_rollback(store);
    if (!wrong)
        assert_null(said);
    else
        assert_string_equal(said, wrong);
    return table;
}

static int points_of(const json_t *table, const char *entry)
{
    const json_t *one;
    size_t i;
    json_array_foreach(json_object_get(table, "rows"), i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "entry")), entry) == 0)
            return (int)json_integer_value(json_object_get(one, "points"));
    }
    return -1;
}

static void points_of_events_add_up(void **state)
{
    struct store *store = open_store(*state);
    char rows[600];
    snprintf(rows, sizeof rows, "%s,%s,%s,%s", row("ann", 1, ""), row("bob", 2, ""),
             row("cy", 2, ""), row("di", 4, ",\"disqualified\":true"));
    play(store, "cup-1", "series=league points=10,6,2,1", rows);
    snprintf(rows, sizeof rows, "%s,%s,%s", row("bob", 1, ",\"division\":1"),
             row("eve", 1, ",\"division\":2"), row("ann", 2, ",\"division\":1"));
    play(store, "cup-2", "series=league points=10,6,2,1", rows);
    play(store, "cup-3", "", row("zoe", 1, "")); /* of no series */
    json_t *table = checked(store, "league", NULL);
    assert_int_equal(points_of(table, "ann"), 1000 + 600);
    assert_int_equal(points_of(table, "bob"), 400 + 1000);
    assert_int_equal(points_of(table, "cy"), 400);
    assert_int_equal(points_of(table, "di"), -1);
    assert_int_equal(points_of(table, "eve"), -1);
    assert_int_equal(points_of(table, "zoe"), -1);
    assert_int_equal(json_array_size(json_object_get(table, "runs")), 2);
    json_decref(table);
    assert_null(checked(store, "other", "there is no such series, or none of its events is over"));
    store_close(store);
}

/* One point more, one run less, a changed table: each is found. */
static void every_forgery_is_found(void **state)
{
    struct store *store = open_store(*state);
    char *text = NULL, name[] = "series/league";
    play(store, "cup-1", "series=league points=10,6", row("ann", 1, ""));
    play(store, "cup-2", "series=league points=10,6", row("ann", 1, ""));
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_document(store, name, &text), 0);
    store_rollback(store);
    static const char *const forged[][2] = {
        {"\"points\":2000", "\"points\":2100"},
        {"\"places\":[2]", "\"places\":[3]"},
        {"\"cup-1\",", ""},
        {"\"cup-1\"", "\"cup-9\""},
    };
    for (size_t i = 0; i < sizeof forged / sizeof forged[0]; i++) {
        char other[2000];
        const char *at = strstr(text, forged[i][0]);
        assert_non_null(at);
        snprintf(other, sizeof other, "%.*s%s%s", (int)(at - text), text, forged[i][1],
                 at + strlen(forged[i][0]));
        assert_int_equal(store_begin(store, true), 0);
        assert_int_equal(store_document_put(store, name, other), 0);
        assert_int_equal(store_commit(store), 0);
        json_decref(checked(store, "league",
                            i == 3 ? "it names a run that is not there"
                                   : "its points are not those of its events"));
    }
    free(text);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(points_of_events_add_up, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(every_forgery_is_found, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
