/* pg.h - shared by the files of the PostgreSQL store; inside the room only.
 *
 * Statements are queued in a pipeline and answered together: a statement that writes rows costs no
 * round trip of its own, and the next pg_wait reports its failure. A writer holds the lock of the
 * one row of table `ladder`, so numbers and heads of the chain are read once at the beginning and
 * counted in memory. */
#ifndef AVONDALE_PG_H
#define AVONDALE_PG_H

#include "store/chain.h"
#include "store/game_log_sql.h"
#include "store/hosting_sql.h"
#include "store/news_sql.h"
#include "store/program_sql.h"
#include "store/store_kind.h"

#include <libpq-fe.h>
#include <stdarg.h>

enum pg_statement {
    PG_BEGIN_READ,
    PG_BEGIN_WRITE,
    PG_BEGIN_ASIDE,
    PG_COMMIT,
    PG_ROLLBACK,
    PG_SETTINGS,
    PG_CHANGES,
    PG_TURN_ONE,
    PG_TURN_OTHER,
    PG_LOCK,
    PG_HEADS,
    PG_COUNT,
    PG_LEASE_RIVALS,
    PG_LEASE_TAKE,
    PG_LEASE_RENEW,
    PG_LEASE_END,
    PG_BOT_ADD,
    PG_BOT_TOKEN,
    PG_BOT_PAGE,
    PG_BOT_FIND,
    PG_BOT_NAME,
    PG_RESULTS_ADD,
    PG_SEATS_ADD,
    PG_STAKES_ADD,
    PG_BOTS_CACHE,
    PG_RECORDS_ADD,
    PG_FEED_ADD,
    PG_FEED_PAGE,
    PG_FEED_TRIM,
    PG_FEED_DROP,
    PG_GAMES_ADD,
    PG_GAMES_OVER,
    PG_RESULT_CACHE,
    PG_RESULT_FIND,
    PG_RESULT_EXPECT,
    PG_RESULT_PAGE,
    PG_RESULT_PAGE_BOT,
    PG_RESULT_BACK,
    PG_RESULT_BACK_BOT,
    PG_RESULT_LOOK_END,
    PG_RESULT_LOOK_END_BOT,
    PG_RESULT_WANTED,
    PG_RESULT_WANTED_BOT,
    PG_RESULT_UNRATED,
    PG_RESULTS_AT,
    PG_SEATS_AT,
    PG_SEAT_CACHE,
    PG_SEAT_PAGE,
    PG_SEAT_PAGE_BOT,
    PG_RECORD_FIND,
    PG_RECORD_PLAIN,
    PG_RECORDS_OF,
    PG_RECORD_PLAIN_DROP,
    PG_RECORD_PLAIN_TRUNCATE,
    PG_RECORD_AT,
    PG_RECORD_STRAY,
    PG_RECORD_DROP,
    PG_RETENTION,
    PG_RETENTION_ARCHIVED,
    PG_RETENTION_LEFT,
    PG_PARTITION_ADD,
    PG_PARTITION_NEXT,
    PG_DICTIONARY_FIND,
    PG_SIZES,
    PG_SIZES_TOLD,
    PG_SIZES_DISK,
    PG_GAME_EXPECT,
    PG_GAME_DROP,
    PG_GAME_OPEN,
    PG_GAME_ORPHANED,
    PG_GAME_PAGE,
    PG_ACTION_ADD,
    PG_ACTION_PAGE,
    PG_SEEK_PUT,
    PG_SEEK_END,
    PG_SEEK_CLEAR,
    PG_SEEK_PAGE,
    PG_SEEK_CLAIM,
    PG_SEEK_SENT,
    PG_SEEK_NODES,
    PG_SEEK_CALL,
    PG_NODE_SIGHT,
    PG_NODE_LEAVES,
    PG_LISTEN,
    PG_NOTIFY,
    PG_ARCHIVE_ADD,
    PG_ARCHIVE_SIZE,
    PG_ARCHIVE_PAGE,
    PG_PART_ADD,
    PG_PART_FIND,
    PG_WORK_ADD,
    PG_WORK_FIND,
    PG_WORK_PAGE,
    PG_WORK_END,
    PG_WORK_JOBS_OPEN_DROP,
    PG_WORK_JOBS_DROP,
    PG_WORK_DROP,
    PG_JOB_ADD,
    PG_JOB_RESULTS,
    PG_JOB_CLAIM,
    PG_JOB_RENEW,
    PG_JOB_FINISH,
    PG_JOB_FAIL,
    PG_JOB_RELEASE,
    PG_WORKER_SEEN,
    PG_WORKER_PAGE,

