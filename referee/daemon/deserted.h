/* deserted.h - games that all who play them with house bots have left. */
#ifndef AVONDALE_DESERTED_H
#define AVONDALE_DESERTED_H

#include "arena/arena.h"

/* arena_callbacks.quits: ends each game of the peer that counts for no ladder and that nobody plays
 * any more but house bots, which serve who opened it. On the thread of the arena. */
void deserted_on_quits(struct arena *arena, struct peer *peer);

#endif
