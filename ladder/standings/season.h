/* season.h - seasons, and the purse that one may have; inside the ladder only. Pure.
 *
 * A season is an entry of the log: NAME FROM TO CHIPS BUY-IN LADDER, with times in milliseconds and
 * "-" for every ladder. Rated results of these ladders that end from FROM on and before TO belong
 * to it.
 *
 * With a purse (CHIPS above 0) each bot gets CHIPS with its first result of the season.
 * A result may name a stake: it counts in place of BUY-IN.
 * Each seat of a result pays the buy-in, and the seats of the sides in first place share the pot;
 * what does not divide goes to the first of them, a chip each. Where a bot cannot pay for its seats
 * nobody does. So chips only change hands: their number is CHIPS for each bot that took part.
 */
#ifndef AVONDALE_SEASON_H
#define AVONDALE_SEASON_H

#include "base/values.h"

enum {
    SEASON_CHIPS_MAX = 1000000000,
};

struct season {
    char name[LADDER_NAME_MAX + 1];
    int64_t from_msec, to_msec;
    int64_t chips, buy_in;              /* 0: no purse */
    char board[LADDER_BOARD_MAX + 1];   /* "": of every ladder */
    int64_t first_action, close_action; /* ids of its entries; the latter 0 while it is open */
    int64_t *purse;                     /* by bot: chips + 1, or 0 where it has none yet */
    int purse_count;
    int bots; /* with chips */
};

/* Parses the text of an entry. Returns NULL, or a static sentence if it is wrong. */
const char *season_parse(const char *text, struct season *season);
void season_format(const struct season *season, char *text, size_t size);
/* Whether a rated result of this ladder belongs to it. */
bool season_has(const struct season *season, const char *board, int64_t wall_msec);
/* The chips of a bot, or those it would start with. */
int64_t season_chips(const struct season *season, int bot);
/* Makes room for these bots, so that season_play cannot fail. Returns -1 if out of memory. */
LADDER_MUST_CHECK int season_prepare(struct season *season, const int *bots, int count);
/* Moves the buy-in and the pot of a result, whose seats `bots` hold. */
void season_play(struct season *season, const struct ladder_result *result, const int *bots);
void season_fini(struct season *season);

#endif
