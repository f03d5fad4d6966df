/* sql.c - the prepared statements of the SQLite store: SQL, binding, stepping. */
#include "sqlite/sql.h"
#include "store/calendar_sql.h"
#include "store/hosting_sql.h"
#include "store/news_sql.h"
#include "store/program_sql.h"
#include "store/store_sql.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SQL_NOW_MSEC "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"

static const char *const statement_sql[STATEMENT_COUNT] = {
    STORE_SQL(),
    [BEGIN_READ] = "BEGIN",
    [BEGIN_WRITE] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [DATA_VERSION] = "PRAGMA data_version",
    [BOT_ADD] =
        "INSERT INTO bot (name, owner, token_hash, created_msec, rating_milli, games, wins, ties,"
        " losses, owners_met, last_msec, banned) VALUES (?,?,?,?,?,0,0,0,0,0,0,0)",
    [BOT_CACHE] = "UPDATE bot SET rating_milli = ?, games = ?, wins = ?, ties = ?, losses = ?,"
                  " owners_met = ?, last_msec = ?, banned = ? WHERE id = ?",
    [RETENTION] = "SELECT archived_seq, left_seq FROM retention WHERE one = 1",
    [RECORDS_OF] = "SELECT looked.seq, dictionary, bytes, text FROM (SELECT DISTINCT seq"
                   " FROM result_seat WHERE bot = $1 AND seq BETWEEN $2 AND $3) AS looked"
                   " LEFT JOIN packed_record ON packed_record.seq = looked.seq"
                   " LEFT JOIN record ON record.seq = looked.seq ORDER BY looked.seq DESC",
    [BOT_FIND] = "SELECT " STORE_BOT_COLUMNS "WHERE name = ?",
    [RESULT_ADD] = "INSERT INTO result (seq, game, ruleset, wall_msec, reason, asked, scores,"
                   " unrated, chain, record_hash) VALUES (?,?,?,?,?,?,?,?,?,?)",
    [RESULT_PAGE_BOT] =
        "SELECT " STORE_RESULT_COLUMNS "WHERE seq > ?1 AND seq IN (SELECT seq FROM result_seat"
        " WHERE bot = ?3 AND seq > ?1) ORDER BY seq LIMIT ?2",
    [RESULT_BACK_BOT] = "SELECT " STORE_RESULT_COLUMNS
                        "WHERE seq IN (SELECT DISTINCT seq FROM result_seat WHERE bot = ?3"
                        " AND seq < ?1 ORDER BY seq DESC LIMIT ?2) ORDER BY seq DESC",
    [RESULT_LOOK_END] = STORE_LOOK_END(STORE_LOOK_ALL("?1", "?2")),
    [RESULT_LOOK_END_BOT] = STORE_LOOK_END(STORE_LOOK_BOT("?1", "?2", "?3")),
    [RESULT_WANTED] = STORE_LOOK_WANTED(STORE_LOOK_ALL("?1", "?2"), "?3", "?4", "?5"),
    [RESULT_WANTED_BOT] = STORE_LOOK_WANTED(STORE_LOOK_BOT("?1", "?2", "?6"), "?3", "?4", "?5"),
    [SEAT_ADD] =
        "INSERT INTO result_seat (seq, seat, bot, side, rank, before_milli, after_milli, k)"
        " VALUES (?,?,?,?,?,?,?,?)",
    [STAKE_ADD] = "INSERT INTO result_stake (seq, stake) VALUES (?,?)",
    [RECORD_ADD] = "INSERT INTO packed_record (seq, dictionary, bytes) VALUES (?,?,?)",
    [SEAT_LIST] = "SELECT seat, bot, side, rank, before_milli, after_milli, k FROM result_seat"
                  " WHERE seq = ? ORDER BY seat",
    [RECORD_FIND] = "SELECT dictionary, bytes, record_hash FROM result LEFT JOIN packed_record "
                    "USING (seq) WHERE game = ?",
    [RECORD_DROP] =
        "DELETE FROM packed_record WHERE seq > ?1 AND seq <= ?2 AND seq IN (SELECT seq FROM result"
        " WHERE seq > ?1 AND seq <= ?2 AND record_hash IS NOT NULL)",
    [RECORD_PLAIN_FIND] = "SELECT text FROM record JOIN result USING (seq) WHERE game = ?",
    [DICTIONARY_ADD] = "INSERT OR IGNORE INTO dictionary (number, bytes) VALUES (?,?)",
    [SIZES] = "SELECT (SELECT count(*) FROM result), (SELECT count(*) FROM action),"
              " (SELECT count(*) FROM announced), (SELECT count(*) FROM packed_record),"
              " (SELECT ifnull(sum(length(bytes)), 0) FROM packed_record),"
              " (SELECT count(*) FROM record),"
              " (SELECT ifnull(sum(length(CAST(text AS BLOB))), 0) FROM record),"
              " (SELECT count(*) FROM dictionary)",
    [SIZES_PAGES] = "SELECT page_count * page_size, freelist_count * page_size FROM"
                    " pragma_page_count, pragma_page_size, pragma_freelist_count",
    [SIZES_RECORDS] = "SELECT ifnull(sum(pgsize), 0) FROM dbstat"
                      " WHERE name IN ('record', 'packed_record')",
    [GAME_ADD] = "INSERT OR IGNORE INTO announced (game, ruleset, wall_msec, seats, commitment,"
                 " open) VALUES (?,?,?,?,?, NOT EXISTS (SELECT 1 FROM result WHERE game = ?1))",
    [GAME_DROP] = "DELETE FROM announced WHERE game = ?1 AND open",
    [GAME_OPEN] = "SELECT game, ruleset, wall_msec, seats, commitment, id, open FROM announced"
                  " WHERE open ORDER BY id LIMIT ?",
    [GAME_PAGE] = "SELECT game, ruleset, wall_msec, seats, commitment, id, open FROM announced"
                  " WHERE id > ? ORDER BY id LIMIT ?",
    [RESULT_HEAD] = "SELECT chain, seq FROM result WHERE seq < ? ORDER BY seq DESC LIMIT 1",
    [ACTION_CHAIN] = "UPDATE action SET chain = ? WHERE id = ?",
    [ACTION_HEAD] = "SELECT chain, id FROM action WHERE id < ? ORDER BY id DESC LIMIT 1",
    [ACTION_ADD] = "INSERT INTO action (after_seq, wall_msec, kind, bot, result, text)"
                   " VALUES ((SELECT ifnull(max(seq), 0) FROM result), ?, ?, ?, ?, ?)",
    [ACCOUNT_ADD] = "INSERT OR IGNORE INTO account (name, party, token_hash, made_msec)"
                    " VALUES (?,?,?,?)",
    [INVITE_ADD] = "INSERT OR IGNORE INTO invite (code_hash, id, uses, used, until_msec, made_msec)"
                   " VALUES (?,?,?,?,?,?)",
    [INVITE_USE] = "UPDATE invite SET used = used + 1 WHERE code_hash = ?1 AND used < uses"
                   " AND (until_msec = 0 OR until_msec > ?2)",
    [INVITE_DROP] = "DELETE FROM invite WHERE id = ?",
    [ARCHIVE_ADD] = "INSERT OR IGNORE INTO archive (hash, bytes, made_msec) VALUES (?,?,?)",
    [WORK_ADD] = "INSERT OR IGNORE INTO work (name, kind, spec, priority, made_msec, ended)"
                 " VALUES (?,?,?,?,?,0)",
    [WORK_DROP] = "DELETE FROM work WHERE name = ?",
    [JOB_ADD] = "INSERT OR IGNORE INTO job (work, number, spec, rank, made_msec, state, attempts,"
                " holder, until_msec, worker) SELECT name, ?2, ?3, -priority, made_msec, 0, 0, '',"
                " 0, '' FROM work WHERE name = ?1 AND ended = 0",
    [JOB_CLAIM] = "UPDATE job SET " STORE_JOB_TAKE(
        "?1",
        "?2 + ?5") " WHERE rowid IN (SELECT rowid"
                   " FROM job WHERE state = 0 AND until_msec <= ?5 AND holder <> ?1"
                   " AND (?3 = '' OR work = ?3) ORDER BY rank, made_msec, work, number LIMIT ?4)"
                   " RETURNING work, number, attempts, state, spec",
    [JOB_RENEW] = "UPDATE job SET until_msec = ?2 WHERE state = 0 AND holder <> '' AND holder = ?1",
    [JOB_FINISH] = "UPDATE job SET state = 1, holder = '', worker = ?3, result = ?4"
                   " WHERE work = ?1 AND number = ?2 AND state <> 1",
    [JOB_FAIL] = "UPDATE job SET " STORE_JOB_PUT_BACK(
        "?4") " WHERE work = ?1 AND number = ?2 AND state = 0 AND holder = ?3",
    [JOB_RELEASE] = "UPDATE job SET holder = '', until_msec = 0, attempts = attempts - 1"
                    " WHERE state = 0 AND holder <> '' AND holder = ?1"
                    " AND (?3 < 0 OR (work = ?2 AND number = ?3))",
    [WORKER_SEEN] =
        "INSERT INTO worker (name, seen_msec, done) VALUES (?1,?3,?2) ON CONFLICT (name)"
        " DO UPDATE SET seen_msec = excluded.seen_msec, done = worker.done + excluded.done",
    [WORKER_PAGE] =
        "SELECT name, ?2 - seen_msec, done FROM worker WHERE name > ?1 ORDER BY name LIMIT ?3",
    PROGRAM_SQL(),
    GAME_LOG_SQL(),
    HOSTING_SQL(, SQL_NOW_MSEC),
    NEWS_SQL(, SQL_NOW_MSEC, ""),
    [PROGRAM_CLAIM] = "UPDATE program SET holder = ?1, until_msec = ?2 + ?3,"
                      " attempts = attempts + 1 WHERE id = " PROGRAM_NEXT("?3") ") RETURNING id",
    [PROGRAM_RENEW] = "UPDATE program SET until_msec = ?3 WHERE id = ?1 AND holder = ?2"
                      " AND state < 3 RETURNING id",
    CALENDAR_SQL(),
    [CALENDAR_RUNS_OPEN] = "SELECT " CALENDAR_RUN_COLUMNS " FROM calendar_run WHERE state = 0"
                           " ORDER BY due_msec, name LIMIT ?",
};

