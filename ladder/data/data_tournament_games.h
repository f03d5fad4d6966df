/* data_tournament_games.h - the games of a tournament's meetings: which they are by results.json,
 * and what became of them by records.jsonl. The files may hold anything. New references; NULL: it
 * does not exist. On the thread of the pages. */
#ifndef AVONDALE_DATA_TOURNAMENT_GAMES_H
#define AVONDALE_DATA_TOURNAMENT_GAMES_H

#include <jansson.h>
#include <stdint.h>

struct web_site;

/* A meeting (from 1) and up to `limit` of its games, at most 50, from place `after` on:
 * {tournament, name, meeting (as in the tournament), others (numbers of other meetings of the two),
 * games: [{game, void, players, scores, reason}], next (a place, or null)}. */
json_t *data_tournament_games_meeting(struct web_site *site, const char *id, int64_t number,
                                      int64_t after, int limit);
/* The record of a game, freed with free(). */
char *data_tournament_games_record(struct web_site *site, const char *id, const char *game);
/* The game of such a record (NULL: there is none) as data_game has it, with tournament, name,
 * meeting, and the games before and after it in that meeting. */
json_t *data_tournament_games_game(struct web_site *site, const char *id, const char *record);

#endif
