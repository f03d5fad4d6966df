/* writer.h - shared by the files of the writer only. */
#ifndef AVONDALE_WRITER_H
#define AVONDALE_WRITER_H

#include "standings/rank_index.h"
#include "log/replay.h"
#include "log/retention.h"
#include "pack/blob.h"
#include "writer/writer_account.h"
#include "writer/writer_claim.h"
#include "writer/writer_game_log.h"
#include "writer/writer_queue.h"
#include "writer/writer_view.h"

#include <pthread.h>

struct batch_thread;
struct snapshot_thread;

enum { WRITER_CODERS_MAX = 16 };

enum op_kind {
    OP_RESULT,
    OP_REGISTER,
    OP_ANNOUNCE,
    OP_RECORD,
    OP_VERSION,
    OP_WITHDRAW,
    OP_RULES,
    OP_CLAIM,
    OP_ACCOUNT,
    OP_GAME_LOG,
    OP_KIND_COUNT
};

struct op {
    struct op *next;
    enum op_kind kind;
    struct ladder_result result;    /* OP_RESULT, OP_ANNOUNCE */
    uint8_t commitment[32];         /* OP_ANNOUNCE */
    char *record;                   /* its record; or the answer to OP_RECORD */
    struct blob blob;               /* the record in stored form */
    char name[LADDER_NAME_MAX + 1]; /* OP_REGISTER, OP_VERSION */
    char
        version[LADDER_NAME_MAX + 1]; /* OP_VERSION; OP_RULES: their text; OP_REGISTER: the owner */
    char game[LADDER_GAME_ID_MAX + 1]; /* OP_RECORD */
    struct ladder_claim claim;         /* OP_CLAIM, as the next two */
    uint8_t token_hash[32];
    enum ladder_claim_outcome outcome;
    ladder_claimed_fn *claimed;
    struct ladder_deed deed; /* OP_ACCOUNT, as the next two */
    enum ladder_deed_outcome outcome_deed;
    ladder_deed_fn *deed_done;
    struct ladder_game_log game_log; /* OP_GAME_LOG; its text is `record` */
    ladder_done_fn *done;
    ladder_record_fn *record_done;
    ladder_announced_fn *announced;
    void *context;
    enum ladder_stored status;
    char text[256];
    int64_t seq;
    struct result_change change;
};

struct op_list {
    struct op *head, *tail;
};

/* What the last look at the store brought that others wrote. */
enum { WRITER_CAUGHT_MAX = 4096 };
struct caught {
    int bot; /* index in the replay; or -1, and the effect of a result */
    int seat_count;
    struct result_change change;
};

struct ladder {
    pthread_t thread;
    int event_fd;

    /* used by the thread only, once it runs */
    struct store *store;
    struct replay replay;
    bool stale;            /* the replay may hold rolled-back results */
    struct caught *caught; /* not yet published; WRITER_CAUGHT_MAX, or NULL */
    int caught_count;
    bool caught_whole; /* they are not all: everything is to be published */
    double bots_sec;   /* monotonic: when all rows of bots are due */
    bool grows;        /* the group that is stored takes in what comes while it waits */
    uint32_t *stamps;  /* by bot: the group that wrote its cache last */
    int stamp_count;
    uint32_t stamp;
    double closing_sec; /* monotonic: when the end of the thread was requested while the store was
                           away */
    int voided_at_start;
    int64_t start_seq, start_snapshot; /* see writer_view_start */
    bool node;                         /* one of several */
    double orphans_sec;                /* monotonic: next search for games of dead nodes */
    double answered_sec;               /* monotonic: when the store last did that */
    int misses;                        /* failures since then that may pass */
    int64_t way_usec;                  /* monotonic: when it left its processor to others last */

    /* writer_retention.c */
    struct retention retention;
    double retention_sec;   /* monotonic: when the next step is due */
    int64_t retention_told; /* the operator knows what waits after this result, less one; 0: not */
    bool retention_failed;  /* the last step, and the operator knows */

    /* writer_game_log.c */
    double game_log_sec;    /* monotonic: when the next look is due */
    int64_t game_log_added; /* bytes since the last look */

    struct batch_thread *ranking;      /* NULL: there is none */
    struct snapshot_thread *snapshots; /* NULL: another process writes them */

    /* See writer_account_watch. */
    void (*account_watch)(void *context, const char *bot);
    void *account_context;

    /* Batch tables, by the name of their board. They have a mutex of their own, which is taken
     * first: a new view is built with them, or they are inserted into the present one, while others
     * read. */
    pthread_mutex_t tables_mutex;
    struct rank_table *tables;
    int table_count;

