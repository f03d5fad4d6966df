/* sqlite_store.c - the ladder's store in one SQLite file: schema, opening, closing.
 *
 * WAL with synchronous=FULL: committed data survives a power cut. The application_id marks the file
 * as ours; its user_version counts the migrations. */
#include "sqlite/sqlite_store.h"
#include "store/calendar_sql.h"
#include "store/hosting_sql.h"
#include "store/news_sql.h"
#include "store/program_sql.h"
#include "store/store_record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    APPLICATION_ID = 0x41764c64, /* "AvLd" */
    BUSY_MSEC = 15000,           /* a shell command may hold the file for the length of a replay */
    BUSY_READ_MSEC = 1000,       /* readers block others only for moments */
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
    /* Pairs are rated as teams: nothing is stored in another way, but what is a cache has other
       numbers. */
    "SELECT 1;",
    /* What a seat pays in a season with chips, where the bots named it. */
    "CREATE TABLE IF NOT EXISTS result_stake (seq INTEGER PRIMARY KEY REFERENCES result,"
    "  stake INTEGER NOT NULL) STRICT;",
    /* Records as pack/blob.h makes them, and the dictionaries that they need. Those that are there
       already stay in `record` until they are compacted. */
    "CREATE TABLE IF NOT EXISTS dictionary (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL) "
    "STRICT;"
    "CREATE TABLE IF NOT EXISTS packed_record (seq INTEGER PRIMARY KEY, dictionary INTEGER NOT "
    "NULL,"
    "  bytes BLOB NOT NULL) STRICT;",
    /* Owners, and which of them a bot belongs to; codes that let new names in. */
    "CREATE TABLE account (name TEXT PRIMARY KEY, party TEXT NOT NULL,"
    "  token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),"
    "  made_msec INTEGER NOT NULL) STRICT;"
    "ALTER TABLE bot ADD COLUMN account TEXT NOT NULL DEFAULT '';" /* '': no owner */
    "ALTER TABLE bot ADD COLUMN stopped INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX bot_account ON bot (account);"
    "CREATE INDEX bot_token ON bot (token_hash) WHERE token_hash IS NOT NULL;"
    "CREATE TABLE invite (code_hash BLOB PRIMARY KEY CHECK (length(code_hash) = 32),"
    "  id TEXT NOT NULL UNIQUE, uses INTEGER NOT NULL, used INTEGER NOT NULL,"
    "  until_msec INTEGER NOT NULL, made_msec INTEGER NOT NULL) STRICT;",
    /* The calendar. */
    CALENDAR_TABLES("INTEGER", " STRICT"),
    /* The hash of a record, for links of the chain of the second form; and which records are in
       archives, and which left. */
    "ALTER TABLE result ADD COLUMN record_hash BLOB"
    " CHECK (record_hash IS NULL OR length(record_hash) = 32);"
    "CREATE TABLE IF NOT EXISTS retention (one INTEGER PRIMARY KEY CHECK (one = 1),"
    "  archived_seq INTEGER NOT NULL, left_seq INTEGER NOT NULL) STRICT;"
    "INSERT OR IGNORE INTO retention VALUES (1, 0, 0);",
    /* Programs that owners handed in. */
    PROGRAM_TABLES("INTEGER", " STRICT") ";" GAME_LOG_TABLES("INTEGER", "BLOB", " STRICT"),
    /* The turns of hosted programs. */
    HOSTING_TABLES("INTEGER", " STRICT"),
    /* What receivers of webhooks are to be told. */
    NEWS_TABLES("INTEGER", " STRICT"),
    /* Which rulesets a program plays, as its manifest says. */
    PROGRAM_RULESETS(""),
};
enum { VERSION_NEWEST = sizeof migrations / sizeof migrations[0] };

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

/* Writes to `error` what is wrong with a file of this id and version. Returns false if nothing is.
 * `objects` 0 is an empty file. */
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

/* Reads it through SQLite's own file, which neither locks nor looks at the journal: if we opened
 * and closed the file here, that would drop the locks of all other connections of this process
 * (POSIX), and the next process would remove its write-ahead log. Returns an SQLite status. */
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

/* Reads only the header of the file on disk: a file that is not ours must stay unchanged to the
 * byte, with its journal. SQLite always reads the journal, too, because the pages of a ladder whose
 * daemon was killed during a checkpoint are valid only together with it. */
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
 * closing any descriptor of the database would drop them. It ends with the process. */
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
        sqlite_tail_read(sqlite_of(store), fd);
        /* The pid is only for the message to a refused process: a full disk does not matter here.
         */
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

/* Checks the identity again, now with the write-ahead log in view, and migrates the schema in one
 * transaction. A new file gets its identity in the same one, so none is ever half ours. */
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
    if (version == VERSION_NEWEST && sqlite_record_dictionary_there(store))
        return exec(store, "ROLLBACK");
    store->migrated = version > 0 && version < VERSION_NEWEST;
    for (int64_t from = version; from < VERSION_NEWEST; from++) {
        if (exec(store, migrations[from]))
            goto fail;
    }
    if (sqlite_record_dictionary_add(store))
        goto fail;
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
             (int)APPLICATION_ID, (int)VERSION_NEWEST);
    if (exec(store, sql) == 0)
        return 0;
