/* game_stats.h - statistics of one game: how it ended, contracts, tricks, margins, faults.
 * Arithmetic only; knows no process, file or clock. */
#ifndef AVONDALE_GAME_STATS_H
#define AVONDALE_GAME_STATS_H

#include "engine.h"
#include "table/fault.h"

/* How a game ended. */
struct game_outcome {
    int32_t scores[SEATS_MAX]; /* by side */
    uint8_t winners;           /* mask of sides */
    uint8_t reason;            /* enum reason; REASON_ABORTED voids the block */
    int8_t forfeited;          /* the side whose fault ended it, or -1 */
};

/* One game, filled while it is played (or from its record). Zeroed at first. */
struct game_stats {
    int hands, passed_out;
    uint16_t bid[SEATS_MAX][CALL_COUNT], made[SEATS_MAX][CALL_COUNT]; /* contracts, by contractor */
    int tricks[SEATS_MAX];                                            /* by side */
    /* by side: its points less those of the best other side, over all hands */
    int32_t margin[SEATS_MAX];
    uint16_t faults[SEATS_MAX][FAULT_COUNT];
};
void game_stats_hand(struct game_stats *stats, const struct ruleset *rules,
                     const struct hand_result *result);
/* Packs it without its zeros, to about a tenth, for games that wait to be counted. Returns the
 * size. */
enum { GAME_STATS_PACKED_MAX = 2 * sizeof(struct game_stats) };
size_t game_stats_pack(const struct game_stats *stats, uint8_t out[GAME_STATS_PACKED_MAX]);
void game_stats_unpack(const uint8_t *packed, size_t size, struct game_stats *stats);

#endif
