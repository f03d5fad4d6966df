/* sqlite_program.c - programs that owners handed in, in the SQLite store. */
#include "base/clock.h"
#include "sqlite/sqlite_store.h"
#include "store/store_program.h"

#include <stdlib.h>
#include <string.h>

int sqlite_changed_one(struct store *store, sqlite3_stmt *stmt, int unchanged)
{
    enum sql_row row = sql_step(store, stmt);

    sql_done(stmt);
    return row == SQL_FAILED ? STORE_FAILED : row == SQL_ROW ? 0 : unchanged;
}

/* Steps a bound statement to one number. */
static int number_of(struct store *store, sqlite3_stmt *stmt, int64_t *number)
{
    enum sql_row row = sql_step(store, stmt);

    if (row == SQL_ROW)
        *number = sqlite3_column_int64(stmt, 0);
    sql_done(stmt);
    return row == SQL_FAILED ? STORE_FAILED : row == SQL_ROW ? 0 : STORE_NONE;
}

void sqlite_program_read(sqlite3_stmt *stmt, struct store_program *program)
{
    memset(program, 0, sizeof *program);
    program->id = sqlite3_column_int64(stmt, 0);
    program->bot_id = sqlite3_column_int64(stmt, 1);
    sql_column_text(stmt, 2, program->bot, sizeof program->bot);
    sql_column_text(stmt, 3, program->account, sizeof program->account);
    sql_column_text(stmt, 4, program->label, sizeof program->label);
    sql_column_text(stmt, 5, program->archive, sizeof program->archive);
    program->owned = sqlite3_column_int(stmt, 6) != 0;
    program->bytes = sqlite3_column_int64(stmt, 7);
    int64_t state = sqlite3_column_int64(stmt, 8);
    program->state =
        state >= 0 && state < PROGRAM_STATES ? (enum program_state)state : PROGRAM_STOPPED;
    sql_column_text(stmt, 9, program->why, sizeof program->why);
    program->made_msec = sqlite3_column_int64(stmt, 10);
    program->changed_msec = sqlite3_column_int64(stmt, 11);
    program->attempts = sqlite3_column_int64(stmt, 12);
    sql_column_text(stmt, 13, program->rulesets, sizeof program->rulesets);
}

static int programs_read(struct store *store, sqlite3_stmt *stmt, struct store_program *programs,
                         int max)
{
    int count = 0, status = 0;
    while (count < max && (status = sql_step(store, stmt)) == SQL_ROW)
        sqlite_program_read(stmt, &programs[count++]);
    sql_done(stmt);
    return status < 0 ? STORE_FAILED : count;
}

static int program_one(struct store *store, sqlite3_stmt *stmt, struct store_program *program)
{
    int count = programs_read(store, stmt, program, 1);
    return count < 0 ? STORE_FAILED : count == 0 ? STORE_NONE : 0;
}

/* -------------------------------------------------------------------------------- of owners */

static int add(struct store *store, struct store_program *program)
{
    sqlite3_stmt *stmt = sql_statement(store, PROGRAM_ADD);
    if (!stmt || sql_bind(store, stmt, "isssiiisiiis", program->bot_id, program->account,
                          program->label, program->archive, (int64_t)program->owned, program->bytes,
                          (int64_t)program->state, program->why, program->made_msec,
                          program->changed_msec, program->attempts, program->rulesets))
        return STORE_FAILED;
    int status = number_of(store, stmt, &program->id);
    return status == STORE_NONE ? STORE_THERE : status;
}

static int find(struct store *store, int64_t bot_id, const char *label,
                struct store_program *program)
{
    sqlite3_stmt *stmt = sql_statement(store, PROGRAM_FIND);
    if (!stmt || sql_bind(store, stmt, "is", bot_id, label))
        return STORE_FAILED;
    return program_one(store, stmt, program);
}

static int page(struct store *store, int64_t bot_id, int64_t before_id,
                struct store_program *programs, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, PROGRAM_PAGE);
    if (!stmt || sql_bind(store, stmt, "iii", bot_id, before_id, (int64_t)max))
        return STORE_FAILED;
    return programs_read(store, stmt, programs, max);
}

static int all(struct store *store, int64_t after_id, struct store_program *programs, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, PROGRAMS_ALL);
    if (!stmt || sql_bind(store, stmt, "ii", after_id, (int64_t)max))
        return STORE_FAILED;
    return programs_read(store, stmt, programs, max);
}

static int first(struct store *store, const char *archive, int64_t *id)
{
    sqlite3_stmt *stmt = sql_statement(store, PROGRAM_FIRST);
    if (!stmt || sql_bind(store, stmt, "s", archive))
        return STORE_FAILED;
    return number_of(store, stmt, id);
}

static int active(struct store *store, int64_t after_id, struct store_program *programs, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, PROGRAMS_ACTIVE);
    if (!stmt || sql_bind(store, stmt, "ii", after_id, (int64_t)max))
        return STORE_FAILED;
    return programs_read(store, stmt, programs, max);
}