    PG_DOCUMENT_ADD,
    PG_DOCUMENT_PUT,
    PG_DOCUMENT_FIND,
    PG_CALENDAR_PUT,
    PG_CALENDAR_DROP,
    PG_CALENDAR_ENTRIES_DROP,
    PG_CALENDAR_FIND,
    PG_CALENDAR_PAGE,
    PG_CALENDAR_DUE,
    PG_CALENDAR_SET_DUE,
    PG_CALENDAR_RUN_ADD,
    PG_CALENDAR_RUN_END,
    PG_CALENDAR_RUN_TAKE,
    PG_CALENDAR_RUN_FIND,
    PG_CALENDAR_RUNS_OPEN,
    PG_CALENDAR_RUNS,
    PG_CALENDAR_RUNS_ALL,
    PG_CALENDAR_ENTRY_ADD,
    PG_CALENDAR_ENTRY_DROP,
    PG_CALENDAR_ENTRIES,
    PROGRAM_STATEMENTS(PG_),
    HOSTING_STATEMENTS(PG_),
    GAME_LOG_STATEMENTS(PG_),
    NEWS_STATEMENTS(PG_),
    PG_SNAPSHOT_ADD,
    PG_SNAPSHOT_PART_ADD,
    PG_SNAPSHOT_DROP,
    PG_SNAPSHOT_PART_DROP,
    PG_SNAPSHOT_FIND,
    PG_SNAPSHOT_PARTS,
    PG_ACCOUNT_ADD,
    PG_ACCOUNT_FIND,
    PG_ACCOUNT_PAGE,
    PG_ACCOUNT_TOKEN,
    PG_TOKEN_HOLDER,
    PG_BOT_GIVE,
    PG_BOT_STOP,
    PG_BOTS_OF,
    PG_INVITE_ADD,
    PG_INVITE_FIND,
    PG_INVITE_USE,
    PG_INVITE_PAGE,
    PG_INVITE_DROP,
    PG_STATEMENT_COUNT
};
/* ---- pg_sql.c */
extern const char *const pg_sql[PG_STATEMENT_COUNT];
/* ---- pg_schema.c */
struct pg_migration {
    int to;           /* the version that it is a step to; several may be */
    const char *when; /* it is left out where this counts 0; NULL: never */
    const char *sql;
};
extern const struct pg_migration pg_migrations[];
extern const int pg_migration_count, pg_version_newest;
/* Counts tables that bear names of ours, and says one of them. */
extern const char pg_schema_tables[];
/* Run before tables are made. */
extern const char pg_schema_keys[];

/* Unqualified, so that a test can put a clock of its own into the search path. */
#define PG_NOW_MSEC "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

enum {
    PG_QUEUE_MAX = 1024, /* unanswered statements */
    PG_KEPT_MAX = 8,
    PG_EXPECTED_MAX = 256,
    PG_FORESEEN_MAX = 3, /* pages that come with the begin of a transaction */
    PG_HOLDER_BYTES = 200,
    PG_NODE_MSEC = 10000, /* lease of a node: if the node dies its games are void, and its bots wait
                             for that */
    PG_ALONE_MSEC = 30000,
    PG_CROWDED = 8, /* writes without meeting anybody before it stops to wait in a room */
};

struct pg_expected {
    char game[LADDER_GAME_ID_MAX + 1];
    int64_t seq; /* of its result; 0: none */
    bool announced;
};

