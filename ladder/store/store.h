/* store.h - what a store of the ladder must do; inside the ladder only.
 *
 * A store keeps the log (bots, results, bans and voids, in order) and beside it, as a cache that a
 * replay can rebuild, what the log makes of ratings. It decides nothing. One thread uses one store;
 * several processes may have the same one open. There are two kinds, SQLite files and PostgreSQL
 * databases; the same log has the same numbers and the same chain in both.
 *
 * Functions return 0 or, as said, a count; else STORE_FAILED, and store_error has a line that names
 * the file or database. Some return STORE_NONE, STORE_THERE or STORE_LEFT, as said: an answer, no
 * failure. Everything that reads or writes does so inside store_begin .. store_commit, but for
 * store_record and store_changed, which may stand alone. A store that is far away may tell that a
 * row could not be written only when something is read, or at the commit.
 */
#ifndef AVONDALE_STORE_H
#define AVONDALE_STORE_H

#include "standings/apply_result.h"
#include "standings/log_entry.h"

struct store;

enum {
    STORE_EXCLUSIVE = 1,  /* a process that serves from this store: the only one, or a node */
    STORE_MUST_EXIST = 2, /* makes no new one */
    STORE_READ_ONLY = 4,  /* only reads, but for snapshots; this process has it open already */
    STORE_IMPATIENT = 8,  /* gives up on a silent server after the short time-out of a node */
    /* This process has it open already. Where the store is a server, all that say this have one
     * connection to it, each for a transaction; those of other threads wait for its end. */
    STORE_SHARED = 16,

    STORE_FAILED = -1,   /* the system failed: disk, memory, permission */
    STORE_REFUSED = -2,  /* by store_open: the file (or URL) is not ours; it was not changed */
    STORE_NONE = -3,     /* there is no such row */
    STORE_THERE = -4,    /* it exists already; nothing was written */
    STORE_LEFT = -5,     /* it was there, and left */
    STORE_PAGE = 256,    /* the best number of rows to ask for at once */
    STORE_TRIES_MAX = 9, /* of store_retry */
};

/* Returns true if the URL has a supported scheme: "sqlite:PATH", "postgresql://...". */
bool store_url_valid(const char *url);
LADDER_MUST_CHECK int store_open(struct store **store, const char *url, unsigned flags,
                                 struct ladder_error *error);
/* The same for one of several daemons that serve from one store: exclusive under its name only. A
 * node and a daemon that serves alone exclude each other. Files are refused. */
LADDER_MUST_CHECK int store_open_node(struct store **store, const char *url,
                                      const struct ladder_node *node, struct ladder_error *error);
void store_close(struct store *store); /* NULL is fine; rolls back an open transaction */
const char *store_error(const struct store *store);
/* After a failure: true if it is temporary (a lost connection, a conflict of transactions), so that
 * everything may be tried again after store_rollback. Whether a commit that failed this way took
 * place is not known: results and announcements that exist already show it. */
bool store_again(const struct store *store);
/* After a failure: true if it is temporary and the server said that nothing of the transaction took
 * place, because another one was in its way. */
bool store_conflict(const struct store *store);

/* After a failure of a transaction whose caller has to repeat it itself, as at a start: rolls back;
 * if another try may help, waits before it, longer each time. Returns false if none may help:
 * store_error says why. *tries begins with 0. */
LADDER_MUST_CHECK bool store_retry(struct store *store, int *tries);

/* Sleeps for a random time between half of `msec` and all of it, so that two transactions that met
 * do not meet again. */
void store_retry_pause(int msec);

/* Runs `body`, which returns a status, as one transaction that `begin` opens, and again with the
 * same values while `more`, which rolls it back, is true. Sets `status`. */
#define STORE_TRANSACTION_WHILE(store, begin, status, body, more)                                  \
    do {                                                                                           \
        (status) = (begin) ? STORE_FAILED : (body);                                                \
        if ((status) != STORE_FAILED && store_commit(store) == 0)                                  \
            break;                                                                                 \
        (status) = STORE_FAILED;                                                                   \
    } while (more)

/* The same, with the tries of store_retry. */
#define STORE_TRANSACTION(store, begin, status, body)                                              \
    do {                                                                                           \
        int tries_ = 0;                                                                            \
        STORE_TRANSACTION_WHILE(store, begin, status, body, store_retry((store), &tries_));        \
    } while (0)

/* Stored data that a daemon's open found missing, as a line. "": none is known. */
const char *store_damage(const struct store *store);

/* Returns true if the open migrated an older schema: its cache may be older than a change of the
 * rating rules. */
bool store_migrated(const struct store *store);

/* `write`: takes the exclusive right to write, so that values that are read stay true until the
 * commit. */
