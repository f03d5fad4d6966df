/* lobby_random.c - the random choices of the lobby, without the bias of a remainder. */
#include "lobby/lobby_random.h"

#include "splitmix.h"

#include <assert.h>

uint32_t lobby_random(uint64_t *state, uint32_t bound)
{
    uint32_t unfair = (uint32_t)(-bound) % bound; /* the remainder of 2^32 */

    assert(bound >= 1);
    for (;;) {
        uint32_t word = (uint32_t)(splitmix_next(state) >> 32);
        if (word >= unfair)
            return word % bound;
    }
}
