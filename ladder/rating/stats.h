/* stats.h - statistics of blocks, SPRT and batch ratings by maximum likelihood (ratings 3 to 6).
 * Pure. */
#ifndef AVONDALE_LADDER_STATS
#define AVONDALE_LADDER_STATS

#include "base/values.h"

enum { STATS_CLASSES_MAX = 25 }; /* a block has up to 12 games */
/* Block scores, worst first; class_count = 2n + 1. As in ratings 5 and other tools; people are
 * shown interval_of_blocks. */
struct stats_interval { /* ratings 5 */
    double games, score, score_se, elo, elo_low95, elo_high95, elo_err95, los, nelo, nelo_err95;
};
void stats_interval(const double *counts, int class_count, struct stats_interval *out);

enum sprt_model { SPRT_LOGISTIC, SPRT_NORMALIZED };
enum sprt_state { SPRT_CONTINUE, SPRT_H0, SPRT_H1 };
struct sprt { /* ratings 6 */
    enum sprt_model model;
    double elo0, elo1, alpha, beta; /* in */
    double llr, lower, upper;       /* out */
    enum sprt_state state;          /* out */
};
void stats_sprt(const double *counts, int class_count, struct sprt *sprt);

enum { STATS_APART = -1, STATS_MEMORY = -2 };
struct ml_game {
    int a, b; /* indexes of players */
    double n, score_a;
};
struct ml_rating {
    double rating, se, err95;
};
/* Batch ratings (ratings 3). `cov`: player_count * player_count, row-major, or NULL. Returns 0,
 * STATS_APART if virtual_draws is 0 and the results do not connect all players, or STATS_MEMORY. */
LADDER_MUST_CHECK int stats_ml_ratings(const struct ml_game *games, int game_count,
                                       int player_count, double center, double virtual_draws,
                                       struct ml_rating *ratings, double *cov);

#endif
