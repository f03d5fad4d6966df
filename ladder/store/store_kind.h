/* store_kind.h - the functions of a kind of store; for the rooms of the kinds only.
 *
 * store.c finds the kind by the scheme of the URL and forwards each call of store.h. A kind embeds
 * `struct store` as the first member of a struct of its own. */
#ifndef AVONDALE_STORE_KIND_H
#define AVONDALE_STORE_KIND_H

#include "store/store_calendar.h"
#include "store/store_program.h"
#include "store/store_retention.h"
#include "store/store_work.h"

struct blob;
struct blob_coder;

/* An unpacked record. */
struct store_plain_record {
    int64_t seq;
    char *text; /* heap */
};

/* store_work.h */
struct store_work_kind {
    int (*begin)(struct store *store);
    int (*archive_add)(struct store *store, const char *hash, int64_t bytes);
    int (*archive_part_add)(struct store *store, const char *hash, int64_t number,
                            const uint8_t *bytes, int size);
    int (*archive_size)(struct store *store, const char *hash, int64_t *bytes);
    int (*archive_part)(struct store *store, const char *hash, int64_t number, uint8_t *bytes,
                        int *size);
    int (*archives)(struct store *store, const char *after, struct work_archive *archives, int max);
    int (*work_add)(struct store *store, const struct work_order *order);
    int (*work_find)(struct store *store, const char *name, struct work_order *order);
    int (*works)(struct store *store, const char *after, struct work_order *orders, int max);
    int (*work_end)(struct store *store, const char *name);
    int (*work_drop)(struct store *store, const char *name);
    int (*job_add)(struct store *store, const char *work, int64_t number, const char *spec);
    int (*job_results)(struct store *store, const char *work, int64_t from, struct work_job *jobs,
                       int max);
    int (*job_claim)(struct store *store, const char *holder, int64_t lease_msec, const char *only,
                     struct work_job *jobs, int max);
    int (*job_renew)(struct store *store, const char *holder, int64_t lease_msec);
    int (*job_finish)(struct store *store, const char *work, int64_t number, const char *worker,
                      const char *result);
    int (*job_fail)(struct store *store, const char *work, int64_t number, const char *holder,
                    const char *why);
    int (*job_release)(struct store *store, const char *holder, const char *work, int64_t number);
    int (*worker_seen)(struct store *store, const char *name, int64_t done);
    int (*workers)(struct store *store, const char *after, struct work_worker *workers, int max);
};

/* For a kind whose functions have these names. */
#define STORE_WORK_KIND(begin_)                                                                    \
    {                                                                                              \
        .begin = begin_, .archive_add = archive_add, .archive_part_add = archive_part_add,         \
        .archive_size = archive_size, .archive_part = archive_part, .archives = archives,          \
        .work_add = work_add_row, .work_find = work_find_row, .works = works,                      \
        .work_end = work_end_row, .work_drop = work_drop_row, .job_add = job_add,                  \
        .job_results = job_results, .job_claim = job_claim, .job_renew = job_renew,                \
        .job_finish = job_finish, .job_fail = job_fail, .job_release = job_release,                \
        .worker_seen = worker_seen, .workers = workers                                             \
    }

struct store_account;
struct store_holder;
struct store_invite;
/* store_account.h */
struct store_account_kind {
    int (*add)(struct store *store, const struct store_account *account);
    int (*find)(struct store *store, const char *name, struct store_account *account);
    int (*page)(struct store *store, const char *after, struct store_account *accounts, int max);
    int (*token)(struct store *store, const char *name, const uint8_t hash[32]);
    int (*bots)(struct store *store, const char *account, struct standing *bots, int max);
    int (*give)(struct store *store, int64_t bot_id, const char *account);
    int (*stop)(struct store *store, int64_t bot_id, bool stopped);
    int (*holder)(struct store *store, const uint8_t hash[32], struct store_holder *holder);
    int (*invite_add)(struct store *store, const struct store_invite *invite);
    int (*invite_find)(struct store *store, const uint8_t code_hash[32],
                       struct store_invite *invite);
    int (*invite_use)(struct store *store, const uint8_t code_hash[32], int64_t now_msec);
    int (*invites)(struct store *store, const char *after, struct store_invite *invites, int max);
    int (*invite_drop)(struct store *store, const char *id);
};
/* As STORE_WORK_KIND. */
#define STORE_ACCOUNT_KIND                                                                         \
    {                                                                                              \
        .add = account_add, .find = account_find, .page = account_page, .token = account_token,    \
        .bots = account_bots, .give = account_give, .stop = account_stop, .holder = holder,        \
        .invite_add = invite_add, .invite_find = invite_find, .invite_use = invite_use,            \
        .invites = invites, .invite_drop = invite_drop                                             \
    }