LADDER_MUST_CHECK int store_begin(struct store *store, bool write);
LADDER_MUST_CHECK int store_commit(struct store *store);
void store_rollback(struct store *store);
/* Within a transaction that reads: begins another, so that other users of the connection have a
 * turn. Later reads may see newer data. */
LADDER_MUST_CHECK int store_pause(struct store *store);
/* Sets *changed: whether another connection has committed since the last call (or the open). */
LADDER_MUST_CHECK int store_changed(struct store *store, bool *changed);

/* How far a reader knows the log. */
struct store_place {
    int64_t bot, action, seq; /* the last of each */
};
/* Before the next begin: what comes after that place will be read there, by store_bots,
 * store_log_entries and store_results, so that a remote store can send it at once. A hint only. */
void store_foresee(struct store *store, const struct store_place *place);
/* Before store_begin(store, true), where others write, too: waits until this writer is one of the
 * next. Returns 1 if the log can be read on meanwhile, from the foreseen place: store_changed, and
 * then store_bots, store_log_entries and store_results, which may end early. Returns 0 if there is
 * nothing to read, or STORE_FAILED. The begin ends it, and a rollback. */
LADDER_MUST_CHECK int store_approach(struct store *store);

/* Names games that will be added in this transaction, so that a remote store can look them up at
 * once. A hint only. `fresh`: they were never handed to a store, so it need not look; if one is
 * there nevertheless, the transaction fails at its commit, for a moment (store_again), and must
 * look when it is repeated. */
LADDER_MUST_CHECK int store_expect(struct store *store, const char *const *games, int count,
                                   bool fresh);

/* ---- the log */
/* Adds a bot (name, owner, token of `bot`) and sets bot->id. Fails if the name exists. */
LADDER_MUST_CHECK int store_bot_add(struct store *store, struct standing *bot, int64_t wall_msec);
LADDER_MUST_CHECK int store_bot_token(struct store *store, int64_t bot_id, const uint8_t hash[32]);
/* Adds a result with its changes. Bots of `change` must have ids. Sets *seq. Returns STORE_THERE if
 * the game exists; `change` then has its stored changes. */
LADDER_MUST_CHECK int store_result_add(struct store *store, const struct ladder_result *result,
                                       const struct standings *standings,
                                       struct result_change *change, int64_t *seq);
LADDER_MUST_CHECK int store_log_entry_add(struct store *store, enum log_entry_kind kind,
                                          int64_t target, int64_t wall_msec, const char *text);

/* A text of any length beside the log, under a name; its hash stands in the log. It cannot be
 * changed. */
LADDER_MUST_CHECK int store_document_add(struct store *store, const char *name, const char *text);
/* Adds it, or replaces the text of that name. */
LADDER_MUST_CHECK int store_document_put(struct store *store, const char *name, const char *text);
/* To be freed by the caller. Returns STORE_NONE if there is no such text. */
LADDER_MUST_CHECK int store_document(struct store *store, const char *name, char **text);

/* ---- the snapshot: bytes beside the log that make a start quicker, and that can be left out. The
 * last two that were written are kept. */
enum { STORE_SNAPSHOTS = 2 };
/* Adds one that ends at result `seq`; a half-written one is never visible. A transaction of its
 * own, without the right to write: the log does not change. Returns STORE_THERE, with nothing
 * written, if another process wrote one that ends between `since_seq` and `seq`. */
LADDER_MUST_CHECK int store_snapshot_add(struct store *store, int64_t since_seq, int64_t seq,
                                         const uint8_t *bytes, size_t size);
/* Reads the newest (0) or the one before (1), to be freed by the caller. Returns STORE_NONE if
 * there is none. The bytes are untrusted. */
LADDER_MUST_CHECK int store_snapshot(struct store *store, int age, uint8_t **bytes, size_t *size);

/* An announced game. */
struct store_game {
    int64_t id;                  /* out: increases in the order of announcement */
    bool open;                   /* out: it has no result */
    struct ladder_result result; /* without scores */
    uint8_t commitment[32];
};
/* Adds a game that is about to start. Returns STORE_THERE if it is announced already. */
LADDER_MUST_CHECK int store_game_add(struct store *store, const struct store_game *game);
/* It never began: withdraws the announcement, if it has no result. */
LADDER_MUST_CHECK int store_game_drop(struct store *store, const char *game);
/* Reads up to `max` of those without a result, in the order of announcement. Returns their number.
 * For a node: its own. */
LADDER_MUST_CHECK int store_games_open(struct store *store, struct store_game *games, int max);
/* The same for nodes whose lease has run out. Returns 0 if the store has no nodes. */
LADDER_MUST_CHECK int store_games_orphaned(struct store *store, struct store_game *games, int max);

/* ---- the cache */
LADDER_MUST_CHECK int store_bot_cache(struct store *store, const struct standing *bot);
LADDER_MUST_CHECK int store_result_cache(struct store *store, int64_t seq, int seat_count,
                                         const struct result_change *change);

