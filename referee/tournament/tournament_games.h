/* tournament_games.h - which games of a competition's records belong to which meeting. */
#ifndef AVONDALE_TOURNAMENT_GAMES_H
#define AVONDALE_TOURNAMENT_GAMES_H

#include "tournament/tournament_rulings.h"

#include <jansson.h>

/* A list for each meeting, of runs of its counted blocks in their order: {game (the number of the
 * first game of the first block, from 1), blocks, step (from the first game of a block to that of
 * the next), void (a later ruling took their result)}. Each block has as many games as
 * tournament_blocks_size says. Empty for an individual competition, which has no meetings. Returns
 * a new reference; out of memory ends the process. */
json_t *tournament_games_runs(const struct tournament_blocks *blocks,
                              const struct tournament_rulings *rulings);

#endif
