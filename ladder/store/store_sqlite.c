/* store_sqlite.c - the ladder's store in one SQLite file: schema, opening, transactions.
 *
 * WAL with synchronous=FULL: what was committed survives a power cut. Ours is a file whose
 * application_id says so; its user_version counts the migrations it has seen.
 */
#include "store/store_sqlite.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    APPLICATION_ID = 0x41764c64, /* "AvLd" */
    BUSY_MSEC = 15000,           /* a shell command may hold the file for the length of a replay */
    BUSY_READ_MSEC = 1000,       /* readers are in nobody's way but for moments */
};

/* Entry i brings a file from version i to i + 1. Never edit one that was released: append. */
static const char *const migrations[] = {
    "CREATE TABLE bot ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  name TEXT NOT NULL UNIQUE COLLATE NOCASE,"
    "  owner TEXT NOT NULL,"
    "  token_hash BLOB CHECK (token_hash IS NULL OR length(token_hash) = 32),"
    "  created_msec INTEGER NOT NULL,"
    /* From here on a cache. */
    "  rating_milli INTEGER NOT NULL, games INTEGER NOT NULL, wins INTEGER NOT NULL,"
    "  ties INTEGER NOT NULL, losses INTEGER NOT NULL, owners_met INTEGER NOT NULL,"
    "  last_msec INTEGER NOT NULL, banned INTEGER NOT NULL) STRICT;"
    "CREATE TABLE result ("
    "  seq INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  game TEXT NOT NULL UNIQUE,"
    "  ruleset TEXT NOT NULL, wall_msec INTEGER NOT NULL, reason TEXT NOT NULL,"
    "  asked TEXT NOT NULL,"  /* why the arena asked not to rate it, or '' */
    "  scores TEXT NOT NULL," /* by side, separated by colons */
    "  unrated TEXT NOT NULL" /* cache: why it is not rated, or '' */
    ") STRICT;"
    "CREATE TABLE result_seat ("
    "  seq INTEGER NOT NULL REFERENCES result, seat INTEGER NOT NULL,"
    "  bot INTEGER NOT NULL REFERENCES bot, side INTEGER NOT NULL, rank INTEGER NOT NULL,"
    "  before_milli INTEGER NOT NULL, after_milli INTEGER NOT NULL, k INTEGER NOT NULL," /* cache */
    "  PRIMARY KEY (seq, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX result_seat_bot ON result_seat (bot, seq);"
    /* Apart from the results, so that a replay does not read through the moves. */
    "CREATE TABLE record (seq INTEGER PRIMARY KEY REFERENCES result, text TEXT NOT NULL) STRICT;"
    "CREATE TABLE action ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, after_seq INTEGER NOT NULL, wall_msec INTEGER NOT "
    "NULL,"
    "  kind TEXT NOT NULL CHECK (kind IN ('ban', 'void')),"
    "  bot INTEGER REFERENCES bot, result INTEGER REFERENCES result,"
    "  CHECK ((kind = 'ban') = (bot IS NOT NULL) AND (kind = 'void') = (result IS NOT NULL))) "
    "STRICT;",
    /* The hash chain of the log; what was written before it has none. */
    "ALTER TABLE result ADD COLUMN chain BLOB CHECK (chain IS NULL OR length(chain) = 32);"
    "ALTER TABLE action ADD COLUMN chain BLOB CHECK (chain IS NULL OR length(chain) = 32);",
    /* Games are listed before they start; one without a result is still played, or was cut off. */
    "CREATE TABLE announced ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  game TEXT NOT NULL UNIQUE,"
    "  ruleset TEXT NOT NULL, wall_msec INTEGER NOT NULL,"
    "  seats TEXT NOT NULL," /* NAME:SIDE, separated by spaces */
    "  commitment BLOB NOT NULL CHECK (length(commitment) = 32),"
    "  open INTEGER NOT NULL) STRICT;"
    "CREATE INDEX announced_open ON announced (id) WHERE open;"
    "CREATE TRIGGER announced_over AFTER INSERT ON result BEGIN"
    "  UPDATE announced SET open = 0 WHERE game = new.game; END;",
    /* Work for several processes, and the bots it needs. */
    "CREATE TABLE archive (hash TEXT PRIMARY KEY CHECK (length(hash) = 64),"
    "  bytes INTEGER NOT NULL, made_msec INTEGER NOT NULL) STRICT;"
    "CREATE TABLE archive_part (hash TEXT NOT NULL REFERENCES archive, number INTEGER NOT NULL,"
    "  bytes BLOB NOT NULL, PRIMARY KEY (hash, number)) STRICT;"
    "CREATE TABLE work (name TEXT PRIMARY KEY, kind TEXT NOT NULL, spec TEXT NOT NULL,"
    "  priority INTEGER NOT NULL, made_msec INTEGER NOT NULL, ended INTEGER NOT NULL) STRICT;"
    "CREATE TABLE job (work TEXT NOT NULL REFERENCES work, number INTEGER NOT NULL,"
    "  spec TEXT NOT NULL,"
    "  rank INTEGER NOT NULL, made_msec INTEGER NOT NULL," /* of the work: who comes first */
    "  state INTEGER NOT NULL CHECK (state IN (0, 1, 2))," /* enum work_state */
    "  attempts INTEGER NOT NULL,"
    "  holder TEXT NOT NULL, until_msec INTEGER NOT NULL," /* the lease; '' and 0: none */
    "  worker TEXT NOT NULL, result TEXT, PRIMARY KEY (work, number)) STRICT;"
    "CREATE INDEX job_open ON job (rank, made_msec, work, number) WHERE state = 0;"
    "CREATE INDEX job_held ON job (holder) WHERE state = 0 AND holder <> '';"
    "CREATE TABLE worker (name TEXT PRIMARY KEY, seen_msec INTEGER NOT NULL,"
    "  done INTEGER NOT NULL) STRICT;",
    /* More kinds of entries, with a text; which there are is the program's to know. */
    "CREATE TABLE entry ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, after_seq INTEGER NOT NULL, wall_msec INTEGER NOT "
    "NULL,"
    "  kind TEXT NOT NULL, bot INTEGER REFERENCES bot, result INTEGER REFERENCES result,"
    "  text TEXT NOT NULL, chain BLOB CHECK (chain IS NULL OR length(chain) = 32),"
    "  CHECK ((kind = 'void') = (result IS NOT NULL) AND (bot IS NULL OR result IS NULL))) STRICT;"
    "INSERT INTO entry (id, after_seq, wall_msec, kind, bot, result, text, chain)"
    "  SELECT id, after_seq, wall_msec, kind, bot, result, '', chain FROM action ORDER BY id;"
    "DROP TABLE action; ALTER TABLE entry RENAME TO action;"
    "CREATE TABLE document (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;",
    /* Pairs are rated as teams: nothing is stored in another way, but what is a cache has other numbers. */
    "SELECT 1;",
};
enum { VERSION_NEWEST = sizeof migrations / sizeof migrations[0] };