/* Of a transaction that writes: it did not wait in a room; it is the first of one, and has locked
 * no row yet; the same with the lock. */
enum pg_turn { PG_FAR, PG_NEXT, PG_NEAR };

struct pg_share;
struct pg_batch;
struct pg_feed;

struct pg_store {
    struct store base;
    char *url;   /* as libpq takes it */
    bool pooled; /* a pooler may give each transaction another connection of the server */
    bool looks_for_pool, pool_found; /* at the first connection */
    PGconn *conn;                    /* NULL: lost, or not yet made */
    bool prepared[PG_STATEMENT_COUNT];
    bool read_only;
    int patience_msec; /* time-out of an answer, after which the connection counts as lost */
    bool failed;       /* the transaction; only a rollback helps */

    struct {
        enum pg_statement which;
        enum { PG_SKIP, PG_KEEP, PG_PREPARE } what;
    } queue[PG_QUEUE_MAX];
    int queue_count;
    PGresult *kept[PG_KEPT_MAX]; /* until the next pg_wait */
    int kept_count, asked_count;

    /* ---- one of several that have one connection: pg_share.c */
    struct pg_share *share; /* NULL: it has its own */
    struct pg_store *share_next;
    bool has_turn;
    int64_t life;          /* which connection it listens on; 0: it does not listen */
    int told_fd, watch_fd; /* what it waits at for notifications; -1: none */

    /* ---- the transaction */
    bool open, writes, dirty;
    int64_t changes; /* counter of commits, as last read */
    bool looked;     /* `changes` was read in this transaction */
    int64_t changes_now;
    int64_t bot_changes; /* as `changes`, of rows of bots that were there; of this transaction */
    bool bots_dirty;
    int64_t known_bot; /* the last one before this transaction */
    int64_t last_bot, last_result, last_action, last_announced;
    int64_t head_seq;          /* of the last stored result */
    int64_t partition_results; /* pg_partition.c: of how many results one is; 0: there are none */
    int64_t partition_end;     /* the last result of the newest one; 0: none yet */
    int64_t seen_result; /* the last one that was ever committed, as far as this process knows */
    uint8_t result_head[CHAIN_BYTES], action_head[CHAIN_BYTES];
    struct pg_expected expected[PG_EXPECTED_MAX];
    int expected_count, expected_next;
    bool guessed;  /* they are taken for new ones, and were not looked up */
    int64_t rank;  /* pg_turn.c: how many nodes have a lease and a name before its own */
    int crowded;   /* for so many writes it waits in one; 0: it does not */
    bool no_rooms; /* the server does not know them */
    enum pg_turn turn;
    int64_t changes_ours;                   /* after the last commit of this store; 0: none */
    int64_t foreseen_from[PG_FORESEEN_MAX]; /* pg_foresee.c */
    bool foresees;                          /* they are to come with the next begin */
    PGresult *foreseen[PG_FORESEEN_MAX];    /* NULL: none */
    unsigned foreseen_unused;               /* a bit for each */
    struct pg_feed *feed;                   /* pg_feed.c; NULL: not used yet */
    struct pg_batch *batch;                 /* rows that wait; NULL: there never were any */
    /* Sends what must leave before the next statement: returns 0, or -1. NULL: nothing does. */
    int (*before_send)(struct store *store);

    /* ---- the lease of a process that serves */
    bool exclusive;
    char lease[LADDER_NAME_MAX + 8]; /* its name: "serve", or "node:" and the node's */
    char node[LADDER_NAME_MAX + 1];  /* "": it serves alone */
    int64_t lease_msec;
    char holder[PG_HOLDER_BYTES];
    int64_t renewed_msec; /* monotonic */
};

static inline struct pg_store *pg_of(struct store *store)
{
    return (struct pg_store *)store;
}

/* A statement that waits in a room (pg_turn.c): a server may refuse it. */
static inline bool pg_is_room(enum pg_statement which)
{
    return which == PG_TURN_ONE || which == PG_TURN_OTHER;
}

