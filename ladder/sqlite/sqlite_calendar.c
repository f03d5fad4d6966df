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

static void event_read(sqlite3_stmt *stmt, void *item)
{
    struct calendar_event *event = item;

    memset(event, 0, sizeof *event);
    sql_column_text(stmt, 0, event->name, sizeof event->name);
    sql_column_text(stmt, 1, event->spec, sizeof event->spec);
    event->due_msec = sqlite3_column_int64(stmt, 2);
}

static void event_file_read(sqlite3_stmt *stmt, void *item)
{
    event_read(stmt, item);
    ((struct calendar_event *)item)->file = sql_column_copy(stmt, 3);
}

static int find(struct store *store, const char *name, struct calendar_event *event)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_FIND);
    if (!stmt || sql_bind(store, stmt, "s", name))
        return STORE_FAILED;
    int status = sql_find(store, stmt, event_file_read, event);
    return status || event->file ? status : STORE_FAILED;
}

static int page(struct store *store, const char *after, struct calendar_event *events, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_PAGE);
    if (!stmt || sql_bind(store, stmt, "si", after, (int64_t)max))
        return STORE_FAILED;
    return sql_list(store, stmt, event_read, events, sizeof *events, max);
}

static int due(struct store *store, int64_t until_msec, struct calendar_event *events, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_DUE);
    if (!stmt || sql_bind(store, stmt, "ii", until_msec, (int64_t)max))
        return STORE_FAILED;
    return sql_list(store, stmt, event_read, events, sizeof *events, max);
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
    return sqlite_changed_one(store, stmt, STORE_NONE);
}

static int run_take(struct store *store, const char *name, const char *node)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_RUN_TAKE);
    if (!stmt || sql_bind(store, stmt, "ss", node, name))
        return STORE_FAILED;
    return sql_run(store, stmt);
}

static void run_read(sqlite3_stmt *stmt, void *item)
{
    struct calendar_run *run = item;

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

static void run_file_read(sqlite3_stmt *stmt, void *item)
{
    run_read(stmt, item);
    ((struct calendar_run *)item)->file = sql_column_copy(stmt, 10);
}

static int run_find(struct store *store, const char *name, struct calendar_run *run)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_RUN_FIND);
    if (!stmt || sql_bind(store, stmt, "s", name))
        return STORE_FAILED;
    int status = sql_find(store, stmt, run_file_read, run);
    return status || run->file ? status : STORE_FAILED;
}

/* One daemon serves from a file: all runs are its own. */
static int runs_open(struct store *store, const char *node, struct calendar_run *runs, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_RUNS_OPEN);
    (void)node;
    if (!stmt || sql_bind(store, stmt, "i", (int64_t)max))
        return STORE_FAILED;
    return sql_list(store, stmt, run_read, runs, sizeof *runs, max);
}

static int runs(struct store *store, const char *event, struct calendar_run *list, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, *event ? CALENDAR_RUNS : CALENDAR_RUNS_ALL);
    if (!stmt || (*event ? sql_bind(store, stmt, "si", event, (int64_t)max)
                         : sql_bind(store, stmt, "i", (int64_t)max)))
        return STORE_FAILED;
    return sql_list(store, stmt, run_read, list, sizeof *list, max);
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

static void entry_read(sqlite3_stmt *stmt, void *item)
{
    struct calendar_entry *entry = item;

    sql_column_text(stmt, 0, entry->bot, sizeof entry->bot);
    entry->wall_msec = sqlite3_column_int64(stmt, 1);
}

static int entries(struct store *store, const char *event, const char *after,
                   struct calendar_entry *list, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, CALENDAR_ENTRIES);
    if (!stmt || sql_bind(store, stmt, "ssi", event, after, (int64_t)max))
        return STORE_FAILED;
    return sql_list(store, stmt, entry_read, list, sizeof *list, max);
}

const struct store_calendar_kind sqlite_calendar = STORE_CALENDAR_KIND;
