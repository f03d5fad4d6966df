/* entry_stats.h - statistics of an entry over all its games: contracts, tricks, margin, faults,
 * thinking time. Arithmetic only; knows no process, file or clock. */
#ifndef AVONDALE_ENTRY_STATS_H
#define AVONDALE_ENTRY_STATS_H

#include "ladder.h"
#include "match/schedule.h"
#include "record/game_stats.h"
#include "table/time_control.h" /* usec_t */

/* Thinking times: counts in classes that are an eighth of an octave wide. */
enum { THINK_CLASSES = 320 };
struct think_times {
    long counts[THINK_CLASSES], count;
    usec_t worst;
};
void entry_stats_think_add(struct think_times *think, usec_t time);
/* The time that the share `part` (0 to 1) of the decisions stays below; 0 if there are none. */
usec_t entry_stats_think_quantile(const struct think_times *think, double part);

/* One entry over all counted games. */
struct entry_stats {
    long games, hands, tricks, contracts, contracts_made;
    long bid[CALL_COUNT], made[CALL_COUNT], faults[FAULT_COUNT];
    struct interval_ratio margin; /* over hands, by block */
};
void entry_stats_add(struct entry_stats *stats, int entry, const struct ruleset *rules,
                     const struct schedule_block *block, const struct game_stats *all_stats);
/* The mean lead over the best other side, in points a hand, and half of its 95 % interval, by
 * blocks; 0 with fewer than INTERVAL_BLOCKS_MIN blocks. */
double entry_stats_margin(const struct entry_stats *stats, double *err95);

#endif
