/* writer_queue.h - what the thread of the database is asked to write, and its answers. */
#ifndef AVONDALE_WRITER_QUEUE_H
#define AVONDALE_WRITER_QUEUE_H

#include "writer/ladder_db.h"

struct ladder_change { /* of one seat's bot, or of its team, by one result */
    int64_t before_milli, after_milli;
    bool rated;
};
/* What became of a result. */
enum ladder_stored {
    LADDER_NOT_STORED = -1,  /* `text` says why */
    LADDER_STORED,           /* it is on disk */
    LADDER_STORED_BEFORE,    /* that id was there already, with this end */
    LADDER_STORED_OTHERWISE, /* with another end, such as a game that another node took for cut off:
                                `text` says which */
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
/* Queues a result (copied). Returns 0, or -1 if the queue is full. Send the result to bots only
 * from `done`. */
LADDER_MUST_CHECK int writer_queue_submit(struct ladder *ladder, const struct ladder_result *result,
                                          ladder_done_fn *done, void *context);
/* Adds a bot that is not there yet (open registration; queued, at once visible to find). -1: bad
 * name or full. */
LADDER_MUST_CHECK int writer_queue_register(struct ladder *ladder, const char *name);
/* The same, of an owner ("" : itself). */
LADDER_MUST_CHECK int writer_queue_register_owned(struct ladder *ladder, const char *name,
                                                  const char *owner);
/* The record of a game, read by the thread; `text` is NULL if there is none. Runs from
 * writer_queue_dispatch. */
typedef void ladder_record_fn(void *context, const char *text);
LADDER_MUST_CHECK int writer_queue_record(struct ladder *ladder, const char *game,
                                          ladder_record_fn *fn, void *context);
/* A game that is about to start: on disk before any bot gets its deals (fair-deal, "Order of
 * messages"). Of `result` the game, the ruleset, the time, seats and sides count. `stored` runs
 * from writer_queue_dispatch. Returns 0, or -1 if the queue is full. */
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