#define BOT_COLUMNS                                                                                \
    "id, name, owner, token_hash, rating_milli, games, wins, ties, losses, owners_met, "           \
    "last_msec, banned FROM bot "
#define RESULT_COLUMNS                                                                             \
    "seq, game, ruleset, wall_msec, reason, asked, scores, unrated, chain FROM result "

static const char *const statement_sql[STATEMENT_COUNT] = {
    [BEGIN_READ] = "BEGIN",
    [BEGIN_WRITE] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [DATA_VERSION] = "PRAGMA data_version",
    [BOT_ADD] =
        "INSERT INTO bot (name, owner, token_hash, created_msec, rating_milli, games, wins, ties,"
        " losses, owners_met, last_msec, banned) VALUES (?,?,?,?,?,0,0,0,0,0,0,0)",
    [BOT_TOKEN] = "UPDATE bot SET token_hash = ? WHERE id = ?",
    [BOT_CACHE] = "UPDATE bot SET rating_milli = ?, games = ?, wins = ?, ties = ?, losses = ?,"
                  " owners_met = ?, last_msec = ?, banned = ? WHERE id = ?",
    [BOT_PAGE] = "SELECT " BOT_COLUMNS "WHERE id > ? ORDER BY id LIMIT ?",
    [BOT_FIND] = "SELECT " BOT_COLUMNS "WHERE name = ?",
    [BOT_NAME] = "SELECT name FROM bot WHERE id = ?",
    [RESULT_ADD] = "INSERT INTO result (seq, game, ruleset, wall_msec, reason, asked, scores,"
                   " unrated, chain) VALUES (?,?,?,?,?,?,?,?,?)",
    [RESULT_CACHE] = "UPDATE result SET unrated = ? WHERE seq = ?",
    [RESULT_FIND] = "SELECT seq FROM result WHERE game = ?",
    [RESULT_PAGE] = "SELECT " RESULT_COLUMNS "WHERE seq > ? ORDER BY seq LIMIT ?",
    [RESULT_PAGE_BOT] =
        "SELECT " RESULT_COLUMNS "WHERE seq > ?1 AND seq IN (SELECT seq FROM result_seat"
        " WHERE bot = ?3 AND seq > ?1) ORDER BY seq LIMIT ?2",
    [RESULT_BACK] = "SELECT " RESULT_COLUMNS "WHERE seq < ? ORDER BY seq DESC LIMIT ?",
    [RESULT_BACK_BOT] =
        "SELECT " RESULT_COLUMNS "WHERE seq IN (SELECT DISTINCT seq FROM result_seat WHERE bot = ?3"
        " AND seq < ?1 ORDER BY seq DESC LIMIT ?2) ORDER BY seq DESC",
    [RESULT_UNRATED] = "SELECT unrated FROM result WHERE seq = ?",
    [SEAT_ADD] =
        "INSERT INTO result_seat (seq, seat, bot, side, rank, before_milli, after_milli, k)"
        " VALUES (?,?,?,?,?,?,?,?)",
    [SEAT_CACHE] = "UPDATE result_seat SET before_milli = ?, after_milli = ?, k = ?"
                   " WHERE seq = ? AND seat = ?",
    [SEAT_LIST] = "SELECT seat, bot, side, rank, before_milli, after_milli, k FROM result_seat"
                  " WHERE seq = ? ORDER BY seat",
    [RECORD_ADD] = "INSERT INTO record (seq, text) VALUES (?,?)",
    [RECORD_FIND] = "SELECT text FROM record JOIN result USING (seq) WHERE game = ?",
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
    [ACTION_PAGE] =
        "SELECT action.id, after_seq, kind, coalesce(bot, result, 0), ifnull(name, ''), wall_msec, "
        "chain,"
        " text"
        " FROM action"
        " LEFT JOIN bot ON bot.id = action.bot WHERE action.id > ? ORDER BY action.id LIMIT ?",
    [ARCHIVE_ADD] = "INSERT OR IGNORE INTO archive (hash, bytes, made_msec) VALUES (?,?,?)",
    [ARCHIVE_SIZE] = "SELECT bytes FROM archive WHERE hash = ?",
    [ARCHIVE_PAGE] =
        "SELECT hash, bytes, made_msec FROM archive WHERE hash > ? ORDER BY hash LIMIT ?",
    [PART_ADD] = "INSERT INTO archive_part (hash, number, bytes) VALUES (?,?,?)",
    [PART_FIND] = "SELECT bytes FROM archive_part WHERE hash = ? AND number = ?",
    [WORK_ADD] = "INSERT OR IGNORE INTO work (name, kind, spec, priority, made_msec, ended)"
                 " VALUES (?,?,?,?,?,0)",
    [WORK_FIND] =
        "SELECT name, kind, priority, made_msec, ended, 0, 0, 0, 0, spec FROM work WHERE name = ?",
    [WORK_PAGE] = STORE_WORK_PAGE "? GROUP BY name ORDER BY name LIMIT ?",
    [WORK_END] = "UPDATE work SET ended = 1 WHERE name = ?",
    [WORK_JOBS_OPEN_DROP] = "DELETE FROM job WHERE work = ? AND state = 0",
    [WORK_JOBS_DROP] = "DELETE FROM job WHERE work = ?",
    [WORK_DROP] = "DELETE FROM work WHERE name = ?",
    [JOB_ADD] = "INSERT OR IGNORE INTO job (work, number, spec, rank, made_msec, state, attempts,"
                " holder, until_msec, worker) SELECT name, ?2, ?3, -priority, made_msec, 0, 0, '',"
                " 0, '' FROM work WHERE name = ?1 AND ended = 0",
    [JOB_RESULTS] = STORE_JOB_RESULTS("?1", "?2", "?3"),
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
    [DOCUMENT_ADD] = "INSERT INTO document (name, text) VALUES (?,?)",
    [DOCUMENT_FIND] = "SELECT text FROM document WHERE name = ?",
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

int sql_step(struct store *store, sqlite3_stmt *stmt)
{
    int status = sqlite3_step(stmt);
    if (status == SQLITE_ROW)
        return 1;
    return status == SQLITE_DONE ? 0 : sql_fail(store);
}

static int simple(struct store *store, enum statement which)
{
    sqlite3_stmt *stmt = sql_statement(store, which);
    return stmt ? sql_run(store, stmt) : -1;
}

void sql_column_text(sqlite3_stmt *stmt, int column, char *out, size_t size)
{
    const unsigned char *text = sqlite3_column_text(stmt, column);
    size_t length = text ? strnlen((const char *)text, size - 1) : 0;
    if (length > 0)
        memcpy(out, text, length);
    out[length] = '\0';
}

/* ------------------------------------------------------------------------------- open, close */

static int pragma_int(sqlite3 *db, const char *sql, int64_t *value)
{
    sqlite3_stmt *stmt = NULL;
    int status = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_step(stmt);
    if (status == SQLITE_ROW)
        *value = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return status == SQLITE_ROW ? SQLITE_OK : status;
}

/* Says in `error` what is wrong with a file of this id and version; false if nothing is. `objects`
 * 0 is a file that is still empty. */
static bool identity_refused(const char *path, int64_t id, int64_t version, int64_t objects,
                             struct ladder_error *error)
{
    if (objects == 0)
        return false;
    if (id != APPLICATION_ID) {
        snprintf(error->text, sizeof error->text, "%s: an SQLite file, but not one of avondale's",
                 path);
        return true;
    }
    if (version < 0 || version > VERSION_NEWEST) {
        snprintf(error->text, sizeof error->text,
                 "%s: schema version %lld is newer than this avondale knows (%d)", path,
                 (long long)version, (int)VERSION_NEWEST);
        return true;
    }
    return false;
}

/* The first bytes of an SQLite file, as its format document lays them out; numbers are big-endian.
 */
enum { HEADER_BYTES = 100, HEADER_VERSION_AT = 60, HEADER_ID_AT = 68 };

static int64_t header_number(const uint8_t *at)
{
    return (int32_t)((uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3]);
}

/* Reads it through SQLite's own file, which neither locks nor looks at the journal: were the file
 * opened and closed here, that would drop the locks of every other connection of this process
 * (POSIX), and the next process to come would take its log of writes away. An SQLite status. */
static int header_read(const char *path, uint8_t header[HEADER_BYTES])
{
    sqlite3 *db = NULL;
    sqlite3_file *file = NULL;
    int status = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);

    if (status == SQLITE_OK)
        status = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (status == SQLITE_OK)
        status =
            file->pMethods ? file->pMethods->xRead(file, header, HEADER_BYTES, 0) : SQLITE_CANTOPEN;
    sqlite3_close(db);
    return status;
}

