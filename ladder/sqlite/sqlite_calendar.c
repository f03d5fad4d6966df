/* sqlite_calendar.c - the calendar in the SQLite store. */
#include "sqlite/sqlite_store.h"
#include "store/store_calendar.h"

#include <stdlib.h>
#include <string.h>

/* Steps a bound statement that returns changed rows. Returns 0 if it changed one, else `unchanged`.
 */
static int changed_one(struct store *store, sqlite3_stmt *stmt, int unchanged)
{
    enum sql_row row = sql_step(store, stmt);

    sql_done(stmt);
    return row == SQL_FAILED ? STORE_FAILED : row == SQL_ROW ? 0 : unchanged;
}

/* Copies a text column for the caller; NULL if out of memory. */
static char *column_copy(sqlite3_stmt *stmt, int column)
{
    const unsigned char *text = sqlite3_column_text(stmt, column);
    return text ? strdup((const char *)text) : NULL;
}

/* ------------------------------------------------------------------------------------- events */

static int put(struct store *store, const struct calendar_event *event)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_PUT);
    if (!stmt ||
        sql_bind(store, stmt, "ssis", event->name, event->spec, event->due_msec, event->file))
        return STORE_FAILED;
    return sql_run(store, stmt);
}

static int drop(struct store *store, const char *name)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_ENTRIES_DROP);
    if (!stmt || sql_bind(store, stmt, "s", name) || sql_run(store, stmt))
        return STORE_FAILED;
    stmt = sql_statement(store, CALENDAR_DROP);
    if (!stmt || sql_bind(store, stmt, "s", name))
        return STORE_FAILED;
    return changed_one(store, stmt, STORE_NONE);
}

static void event_read(sqlite3_stmt *stmt, struct calendar_event *event)
{
    memset(event, 0, sizeof *event);
    sql_column_text(stmt, 0, event->name, sizeof event->name);
    sql_column_text(stmt, 1, event->spec, sizeof event->spec);
    event->due_msec = sqlite3_column_int64(stmt, 2);
}

static int find(struct store *store, const char *name, struct calendar_event *event)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_FIND);
    if (!stmt || sql_bind(store, stmt, "s", name))
        return STORE_FAILED;
    int status = sql_step(store, stmt);
    if (status == SQL_ROW) {
        event_read(stmt, event);
        event->file = column_copy(stmt, 3);
    }
    sql_done(stmt);
    return status == SQL_ROW ? (event->file ? 0 : STORE_FAILED) : status == 0 ? STORE_NONE : status;
}

static int events_read(struct store *store, sqlite3_stmt *stmt, struct calendar_event *events,
                       int max)
{
    int count = 0, status = 0;
    while (count < max && (status = sql_step(store, stmt)) == SQL_ROW)
        event_read(stmt, &events[count++]);
    sql_done(stmt);
    return status < 0 ? STORE_FAILED : count;
}

static int page(struct store *store, const char *after, struct calendar_event *events, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_PAGE);
    if (!stmt || sql_bind(store, stmt, "si", after, (int64_t)max))
        return STORE_FAILED;
    return events_read(store, stmt, events, max);
}

static int due(struct store *store, int64_t until_msec, struct calendar_event *events, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_DUE);
    if (!stmt || sql_bind(store, stmt, "ii", until_msec, (int64_t)max))
        return STORE_FAILED;
    return events_read(store, stmt, events, max);
}

static int set_due(struct store *store, const char *name, int64_t due_msec)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_SET_DUE);
    if (!stmt || sql_bind(store, stmt, "is", due_msec, name))
        return STORE_FAILED;
    return sql_run(store, stmt);
}

/* --------------------------------------------------------------------------------------- runs */

static int run_add(struct store *store, const struct calendar_run *run)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_RUN_ADD);
    if (!stmt || sql_bind(store, stmt, "sssiiisss", run->name, run->event, run->spec, run->due_msec,
                          run->started_msec, run->until_msec, run->node, run->why, run->file))
        return STORE_FAILED;
    return changed_one(store, stmt, STORE_THERE);
}