/* ---- reading: up to `max` rows after the given id, in order; the number read */
struct store_result {
    int64_t seq;
    struct ladder_result result;      /* `record` is NULL */
    struct result_change change;      /* as the cache has it; seats[].bot is -1 */
    bool chained;                     /* written since there is a chain */
    uint8_t chain[STORE_CHAIN_BYTES]; /* see chain.h */
    bool hashed;                      /* its link is of the second form */
    uint8_t record_hash[STORE_CHAIN_BYTES];
};
/* In a transaction: a number that is another one once a row of a bot that was there changes (its
 * token, its account, whether it is stopped); -1: the store cannot tell. */
int64_t store_bots_mark(const struct store *store);
LADDER_MUST_CHECK int store_bots(struct store *store, int64_t after_id, struct standing *bots,
                                 int max);
LADDER_MUST_CHECK int store_log_entries(struct store *store, int64_t after_id,
                                        struct log_entry *actions, int max);
/* bot_id 0: of every bot. */
LADDER_MUST_CHECK int store_results(struct store *store, int64_t bot_id, int64_t after_seq,
                                    struct store_result *results, int max);
/* The same, newest first: rows before `before_seq`. */
LADDER_MUST_CHECK int store_results_before(struct store *store, int64_t bot_id, int64_t before_seq,
                                           struct store_result *results, int max);
/* Sets *seq to the number of the last result, 0 where there is none. Returns 0 or STORE_FAILED. */
LADDER_MUST_CHECK int store_last_seq(struct store *store, int64_t *seq);
/* The results of these numbers, which fall, in their order; a number without one is left out. One
 * round trip, however many they are. */
LADDER_MUST_CHECK int store_results_at(struct store *store, const int64_t *seqs, int count,
                                       struct store_result *results);
/* Which results a reader wants: 0 and "" are any. */
struct store_wanted {
    int64_t bot_id, other_id; /* both sat there; `other_id` only beside `bot_id` */
    const char *ruleset;
};
enum { STORE_LOOK_MAX = 2048 };
/* The numbers of wanted results before `before_seq`, newest first. No index has all that a reader
 * may want, so at most STORE_LOOK_MAX results (of the bot, where one is named) are looked at, and
 * fewer may be found than there are: those before *next come next; negative: there are none. */
LADDER_MUST_CHECK int store_results_wanted(struct store *store, const struct store_wanted *wanted,
                                           int64_t before_seq, int64_t *seqs, int max,
                                           int64_t *next);
LADDER_MUST_CHECK int store_games(struct store *store, int64_t after_id, struct store_game *games,
                                  int max);
/* Returns STORE_NONE if there is no such bot. Of the owners met only the number is read. */
LADDER_MUST_CHECK int store_bot_find(struct store *store, const char *name, struct standing *bot);
/* Returns STORE_NONE if there is no such game. */
LADDER_MUST_CHECK int store_result_find(struct store *store, const char *game, int64_t *seq);
/* The record of a game, to be freed by the caller. Returns STORE_NONE if there never was one, or
 * STORE_LEFT if its hash alone is there. */
LADDER_MUST_CHECK int store_record(struct store *store, const char *game, char **text);
/* After store_record failed: true if that record alone is damaged; others can be read. */
bool store_record_damaged(const struct store *store);
/* The outlines (blob_outline) of the records of results of one bot, newest first as
 * store_results_before gives them, without any of its results missing between: calls `each` with
 * the index of every result that has a record. The text lives until `each` returns; `each` asks the
 * store nothing. One round trip, however many there are. Returns 0, or -1. */
typedef void store_outline_fn(void *context, int index, const char *text);
LADDER_MUST_CHECK int store_outlines(struct store *store, int64_t bot_id,
                                     const struct store_result *results, int count,
                                     store_outline_fn *each, void *context);

/* ---- what it takes */
struct store_sizes {
    int64_t results, log_entries, announced;
    int64_t records, record_bytes; /* packed */
    int64_t plain, plain_bytes;    /* records from before they were packed */
    int64_t dictionaries;
    int64_t bytes;        /* of the file or database, including indexes; -1: not known */
    int64_t record_pages; /* bytes of the pages with records; -1: not known */
    int64_t free_bytes;   /* unused pages; -1: not known */
};
/* Counts all rows, which takes a while for millions. */
LADDER_MUST_CHECK int store_sizes(struct store *store, struct store_sizes *sizes);
/* Packs up to `max` older records. Returns their number. */
LADDER_MUST_CHECK int store_compact(struct store *store, int max);
/* Returns their space to the disk. Outside of a transaction; no other process may write meanwhile.
 */
LADDER_MUST_CHECK int store_shrink(struct store *store);

#endif
