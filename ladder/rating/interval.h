/* interval.h - intervals of block scores, as people are shown them (ratings 8). Pure. */
#ifndef AVONDALE_LADDER_INTERVAL
#define AVONDALE_LADDER_INTERVAL

#include <stdbool.h>

/* stats_interval as it is shown to people (ratings 8): if there are as many blocks as `few` asks
 * for, the interval holds the truth in about 95 of 100 cases, however lopsided the score is. */
enum { INTERVAL_BLOCKS_MIN = 4, INTERVAL_NELO_BLOCKS_MIN = 30 };
struct block_interval {
    double blocks, score, score_low95, score_high95;
    double elo, elo_low95, elo_high95;
    double los;              /* the chance that the score is above 1/2 */
    double nelo, nelo_err95; /* 95 %, as all bars */
    bool few, nelo_few;      /* too few blocks for the interval and for the bar of nelo */
};
void interval_of_blocks(const double *counts, int class_count, struct block_interval *out);
/* The 97.5 % quantile of Student's t; `freedom` from 1. */
double interval_student95(double freedom);

/* Numbers that come in independent blocks: a sum `part` (points) over a sum `whole` (hands), block
 * by block. Zeroed at first. */
struct interval_ratio {
    double blocks, part, whole, part_squared, whole_squared, product;
};
void interval_ratio_add(struct interval_ratio *ratio, double part, double whole);
/* Returns part over whole, 0 if there is nothing. *err95: half of its 95 % interval; 0 with fewer
 * than INTERVAL_BLOCKS_MIN blocks. */
double interval_ratio(const struct interval_ratio *ratio, double *err95);

#endif