static int report(struct store *store, int64_t id, char **text)
{
    sqlite3_stmt *stmt = sql_statement(store, PROGRAM_REPORT);
    if (!stmt || sql_bind(store, stmt, "i", id))
        return STORE_FAILED;
    enum sql_row row = sql_step(store, stmt);
    const unsigned char *found = row == SQL_ROW ? sqlite3_column_text(stmt, 0) : NULL;
    *text = found ? strdup((const char *)found) : NULL;
    sql_done(stmt);
    return row == SQL_END ? STORE_NONE : *text ? 0 : STORE_FAILED;
}

static int report_set(struct store *store, int64_t id, const char *text)
{
    sqlite3_stmt *stmt = sql_statement(store, PROGRAM_REPORT_SET);
    if (!stmt || sql_bind(store, stmt, "si", text, id))
        return STORE_FAILED;
    return sql_run(store, stmt);
}

static int set(struct store *store, const struct store_program *program, enum program_state to,
               const char *why, const char *holder, int64_t wall_msec)
{
    int64_t held = to == PROGRAM_BUILDING || to == PROGRAM_CHECKING;
    sqlite3_stmt *stmt = sql_statement(store, PROGRAM_SET);
    if (!stmt || sql_bind(store, stmt, "isiiiis", (int64_t)to, why, wall_msec, held, program->id,
                          (int64_t)program->state, holder))
        return STORE_FAILED;
    return sqlite_changed_one(store, stmt, STORE_NONE);
}

static int built(struct store *store, const struct store_program *program)
{
    sqlite3_stmt *stmt = sql_statement(store, PROGRAM_BUILT);
    if (!stmt || sql_bind(store, stmt, "siii", program->archive, (int64_t)program->owned,
                          program->bytes, program->id))
        return STORE_FAILED;
    return sql_run(store, stmt);
}

static int since(struct store *store, const char *account, int64_t msec, int64_t *count)
{
    sqlite3_stmt *stmt = sql_statement(store, PROGRAM_SINCE);
    if (!stmt || sql_bind(store, stmt, "si", account, msec))
        return STORE_FAILED;
    return number_of(store, stmt, count);
}

static int bytes(struct store *store, int64_t *sum)
{
    sqlite3_stmt *stmt = sql_statement(store, PROGRAM_BYTES);
    return stmt ? number_of(store, stmt, sum) : STORE_FAILED;
}

static int old(struct store *store, int64_t bot_id, int64_t before_msec, int keep,
               struct store_program *program)
{
    sqlite3_stmt *stmt = sql_statement(store, PROGRAM_OLD);
    if (!stmt || sql_bind(store, stmt, "iii", bot_id, before_msec, (int64_t)keep))
        return STORE_FAILED;
    return program_one(store, stmt, program);
}

static int program_drop(struct store *store, int64_t id)
{
    sqlite3_stmt *stmt = sql_statement(store, PROGRAM_DROP);
    if (!stmt || sql_bind(store, stmt, "i", id))
        return STORE_FAILED;
    return sql_run(store, stmt);
}

static int archive_drop(struct store *store, const char *hash)
{
    sqlite3_stmt *stmt = sql_statement(store, PROGRAM_PARTS_DROP);
    if (!stmt || sql_bind(store, stmt, "s", hash) || sql_run(store, stmt))
        return STORE_FAILED;
    stmt = sql_statement(store, PROGRAM_ARCHIVE_DROP);
    if (!stmt || sql_bind(store, stmt, "s", hash))
        return STORE_FAILED;
    return sql_run(store, stmt);
}

/* ------------------------------------------------------------------------------- of workers */

static int claim(struct store *store, const char *holder, int64_t lease_msec,
                 struct store_program *program)
{
    int64_t id = 0;
    sqlite3_stmt *stmt = sql_statement(store, PROGRAM_CLAIM);
    if (!stmt || sql_bind(store, stmt, "sii", holder, lease_msec, clock_wall_msec()))
        return STORE_FAILED;
    int status = number_of(store, stmt, &id);
    if (status)
        return status;
    stmt = sql_statement(store, PROGRAM_NUMBERED);
    if (!stmt || sql_bind(store, stmt, "i", id))
        return STORE_FAILED;
    return program_one(store, stmt, program);
}

static int renew(struct store *store, int64_t id, const char *holder, int64_t lease_msec)
{
    sqlite3_stmt *stmt = sql_statement(store, PROGRAM_RENEW);
    if (!stmt || sql_bind(store, stmt, "isi", id, holder, clock_wall_msec() + lease_msec))
        return STORE_FAILED;
    return sqlite_changed_one(store, stmt, STORE_NONE);
}

const struct store_program_kind sqlite_program = STORE_PROGRAM_KIND;
