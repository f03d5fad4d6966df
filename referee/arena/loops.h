/* loops.h - several event loops, each with a thread, an arena and a mailbox of its own.
 *
 * The first loop is its owner's: connections come in there, say hello and are seated. It is called
 * the main loop, or hall. A game begins on the loop with the fewest games; its bots' connections
 * move there and return when it is over. No table, peer or buffer is used by two threads: loops
 * exchange mail. A bot that may play several games at once plays all of them on the main loop, so
 * that no game waits for bots that are bound to different loops.
 *
 * All functions are for the main loop, except loops_game. With one loop nothing here starts a
 * thread or sends mail. */
#ifndef AVONDALE_LOOPS_H
#define AVONDALE_LOOPS_H

#include "arena/arena.h"
#include "base/mailbox.h"

enum { LOOPS_MAX = 64 };

struct loops;

struct loops_owner {
    void *owner;
    /* A game on another loop is over; or that loop was out of memory: then the set is the owner's
     * again. Its bots return afterwards, each with a call of the main loop's `ready`. */
    void (*ended)(void *owner, void *game, bool began);
    /* All waiting mail has been opened. */
    void (*opened)(void *owner);
};

/* `count`: 1 .. LOOPS_MAX, the main loop included, whose callbacks are set: the others copy
 * `quits`, `over`, `effect`, `wire`, `unlog` and `owner` from it, which then run on several
 * threads. Returns 0, or -1 with errno. */
int loops_create(struct loops **loops, struct arena *hall, int count,
                 const struct loops_owner *owner);
/* Delivers the last mail of running games, then ends the threads. The state of the loops stays, for
 * results that are still to be sent. May be called again, and with NULL. */
void loops_stop(struct loops *loops);
/* After loops_stop and before the main loop's arena_fini. Calls `drop` for each game that is not
 * over. */
void loops_destroy(struct loops *loops, void (*drop)(void *game)); /* NULL is fine */

/* As arena_start, on one of the loops; `game` is the table's owner. All peers are ready, and none
 * is away. Takes over the caller's reference to `set`. Returns false, with nothing changed, if out
 * of memory. */
bool loops_start(struct loops *loops, struct table_config *config, struct fair_set *set,
                 struct peer *const *peers, void *game);
/* The game that loops_start was given for this table; on the thread of the table. */
void *loops_game(const struct arena_table *table);

/* Opens the mail on the thread of that arena; at once for the main loop. */
void loops_post(struct loops *loops, struct arena *arena, struct mail *mail,
                void (*open)(struct mail *mail));

/* Between the two calls all other loops stand still, and their arenas may be read and changed. */
void loops_hold(struct loops *loops);
void loops_let_go(struct loops *loops);
void loops_void_games(struct loops *loops);   /* all; not while they are held */
void loops_adopt_limits(struct loops *loops); /* those of the main loop; while they are held */
/* The arenas from 0, the main loop's. Returns NULL after the last. */
struct arena *loops_arena(struct loops *loops, int index);
/* The peer that has the connection of one of the main loop's peers, wherever that is. While the
 * loops are held. */
const struct peer *loops_connection(const struct peer *peer);
/* Games on other loops, until the last of their bots is back. */
int loops_games(const struct loops *loops);
long loops_decisions(struct loops *loops); /* of all loops */
long loops_faults(struct loops *loops);

#endif
