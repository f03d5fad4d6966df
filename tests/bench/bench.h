/* bench.h - what the bench programs share: clocks, a fast generator, one line a figure. */
#ifndef AVONDALE_BENCH_H
#define AVONDALE_BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "splitmix.h"

static inline double bench_seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static inline double bench_cpu(void)
{
    return bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
}
static inline double bench_wall(void)
{
    return bench_seconds(CLOCK_MONOTONIC);
}

/* Which of `count` things the lowest 16 bits of a draw choose. */
static inline unsigned bench_of(uint64_t draw, unsigned count)
{
    return (unsigned)((draw & 0xffff) * count >> 16);
}

/* By byte: the positions of its set bits, four bits each, the lowest first. */
static uint32_t bench_places[256];

static inline void bench_init(void)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        for (unsigned bit = 8; bit-- > 0;) {
            if (byte >> bit & 1)
                bench_places[byte] = bench_places[byte] << 4 | bit;
        }
    }
}

/* Returns the position of a set bit of `set`, chosen by the draw with equal chances. It has no
 * loop, because processors mispredict its end: bit counts by byte find the byte, a table finds the
 * bit. `set` must not be 0; bench_init comes before. */
static inline unsigned bench_bit(uint64_t set, uint64_t draw)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = UINT64_C(0x8080808080808080);
    uint64_t sums = set - (set >> 1 & UINT64_C(0x5555555555555555));
    sums = (sums & UINT64_C(0x3333333333333333)) + (sums >> 2 & UINT64_C(0x3333333333333333));
    sums = ((sums + (sums >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * ones;
    unsigned skip = bench_of(draw, (unsigned)(sums >> 56));
    /* As many bytes lie below the bit as have a sum of up to `skip`. */
    uint64_t below = ((skip * ones | tops) - sums) & tops;
    unsigned shift = (unsigned)((below >> 7) * ones >> 56) * 8;
    skip -= (unsigned)(sums << 8 >> shift & 0xff);
    return shift + (bench_places[set >> shift & 0xff] >> skip * 4 & 7);
}

static inline int bench_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static inline double bench_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, bench_compare);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* Prints a figure. With `floor` 0 it has no floor; ratio is value / floor. */
static inline void bench_print(const char *name, double value, const char *unit, double floor)
{
    if (floor > 0)
        printf("%s %.6g %s floor=%.6g ratio=%.3f\n", name, value, unit, floor, value / floor);
    else
        printf("%s %.6g %s\n", name, value, unit);
    fflush(stdout);
}

/* Prints the medians of rounds that alternate with their floors, and the lowest and highest ratio
 * of a round. Sorts both arrays. */
static inline void bench_print_turns(const char *name, double *values, const char *unit,
                                     double *floors, int count)
{
    double low = 0, high = 0;
    for (int i = 0; i < count; i++) {
        double ratio = values[i] / floors[i];
        low = i == 0 || ratio < low ? ratio : low;
        high = ratio > high ? ratio : high;
    }
    double value = bench_median(values, count), floor = bench_median(floors, count);
    printf("%s %.6g %s floor=%.6g ratio=%.3f low=%.3f high=%.3f\n", name, value, unit, floor,
           value / floor, low, high);
    fflush(stdout);
}

enum { BENCH_ROUNDS = 7 };

#endif