/* ------------------------------------------------------------------------------------ helpers */

int sql_fail(struct store *store)
{
    if ((sqlite3_errcode(sqlite_of(store)->db) & 0xff) == SQLITE_FULL)
        sqlite_of(store)->full = true;
    snprintf(store->error, sizeof store->error, "%s: %s", store->name,
             sqlite3_errmsg(sqlite_of(store)->db));
    return -1;
}

sqlite3_stmt *sql_statement(struct store *store, enum statement which)
{
    sqlite3_stmt **at = &sqlite_of(store)->statements[which];
    if (!*at && sqlite3_prepare_v3(sqlite_of(store)->db, statement_sql[which], -1,
                                   SQLITE_PREPARE_PERSISTENT, at, NULL) != SQLITE_OK) {
        (void)sql_fail(store);
        return NULL;
    }
    return *at;
}

int sql_bind(struct store *store, sqlite3_stmt *stmt, const char *format, ...)
{
    va_list args;
    int status = SQLITE_OK;
    va_start(args, format);
    for (int i = 0; format[i] && status == SQLITE_OK; i++) {
        if (format[i] == 'i')
            status = sqlite3_bind_int64(stmt, i + 1, va_arg(args, int64_t));
        else if (format[i] == 's')
            status = sqlite3_bind_text(stmt, i + 1, va_arg(args, const char *), -1, SQLITE_STATIC);
        else if (format[i] == 'b') {
            const void *bytes = va_arg(args, const void *);
            status = sqlite3_bind_blob(stmt, i + 1, bytes, va_arg(args, int), SQLITE_STATIC);
        } else
            status = sqlite3_bind_null(stmt, i + 1);
    }
    va_end(args);
    return status == SQLITE_OK ? 0 : sql_fail(store);
}