/* store_calendar.h */
struct store_calendar_kind {
    int (*put)(struct store *store, const struct calendar_event *event);
    int (*drop)(struct store *store, const char *name);
    int (*find)(struct store *store, const char *name, struct calendar_event *event);
    int (*page)(struct store *store, const char *after, struct calendar_event *events, int max);
    int (*due)(struct store *store, int64_t until_msec, struct calendar_event *events, int max);
    int (*set_due)(struct store *store, const char *name, int64_t due_msec);
    int (*run_add)(struct store *store, const struct calendar_run *run);
    int (*run_end)(struct store *store, const char *name, enum calendar_state state,
                   int64_t ended_msec, const char *why);
    int (*run_take)(struct store *store, const char *name, const char *node);
    int (*run_find)(struct store *store, const char *name, struct calendar_run *run);
    int (*runs_open)(struct store *store, const char *node, struct calendar_run *runs, int max);
    int (*runs)(struct store *store, const char *event, struct calendar_run *runs, int max);
    int (*entry_add)(struct store *store, const char *event, const char *bot, int64_t wall_msec);
    int (*entry_drop)(struct store *store, const char *event, const char *bot);
    int (*entries)(struct store *store, const char *event, const char *after,
                   struct calendar_entry *entries, int max);
};
/* As STORE_WORK_KIND. */
#define STORE_CALENDAR_KIND                                                                        \
    {                                                                                              \
        .put = put, .drop = drop, .find = find, .page = page, .due = due, .set_due = set_due,      \
        .run_add = run_add, .run_end = run_end, .run_take = run_take, .run_find = run_find,        \
        .runs_open = runs_open, .runs = runs, .entry_add = entry_add, .entry_drop = entry_drop,    \
        .entries = entries                                                                         \
    }

struct blob;
struct store_game_log;
/* store_game_log.h; `sum` and what drops are what store_game_log_trim is made of. */
struct store_game_log_kind {
    int (*add)(struct store *store, int64_t bot_id, int part, const struct store_game_log *log,
               const struct blob *blob);
    int (*find)(struct store *store, int64_t bot_id, const char *game, struct store_game_log *log);
    int (*text)(struct store *store, int64_t bot_id, const char *game, int part, char **text);
    int (*page)(struct store *store, int64_t bot_id, struct store_game_log *logs, int max);
    int (*sum)(struct store *store, int64_t *bytes, int64_t *count);
    int (*drop)(struct store *store, int64_t before_msec);
    /* All that are as old as the one after the first `skip`. */
    int (*drop_oldest)(struct store *store, int64_t skip);
};
/* As STORE_WORK_KIND. */
#define STORE_GAME_LOG_KIND                                                                        \
    {                                                                                              \
        .add = add, .find = find, .text = text, .page = page, .sum = sum, .drop = drop,            \
        .drop_oldest = drop_oldest                                                                 \
    }

/* store_program.h; `old`, `drop` are what store_program_forget is made of. */
struct store_program_kind {
    int (*add)(struct store *store, struct store_program *program);
    int (*find)(struct store *store, int64_t bot_id, const char *label,
                struct store_program *program);
    int (*page)(struct store *store, int64_t bot_id, int64_t before_id,
                struct store_program *programs, int max);
    int (*all)(struct store *store, int64_t after_id, struct store_program *programs, int max);
    int (*first)(struct store *store, const char *archive, int64_t *id);
    int (*active)(struct store *store, int64_t after_id, struct store_program *programs, int max);
    int (*report)(struct store *store, int64_t id, char **report);
    int (*report_set)(struct store *store, int64_t id, const char *report);
    int (*set)(struct store *store, const struct store_program *program, enum program_state to,
               const char *why, const char *holder, int64_t wall_msec);
    int (*built)(struct store *store, const struct store_program *program);
    int (*since)(struct store *store, const char *account, int64_t msec, int64_t *count);
    int (*bytes)(struct store *store, int64_t *bytes);
    int (*old)(struct store *store, int64_t bot_id, int64_t before_msec, int keep,
               struct store_program *program);
    int (*drop)(struct store *store, int64_t id);
    int (*archive_drop)(struct store *store, const char *hash);
    int (*claim)(struct store *store, const char *holder, int64_t lease_msec,
                 struct store_program *program);
    int (*renew)(struct store *store, int64_t id, const char *holder, int64_t lease_msec);
};
/* As STORE_WORK_KIND. */
#define STORE_PROGRAM_KIND                                                                         \
    {                                                                                              \
        .add = add, .find = find, .page = page, .all = all, .first = first, .active = active,      \
        .report = report, .report_set = report_set, .set = set, .built = built, .since = since,    \
        .bytes = bytes, .old = old, .drop = program_drop, .archive_drop = archive_drop,            \
        .claim = claim, .renew = renew                                                             \
    }

