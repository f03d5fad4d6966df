/* series_table.c - see series_table.h. */
#include "agenda/series_table.h"

#include "calendar/series.h"
#include "log/event_table.h"
#include "log/season_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "avondale-series/1"
enum { PLACINGS_MAX = 1024 };

/* *value: a new reference; NULL: there is none, or it is no JSON. Returns as store_document. */
static int load(struct store *store, const char *document, json_t **value)
{
    char *text = NULL;
    int found = store_document(store, document, &text);

    *value = found == 0 ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return found;
}

/* The document of a series. */
static int load_series(struct store *store, const char *series, json_t **value)
{
    char document[SERIES_DOCUMENT_MAX];

    series_document_name(series, document);
    return load(store, document, value);
}

/* ----------------------------------------------------------------------------- tables of runs */

/* A list of placings, of which the names are borrowed from the table. */
struct placings {
    struct series_placing items[PLACINGS_MAX];
    int count;
};

static bool is_there(const struct placings *list, const char *entry)
{
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->items[i].entry, entry) == 0)
            return true;
    }
    return false;
}

static int compare(const void *a, const void *b)
{
    const struct series_placing *one = a, *other = b;

    if (one->rank != other->rank)
        return one->rank < other->rank ? -1 : 1;
    return strcmp(one->entry, other->entry);
}

/* The entry of a row, unless it gets no points: it has no rank, is in a lower division, or was
 * disqualified. */
static void take_row(struct placings *list, const json_t *row, const char *key)
{
    const json_t *rank = json_object_get(row, "rank"), *division = json_object_get(row, "division");
    const char *entry = json_string_value(json_object_get(row, key));

    if (!entry || !*entry || strlen(entry) > SERIES_ENTRY_MAX || !json_is_integer(rank) ||
        json_integer_value(rank) < 1 || json_is_true(json_object_get(row, "disqualified")) ||
        (division && json_integer_value(division) != 1) || list->count == PLACINGS_MAX)
        return;
    list->items[list->count].entry = entry;
    list->items[list->count].rank = (int)json_integer_value(rank);
    list->count++;
}

/* Orders them, and keeps the best of those with one name. */
static void order(struct placings *list)
{
    int count = list->count;

    qsort(list->items, (size_t)count, sizeof list->items[0], compare);
    list->count = 0;
    for (int i = 0; i < count; i++) {
        if (!is_there(list, list->items[i].entry))
            list->items[list->count++] = list->items[i];
    }
}

/* The rows of a season's table: of the ladder that the season names, or of its first one. */
static const json_t *season_rows(const json_t *table, const char *board)
{
    const json_t *boards = json_object_get(table, "ladders"), *found = NULL;

    for (size_t i = 0; i < json_array_size(boards) && !found; i++) {
        const json_t *one = json_array_get(boards, i);
        const char *name = json_string_value(json_object_get(one, "ladder"));
        if (!board[0] || (name && strcmp(name, board) == 0))
            found = json_object_get(one, "rows");
    }
    return found;
}

/* The sealed table of a run. NULL: there is none, or its signature or the log is against it: *wrong
 * says so. */
static json_t *run_table(struct store *store, const struct calendar_run *run, const char **wrong)
{
    char name[LADDER_NAME_MAX + 16];
    json_t *sealed = NULL;

    if (run->until_msec == 0) {
        *wrong = event_table_check(store, run->name, NULL, &sealed);
    } else {
        season_table_document_name(run->name, name);
        (void)load(store, name, &sealed);
        *wrong = season_table_unseal(sealed, NULL)
                     ? NULL
                     : "the table of a season is not there, or not signed";
    }
    const char *table = *wrong ? NULL : json_string_value(json_object_get(sealed, "table"));
    json_t *value = table ? json_loads(table, 0, NULL) : NULL;
    if (!*wrong && !value)
        *wrong = "the table of a run cannot be read";
    json_decref(sealed);
    return value;
}

/* Adds the points of a run. Returns NULL, or what is wrong. */
static const char *add_run(struct store *store, const struct calendar_run *run,
                           struct series *series)
{
    const char *wrong = NULL;
    char error[EVENT_ERROR_BYTES];
    struct event_plan event;
    int points[EVENT_POINTS_MAX];
    json_t *table = run_table(store, run, &wrong);
    struct placings *list = table ? calloc(1, sizeof *list) : NULL;

    if (table && !list)
        wrong = "out of memory";
    if (!wrong && event_parse(run->spec, &event, error))
        wrong = "the event of a run cannot be read";
    if (!wrong) {
        bool season = run->until_msec > 0;
        const json_t *rows = season
                                 ? season_rows(table, event.board)
                                 : json_object_get(json_object_get(table, "results"), "standings");
        for (size_t i = 0; i < json_array_size(rows); i++)
            take_row(list, json_array_get(rows, i), season ? "name" : "entry");
        order(list);
        if (series_add_event(series, list->items, list->count, points,
                             event_points(&event, points)))
            wrong = "out of memory";
    }
    free(list);
    json_decref(table);
    return wrong;
}

