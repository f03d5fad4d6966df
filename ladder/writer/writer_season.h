/* writer_season.h - seasons and purses in the published view. */
#ifndef AVONDALE_WRITER_SEASON_H
#define AVONDALE_WRITER_SEASON_H

#include "writer/ladder_db.h"

/* A season, and the purse that it may have; see season.h. */
struct ladder_season {
    char name[LADDER_NAME_MAX + 1];
    char board[LADDER_BOARD_MAX + 1]; /* "": every ladder */
    int64_t from_msec, to_msec;
    int64_t chips, buy_in; /* 0: no purse */
    bool over;             /* its final table is stored */
    int bots;              /* with chips */
};
struct ladder_purse {
    char name[LADDER_NAME_MAX + 1];
    int64_t chips;
};
/* Copies the seasons, newest first. Returns the number written. */
int writer_season_list(struct ladder *ladder, struct ladder_season *seasons, int max);
bool writer_season_find(struct ladder *ladder, const char *name, struct ladder_season *season);
/* Copies the chips of each bot, the richest first. Returns the number written. */
int writer_season_purses(struct ladder *ladder, const char *season, struct ladder_purse *purses,
                         int max);
/* A bot's chips in a season, or those it would start with. Returns false if there is no such season
 * or bot. */
bool writer_season_purse(struct ladder *ladder, const char *season, const char *name,
                         int64_t *chips);
/* Returns false if a season demands a buy-in for such a game that the bot does not have. For
 * seating. */
bool writer_season_can_pay(struct ladder *ladder, const char *name, const char *ruleset,
                           int side_count, int seat_count, int64_t now_msec);
/* Returns whether a season with chips is running for such games, and the bot has `stake` in each.
 */
bool writer_season_can_stake(struct ladder *ladder, const char *name, const char *ruleset,
                             int side_count, int seat_count, int64_t now_msec, int64_t stake);

#endif
