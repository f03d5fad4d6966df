/* data_calendar.c - the calendar as JSON values. */
#include "data/data_calendar.h"
#include "calendar/event.h"
#include "calendar/event_file.h"
#include "calendar/series.h"
#include "data/json_value.h"
#include "store/store_work.h"

#include <stdlib.h>
#include <string.h>

static const char *const states[CALENDAR_STATES] = {"running", "over", "off"};
static const char *const kinds[] = {"tournament", "season"};
static const char *const entries_words[] = {"file", "best", "signed", "active"};

enum {
    ORDERS_MAX = 8, /* that are looked at */
    WORKERS_PAGE = 32,
    WORKER_GONE_MSEC = 60000 /* a worker that plays is seen more often */
};

/* Returns whether a worker was seen of late. */
static bool workers_there(struct store *store)
{
    struct work_worker page[WORKERS_PAGE];
    char after[WORK_NAME_MAX + 1] = "";

    for (int count = WORKERS_PAGE; count == WORKERS_PAGE;) {
        count = store_work_workers(store, after, page, WORKERS_PAGE);
        for (int i = 0; i < count; i++) {
            if (page[i].seen_msec < WORKER_GONE_MSEC)
                return true;
            memcpy(after, page[i].name, sizeof after);
        }
    }
    return false;
}

/* Whether blocks of a tournament lie in the queue and no worker plays any of them: none has taken
 * one, or those that did were not seen any more. */
static bool waits_for_worker(struct store *store, const struct calendar_run *run)
{
    struct work_order orders[ORDERS_MAX];
    char word[NAME_TITLE_MAX + 1];

    if (run->state != CALENDAR_RUNNING || run->until_msec > 0)
        return false;
    name_of_title(run->name, word);
    int count = store_work_orders(store, word, orders, ORDERS_MAX);
    for (int i = 0; i < count; i++) {
        size_t size = strlen(word);
        if (strncmp(orders[i].name, word, size) == 0 && orders[i].name[size] == '-' &&
            strlen(orders[i].name) == size + 1 + WORK_HASH_SHOWN && orders[i].open > 0)
            return orders[i].held == 0 || !workers_there(store);
    }
    return false;
}

static json_t *run_value(struct store *store, const struct calendar_run *run)
{
    return json_pack(
        "{s:s, s:s, s:s, s:I, s:I, s:I, s:s, s:s, s:b}", "run", run->name, "event", run->event,
        "state", states[run->state], "due_msec", (json_int_t)run->due_msec, "started_msec",
        (json_int_t)run->started_msec, "ended_msec", (json_int_t)run->ended_msec, "why", run->why,
        "waits", waits_for_worker(store, run) ? "for a worker" : "", "season", run->until_msec > 0);
}

/* What the words say; without them only the name and the next time. */
static json_t *event_value(const char *name, const char *spec, int64_t due_msec)
{
    struct event_plan event;
    char error[EVENT_ERROR_BYTES], when[120] = "";
    json_t *value = json_pack("{s:s, s:I}", "event", name, "next_msec", (json_int_t)due_msec);

    if (event_parse(spec, &event, error))
        event = (struct event_plan){.zone = "UTC"};
    else
        event_describe_time(&event, when, sizeof when);
    json_object_set_new(value, "kind", json_string(kinds[event.kind]));
    json_object_set_new(value, "when", json_string(when));
    json_object_set_new(value, "zone", json_string(event.zone));
    json_object_set_new(value, "repeat", json_string(event_time_repeat_name(event.time.repeat)));
    json_object_set_new(value, "entries", json_string(entries_words[event.entries]));
    json_object_set_new(value, "best", json_integer(event.best));
    json_object_set_new(value, "per_owner",
                        json_integer(event.per_owner > 0 ? event.per_owner : EVENT_PER_OWNER));
    json_object_set_new(value, "ladder", json_string(event.board));
    json_object_set_new(value, "minutes", json_integer(event.minutes));
    json_object_set_new(value, "series", json_string(event.series));
    return value;
}

static json_t *events_value(const struct calendar_event *events, int count)
{
    json_t *list = json_array();

    for (int i = 0; i < count; i++)
        json_array_append_new(list,
                              event_value(events[i].name, events[i].spec, events[i].due_msec));
    return list;
}

