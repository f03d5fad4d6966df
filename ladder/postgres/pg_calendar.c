/* pg_calendar.c - the calendar in the PostgreSQL store. */
#include "postgres/pg.h"
#include "store/store_calendar.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------- events */

static int put(struct store *store, const struct calendar_event *event)
{
    return pg_send(store, PG_CALENDAR_PUT, "ssis", event->name, event->spec, event->due_msec,
                   event->file);
}

static int drop(struct store *store, const char *name)
{
    if (pg_send(store, PG_CALENDAR_ENTRIES_DROP, "s", name))
        return STORE_FAILED;
    return pg_one(pg_query(store, PG_CALENDAR_DROP, "s", name), STORE_NONE);
}

static void event_read(const PGresult *rows, int row, void *item)
{
    struct calendar_event *event = item;

    memset(event, 0, sizeof *event);
    pg_text(rows, row, 0, event->name, sizeof event->name);
    pg_text(rows, row, 1, event->spec, sizeof event->spec);
    event->due_msec = pg_int(rows, row, 2);
}

static int find(struct store *store, const char *name, struct calendar_event *event)
{
    const PGresult *rows = pg_query(store, PG_CALENDAR_FIND, "s", name);
    int status = pg_one(rows, STORE_NONE);
    if (status)
        return status;
    event_read(rows, 0, event);
    event->file = pg_copy(rows, 0, 3);
    return event->file ? 0 : STORE_FAILED;
}

static int page(struct store *store, const char *after, struct calendar_event *events, int max)
{
    return pg_list(pg_query(store, PG_CALENDAR_PAGE, "si", after, (int64_t)max), event_read, events,
                   sizeof *events);
}

static int due(struct store *store, int64_t until_msec, struct calendar_event *events, int max)
{
    return pg_list(pg_query(store, PG_CALENDAR_DUE, "ii", until_msec, (int64_t)max), event_read,
                   events, sizeof *events);
}

static int set_due(struct store *store, const char *name, int64_t due_msec)
{
    return pg_send(store, PG_CALENDAR_SET_DUE, "is", due_msec, name);
}

/* --------------------------------------------------------------------------------------- runs */

static int run_add(struct store *store, const struct calendar_run *run)
{
    return pg_one(pg_query(store, PG_CALENDAR_RUN_ADD, "sssiiisss", run->name, run->event,
                           run->spec, run->due_msec, run->started_msec, run->until_msec, run->node,
                           run->why, run->file),
                  STORE_THERE);
}

static int run_end(struct store *store, const char *name, enum calendar_state state,
                   int64_t ended_msec, const char *why)
{
    return pg_one(
        pg_query(store, PG_CALENDAR_RUN_END, "iiss", (int64_t)state, ended_msec, why, name),
        STORE_NONE);
}

static int run_take(struct store *store, const char *name, const char *node)
{
    return pg_send(store, PG_CALENDAR_RUN_TAKE, "ss", node, name);
}

static void run_read(const PGresult *rows, int row, void *item)
{
    struct calendar_run *run = item;

    memset(run, 0, sizeof *run);
    pg_text(rows, row, 0, run->name, sizeof run->name);
    pg_text(rows, row, 1, run->event, sizeof run->event);
    pg_text(rows, row, 2, run->spec, sizeof run->spec);
    run->due_msec = pg_int(rows, row, 3);
    run->started_msec = pg_int(rows, row, 4);
    run->ended_msec = pg_int(rows, row, 5);
    run->until_msec = pg_int(rows, row, 6);
    run->state = calendar_state_of(pg_int(rows, row, 7));
    pg_text(rows, row, 8, run->node, sizeof run->node);
    pg_text(rows, row, 9, run->why, sizeof run->why);
}

static int run_find(struct store *store, const char *name, struct calendar_run *run)
{
    const PGresult *rows = pg_query(store, PG_CALENDAR_RUN_FIND, "s", name);
    int status = pg_one(rows, STORE_NONE);
    if (status)
        return status;
    run_read(rows, 0, run);
    run->file = pg_copy(rows, 0, 10);
    return run->file ? 0 : STORE_FAILED;
}

static int runs_open(struct store *store, const char *node, struct calendar_run *runs, int max)
{
    return pg_list(pg_query(store, PG_CALENDAR_RUNS_OPEN, "is", (int64_t)max, node), run_read, runs,
                   sizeof *runs);
}

static int runs(struct store *store, const char *event, struct calendar_run *list, int max)
{
    return pg_list(*event ? pg_query(store, PG_CALENDAR_RUNS, "si", event, (int64_t)max)
                          : pg_query(store, PG_CALENDAR_RUNS_ALL, "i", (int64_t)max),
                   run_read, list, sizeof *list);
}

/* ------------------------------------------------------------------------------ who signed up */

static int entry_add(struct store *store, const char *event, const char *bot, int64_t wall_msec)
{
    return pg_one(pg_query(store, PG_CALENDAR_ENTRY_ADD, "ssi", event, bot, wall_msec),
                  STORE_THERE);
}

static int entry_drop(struct store *store, const char *event, const char *bot)
{
    return pg_one(pg_query(store, PG_CALENDAR_ENTRY_DROP, "ss", event, bot), STORE_NONE);
}

static void entry_read(const PGresult *rows, int row, void *item)
{
    struct calendar_entry *entry = item;

    pg_text(rows, row, 0, entry->bot, sizeof entry->bot);
    entry->wall_msec = pg_int(rows, row, 1);
}

static int entries(struct store *store, const char *event, const char *after,
                   struct calendar_entry *list, int max)
{
    return pg_list(pg_query(store, PG_CALENDAR_ENTRIES, "ssi", event, after, (int64_t)max),
                   entry_read, list, sizeof *list);
}

const struct store_calendar_kind pg_calendar = STORE_CALENDAR_KIND;