/* ------------------------------------------------------------------------------- the document */

static json_t *row_json(const struct series_row *row)
{
    json_t *places = json_array();
    int last = EVENT_POINTS_MAX;

    while (last > 0 && row->places[last - 1] == 0)
        last--;
    for (int place = 0; place < last; place++)
        json_array_append_new(places, json_integer(row->places[place]));
    return json_pack("{s:i, s:s, s:I, s:i, s:o}", "rank", row->rank, "entry", row->entry, "points",
                     (json_int_t)row->points, "events", row->events, "places", places);
}

static json_t *series_json(const char *name, struct series *series, json_t *runs)
{
    json_t *rows = json_array();

    series_order(series);
    for (int i = 0; i < series->count; i++)
        json_array_append_new(rows, row_json(&series->rows[i]));
    return json_pack("{s:s, s:s, s:O, s:o}", "format", FORMAT, "series", name, "runs", runs, "rows",
                     rows);
}

/* Returns 0, or -1 if it is no row, or memory is out. */
static int read_row(struct series *series, const json_t *value)
{
    const char *entry = json_string_value(json_object_get(value, "entry"));
    const json_t *places = json_object_get(value, "places");
    struct series_row row = {.points = json_integer_value(json_object_get(value, "points")),
                             .events = (int)json_integer_value(json_object_get(value, "events"))};

    if (!entry || !*entry || strlen(entry) > SERIES_ENTRY_MAX || row.points <= 0 ||
        json_array_size(places) > EVENT_POINTS_MAX)
        return -1;
    snprintf(row.entry, sizeof row.entry, "%s", entry);
    for (size_t i = 0; i < json_array_size(places); i++)
        row.places[i] = (int)json_integer_value(json_array_get(places, i));
    return series_add_row(series, &row);
}

/* Reads the document into *series and *runs (a new reference). No document: an empty series.
 * Returns 0, or -1. */
static int read_document(struct store *store, const char *name, struct series *series,
                         json_t **runs)
{
    json_t *value;
    int found = load_series(store, name, &value);
    const json_t *rows = json_object_get(value, "rows");
    int status = found == STORE_NONE || json_is_array(rows) ? 0 : -1;

    for (size_t i = 0; i < json_array_size(rows) && status == 0; i++)
        status = read_row(series, json_array_get(rows, i));
    *runs = value ? json_incref(json_object_get(value, "runs")) : json_array();
    json_decref(value);
    return status;
}

static bool has_run(const json_t *runs, const char *run)
{
    for (size_t i = 0; i < json_array_size(runs); i++) {
        const char *there = json_string_value(json_array_get(runs, i));
        if (there && strcmp(there, run) == 0)
            return true;
    }
    return false;
}

static int write_document(struct store *store, const char *name, struct series *series,
                          json_t *runs)
{
    char document[SERIES_DOCUMENT_MAX];
    json_t *value = series_json(name, series, runs);
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS) : NULL;

    series_document_name(name, document);
    int status = text ? store_document_put(store, document, text) : -1;
    free(text);
    json_decref(value);
    return status;
}

int series_table_add(struct store *store, const struct calendar_run *run,
                     struct ladder_error *error)
{
    struct event_plan event;
    struct series series = {0};
    char parsed[EVENT_ERROR_BYTES];
    const char *wrong = NULL;
    json_t *runs = NULL;

    if (event_parse(run->spec, &event, parsed) || !event.series[0])
        return 0;
    if (read_document(store, event.series, &series, &runs))
        wrong = "its table cannot be read";
    else if (!has_run(runs, run->name)) {
        wrong = add_run(store, run, &series);
        if (!wrong && (json_array_append_new(runs, json_string(run->name)) ||
                       write_document(store, event.series, &series, runs)))
            wrong = "its table cannot be written";
    }
    if (wrong)
        snprintf(error->text, sizeof error->text, "series %s: %.120s", event.series, wrong);
    series_free(&series);
    json_decref(runs);
    return wrong ? -1 : 0;
}

const char *series_table_check(struct store *store, const char *name, json_t **table)
{
    struct series series = {0};
    const char *wrong = NULL;

    (void)load_series(store, name, table);
    if (!*table)
        return "there is no such series, or none of its events is over";
    json_t *runs = json_object_get(*table, "runs");
    for (size_t i = 0; i < json_array_size(runs) && !wrong; i++) {
        const char *run_name = json_string_value(json_array_get(runs, i));
        struct calendar_run run = {.file = NULL};
        if (!run_name || store_calendar_run_find(store, run_name, &run))
            wrong = "it names a run that is not there";
        else
            wrong = add_run(store, &run, &series);
        free(run.file);
    }
    json_t *anew = wrong ? NULL : series_json(name, &series, runs);
    if (!wrong && (!anew || !json_equal(anew, *table)))
        wrong = "its points are not those of its events";
    json_decref(anew);
    series_free(&series);
    return wrong;
}