void sql_done(sqlite3_stmt *stmt)
{
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt);
}

int sql_run(struct store *store, sqlite3_stmt *stmt)
{
    int status = sqlite3_step(stmt);
    if (status != SQLITE_DONE && status != SQLITE_ROW)
        (void)sql_fail(store);
    sql_done(stmt);
    return status == SQLITE_DONE || status == SQLITE_ROW ? 0 : -1;
}

enum sql_row sql_step(struct store *store, sqlite3_stmt *stmt)
{
    int status = sqlite3_step(stmt);
    if (status == SQLITE_ROW)
        return SQL_ROW;
    if (status == SQLITE_DONE)
        return SQL_END;
    (void)sql_fail(store);
    return SQL_FAILED;
}

void sql_column_text(sqlite3_stmt *stmt, int column, char *out, size_t size)
{
    const unsigned char *text = sqlite3_column_text(stmt, column);
    size_t length = text ? strnlen((const char *)text, size - 1) : 0;
    if (length > 0)
        memcpy(out, text, length);
    out[length] = '\0';
}

char *sql_column_copy(sqlite3_stmt *stmt, int column)
{
    const unsigned char *text = sqlite3_column_text(stmt, column);
    return text ? strdup((const char *)text) : NULL;
}

int sql_change(struct store *store, sqlite3_stmt *stmt, int unchanged)
{
    if (sql_run(store, stmt))
        return -1;
    return sqlite3_changes(sqlite_of(store)->db) > 0 ? 0 : unchanged;
}

int sql_find(struct store *store, sqlite3_stmt *stmt, sql_row_fn *read, void *item)
{
    enum sql_row row = sql_step(store, stmt);

    if (row == SQL_ROW)
        read(stmt, item);
    sql_done(stmt);
    return row == SQL_FAILED ? -1 : row == SQL_END ? STORE_NONE : 0;
}

int sql_list(struct store *store, sqlite3_stmt *stmt, sql_row_fn *read, void *list, size_t size,
             int max)
{
    enum sql_row row = SQL_END;
    int count = 0;

    while (count < max && (row = sql_step(store, stmt)) == SQL_ROW)
        read(stmt, (char *)list + (size_t)count++ * size);
    sql_done(stmt);
    return row == SQL_FAILED ? -1 : count;
}
