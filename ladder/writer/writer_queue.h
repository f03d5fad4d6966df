/* writer_queue.h - operations for the thread of the database, and their results. */
#ifndef AVONDALE_WRITER_QUEUE_H
#define AVONDALE_WRITER_QUEUE_H

#include "writer/ladder_db.h"

struct ladder_change { /* change of one seat's bot, or of its team, by one result */
    int64_t before_milli, after_milli;
    bool rated;
};
/* The outcome of storing a result. */
enum ladder_stored {
    LADDER_NOT_STORED = -1,  /* `text` has the reason */
    LADDER_STORED,           /* it is on disk */
    LADDER_STORED_BEFORE,    /* that id was stored already, with the same end */
    LADDER_STORED_OTHERWISE, /* stored with another end, for example because another node took the
                                game for interrupted: `text` says which */
};
/* Runs on the thread that calls writer_queue_dispatch. */
struct ladder_done {
    enum ladder_stored status;
    const char *text;
    const struct ladder_result *result;
    struct ladder_change changes[LADDER_SEATS_MAX]; /* by seat */
};
typedef void ladder_done_fn(void *context, const struct ladder_done *done);
/* A file descriptor that is readable when writer_queue_dispatch has completions to run. */
int writer_queue_fd(const struct ladder *ladder);
void writer_queue_dispatch(struct ladder *ladder);
/* The same for the oldest `max` of them; the descriptor stays readable while there are more. */
void writer_queue_dispatch_some(struct ladder *ladder, int max);
/* Queues a result (copied). Returns 0, or -1 if the queue is full. Send the result to bots only
 * from `done`. */
LADDER_MUST_CHECK int writer_queue_submit(struct ladder *ladder, const struct ladder_result *result,
                                          ladder_done_fn *done, void *context);
/* Adds a new bot (open registration; queued, visible at once). Returns 0, or -1 for a bad name or a
 * full queue. */
LADDER_MUST_CHECK int writer_queue_register(struct ladder *ladder, const char *name);
/* The same, with an owner ("": the bot itself). */
LADDER_MUST_CHECK int writer_queue_register_owned(struct ladder *ladder, const char *name,
                                                  const char *owner);
/* The record of a game, read by the thread; `text` is NULL if there is none. Runs from
 * writer_queue_dispatch. */
typedef void ladder_record_fn(void *context, const char *text);
LADDER_MUST_CHECK int writer_queue_record(struct ladder *ladder, const char *game,
                                          ladder_record_fn *fn, void *context);
/* Announces a game that is about to start: on disk before any bot gets its deals (fair-deal, "Order
 * of messages"). Uses game, ruleset, time, seats and sides of `result`. `stored` runs from
 * writer_queue_dispatch. Returns 0, or -1 if the queue is full. */
typedef void ladder_announced_fn(void *context, bool stored, const char *why_not);
LADDER_MUST_CHECK int writer_queue_announce(struct ladder *ladder,
                                            const struct ladder_result *result,
                                            const uint8_t commitment[32],
                                            ladder_announced_fn *stored, void *context);
/* Withdraws an announced game that never began. Returns 0, or -1 if the queue is full or out of
 * memory; then the next start voids the game. */
LADDER_MUST_CHECK int writer_queue_withdraw(struct ladder *ladder, const char *game);
/* Waits until everything queued so far is stored (for commands; never on a loop's thread). */
void writer_queue_wait(struct ladder *ladder);

#endif