/* The lock is held: whether others wrote since the last commit of this writer. */
static inline void pg_met(struct pg_store *pg, bool others)
{
    if (others)
        pg->crowded = PG_CROWDED;
    else if (pg->crowded > 0)
        pg->crowded--;
}

/* ---- pg.c */
/* Checks a URL without connecting: sets `name`, without secrets, which the caller frees. */
int pg_url_parse(const char *url, char **name, struct ladder_error *error);
/* Makes a connection with our settings, not yet in pipeline mode. Returns NULL with store->error.
 */
PGconn *pg_connect(struct store *store);
/* Runs SQL on a connection that is not in pipeline mode. Sets *number to the first number of the
 * last result, if it is one row. Returns 0, or -1 with store->error. */
int pg_run(struct store *store, PGconn *conn, const char *sql, int64_t *number);
/* Uses a connection that is ready, or makes one if it is NULL. Returns 0, or -1. */
int pg_use(struct store *store, PGconn *conn);
int pg_ensure(struct store *store);
/* What a connection must have set while it writes, in msec. */
int pg_lock_msec(const struct store *store);
int pg_idle_msec(const struct store *store);
/* Queues a statement. Binds by a format: i int64_t, s text, n NULL, h 32 bytes, b bytes and their
 * number as int; copies them. `keep`: its rows are wanted, as pg_answer, in the order of asking.
 * Returns 0, or -1. */
int pg_send(struct store *store, enum pg_statement which, const char *format, ...);
int pg_ask(struct store *store, enum pg_statement which, const char *format, ...);
/* As pg_ask, with its arguments as a list. */
int pg_ask_list(struct store *store, enum pg_statement which, const char *format, va_list args);
/* Queues a statement that is made at run time, without arguments and rows. Returns 0, or -1. */
int pg_send_text(struct store *store, const char *sql);
/* As pg_send, with arrays in binary form. */
int pg_send_arrays(struct store *store, enum pg_statement which, const uint8_t *const *arrays,
                   const size_t *sizes, int count);
/* Reads all answers. Returns 0, or -1 if any statement failed: store->error is about the first one.
 */
int pg_wait(struct store *store);
/* Rows, valid until the next pg_wait. */
const PGresult *pg_answer(const struct store *store, int index);
/* The same, for the caller to clear. */
PGresult *pg_answer_take(struct store *store, int index);
/* pg_ask and pg_wait: returns the rows, or NULL. Nothing else may be queued. */
const PGresult *pg_query(struct store *store, enum pg_statement which, const char *format, ...);
/* Copies the message of a failed result, as one line. Returns -1. */
int pg_fail(struct store *store, const PGresult *result);
int pg_say(struct store *store, const char *text);
void pg_lose(struct store *store); /* closes the connection */

int64_t pg_int(const PGresult *rows, int row, int column);
void pg_text(const PGresult *rows, int row, int column, char *out, size_t size);
/* Reads 32 bytes. Returns false, with zeros, if there are none. */
bool pg_hash(const PGresult *rows, int row, int column, uint8_t hash[32]);
/* A column of text for the caller; NULL if it is NULL, or if out of memory. */
char *pg_copy(const PGresult *rows, int row, int column);
/* The answer of a statement of one row at most. Returns 0 if there is a row, STORE_FAILED if `rows`
 * is NULL, else `none`. */
int pg_one(const PGresult *rows, int none);
/* Reads one row into an item of a list. */
typedef void pg_row_fn(const PGresult *rows, int row, void *item);
/* Reads all rows into `list`, of items of `size` bytes. Returns their number, or STORE_FAILED if
 * `rows` is NULL. */
int pg_list(const PGresult *rows, pg_row_fn *read, void *list, size_t size);