/* Looks at the file as it lies there, and at no more than its header: a file that is not ours must
 * stay as it is to the byte, its journal included. SQLite cannot be asked without its journal: the
 * pages of a ladder whose daemon was killed while it copied them over make sense only together. */
static int file_inspect(const char *path, struct ladder_error *error)
{
    uint8_t header[HEADER_BYTES];
    struct stat info;
    if (stat(path, &info) < 0) {
        snprintf(error->text, sizeof error->text, "%s: %s", path, strerror(errno));
        return errno == ENOENT || errno == ENOTDIR ? STORE_REFUSED : STORE_FAILED;
    }
    if (!S_ISREG(info.st_mode)) {
        snprintf(error->text, sizeof error->text, "%s: not a regular file", path);
        return STORE_REFUSED;
    }
    if (info.st_size == 0)
        return 0;
    int status = header_read(path, header);
    if (status != SQLITE_OK && status != SQLITE_IOERR_SHORT_READ) {
        snprintf(error->text, sizeof error->text, "%s: cannot be read as a ladder: %s", path,
                 sqlite3_errstr(status));
        return STORE_FAILED;
    }
    if (status != SQLITE_OK || memcmp(header, "SQLite format 3", 16) != 0) {
        snprintf(error->text, sizeof error->text,
                 "%s: cannot be read as a ladder: file is not a database", path);
        return STORE_REFUSED;
    }
    return identity_refused(path, header_number(header + HEADER_ID_AT),
                            header_number(header + HEADER_VERSION_AT), 1, error)
               ? STORE_REFUSED
               : 0;
}

