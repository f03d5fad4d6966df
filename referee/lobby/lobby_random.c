/* lobby_random.c - the random choices of the lobby: the generator splitmix64. */
#include "lobby/lobby_random.h"

uint32_t lobby_random(uint64_t *state, uint32_t bound)
{
    uint32_t unfair = (uint32_t)(-bound) % bound; /* the remainder of 2^32 */

    for (;;) {
        uint64_t z = *state += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        uint32_t word = (uint32_t)((z ^ z >> 31) >> 32);
        if (word >= unfair)
            return word % bound;
    }
}
