/* pg_program.c - programs that owners handed in, in the PostgreSQL store. */
#include "postgres/pg.h"
#include "store/store_program.h"

#include <stdlib.h>
#include <string.h>

/* Returns 0 if there is a row, else `none`. */
static int number_of(const PGresult *rows, int64_t *number)
{
    if (rows && PQntuples(rows) > 0)
        *number = pg_int(rows, 0, 0);
    return pg_one(rows, STORE_NONE);
}

void pg_program_read(const PGresult *rows, int row, struct store_program *program)
{
    memset(program, 0, sizeof *program);
    program->id = pg_int(rows, row, 0);
    program->bot_id = pg_int(rows, row, 1);
    pg_text(rows, row, 2, program->bot, sizeof program->bot);
    pg_text(rows, row, 3, program->account, sizeof program->account);
    pg_text(rows, row, 4, program->label, sizeof program->label);
    pg_text(rows, row, 5, program->archive, sizeof program->archive);
    program->owned = pg_int(rows, row, 6) != 0;
    program->bytes = pg_int(rows, row, 7);
    int64_t state = pg_int(rows, row, 8);
    program->state =
        state >= 0 && state < PROGRAM_STATES ? (enum program_state)state : PROGRAM_STOPPED;
    pg_text(rows, row, 9, program->why, sizeof program->why);
    program->made_msec = pg_int(rows, row, 10);
    program->changed_msec = pg_int(rows, row, 11);
    program->attempts = pg_int(rows, row, 12);
    pg_text(rows, row, 13, program->rulesets, sizeof program->rulesets);
}

static int programs_read(const PGresult *rows, struct store_program *programs)
{
    int count = rows ? PQntuples(rows) : STORE_FAILED;
    for (int i = 0; i < count; i++)
        pg_program_read(rows, i, &programs[i]);
    return count;
}

static int program_one(const PGresult *rows, struct store_program *program)
{
    if (rows && PQntuples(rows) > 0)
        pg_program_read(rows, 0, program);
    return pg_one(rows, STORE_NONE);
}

/* -------------------------------------------------------------------------------- of owners */

static int add(struct store *store, struct store_program *program)
{
    int status = number_of(pg_query(store, PG_PROGRAM_ADD, "isssiiisiiis", program->bot_id,
                                    program->account, program->label, program->archive,
                                    (int64_t)program->owned, program->bytes,
                                    (int64_t)program->state, program->why, program->made_msec,
                                    program->changed_msec, program->attempts, program->rulesets),
                           &program->id);
    return status == STORE_NONE ? STORE_THERE : status;
}

static int find(struct store *store, int64_t bot_id, const char *label,
                struct store_program *program)
{
    return program_one(pg_query(store, PG_PROGRAM_FIND, "is", bot_id, label), program);
}

static int page(struct store *store, int64_t bot_id, int64_t before_id,
                struct store_program *programs, int max)
{
    return programs_read(pg_query(store, PG_PROGRAM_PAGE, "iii", bot_id, before_id, (int64_t)max),
                         programs);
}

static int all(struct store *store, int64_t after_id, struct store_program *programs, int max)
{
    return programs_read(pg_query(store, PG_PROGRAMS_ALL, "ii", after_id, (int64_t)max), programs);
}

static int first(struct store *store, const char *archive, int64_t *id)
{
    return number_of(pg_query(store, PG_PROGRAM_FIRST, "s", archive), id);
}

static int active(struct store *store, int64_t after_id, struct store_program *programs, int max)
{
    return programs_read(pg_query(store, PG_PROGRAMS_ACTIVE, "ii", after_id, (int64_t)max),
                         programs);
}

static int report(struct store *store, int64_t id, char **text)
{
    const PGresult *rows = pg_query(store, PG_PROGRAM_REPORT, "i", id);
    int status = pg_one(rows, STORE_NONE);
    *text = status ? NULL : strdup(PQgetvalue(rows, 0, 0));
    return status ? status : *text ? 0 : STORE_FAILED;
}

static int report_set(struct store *store, int64_t id, const char *text)
{
    return pg_send(store, PG_PROGRAM_REPORT_SET, "si", text, id);
}

static int set(struct store *store, const struct store_program *program, enum program_state to,
               const char *why, const char *holder, int64_t wall_msec)
{
    int64_t held = to == PROGRAM_BUILDING || to == PROGRAM_CHECKING;
    return pg_one(pg_query(store, PG_PROGRAM_SET, "isiiiis", (int64_t)to, why, wall_msec, held,
                           program->id, (int64_t)program->state, holder),
                  STORE_NONE);
}

static int built(struct store *store, const struct store_program *program)
{
    return pg_send(store, PG_PROGRAM_BUILT, "siii", program->archive, (int64_t)program->owned,
                   program->bytes, program->id);
}

static int since(struct store *store, const char *account, int64_t msec, int64_t *count)
{
    return number_of(pg_query(store, PG_PROGRAM_SINCE, "si", account, msec), count);
}

static int bytes(struct store *store, int64_t *sum)
{
    return number_of(pg_query(store, PG_PROGRAM_BYTES, ""), sum);
}

static int old(struct store *store, int64_t bot_id, int64_t before_msec, int keep,
               struct store_program *program)
{
    return program_one(pg_query(store, PG_PROGRAM_OLD, "iii", bot_id, before_msec, (int64_t)keep),
                       program);
}

static int program_drop(struct store *store, int64_t id)
{
    return pg_send(store, PG_PROGRAM_DROP, "i", id);
}

static int archive_drop(struct store *store, const char *hash)
{
    return pg_send(store, PG_PROGRAM_PARTS_DROP, "s", hash)
               ? STORE_FAILED
               : pg_send(store, PG_PROGRAM_ARCHIVE_DROP, "s", hash);
}

/* ------------------------------------------------------------------------------- of workers */

static int claim(struct store *store, const char *holder, int64_t lease_msec,
                 struct store_program *program)
{
    int64_t id = 0;
    int status = number_of(pg_query(store, PG_PROGRAM_CLAIM, "si", holder, lease_msec), &id);
    return status ? status : program_one(pg_query(store, PG_PROGRAM_NUMBERED, "i", id), program);
}

static int renew(struct store *store, int64_t id, const char *holder, int64_t lease_msec)
{
    return pg_one(pg_query(store, PG_PROGRAM_RENEW, "isi", id, holder, lease_msec), STORE_NONE);
}

const struct store_program_kind pg_program = STORE_PROGRAM_KIND;
