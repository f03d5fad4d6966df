/* loops.h - several event loops, each with a thread, an arena and a mailbox of its own.
 *
 * The first loop is its owner's: connections come in there, say hello and are seated. It is called
 * the hall. A game begins on the loop with the fewest games; its bots' connections go there with it
 * and come back when it is over. No table, no peer and no buffer is ever looked at by two threads:
 * what loops tell each other is mail. A bot that may play several games at once plays all of them
 * in the hall, so that no game ever has to wait for bots that are bound to different loops.
 *
 * All functions are the hall's, but for loops_game. With one loop nothing here starts a thread or
 * sends mail. */
#ifndef AVONDALE_LOOPS_H
#define AVONDALE_LOOPS_H

#include "arena/arena.h"
#include "base/mailbox.h"

enum { LOOPS_MAX = 64 };

struct loops;

struct loops_owner {
    void *owner;
    /* A game that was sent elsewhere is over; or found no memory there: then the set is the owner's
     * again. Its bots come back afterwards: each is told of by the hall's `ready`. */
    void (*ended)(void *owner, void *game, bool began);
    /* All mail that was there is opened. */
    void (*opened)(void *owner);
};

/* `count`: 1 .. LOOPS_MAX, the hall included. The hall's callbacks are set: the others take over
 * `over`, `effect` and `owner` from it, which then run on several threads. 0, or -1: errno says
 * why. */
int loops_create(struct loops **loops, struct arena *hall, int count,
                 const struct loops_owner *owner);
/* The games under way are handed their last mail, then the threads end. What the loops hold stays,
 * for whoever still has results to tell. Again is fine, and NULL. */
void loops_stop(struct loops *loops);
/* After loops_stop and before the hall's arena_fini. `drop` is given each game that is not over. */
void loops_destroy(struct loops *loops, void (*drop)(void *game)); /* NULL is fine */

/* As arena_start, on one of the loops; `game` is the table's owner. All peers are ready, and none
 * is away. The caller's reference to `set` goes with it. False when out of memory: nothing has
 * happened. */
bool loops_start(struct loops *loops, struct table_config *config, struct fair_set *set,
                 struct peer *const *peers, void *game);
/* What loops_start was given for this table; on the thread of the table. */
void *loops_game(const struct arena_table *table);

/* Opens the mail on the thread of that arena, at once where it is the hall. */
void loops_post(struct loops *loops, struct arena *arena, struct mail *mail,
                void (*open)(struct mail *mail));

/* Between the two all other loops stand still, and their arenas may be looked at and changed. */
void loops_hold(struct loops *loops);
void loops_let_go(struct loops *loops);
void loops_void_games(struct loops *loops);   /* all; not while they are held */
void loops_adopt_limits(struct loops *loops); /* those of the hall; while they are held */
/* The arenas from 0, the main loop's. Returns NULL behind the last. */
struct arena *loops_arena(struct loops *loops, int index);
/* The peer that has the connection of one of the hall's, wherever that is. While the loops are
 * held. */
const struct peer *loops_connection(const struct peer *peer);
/* Games that are elsewhere, until the last of their bots is back. */
int loops_games(const struct loops *loops);
long loops_decisions(struct loops *loops); /* of all loops */
long loops_faults(struct loops *loops);

#endif