/* ---- pg_batch.c: rows that leave together, in the order of these tables */
enum pg_batch_table {
    PG_BATCH_RESULT, /* the columns of its statement, as pg_send binds them */
    PG_BATCH_OVER,   /* the game of a result: it is not open any more */
    PG_BATCH_SEAT,
    PG_BATCH_STAKE,
    PG_BATCH_RECORD,
    PG_BATCH_GAME,
    PG_BATCH_BOT,
    PG_BATCH_FEED, /* the last one of a bot counts */
    PG_BATCH_TABLES
};
/* Keeps a row until something else is sent. Returns 0, or -1. */
int pg_batch_add(struct store *store, enum pg_batch_table table, ...);
/* Sends the rows that wait: one statement for each table. Returns 0, or -1. */
int pg_batch_flush(struct store *store);
void pg_batch_clear(struct store *store); /* forgets them */
void pg_batch_fini(struct store *store);

/* ---- pg_share.c: the stores of a process with the same URL and STORE_SHARED have one connection.
 * A store takes it for a transaction, or for a statement outside of one. */
/* Returns 0, or -1: no memory. */
int pg_share_join(struct store *store);
void pg_share_leave(struct store *store); /* fine for one that has its own */
/* Waits for the turn of this store; `conn` may still be NULL then. Returns 0, or -1 if the server
 * gave no answer meanwhile to another store: then the turn is over. */
int pg_share_take(struct store *store);
void pg_share_give(struct store *store); /* fine without a turn */
/* With the turn: whether the connection that the store listens on is gone. Then the turn is over,
 * and it does not listen any more. */
bool pg_share_lost(struct store *store);
/* With the turn: there is a new connection; or there is none, and store->error says why. */
void pg_share_connected(struct store *store);
void pg_share_refused(struct store *store);
/* Notes that the connection listens; its successors do, too. Returns 0, or -1: no descriptors. */
int pg_share_listen(struct store *store);
bool pg_share_listens(struct store *store); /* with the turn: a new connection must */
/* Returns whether a listener was told anything since the last call. */
bool pg_share_told(struct store *store);

/* ---- pg_pool.c: a pooler before the server, as PgBouncer is */
/* Takes pool_mode=session|transaction out of a URL, which libpq does not know. Returns 0 or -1. */
int pg_pool_url(char *url, bool *pooled);
/* Whether the transactions of one connection are those of several connections of the server: asked
 * before anything is set there. */
bool pg_pool_found(struct store *store, PGconn *conn);

/* ---- pg_lease.c */
/* As store_open with STORE_EXCLUSIVE, or (`node`) store_open_node. */
int pg_lease_take(struct store *store, const struct ladder_node *node, struct ladder_error *error);
void pg_lease_end(struct store *store);

/* ---- pg_work.c */
extern const struct store_work_kind pg_work;

/* ---- pg_account.c */
extern const struct store_account_kind pg_account;

/* ---- pg_calendar.c */
extern const struct store_calendar_kind pg_calendar;

/* ---- pg_program.c */
extern const struct store_program_kind pg_program;
/* Reads the columns of a program that a row begins with. */
void pg_program_read(const PGresult *rows, int row, struct store_program *program);
/* ---- pg_hosting.c */
extern const struct store_hosting_kind pg_hosting;
/* ---- pg_game_log.c */
extern const struct store_game_log_kind pg_game_log;
/* ---- pg_news.c */
extern const struct store_news_kind pg_news;

/* ---- pg_snapshot.c: as store.h says */
int pg_snapshot_add(struct store *store, int64_t since_seq, int64_t seq, const uint8_t *bytes,
                    size_t size);
int pg_snapshot_read(struct store *store, int age, uint8_t **bytes, size_t *size);