static int run_end(struct store *store, const char *name, enum calendar_state state,
                   int64_t ended_msec, const char *why)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_RUN_END);
    if (!stmt || sql_bind(store, stmt, "iiss", (int64_t)state, ended_msec, why, name))
        return STORE_FAILED;
    return sql_run(store, stmt);
}

static int run_take(struct store *store, const char *name, const char *node)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_RUN_TAKE);
    if (!stmt || sql_bind(store, stmt, "ss", node, name))
        return STORE_FAILED;
    return sql_run(store, stmt);
}

static void run_read(sqlite3_stmt *stmt, struct calendar_run *run)
{
    memset(run, 0, sizeof *run);
    sql_column_text(stmt, 0, run->name, sizeof run->name);
    sql_column_text(stmt, 1, run->event, sizeof run->event);
    sql_column_text(stmt, 2, run->spec, sizeof run->spec);
    run->due_msec = sqlite3_column_int64(stmt, 3);
    run->started_msec = sqlite3_column_int64(stmt, 4);
    run->ended_msec = sqlite3_column_int64(stmt, 5);
    run->until_msec = sqlite3_column_int64(stmt, 6);
    run->state = calendar_state_of(sqlite3_column_int64(stmt, 7));
    sql_column_text(stmt, 8, run->node, sizeof run->node);
    sql_column_text(stmt, 9, run->why, sizeof run->why);
}

static int run_find(struct store *store, const char *name, struct calendar_run *run)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_RUN_FIND);
    if (!stmt || sql_bind(store, stmt, "s", name))
        return STORE_FAILED;
    int status = sql_step(store, stmt);
    if (status == SQL_ROW) {
        run_read(stmt, run);
        run->file = column_copy(stmt, 10);
    }
    sql_done(stmt);
    return status == SQL_ROW ? (run->file ? 0 : STORE_FAILED) : status == 0 ? STORE_NONE : status;
}

static int runs_read(struct store *store, sqlite3_stmt *stmt, struct calendar_run *runs, int max)
{
    int count = 0, status = 0;
    while (count < max && (status = sql_step(store, stmt)) == SQL_ROW)
        run_read(stmt, &runs[count++]);
    sql_done(stmt);
    return status < 0 ? STORE_FAILED : count;
}

/* One daemon serves from a file: all runs are its own. */
static int runs_open(struct store *store, const char *node, struct calendar_run *runs, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_RUNS_OPEN);
    (void)node;
    if (!stmt || sql_bind(store, stmt, "i", (int64_t)max))
        return STORE_FAILED;
    return runs_read(store, stmt, runs, max);
}

static int runs(struct store *store, const char *event, struct calendar_run *list, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, *event ? CALENDAR_RUNS : CALENDAR_RUNS_ALL);
    if (!stmt || (*event ? sql_bind(store, stmt, "si", event, (int64_t)max)
                         : sql_bind(store, stmt, "i", (int64_t)max)))
        return STORE_FAILED;
    return runs_read(store, stmt, list, max);
}

/* ------------------------------------------------------------------------------ who signed up */

static int entry_add(struct store *store, const char *event, const char *bot, int64_t wall_msec)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_ENTRY_ADD);
    if (!stmt || sql_bind(store, stmt, "ssi", event, bot, wall_msec))
        return STORE_FAILED;
    return changed_one(store, stmt, STORE_THERE);
}

static int entry_drop(struct store *store, const char *event, const char *bot)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_ENTRY_DROP);
    if (!stmt || sql_bind(store, stmt, "ss", event, bot))
        return STORE_FAILED;
    return changed_one(store, stmt, STORE_NONE);
}

static int entries(struct store *store, const char *event, const char *after,
                   struct calendar_entry *list, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_ENTRIES);
    if (!stmt || sql_bind(store, stmt, "ssi", event, after, (int64_t)max))
        return STORE_FAILED;
    int count = 0, status = 0;
    while (count < max && (status = sql_step(store, stmt)) == SQL_ROW) {
        sql_column_text(stmt, 0, list[count].bot, sizeof list[count].bot);
        list[count++].wall_msec = sqlite3_column_int64(stmt, 1);
    }
    sql_done(stmt);
    return status < 0 ? STORE_FAILED : count;
}

const struct store_calendar_kind sqlite_calendar = STORE_CALENDAR_KIND;
