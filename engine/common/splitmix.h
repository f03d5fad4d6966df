/* splitmix.h - the random generator splitmix64 (Steele, Lea and Flood 2014): fast, one state of 64
 * bits, and not for cards or secrets.
 *
 * Each user maps the numbers to its range in its own way; the records and tables of fixed seeds
 * depend on it. */
#ifndef AVONDALE_SPLITMIX_H
#define AVONDALE_SPLITMIX_H

#include <stdint.h>

/* Returns the next 64 bits. Any initial `state` is valid. */
static inline uint64_t splitmix_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Returns a number below `bound` (1 or more), from the upper half of the next 64 bits; the chances
 * of two numbers differ by 2^-32 at most. */
static inline uint32_t splitmix_below(uint64_t *state, uint32_t bound)
{
    return (uint32_t)((splitmix_next(state) >> 32) * bound >> 32);
}

#endif