/* The lock is on a file of its own: SQLite's own locks come and go with each transaction, and
 * closing any descriptor of the database would drop them. It ends with the process, however that
 * ends. */
static int lock_take(struct store *store, struct ladder_error *error)
{
    char holder[40] = "", *path = NULL;
    if (asprintf(&path, "%s.lock", store->name) < 0) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return STORE_FAILED;
    }
    int status = STORE_FAILED;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0) {
        snprintf(error->text, sizeof error->text, "%s: %s", path, strerror(errno));
    } else if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
        ssize_t bytes = pread(fd, holder, sizeof holder - 1, 0);
        holder[bytes > 0 ? strspn(holder, "0123456789") : 0] = '\0';
        snprintf(error->text, sizeof error->text, "%s: another avondale serves from it%s%s%s",
                 store->name, holder[0] ? " (process " : "", holder, holder[0] ? ")" : "");
    } else {
        int length = snprintf(holder, sizeof holder, "%-31ld\n", (long)getpid());
        sqlite_told_read(sqlite_of(store), fd);
        /* The number is a courtesy to whoever is refused: a full disk must not matter here. */
        if (pwrite(fd, holder, (size_t)length, 0) < 0)
            errno = 0;
        sqlite_of(store)->lock_fd = fd;
        fd = -1;
        status = 0;
    }
    if (fd >= 0)
        close(fd);
    free(path);
    return status;
}

