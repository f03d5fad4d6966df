/* interval.h - intervals of block scores, as people are shown them (ratings 8). Pure. */
#ifndef AVONDALE_LADDER_INTERVAL
#define AVONDALE_LADDER_INTERVAL

#include <stdbool.h>

/* stats_interval as it is shown to people (ratings 8): with as many blocks as `few` asks for, the
 * interval holds the truth in about 95 of 100 cases, however lopsided the score. */
enum { INTERVAL_BLOCKS_MIN = 4, INTERVAL_NELO_BLOCKS_MIN = 30 };
struct block_interval {
    double blocks, score, score_low95, score_high95;
    double elo, elo_low95, elo_high95;
    double los;              /* the chance that the score is above 1/2 */
    double nelo, nelo_err95; /* 95 %, as all bars */
    bool few, nelo_few;      /* too few blocks for the interval, for the bar of nelo */
};
void interval_of_blocks(const double *counts, int class_count, struct block_interval *out);
/* Student's t that 97.5 % are below; `freedom` from 1. */
double interval_student95(double freedom);

#endif
