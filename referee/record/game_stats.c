/* game_stats.c - what happened in one game. */
#include "record/game_stats.h"

#include <assert.h>
#include <string.h>

void tally_hand(struct tally *tally, const struct ruleset *rules, const struct hand_result *result)
{
    const struct contract *contract = &result->contract;

    if (result->outcome != HAND_PLAYED) {
        tally->passed_out++;
        return;
    }
    tally->hands++;
    if (contract->by < rules->players && contract->call < CALL_COUNT) {
        tally->bid[contract->by][contract->call]++;
        if (result->delta[rules->side_of[contract->by]] > 0)
            tally->made[contract->by][contract->call]++;
    }
    for (int side = 0; side < rules->side_count; side++) {
        int32_t best = INT32_MIN;
        for (int other = 0; other < rules->side_count; other++) {
            if (other != side && result->delta[other] > best)
                best = result->delta[other];
        }
        tally->margin[side] += result->delta[side] - best;
        tally->tricks[side] += result->tricks[side];
    }
}

/* Runs of zeros and of other bytes in turns, each with its length before it. A single zero among
 * others is one of them. */
size_t tally_pack(const struct tally *tally, uint8_t out[TALLY_PACKED_MAX])
{
    const uint8_t *bytes = (const uint8_t *)tally, *end = bytes + sizeof *tally;
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

void tally_unpack(const uint8_t *packed, size_t size, struct tally *tally)
{
    const uint8_t *end = packed + size;
    uint8_t *at = (uint8_t *)tally;

    memset(tally, 0, sizeof *tally);
    while (packed < end) {
        at += *packed++;
        size_t others = *packed++;
        memcpy(at, packed, others);
        at += others;
        packed += others;
    }
    assert(at == (uint8_t *)(tally + 1));
}