static int exec(struct store *store, const char *sql)
{
    return sqlite3_exec(sqlite_of(store)->db, sql, NULL, NULL, NULL) == SQLITE_OK ? 0
                                                                                  : sql_fail(store);
}

/* The identity is looked at again, now with the log of writes in view, and the schema brought up to
 * date in one transaction. A new file gets its identity in the same one, so none is ever half ours.
 */
static int schema_update(struct store *store, struct ladder_error *error)
{
    int64_t id = 0, version = 0, objects = 0;
    char sql[96];
    if (exec(store, "BEGIN IMMEDIATE"))
        return STORE_FAILED;
    if (pragma_int(sqlite_of(store)->db, "PRAGMA application_id", &id) ||
        pragma_int(sqlite_of(store)->db, "PRAGMA user_version", &version) ||
        pragma_int(sqlite_of(store)->db, "SELECT count(*) FROM sqlite_master", &objects)) {
        (void)sql_fail(store);
        goto fail;
    }
    if (identity_refused(store->name, id, version, objects, error)) {
        (void)exec(store, "ROLLBACK");
        return STORE_REFUSED;
    }
    if (version == VERSION_NEWEST)
        return exec(store, "ROLLBACK");
    store->migrated = version > 0;
    for (int64_t from = version; from < VERSION_NEWEST; from++) {
        if (exec(store, migrations[from]))
            goto fail;
    }
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
             (int)APPLICATION_ID, (int)VERSION_NEWEST);
    if (exec(store, sql) == 0)
        return 0;
