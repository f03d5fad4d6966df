/* writer_game_log.h - logs of games for the owners of their bots: stored on the thread of the
 * database, after the result, and dropped when they are old or too many. */
#ifndef AVONDALE_WRITER_GAME_LOG_H
#define AVONDALE_WRITER_GAME_LOG_H

#include "writer/ladder_db.h"

struct ladder_game_log {
    char game[LADDER_GAME_ID_MAX + 1], bot[LADDER_NAME_MAX + 1];
    int64_t wall_msec;
    int64_t decisions, think_msec, longest_msec, faults;
    char *text; /* heap; the writer takes it over */
};

/* How many days and bytes are kept from here on; 0 bytes: none, and what is there goes. Any thread.
 */
void writer_game_log_keep(struct ladder *ladder, int days, int64_t bytes);
/* Returns true if logs of this bot are kept: they are on, and it belongs to an account. Any thread.
 */
bool writer_game_log_wanted(struct ladder *ladder, const char *bot);
/* Queues a log, and takes its text over, also on failure: -1 if too many wait. It is stored after
 * the result that was queued before it, and only if the bot still belongs to an account. */
int writer_game_log_queue(struct ladder *ladder, struct ladder_game_log *log);
/* Bytes in the store, as of the last look, of at most a minute ago. Any thread. */
int64_t writer_game_log_bytes(struct ladder *ladder);

#endif
