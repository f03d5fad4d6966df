/* rate.h - rates all games of a competition at once (ratings 3 and 8). Pure. */
#ifndef AVONDALE_LADDER_RATE
#define AVONDALE_LADDER_RATE

#include "base/values.h"

/* The result of a game for one entry against another; games of a block (one deal) are adjacent. */
struct rated_game {
    int16_t a, b;   /* indexes of players */
    uint8_t halves; /* of a: 2, 1 or 0 half points */
    int32_t block;  /* any number, equal for all of the block */
};
struct rated_player {
    double rating, err95; /* 95 %, of the distance to the mean of all */
    int blocks;           /* that it played in */
    bool few;             /* too few of them for the bar */
    int first, last;      /* range of places in 95 % of the resamples; 0: it did not play */
};
enum { RATE_RESAMPLES = 1000 };
/* Rates all games at once (rate.c, ratings 3 and 8), with the code of the batch tables of a ladder:
 * around 0, with RATE_RESAMPLES resamples of blocks. Returns 0, or -1 if out of memory. */
LADDER_MUST_CHECK int rate_games(const struct rated_game *games, int64_t game_count,
                                 int player_count, uint64_t seed, struct rated_player *players);

#endif