/* ---- pg_transaction.c: as store.h says */
int pg_transaction_begin(struct store *store, bool write);
int pg_transaction_commit(struct store *store);
void pg_transaction_rollback(struct store *store);
int pg_transaction_changed(struct store *store, bool *changed);
int64_t pg_transaction_bots_mark(const struct store *store);
/* The transaction changes a row of a bot. */
void pg_transaction_bot_changes(struct store *store, int64_t bot_id);
/* Notes the answer of a statement that took or renewed the lease: a row with the rank, or none. */
void pg_transaction_leased(struct store *store, const PGresult *rows);
/* Begins a transaction that writes, but not to the log. Returns 0 or -1. */
int pg_transaction_begin_work(struct store *store);
/* The same if the connection only reads otherwise. */
int pg_transaction_begin_aside(struct store *store);
/* One statement as such a transaction, in one round trip: its rows, or NULL. */
const PGresult *pg_transaction_aside(struct store *store, enum pg_statement which,
                                     const char *format, ...);

/* ---- pg_turn.c: as store.h says */
int pg_turn_approach(struct store *store);
/* The rows of `ladder` say that there are no bots or entries after this one. */
bool pg_turn_no_bots(const struct store *store, int64_t after_id);
bool pg_turn_no_actions(const struct store *store, int64_t after_id);

/* ---- pg_expect.c */
int pg_expect(struct store *store, const char *const *games, int count, bool fresh);
/* Returns what pg_expect learned about `game`, or NULL if nothing. */
struct pg_expected *pg_expect_find(struct pg_store *store, const char *game);

/* ---- pg_foresee.c: pages of the log that come with the begin of a transaction */
void pg_foresee(struct store *store, const struct store_place *place);
/* All of them; or results alone, where the row of `ladder` says whether there are new bots and
 * entries. */
enum { PG_FORESEE_ALL = (1U << PG_FORESEEN_MAX) - 1, PG_FORESEE_RESULTS = 4 };
/* Asks for those, behind what was asked; takes those answers, from the `first` on. */
int pg_foresee_ask(struct store *store, unsigned which);
void pg_foresee_take(struct store *store, unsigned which, int first);
/* As pg_query of a page of `max` rows after `from`: the rows that came with the begin, once, or
 * those that the server sends now. Or NULL. */
const PGresult *pg_foresee_page(struct store *store, enum pg_statement which, int64_t from,
                                int64_t max);
/* The rows of a page after `from`, if they came with the begin and were not taken; else NULL. */
const PGresult *pg_foresee_take_page(struct store *store, enum pg_statement which, int64_t from);
/* The last entry that the reader knew. */
int64_t pg_foresee_action(const struct store *store);
void pg_foresee_clear(struct store *store);

/* ---- pg_feed.c: results packed for the other nodes */
/* Adds a result that is stored in this transaction. Returns 0, or -1. */
int pg_feed_add(struct store *store, int64_t seq, const struct ladder_result *result,
                const struct result_change *change, const uint8_t chain[CHAIN_BYTES],
                const uint8_t *record_hash);
/* Sends what was added; before the commit. Returns 0, or -1. */
int pg_feed_flush(struct store *store);
/* Reads up to `max` results after `after_seq` from what came with the begin. Returns their number;
 * what is missing is in the tables. */
int pg_feed_results(struct store *store, int64_t after_seq, struct store_result *results, int max);
/* Stored changes are about to be rewritten: the copies go. Returns 0, or -1. */
int pg_feed_drop(struct store *store);
void pg_feed_clear(struct store *store);
void pg_feed_fini(struct store *store);

/* ---- pg_seek.c */
extern const struct store_seeks pg_seeks;

/* ---- pg_record.c: as store.h and store_kind.h say */
/* Sends the record of a result, if it has one. */
int pg_record_add(struct store *store, int64_t seq, const struct ladder_result *result);
/* The text of a row of dictionary, bytes, text, hash. Returns 0, or -1. */
int pg_record_unpack(struct store *store, const char *game, const PGresult *rows, char **text);
int pg_record_find(struct store *store, const char *game, char **text);
int pg_record_outlines(struct store *store, int64_t bot_id, const struct store_result *results,
                       int count, store_outline_fn *each, void *context);
