/* host_queue.h - hosted programs, for a host, by the queue of programs: store_hosting.h with
 * transactions, and retries. Every function blocks. They return 0; PROGRAM_QUEUE_FAILED, with a
 * line in program_queue_error; or PROGRAM_QUEUE_NONE, as said. */
#ifndef AVONDALE_HOST_QUEUE_H
#define AVONDALE_HOST_QUEUE_H

#include "program/program_queue.h"
#include "store/store_hosting.h"

/* Reads all programs that may have turns, by id. Replaces *list, which the caller frees. */
int host_queue_list(struct program_queue *queue, struct store_hosted **list, int *count);
/* As store_hosting.h; PROGRAM_QUEUE_NONE: it may have no turn now, or the turn was lost. */
int host_queue_take(struct program_queue *queue, int64_t id, const char *holder, int64_t lease_msec,
                    struct store_hosted *hosted);
int host_queue_renew(struct program_queue *queue, int64_t bot_id, const char *holder,
                     int64_t lease_msec);
/* Ends the turn, with `failures` and `games` of `hosted`. `stop`: the program is stopped, and its
 * owner told this clause; NULL: it is not. One that is not active any more stays as it is. */
int host_queue_leave(struct program_queue *queue, const struct store_hosted *hosted,
                     const char *holder, int64_t pause_msec, const char *stop);
/* Adds what a bot wrote on standard error to the log of its game. Returns PROGRAM_QUEUE_NONE if
 * there is no log of that game: not yet, or none is kept. */
int host_queue_errors(struct program_queue *queue, int64_t bot_id, const char *game,
                      const char *text);

#endif