fail:
    (void)sqlite3_exec(sqlite_of(store)->db, "ROLLBACK", NULL, NULL, NULL);
    return STORE_FAILED;
}

/* SQLite does not wait for others when the journal mode changes, which happens once in a file's
 * life. */
static int wal_enter(struct store *store)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        sqlite3_stmt *stmt = NULL;
        bool wal = false;
        if (sqlite3_prepare_v2(sqlite_of(store)->db, "PRAGMA journal_mode = WAL", -1, &stmt,
                               NULL) == SQLITE_OK &&
            sqlite3_step(stmt) == SQLITE_ROW)
            wal = strcmp((const char *)sqlite3_column_text(stmt, 0), "wal") == 0;
        sqlite3_finalize(stmt);
        if (wal)
            return 0;
        if (sqlite3_errcode(sqlite_of(store)->db) != SQLITE_BUSY)
            break;
        sqlite3_sleep(20);
    }
    return sql_fail(store);
}

/* A writer of this process has looked at the file, and keeps it in shape. */
static int db_open_to_read(struct store *store)
{
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(store->name, &sqlite_of(store)->db, flags, NULL) != SQLITE_OK ||
        !sqlite_of(store)->db)
        return sqlite_of(store)->db ? sql_fail(store) : STORE_FAILED;
    sqlite3_extended_result_codes(sqlite_of(store)->db, 1);
    sqlite3_busy_timeout(sqlite_of(store)->db, BUSY_READ_MSEC);
    /* Readers go back and forth between rows of everywhere: 64 MiB hold the inner pages of a large file. */
    return exec(store,
                "PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cache_size = -65536");
}

static int db_open(struct store *store, struct ladder_error *error)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    int64_t version = 0;
    if (sqlite3_open_v2(store->name, &sqlite_of(store)->db, flags, NULL) != SQLITE_OK ||
        !sqlite_of(store)->db)
        return sqlite_of(store)->db ? sql_fail(store) : STORE_FAILED;
    sqlite3_extended_result_codes(sqlite_of(store)->db, 1);
    sqlite3_busy_timeout(sqlite_of(store)->db, BUSY_MSEC);
    /* What is written goes to the ends of the trees, and to leaves anywhere: 4 MiB hold what a group of a
     * hundred results changes. More would be filled with records that nobody asks for here. */
    if (exec(store,
             "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON;"
             "PRAGMA synchronous = FULL; PRAGMA cache_size = -4096"))
        return STORE_FAILED;
    int status = schema_update(store, error);
    if (status)
        return status;
    if (wal_enter(store) ||
        pragma_int(sqlite_of(store)->db, "PRAGMA data_version", &version) != SQLITE_OK)
        return STORE_FAILED;
    sqlite_of(store)->data_version = version;
    return 0;
}

