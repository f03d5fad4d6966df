/* bench.h - what the bench programs share: clocks, a fast generator, one line a figure. */
#ifndef AVONDALE_BENCH_H
#define AVONDALE_BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

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

/* splitmix64: speed, not secrecy. */
static inline uint64_t bench_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* 0 .. bound-1; the bias of a bound far below 2^32 does not matter to a bench. */
static inline uint32_t bench_below(uint64_t *state, uint32_t bound)
{
    return (uint32_t)((bench_random(state) >> 32) * bound >> 32);
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

/* `floor` 0: the figure has none. ratio is value / floor. */
static inline void bench_print(const char *name, double value, const char *unit, double floor)
{
    if (floor > 0)
        printf("%s %.6g %s floor=%.6g ratio=%.3f\n", name, value, unit, floor, value / floor);
    else
        printf("%s %.6g %s\n", name, value, unit);
    fflush(stdout);
}

enum { BENCH_ROUNDS = 7 };

#endif