    /* guards the fields below. The games' threads take it, so it is held only for moments */
    pthread_mutex_t mutex;
    pthread_cond_t wake, idle;
    bool stopping;
    int game_log_days;
    int64_t game_log_max, game_log_bytes; /* 0: no logs; in the store at the last look */
    bool game_log_new;                    /* the limits were set */
    struct retention_rule keep;
    bool keep_new;
    struct op_list queue, completions;
    int op_counts[OP_KIND_COUNT]; /* queued or not yet dispatched */
    uint64_t queued_total, finished_total;
    unsigned awaited; /* so many operations in the queue wake the thread */
    struct blob_coder *coders[WRITER_CODERS_MAX]; /* not used by any thread now */
    int coder_count;
    struct standings view;
    struct rank_index *ranks; /* by board of the view */
    int rank_count;
    int view_known; /* number of bots of the view, from the first on, that are in the replay, too */
    uint64_t view_anew;   /* how often the whole view was replaced */
    bool view_partial;    /* an update ran out of memory: the next one copies everything */
    char (*reports)[400]; /* lines for the operator, first in first out */
    int report_count;
    struct ladder_game recent[REPLAY_RECENT];
    int recent_count;
    struct ladder_health health; /* without the queues */
    char trouble[256];           /* why it waits for the store, or "" */
    bool trouble_new;
};

/* ---- writer_queue.c */
void writer_queue_list_push(struct op_list *list, struct op *op);
/* Moves operations that wait to the end of a group, up to WRITER_GROUP_MAX in all. */
void writer_queue_take(struct ladder *ladder, struct op *group);
/* Takes the operation over, also on failure (-1: too many of its kind wait). */
int writer_queue_push(struct ladder *ladder, struct op *op);
/* Hands an operation that did not come by the queue to the completions. By the writer's thread. */
void writer_queue_complete(struct ladder *ladder, struct op *op);
void writer_queue_fini(struct ladder *ladder);

/* ---- writer_version.c. Returns the bot's index in the replay; 0, or -1 with `text`. */
int writer_version_store_rules(struct ladder *ladder, struct op *op, char *text, size_t size);
int writer_version_store_entry(struct ladder *ladder, enum log_entry_kind kind, int64_t target,
                               const char *words, char *text, size_t size);
int writer_version_store(struct ladder *ladder, struct op *op, int bot, char *text, size_t size);
/* With the mutex held, after it is stored. Returns 0, or -1 if incomplete. */
int writer_version_publish(struct ladder *ladder, const struct op *op);

/* ---- writer_claim.c. writer_claim_store returns 0 with the outcome, or -1 with `text`. */
int writer_claim_store(struct ladder *ladder, struct op *op, char *text, size_t size);
/* With the mutex held, after it is stored. Returns 0, or -1 if out of memory. */
int writer_claim_publish(struct ladder *ladder, const struct op *op);

/* ---- writer_account.c. writer_account_store returns 0 with the outcome, or -1 with `text`. */
int writer_account_store(struct ladder *ladder, struct op *op, char *text, size_t size);
/* With the mutex held, once it is stored. Returns 0, or -1 if out of memory. */
int writer_account_publish(struct ladder *ladder, const struct op *op);
/* Without the mutex, after the whole replay was published: queues a call of the watch for each bot
 * of the view of before that another process has stopped, or given another token. */
void writer_account_compare(struct ladder *ladder, const struct standings *before);

/* ---- writer_game_log.c. writer_game_log_store returns 0, or -1 with `text`. */
int writer_game_log_store(struct ladder *ladder, struct op *op, char *text, size_t size);
/* Drops what is old or too much: now and then, between groups. */
void writer_game_log_step(struct ladder *ladder);

/* ---- writer_group.c */
enum {
    WRITER_GROUP_MAX = 256, /* operations in one transaction */
    WRITER_ORPHANS_SEC = 5, /* between a node's searches for games of dead nodes, about */
};
/* Stores all operations in one transaction. Sets each op's status and text. */
void writer_group_store(struct ladder *ladder, struct op *ops);
/* Reads bots, tokens and bans that another process added, and publishes them: once a second.
 * Returns 0, or -1 if the store did not answer. */
int writer_group_refresh(struct ladder *ladder);
void writer_group_fini(struct ladder *ladder);
/* The replay was loaded: reports skipped snapshots to the operator. */
void writer_group_loaded(struct ladder *ladder);

/* ---- writer_publish.c */
/* Publishes what was caught and the changes by `ops` (NULL: none), or all of the replay. By the
 * writer's thread, or before it runs. */
void writer_publish(struct ladder *ladder, const struct op *ops);
/* Adds bots to the replay that only the view has, because they were just registered. Returns 0, or
 * -1 if out of memory. */
int writer_publish_add_again(struct ladder *ladder);
/* Publishes a new batch table, and takes it over. From any thread; takes a while. */
void writer_publish_table(struct ladder *ladder, struct rank_table *table);
void writer_publish_fini(struct ladder *ladder);

/* ---- writer_view.c */
/* Queues a line for writer_view_report. Any thread. It is lost if out of memory, or if too many
 * wait. */
void writer_view_tell(struct ladder *ladder, const char *line);

/* ---- writer_void.c */
/* Voids games that an earlier process of this name announced and did not end, except games that
 * `keep` (or NULL) wants. Returns 0, or -1 with *error. */
int writer_void_open(struct ladder *ladder, ladder_keep_fn *keep, void *context,
                     struct ladder_error *error);
/* The same for nodes whose lease has run out, if the store has not been away lately: leases that
 * ran out then are renewed first. Tries once. */
void writer_void_orphans(struct ladder *ladder);

/* ---- batch_thread.c. NULL is fine. */
void batch_thread_stop(struct batch_thread *thread);

#endif
