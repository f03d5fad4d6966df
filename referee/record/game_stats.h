/* game_stats.h - what entries did in their games: contracts, tricks, margins, faults, thinking time.
 * Arithmetic only; knows no process, no file and no clock. */
#ifndef AVONDALE_TALLY_H
#define AVONDALE_TALLY_H

#include "table/time_control.h"
#include "match/schedule.h"
#include "table/fault.h"

/* One game, filled while it is played (or from its record). Zeroed at first. */
struct tally {
    int hands, passed_out;
    uint16_t bid[SEATS_MAX][CALL_COUNT], made[SEATS_MAX][CALL_COUNT]; /* contracts, by contractor */
    int tricks[SEATS_MAX];                                            /* by side */
    /* by side: its points less those of the best other, over all hands */
    int32_t margin[SEATS_MAX];
    uint16_t faults[SEATS_MAX][FAULT_COUNT];
};
void tally_hand(struct tally *tally, const struct ruleset *rules, const struct hand_result *result);
/* Without its zeros, which is most of it: a tenth, for games that wait to be counted. Its size. */
enum { TALLY_PACKED_MAX = 2 * sizeof(struct tally) };
size_t tally_pack(const struct tally *tally, uint8_t out[TALLY_PACKED_MAX]);
void tally_unpack(const uint8_t *packed, size_t size, struct tally *tally);

/* Thinking times: counts in classes that are an eighth of an octave wide. */
enum { THINK_CLASSES = 320 };
struct think {
    long counts[THINK_CLASSES], count;
    usec_t worst;
};
void think_add(struct think *think, usec_t time);
/* The time below which the share `part` (0 to 1) of the decisions lies; 0 without any. */
usec_t think_quantile(const struct think *think, double part);

/* One entry over all counted games. */
struct entry_stats {
    long games, hands, tricks, contracts, contracts_made;
    long bid[CALL_COUNT], made[CALL_COUNT], faults[FAULT_COUNT];
    long blocks;
    double sum_m, sum_h, sum_mm, sum_mh, sum_hh; /* margin and hands, by block */
};
void entry_stats_add(struct entry_stats *stats, int entry, const struct ruleset *rules,
                     const struct match_block *block, const struct tally *tallies);
/* Points a hand better than the best other side, and half of the 95 % interval of that, from
 * blocks; 0 with fewer than INTERVAL_BLOCKS_MIN, which are too few. */
double entry_stats_margin(const struct entry_stats *stats, double *err95);

#endif