static int sqlite_open(struct store **out, const char *url, unsigned flags,
                       const struct ladder_node *node, struct ladder_error *error)
{
    const char *path = url + strlen("sqlite:");
    if (node) {
        snprintf(error->text, sizeof error->text,
                 "%.180s: a file serves one avondale; nodes share a postgresql:// store", path);
        return STORE_REFUSED;
    }
    /* To look at a file that this process has open would end its locks with the last look. */
    bool looked_at = flags & STORE_READ_ONLY;
    if (!looked_at && (access(path, F_OK) == 0 || flags & STORE_MUST_EXIST)) {
        int refused = file_inspect(path, error);
        if (refused)
            return refused;
    }
    struct sqlite_store *sqlite = calloc(1, sizeof *sqlite);
    struct store *store = sqlite ? &sqlite->base : NULL;
    int status = STORE_FAILED;
    if (!store)
        goto out;
    store->kind = &store_sqlite;
    sqlite->lock_fd = -1;
    /* The real path, so that two names of one file share one lock. */
    store->name = realpath(path, NULL);
    if (!store->name)
        store->name = strdup(path);
    if (!store->name)
        goto out;
    status = flags & STORE_EXCLUSIVE ? lock_take(store, error) : 0;
    if (status == 0 && flags & STORE_EXCLUSIVE)
        sqlite_log_check(store);
    if (status == 0)
        status = flags & STORE_READ_ONLY ? db_open_to_read(store) : db_open(store, error);
    if (status == 0 && flags & STORE_EXCLUSIVE)
        status = sqlite_told_check(store) ? STORE_FAILED : 0;
    sqlite->full = flags & STORE_EXCLUSIVE; /* as it may have been when it was left */
out:
    if (status) {
        if (!error->text[0])
            snprintf(error->text, sizeof error->text, "%.250s",
                     store && store->error[0] ? store->error : "out of memory");
        store_close(store);
        return status;
    }
    *out = store;
    return 0;
}

static void sqlite_close(struct store *store)
{
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(sqlite_of(store)->statements[i]);
    sqlite3_close(sqlite_of(store)->db);
    sqlite_names_forget(store);
    if (sqlite_of(store)->lock_fd >= 0)
        close(sqlite_of(store)->lock_fd);
    free(store->name);
    free(store);
}

/* ------------------------------------------------------------------------------- transactions */

/* On a full disk the log of writes may be what fills it: its pages are brought home, and it is cut. */
static void make_room(struct sqlite_store *sqlite)
{
    sqlite->full = false;
    (void)sqlite3_wal_checkpoint_v2(sqlite->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

static int sqlite_begin(struct store *store, bool write)
{
    if (write && sqlite_of(store)->full)
        make_room(sqlite_of(store));
    sqlite_of(store)->writing = write;
    return simple(store, write ? BEGIN_WRITE : BEGIN_READ);
}

static int sqlite_commit(struct store *store)
{
    int status = simple(store, COMMIT);

    if (status == 0)
        sqlite_told_write(sqlite_of(store));
    return status;
}

static void sqlite_rollback(struct store *store)
{
    sqlite_of(store)->adding_seq = 0;
    if (sqlite_of(store)->writing)
        sqlite_names_forget(store);
    /* Some failures, a full disk among them, have rolled back already. The first error is the one
     * to tell. */
    sqlite3_stmt *stmt =
        sqlite3_get_autocommit(sqlite_of(store)->db) ? NULL : sql_statement(store, ROLLBACK);
    if (stmt) {
        sqlite3_step(stmt);
        sql_done(stmt);
    }
}

static int sqlite_changed(struct store *store)
{
    sqlite3_stmt *stmt = sql_statement(store, DATA_VERSION);
    if (!stmt)
        return -1;
    int status = sql_step(store, stmt);
    if (status == 1) {
        int64_t version = sqlite3_column_int64(stmt, 0);
        status = version != sqlite_of(store)->data_version;
        sqlite_of(store)->data_version = version;
    }
    sql_done(stmt);
    return status;
}

const struct store_kind store_sqlite = {
    .work = &sqlite_work,
    .open = sqlite_open,
    .close = sqlite_close,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .changed = sqlite_changed,
    .bot_add = sqlite_bot_add,
    .bot_token = sqlite_bot_token,
    .result_add = sqlite_result_add,
    .action_add = sqlite_action_add,
    .game_add = sqlite_game_add,
    .game_drop = sqlite_game_drop,
    .games_open = sqlite_games_open,
    .bot_cache = sqlite_bot_cache,
    .result_cache = sqlite_result_cache,
    .bots = sqlite_bots,
    .actions = sqlite_actions,
    .results = sqlite_results,
    .results_before = sqlite_results_before,
    .games = sqlite_games,
    .bot_find = sqlite_bot_find,
    .result_find = sqlite_result_find,
    .record = sqlite_record,
    .document_add = sqlite_document_add,
    .document = sqlite_document,
};