int pg_record_plain(struct store *store, struct store_plain_record *records, int max);
int pg_record_replace(struct store *store, int64_t seq, const struct blob *blob);
int pg_record_at(struct store *store, int64_t after_seq, struct store_record_at *records, int max);
int pg_record_stray(struct store *store, int64_t *seq, bool *twice);
int pg_record_drop(struct store *store, int64_t after_seq, int64_t until_seq);
int pg_record_retention(struct store *store, struct store_retention *retention);
int pg_record_archived(struct store *store, int64_t seq);
int pg_record_shrink(struct store *store);
int pg_record_sizes(struct store *store, struct store_sizes *sizes);
/* SQL that counts the dictionary of this program in the store, and that adds it: heap, or NULL. */
char *pg_record_dictionary_count(void);
char *pg_record_dictionary_insert(void);

/* ---- pg_partition.c
 * Makes packed_record a partitioned table, where the server can; within a transaction of `conn`
 * that has locked the row of `ladder`; not in pipeline mode. A store of more than a million results
 * only if `large`, because its writers wait while the server reads its records. Returns 0, or -1
 * with store->error. */
int pg_partition_make(struct store *store, PGconn *conn, bool large);
/* Before the record of result `seq` is sent, with the lock: makes the partition that it belongs in,
 * if it is not there. Returns 0, or -1. */
int pg_partition_room(struct store *store, int64_t seq);
/* Sets *end to the last result of the partition in which the record after `after_seq` lies, if it
 * may leave as a whole; else to 0: a record in it must stay, or somebody detached it. Returns 0, or
 * -1. */
int pg_partition_next(struct store *store, int64_t after_seq, int64_t *end);
/* Drops that partition, with the lock. Returns 0, or -1: also if somebody still reads in it. */
int pg_partition_drop(struct store *store, int64_t end);

/* ---- pg_rows.c: as store.h says */
int pg_rows_bot_add(struct store *store, struct standing *bot, int64_t wall_msec);
int pg_rows_bot_token(struct store *store, int64_t bot_id, const uint8_t hash[32]);
int pg_rows_result_add(struct store *store, const struct ladder_result *result,
                       const struct standings *standings, struct result_change *change,
                       int64_t *seq);
int pg_rows_log_entry_add(struct store *store, enum log_entry_kind kind, int64_t target,
                          int64_t wall_msec, const char *text);
int pg_rows_game_add(struct store *store, const struct store_game *game);
int pg_rows_game_drop(struct store *store, const char *game);
int pg_rows_games_open(struct store *store, struct store_game *games, int max);
int pg_rows_games_orphaned(struct store *store, struct store_game *games, int max);
int pg_rows_bot_cache(struct store *store, const struct standing *bot);
int pg_rows_result_cache(struct store *store, int64_t seq, int seat_count,
                         const struct result_change *change);
int pg_rows_bots(struct store *store, int64_t after_id, struct standing *bots, int max);
int pg_rows_log_entries(struct store *store, int64_t after_id, struct log_entry *actions, int max);
int pg_rows_results(struct store *store, int64_t bot_id, int64_t after_seq,
                    struct store_result *results, int max);
int pg_rows_results_wanted(struct store *store, const struct store_wanted *wanted,
                           int64_t before_seq, int64_t *seqs, int max, int64_t *next);
int pg_rows_results_at(struct store *store, const int64_t *seqs, int count,
                       struct store_result *results);
int pg_rows_results_before(struct store *store, int64_t bot_id, int64_t before_seq,
                           struct store_result *results, int max);
int pg_rows_games(struct store *store, int64_t after_id, struct store_game *games, int max);
/* Reads a row with the columns of a bot. Returns 0, or -1 if it is damaged. */
int pg_rows_bot_read(struct store *store, const PGresult *rows, int row, struct standing *bot);
int pg_rows_bot_find(struct store *store, const char *name, struct standing *bot);
int pg_rows_result_find(struct store *store, const char *game, int64_t *seq);
int pg_rows_document_add(struct store *store, const char *name, const char *text);
int pg_rows_document_put(struct store *store, const char *name, const char *text);
int pg_rows_document(struct store *store, const char *name, char **text);

#endif