struct store_news;
struct store_delivery;
struct store_delivery_count;
/* store_news.h */
struct store_news_kind {
    int (*add)(struct store *store, const struct store_news *news);
    int (*trim)(struct store *store, int keep);
    int (*page)(struct store *store, struct store_news *news, int max);
    int (*drop)(struct store *store, const char *id);
    int (*delivery_add)(struct store *store, const char *receiver, const struct store_news *news);
    int (*delivery_trim)(struct store *store, const char *receiver, int keep);
    int (*delivery_expire)(struct store *store, int64_t before_msec);
    int (*delivery_count)(struct store *store, const char *receiver,
                          struct store_delivery_count *count);
    int (*delivery_claim)(struct store *store, const char *receiver, const char *holder,
                          int64_t lease_msec, struct store_delivery *delivery);
    int (*delivery_drop)(struct store *store, const char *receiver, const char *id,
                         const char *holder);
    int (*delivery_later)(struct store *store, const char *receiver, const char *id,
                          const char *holder, int64_t pause_msec);
};
/* As STORE_WORK_KIND. */
#define STORE_NEWS_KIND                                                                            \
    {                                                                                              \
        .add = add, .trim = trim, .page = page, .drop = drop, .delivery_add = delivery_add,        \
        .delivery_trim = delivery_trim, .delivery_expire = delivery_expire,                        \
        .delivery_count = delivery_count, .delivery_claim = delivery_claim,                        \
        .delivery_drop = delivery_drop, .delivery_later = delivery_later                           \
    }

struct store_hosted;
/* store_hosting.h */
struct store_hosting_kind {
    int (*page)(struct store *store, int64_t after_id, struct store_hosted *hosted, int max);
    int (*take)(struct store *store, int64_t id, const char *holder, int64_t lease_msec,
                struct store_hosted *hosted);
    int (*renew)(struct store *store, int64_t bot_id, const char *holder, int64_t lease_msec);
    int (*leave)(struct store *store, int64_t bot_id, const char *holder, int64_t pause_msec,
                 int64_t failures, const char *games);
};
/* As STORE_WORK_KIND. */
#define STORE_HOSTING_KIND                                                                         \
    {                                                                                              \
        .page = hosting_page, .take = hosting_take, .renew = hosting_renew, .leave = hosting_leave \
    }