static json_t *runs_value(struct store *store, const char *event)
{
    struct calendar_run *runs = calloc(DATA_CALENDAR_RUNS, sizeof *runs);
    int count = runs ? store_calendar_runs(store, event, runs, DATA_CALENDAR_RUNS) : -1;
    json_t *list = count < 0 ? NULL : json_array();

    for (int i = 0; i < count; i++)
        json_array_append_new(list, run_value(store, &runs[i]));
    free(runs);
    return list;
}

int data_calendar_due(struct web_site *site, struct calendar_event *events)
{
    if (store_begin(site->store, false))
        return -1;
    int count = store_calendar_due(site->store, INT64_MAX, events, DATA_CALENDAR_EVENTS);
    store_rollback(site->store);
    return count;
}

json_t *data_calendar_next(struct web_site *site, int max)
{
    struct calendar_event *events = calloc((size_t)max, sizeof *events);
    json_t *list = NULL;
    int count = -1;

    if (events && store_begin(site->store, false) == 0) {
        count = store_calendar_due(site->store, INT64_MAX, events, max);
        store_rollback(site->store);
    }
    if (count >= 0)
        list = events_value(events, count);
    free(events);
    return list;
}

json_t *data_calendar(struct web_site *site)
{
    struct calendar_event *events = calloc(DATA_CALENDAR_EVENTS, sizeof *events);
    json_t *list = NULL, *runs = NULL;
    int count = -1;

    if (events && store_begin(site->store, false) == 0) {
        count = store_calendar_due(site->store, INT64_MAX, events, DATA_CALENDAR_EVENTS);
        list = events_value(events, count);
        runs = runs_value(site->store, "");
        store_rollback(site->store);
    }
    free(events);
    if (count >= 0 && runs)
        return json_pack("{s:o, s:o}", "events", list, "runs", runs);
    json_decref(list);
    json_decref(runs);
    return NULL;
}

/* The entries known so far: those of the file, or the bots that signed up. */
static json_t *names_value(struct store *store, const struct calendar_event *row, bool signed_up)
{
    json_t *list = json_array();

    if (signed_up) {
        struct calendar_entry *entries = calloc(DATA_CALENDAR_ENTRIES, sizeof *entries);
        int count =
            entries ? store_calendar_entries(store, row->name, "", entries, DATA_CALENDAR_ENTRIES)
                    : 0;
        for (int i = 0; i < count; i++)
            json_array_append_new(list, json_value_of_text(entries[i].bot));
        free(entries);
    } else {
        char(*names)[EVENT_FILE_NAME_MAX + 1] = calloc(DATA_CALENDAR_ENTRIES, sizeof *names);
        int count = names ? event_file_entries(row->file, names, DATA_CALENDAR_ENTRIES) : 0;
        for (int i = 0; i < count; i++)
            json_array_append_new(list, json_value_of_text(names[i]));
        free(names);
    }
    return list;
}

json_t *data_calendar_event(struct web_site *site, const char *name)
{
    struct calendar_event row = {.file = NULL};
    json_t *value = NULL, *runs;

    if (!event_name_valid(name) || store_begin(site->store, false))
        return NULL;
    int found = store_calendar_find(site->store, name, &row);
    runs = found == STORE_FAILED ? NULL : runs_value(site->store, name);
    if (found == 0 && runs) {
        char *rules = event_file_rules(row.file);
        value = event_value(row.name, row.spec, row.due_msec);
        bool signed_up =
            strcmp(json_value_text(value, "entries"), entries_words[EVENT_SIGNED]) == 0;
        json_object_set_new(value, "names", names_value(site->store, &row, signed_up));
        json_object_set_new(value, "rules", json_value_of_text(rules ? rules : ""));
        free(rules);
    } else if (found == STORE_NONE && json_array_size(runs) > 0) { /* what it came to stays */
        value = event_value(name, "", 0);
        json_object_set_new(value, "names", json_array());
        json_object_set_new(value, "rules", json_string(""));
    }
    store_rollback(site->store);
    free(row.file);
    if (value)
        json_object_set_new(value, "runs", runs);
    else
        json_decref(runs);
    return value;
}

json_t *data_calendar_series(struct web_site *site, const char *name)
{
    char document[SERIES_DOCUMENT_MAX], *text = NULL;

    if (!event_name_valid(name) || store_begin(site->store, false))
        return NULL;
    series_document_name(name, document);
    int found = store_document(site->store, document, &text);
    store_rollback(site->store);
    json_t *value = found == 0 ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return value;
}
