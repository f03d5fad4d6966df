/* game_logs.h - what bots that belong to owners say and hear in their games, kept for the owners:
 * collected in memory on the thread of the table, handed to the database's thread after the result.
 * A game of which no seat is wanted costs a comparison for each message. Bounded by game and seat,
 * and by all games under way. */
#ifndef AVONDALE_GAME_LOGS_H
#define AVONDALE_GAME_LOGS_H

#include "arena/arena.h"
#include "protocol.h"
#include "table/table.h"

struct game_log;

enum {
    GAME_LOGS_SEAT_BYTES = 256 * 1024, /* of a seat in a game; the rest is cut */
    GAME_LOGS_OPEN_BYTES = 64 << 20,   /* of all games under way; then new lines are left out */
};

/* `wanted`: the seats that are kept, a bit each; at least one. Returns NULL if out of memory. */
struct game_log *game_logs_create(int seats, uint32_t wanted, usec_t now);
void game_logs_destroy(struct game_log *log); /* NULL is fine */
/* As wire_page_read, without the message: *text is in `room`, or stays until the next call on this
 * thread. What the arena sends to several seats in the same bytes is made text once. */
size_t game_logs_read(enum encoding *encoding, bool from_bot, const char *bytes, size_t size,
                      char room[FRAME_BYTES_MAX], const char **text, size_t *length);
/* A message of that seat as text. */
void game_logs_message(struct game_log *log, seat_t seat, bool from_bot, const char *text,
                       size_t size, usec_t now);
void game_logs_effect(struct game_log *log, const struct effect *effect, usec_t now);
/* Moves what is kept of a seat. Returns false if it is nothing. */
bool game_logs_take(struct game_log *log, seat_t seat, struct ladder_game_log *out);

/* ---- callbacks of the arena, on the thread of the table */
void game_logs_on_wire(struct arena *arena, struct peer *peer, bool from_bot, const char *bytes,
                       size_t size);
void game_logs_on_effect(struct arena_table *table, const struct effect *effect);
/* Its result is queued: queues its logs. */
void game_logs_on_over(struct arena_table *table, const struct ladder_result *result);
void game_logs_forget(void *log);

#endif
