/* replay.h - from the log in a store to standings; inside the ladder only.
 *
 * Reads the log in order, whole or from its last position, and applies it. Only replay_recompute
 * may write. Every function that takes a store must run between its begin and commit. */
#ifndef AVONDALE_REPLAY_H
#define AVONDALE_REPLAY_H

#include "store/store.h"

enum { REPLAY_RECENT = 100 };

/* What a reader is told beside the standings. */
struct replay_watch {
    void (*bot)(void *context, int index);
    void (*result)(void *context, int seat_count, const struct result_change *change);
    void *context;
};

struct replay {
    struct standings standings;
    int64_t last_action, last_seq; /* how far the log was read */
    int64_t last_bot;              /* the same of the rows of bots */
    int64_t bots_mark; /* store_bots_mark then: while it stays, only later rows are read; -1: all */
    bool resumes;      /* in: it may begin at a snapshot; earlier results are not visited */
    bool pauses;       /* in: others have the connection between two pages */
    const struct replay_watch *watch; /* in: told of each bot and result that is read; or NULL */
    int64_t before_action;            /* in: the log as it was before this entry; 0: all of it */
    int64_t last_allowed;             /* the last result before that */
    int64_t *voided;                  /* voided results: their seqs, sorted */
    int voided_count;
    struct ladder_game recent[REPLAY_RECENT]; /* a ring */
    int recent_count, recent_next;
    struct replay_pages *pages; /* room for what is read; NULL: none was yet */
    uint64_t loads;             /* how often it started anew, at the beginning or at a snapshot */
    int64_t
        snapshot_seq; /* the last result of the snapshot at which the last load began; 0: none */
    /* Why the last load skipped snapshots, as a line; "": it did not. */
    char passed_over[400];
    char error[512];
};

void replay_init(struct replay *replay);
void replay_fini(struct replay *replay);

/* Called for each result of the log, with its effect. Returns 0, or a negative value to stop. */
typedef int replay_visit_fn(void *context, const struct store_result *stored,
                            const struct result_change *computed);

/* Starts anew and reads the whole log, or the part after the last snapshot that the log confirms.
 * The values are the same in both cases. Returns 0, or -1 with the reason in `error`; then the
 * replay must be loaded again. */
LADDER_MUST_CHECK int replay_load(struct replay *replay, struct store *store,
                                  replay_visit_fn *visit, void *context);
/* The same from the snapshot of that age alone (store_snapshot). Returns STORE_NONE if there is
 * none, or if it is skipped; -1, with store_error, if it cannot be read. */
LADDER_MUST_CHECK int replay_resume(struct replay *replay, struct store *store, int age);
/* Reads the entries added since. If an older result was voided it starts anew and increments
 * `loads`. Returns as replay_load. */
LADDER_MUST_CHECK int replay_refresh(struct replay *replay, struct store *store,
                                     replay_visit_fn *visit, void *context);

/* The caller has applied and stored this result: it is part of the log now. */
void replay_advance(struct replay *replay, int64_t seq, const struct ladder_result *result);
/* Copies the recent games, newest first. Returns their number. */
int replay_recent(const struct replay *replay, struct ladder_game *games, int max);

struct replay_audit {
    /* Called with each difference as a line, and now and then with the progress; NULL is fine. */
    void (*report)(void *context, const char *line);
    void (*progress)(void *context, int results);
    void *context;
    int results, bots, differ; /* out */
};
/* After an open: recomputes the cache if the schema was migrated. Returns 0, or -1 with *error. */
LADDER_MUST_CHECK int replay_upgrade(struct store *store, struct ladder_error *error);
/* Replays everything and compares it with the cache of the store; `repair` writes the differences.
 */
LADDER_MUST_CHECK int replay_recompute(struct replay *replay, struct store *store, bool repair,
                                       struct replay_audit *audit);

#endif
