/* kept_game.h - pages of games that are kept: to make one replays the game, which takes
 * milliseconds, and a game that just ended has many readers. On the thread of the pages. */
#ifndef AVONDALE_KEPT_GAME_H
#define AVONDALE_KEPT_GAME_H

#include <stdbool.h>
#include <stdint.h>

struct call;

/* Adds the page to the answer, if it is kept under `name` (fewer than SITE_KEPT_NAME bytes) and was
 * made of the same state `made_of`. Returns false if it is not, or out of memory. */
bool kept_game_add(struct call *call, const char *name, uint64_t made_of);
/* Keeps the answer as the page of that name, in place of the oldest one; not if it is larger than
 * SITE_GAME_BYTES_MAX. */
void kept_game_keep(struct call *call, const char *name, uint64_t made_of);

#endif