struct store_kind {
    /* As store_open, for a URL of its scheme. `node` goes with STORE_EXCLUSIVE; NULL: alone. */
    int (*open)(struct store **store, const char *url, unsigned flags,
                const struct ladder_node *node, struct ladder_error *error);
    const struct store_work_kind *work;
    const struct store_account_kind *account;
    const struct store_calendar_kind *calendar;
    const struct store_program_kind *program;
    const struct store_hosting_kind *hosting;
    const struct store_game_log_kind *game_log;
    const struct store_news_kind *news;
    void (*close)(struct store *store);
    int (*begin)(struct store *store, bool write);
    int (*commit)(struct store *store);
    void (*rollback)(struct store *store);
    int (*changed)(struct store *store, bool *changed);
    int (*expect)(struct store *store, const char *const *games, int count,
                  bool fresh);                                             /* NULL: ignored */
    void (*foresee)(struct store *store, const struct store_place *place); /* NULL: ignored */
    int (*approach)(struct store *store);                                  /* NULL: 0 */
    int (*bot_add)(struct store *store, struct standing *bot, int64_t wall_msec);
    int (*bot_token)(struct store *store, int64_t bot_id, const uint8_t hash[32]);
    int (*result_add)(struct store *store, const struct ladder_result *result,
                      const struct standings *standings, struct result_change *change,
                      int64_t *seq);
    int (*log_entry_add)(struct store *store, enum log_entry_kind kind, int64_t target,
                         int64_t wall_msec, const char *text);
    int (*game_add)(struct store *store, const struct store_game *game);
    int (*game_drop)(struct store *store, const char *game);
    int (*games_open)(struct store *store, struct store_game *games, int max);
    int (*games_orphaned)(struct store *store, struct store_game *games,
                          int max); /* NULL: it has no nodes */
    int (*bot_cache)(struct store *store, const struct standing *bot);
    int (*result_cache)(struct store *store, int64_t seq, int seat_count,
                        const struct result_change *change);
    int64_t (*bots_mark)(const struct store *store); /* NULL: -1 */
    int (*bots)(struct store *store, int64_t after_id, struct standing *bots, int max);
    int (*actions)(struct store *store, int64_t after_id, struct log_entry *actions, int max);
    int (*results)(struct store *store, int64_t bot_id, int64_t after_seq,
                   struct store_result *results, int max);
    int (*results_before)(struct store *store, int64_t bot_id, int64_t before_seq,
                          struct store_result *results, int max);
    int (*results_at)(struct store *store, const int64_t *seqs, int count,
                      struct store_result *results);
    int (*results_wanted)(struct store *store, const struct store_wanted *wanted,
                          int64_t before_seq, int64_t *seqs, int max, int64_t *next);
    int (*games)(struct store *store, int64_t after_id, struct store_game *games, int max);
    int (*bot_find)(struct store *store, const char *name, struct standing *bot);
    int (*result_find)(struct store *store, const char *game, int64_t *seq);
    int (*record)(struct store *store, const char *game, char **text);
    int (*outlines)(struct store *store, int64_t bot_id, const struct store_result *results,
                    int count, store_outline_fn *each, void *context); /* count > 0 */
    /* Reads unpacked records, in order: sequence numbers and texts, the caller's. */
    int (*plain_records)(struct store *store, struct store_plain_record *records, int max);
    /* Replaces such a record by the packed one. */
    int (*record_replace)(struct store *store, int64_t seq, const struct blob *blob);
    /* store_retention.h. records_drop takes those of hashed links of results after..until, says
     * that they left, and returns their number. */
    int (*records_at)(struct store *store, int64_t after_seq, struct store_record_at *records,
                      int max);
    int (*record_stray)(struct store *store, int64_t *seq, bool *twice);
    int (*records_drop)(struct store *store, int64_t after_seq, int64_t until_seq);
    /* Takes out a partition as store_retention.partition_end says, and says that its records left.
     * NULL: the store has none. */
    int (*partition_drop)(struct store *store, int64_t end);
    int (*retention)(struct store *store, struct store_retention *retention);
    int (*retention_archived)(struct store *store, int64_t seq);
    /* Returns the space of replaced records to the disk; outside of a transaction. */
    int (*shrink)(struct store *store);
    int (*sizes)(struct store *store, struct store_sizes *sizes);
    const struct store_seeks *seeks; /* NULL: it has no nodes */

    int (*document_add)(struct store *store, const char *name, const char *text);
    int (*document_put)(struct store *store, const char *name, const char *text);
    int (*document)(struct store *store, const char *name, char **text);
    int (*snapshot_add)(struct store *store, int64_t since_seq, int64_t seq, const uint8_t *bytes,
                        size_t size);
    int (*snapshot)(struct store *store, int age, uint8_t **bytes, size_t *size);
};

/* In sqlite/sqlite_store.c and postgres/pg_store.c. */
extern const struct store_kind store_sqlite, store_postgres;

struct store {
    const struct store_kind *kind;
    char
        *name; /* name of the file or the database, for error messages; without a password; owned */
    bool again;          /* see store_again */
    bool conflict;       /* see store_conflict */
    bool migrated;       /* see store_migrated */
    bool record_damaged; /* see store_record_damaged */
    char error[512];
    char damage[256];         /* see store_damage */
    struct blob_coder *coder; /* of records; NULL: none was packed or read yet */
};

#endif
