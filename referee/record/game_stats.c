/* game_stats.c - statistics of one game. */
#include "record/game_stats.h"

#include <assert.h>
#include <string.h>

void game_stats_hand(struct game_stats *stats, const struct ruleset *rules,
                     const struct hand_result *result)
{
    const struct contract *contract = &result->contract;

    if (result->outcome != HAND_PLAYED) {
        stats->passed_out++;
        return;
    }
    stats->hands++;
    if (contract->by < rules->players && contract->call < CALL_COUNT) {
        stats->bid[contract->by][contract->call]++;
        if (result->delta[rules->side_of[contract->by]] > 0)
            stats->made[contract->by][contract->call]++;
    }
    for (int side = 0; side < rules->side_count; side++) {
        int32_t best = INT32_MIN;
        for (int other = 0; other < rules->side_count; other++) {
            if (other != side && result->delta[other] > best)
                best = result->delta[other];
        }
        stats->margin[side] += result->delta[side] - best;
        stats->tricks[side] += result->tricks[side];
    }
}

/* A run-length code: alternating runs of zeros and of other bytes, each preceded by its length; a
 * single zero stays among the others. */
size_t game_stats_pack(const struct game_stats *stats, uint8_t out[GAME_STATS_PACKED_MAX])
{
    const uint8_t *bytes = (const uint8_t *)stats, *end = bytes + sizeof *stats;
    uint8_t *at = out;

    while (bytes < end) {
        uint8_t zeros = 0, others = 0;
        while (bytes < end && *bytes == 0 && zeros < UINT8_MAX) {
            bytes++;
            zeros++;
        }
        while (bytes + others < end && others < UINT8_MAX &&
               (bytes[others] != 0 || (bytes + others + 1 < end && bytes[others + 1] != 0)))
            others++;
        *at++ = zeros;
        *at++ = others;
        memcpy(at, bytes, others);
        bytes += others;
        at += others;
    }
    return (size_t)(at - out);
}

void game_stats_unpack(const uint8_t *packed, size_t size, struct game_stats *stats)
{
    const uint8_t *end = packed + size;
    uint8_t *at = (uint8_t *)stats;

    memset(stats, 0, sizeof *stats);
    while (packed < end) {
        at += *packed++;
        size_t others = *packed++;
        memcpy(at, packed, others);
        at += others;
        packed += others;
    }
    assert(at == (uint8_t *)(stats + 1));
}