fail:
    (void)sqlite3_exec(sqlite_of(store)->db, "ROLLBACK", NULL, NULL, NULL);
    return STORE_FAILED;
}

/* SQLite does not wait for others when the journal mode changes, which happens once for each file.
 */
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

/* A writer of this process has checked the file, and maintains it. */
static int db_open_to_read(struct store *store)
{
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(store->name, &sqlite_of(store)->db, flags, NULL) != SQLITE_OK ||
        !sqlite_of(store)->db)
        return sqlite_of(store)->db ? sql_fail(store) : STORE_FAILED;
    sqlite3_extended_result_codes(sqlite_of(store)->db, 1);
    sqlite3_busy_timeout(sqlite_of(store)->db, BUSY_READ_MSEC);
    /* Readers access rows everywhere: 64 MiB hold the inner pages of a large file. */
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
    /* Writes touch the ends of the trees and scattered leaves: 4 MiB hold the changes by a hundred
     * results. More would fill up with records that are not read here. */
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

static void sqlite_close(struct store *store)
{
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(sqlite_of(store)->statements[i]);
    sqlite3_close(sqlite_of(store)->db);
    sqlite_rows_names_forget(store);
    store_record_fini(store);
    if (sqlite_of(store)->lock_fd >= 0)
        close(sqlite_of(store)->lock_fd);
    free(store->name);
    free(store);
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
    /* To close a file that this process has open would drop its locks. */
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
    /* The resolved path, so that two names of one file share one lock. */
    store->name = realpath(path, NULL);
    if (!store->name)
        store->name = strdup(path);
    if (!store->name)
        goto out;
    status = flags & STORE_EXCLUSIVE ? lock_take(store, error) : 0;
    if (status == 0 && flags & STORE_EXCLUSIVE)
        sqlite_tail_check_log(store);
    if (status == 0)
        status = flags & STORE_READ_ONLY ? db_open_to_read(store) : db_open(store, error);
    if (status == 0 && flags & STORE_EXCLUSIVE)
        status = sqlite_tail_check(store) ? STORE_FAILED : 0;
    sqlite->full = flags & STORE_EXCLUSIVE; /* in any state in which it was left */
out:
    if (status) {
        if (!error->text[0])
            snprintf(error->text, sizeof error->text, "%.250s",
                     store && store->error[0] ? store->error : "out of memory");
        if (store)
            sqlite_close(store);
        return status;
    }
    *out = store;
    return 0;
}

const struct store_kind store_sqlite = {
    .work = &sqlite_work,
    .account = &sqlite_account,
    .calendar = &sqlite_calendar,
    .program = &sqlite_program,
    .hosting = &sqlite_hosting,
    .game_log = &sqlite_game_log,
    .news = &sqlite_news,
    .open = sqlite_open,
    .close = sqlite_close,
    .begin = sqlite_transaction_begin,
    .commit = sqlite_transaction_commit,
    .rollback = sqlite_transaction_rollback,
    .changed = sqlite_transaction_changed,
    .bot_add = sqlite_rows_bot_add,
    .bot_token = sqlite_rows_bot_token,
    .result_add = sqlite_rows_result_add,
    .log_entry_add = sqlite_rows_log_entry_add,
    .game_add = sqlite_rows_game_add,
    .game_drop = sqlite_rows_game_drop,
    .games_open = sqlite_rows_games_open,
    .bot_cache = sqlite_rows_bot_cache,
    .result_cache = sqlite_rows_result_cache,
    .bots = sqlite_rows_bots,
    .actions = sqlite_rows_log_entries,
    .results = sqlite_rows_results,
    .results_before = sqlite_rows_results_before,
    .results_at = sqlite_rows_results_at,
    .results_wanted = sqlite_rows_results_wanted,
    .games = sqlite_rows_games,
    .bot_find = sqlite_rows_bot_find,
    .result_find = sqlite_rows_result_find,
    .record = sqlite_record_find,
    .outlines = sqlite_record_outlines,
    .plain_records = sqlite_record_plain,
    .record_replace = sqlite_record_replace,
    .records_at = sqlite_record_at,
    .record_stray = sqlite_record_stray,
    .records_drop = sqlite_record_drop,
    .retention = sqlite_record_retention,
    .retention_archived = sqlite_record_archived,
    .shrink = sqlite_record_shrink,
    .sizes = sqlite_record_sizes,
    .document_add = sqlite_rows_document_add,
    .document_put = sqlite_rows_document_put,
    .document = sqlite_rows_document,
    .snapshot_add = sqlite_snapshot_add,
    .snapshot = sqlite_snapshot_read,
};
