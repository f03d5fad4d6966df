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

    STORE_FAILED = -1,  /* the world failed: disk, memory, permission */
    STORE_REFUSED = -2, /* of store_open: the file (or url) is not for us; it was not touched */
    STORE_NONE = -3,    /* there is no such row */
    STORE_THERE = -4,   /* it is there already; nothing was written */
    STORE_LEFT = -5,    /* it was there, and left */
    STORE_PAGE = 256,   /* rows that the page functions are best asked for */
};

/* True for a URL of a kind of store that there is: "sqlite:PATH", "postgresql://...". */
bool store_url_valid(const char *url);
LADDER_MUST_CHECK int store_open(struct store **store, const char *url, unsigned flags,
                                 struct ladder_error *error);
/* The same for one of several daemons that serve from one store: exclusive under its name only. No
 * node begins beside a daemon that serves alone, and the other way round. Files are refused. */
LADDER_MUST_CHECK int store_open_node(struct store **store, const char *url,
                                      const struct ladder_node *node, struct ladder_error *error);
void store_close(struct store *store); /* NULL is fine; rolls back what is open */
const char *store_error(const struct store *store);
/* After a failure: true if it lies in the moment (a connection that was lost, a transaction that
 * met another), so that all of it may be tried again after store_rollback. Whether a commit that
 * failed this way took place nobody knows: results and announcements that are there already say so.
 */
bool store_again(const struct store *store);

/* What was found missing when it was opened for a daemon, as a line: it was stored once. "":
 * nothing is known to be. */
const char *store_damage(const struct store *store);

/* True if the open brought a schema of an older version up to date: what it keeps as a cache may be
 * from before a change of the rules of rating. */
bool store_migrated(const struct store *store);

/* `write`: takes the one right to write, so that what is read stays true until the commit. */
LADDER_MUST_CHECK int store_begin(struct store *store, bool write);
LADDER_MUST_CHECK int store_commit(struct store *store);
void store_rollback(struct store *store);
/* Sets *changed: whether another connection committed something since the last call (or the open).
 */
LADDER_MUST_CHECK int store_changed(struct store *store, bool *changed);

/* Tells which games are about to be added in this transaction, so that a store which is far away
 * looks for all of them at once. A hint: nothing has to be told. */
LADDER_MUST_CHECK int store_expect(struct store *store, const char *const *games, int count);

/* ---- the log */
/* Adds a bot (name, owner, token of `bot`) and sets bot->id. Fails if the name is there. */
LADDER_MUST_CHECK int store_bot_add(struct store *store, struct standing *bot, int64_t wall_msec);
LADDER_MUST_CHECK int store_bot_token(struct store *store, int64_t bot_id, const uint8_t hash[32]);
/* Adds a result with what it changed. Bots of `change` must have ids. Sets *seq.
 * STORE_THERE: the game is, and `change` is what it changed when it was added. */
LADDER_MUST_CHECK int store_result_add(struct store *store, const struct ladder_result *result,
                                       const struct standings *standings,
                                       struct result_change *change, int64_t *seq);
LADDER_MUST_CHECK int store_log_entry_add(struct store *store, enum log_entry_kind kind,
                                          int64_t target, int64_t wall_msec, const char *text);

/* A text of any length beside the log, under a name; its hash stands in the log. It cannot be
 * changed. */
LADDER_MUST_CHECK int store_document_add(struct store *store, const char *name, const char *text);
/* To be freed by the caller. Returns STORE_NONE if there is no such text. */
LADDER_MUST_CHECK int store_document(struct store *store, const char *name, char **text);

/* ---- the snapshot: bytes beside the log, which a start may begin with and nobody needs. The last
 * two that were written are kept. */
enum { STORE_SNAPSHOTS = 2 };
/* Adds one that ends at result `seq`; what is half written is never seen. A transaction of its own,
 * which takes no right to write: the log is not touched. Returns STORE_THERE if another process
 * wrote one that ends between `since_seq` and `seq`; then nothing is written. */
LADDER_MUST_CHECK int store_snapshot_add(struct store *store, int64_t since_seq, int64_t seq,
                                         const uint8_t *bytes, size_t size);
/* Reads the newest (0) or the one before (1), to be freed by the caller. Returns STORE_NONE if it
 * is not there. They may be any bytes. */
LADDER_MUST_CHECK int store_snapshot(struct store *store, int age, uint8_t **bytes, size_t *size);

/* A game that was announced. */
struct store_game {
    int64_t id;                  /* out: counts up in the order of announcement */
    bool open;                   /* out: it has no result */
    struct ladder_result result; /* without scores */
    uint8_t commitment[32];
};
/* Adds a game that is about to start. Returns STORE_THERE if it is announced already. */
LADDER_MUST_CHECK int store_game_add(struct store *store, const struct store_game *game);
/* It never began: what was announced is taken back, if it has no result. */
LADDER_MUST_CHECK int store_game_drop(struct store *store, const char *game);
/* Up to `max` of those without a result, in the order of their announcement; their number. Of a
 * node: its own. */
LADDER_MUST_CHECK int store_games_open(struct store *store, struct store_game *games, int max);
/* Those of nodes whose lease has run out. 0 where the store has no nodes. */
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
LADDER_MUST_CHECK int store_bots(struct store *store, int64_t after_id, struct standing *bots,
                                 int max);
LADDER_MUST_CHECK int store_log_entries(struct store *store, int64_t after_id,
                                        struct log_entry *actions, int max);
/* bot_id 0: of every bot. */
LADDER_MUST_CHECK int store_results(struct store *store, int64_t bot_id, int64_t after_seq,
                                    struct store_result *results, int max);
/* The same, newest first: those before `before_seq`. */
LADDER_MUST_CHECK int store_results_before(struct store *store, int64_t bot_id, int64_t before_seq,
                                           struct store_result *results, int max);
LADDER_MUST_CHECK int store_games(struct store *store, int64_t after_id, struct store_game *games,
                                  int max);
/* Returns STORE_NONE if there is no such bot. Owners met are a number only (no names) in what is
 * read. */
LADDER_MUST_CHECK int store_bot_find(struct store *store, const char *name, struct standing *bot);
/* Returns STORE_NONE if there is no such game. */
LADDER_MUST_CHECK int store_result_find(struct store *store, const char *game, int64_t *seq);
/* The record of a game, to be freed by the caller. Returns STORE_NONE if there never was one, or
 * STORE_LEFT if its hash alone is there. */
LADDER_MUST_CHECK int store_record(struct store *store, const char *game, char **text);

/* ---- what it takes */
struct store_sizes {
    int64_t results, log_entries, announced;
    int64_t records, record_bytes; /* packed */
    int64_t plain, plain_bytes;    /* records from before they were packed */
    int64_t dictionaries;
    int64_t bytes;        /* of the file or database, with all indexes */
    int64_t record_pages; /* bytes of the pages that records lie on; -1: not known */
    int64_t free_bytes;   /* pages in it that nothing lies on; -1: not known */
};
/* Counts all rows: it takes a while where there are millions. */
LADDER_MUST_CHECK int store_sizes(struct store *store, struct store_sizes *sizes);
/* Packs up to `max` records from before records were packed: their number. */
LADDER_MUST_CHECK int store_compact(struct store *store, int max);
/* Gives the disk back what they took. Outside of a transaction; nobody else may write meanwhile. */
LADDER_MUST_CHECK int store_shrink(struct store *store);

#endif
