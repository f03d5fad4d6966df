/* growing.h - what a part of a program takes as its bots become ten times as many, for million.c
 * and crowd.c: one line a size and part, and last the powers. */
#ifndef AVONDALE_GROWING_H
#define AVONDALE_GROWING_H

#include "bench.h"

#include <malloc.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { GROWING_SIZES = 3, GROWING_PARTS_MAX = 16, GROWING_LEAST = 400 };

struct growing_part {
    const char *name;
    double cpu[GROWING_SIZES];
};

struct growing {
    const char *program;
    int bots, size; /* of the size that is measured now */
    struct growing_part parts[GROWING_PARTS_MAX];
    int part_count;
};

static inline void growing_die(const struct growing *growing, const char *what)
{
    fprintf(stderr, "%s: %s\n", growing->program, what);
    exit(3);
}

/* Of this process, without what it has freed. */
static inline double growing_memory(const struct growing *growing)
{
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    malloc_trim(0);
    if (!file || fscanf(file, "%ld %ld", &pages, &resident) != 2)
        growing_die(growing, "no /proc/self/statm");
    fclose(file);
    return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

/* `grown` negative: not measured. */
static inline void growing_print(struct growing *growing, const char *name, double seconds,
                                 double grown)
{
    int at = 0;

    while (at < growing->part_count && strcmp(growing->parts[at].name, name) != 0)
        at++;
    if (at == GROWING_PARTS_MAX)
        growing_die(growing, "too many parts");
    if (at == growing->part_count)
        growing->parts[growing->part_count++] = (struct growing_part){.name = name};
    growing->parts[at].cpu[growing->size] = seconds;
    printf("%s %d %s %.6g s", growing->program, growing->bots, name, seconds);
    if (grown >= 0)
        printf(" %.4g bytes", grown);
    printf("\n");
    fflush(stdout);
}

/* Measures `most` bots, a tenth of them before, and a hundredth before that, where they are
 * GROWING_LEAST at least. Then prints the power of the number of bots that the CPU of each part
 * followed; of n log n it is 1.09 from 10^4 to 10^5, 1.08 from there to 10^6. */
static inline void growing_run(struct growing *growing, int most, void (*measure)(void))
{
    int sizes = 0;

    for (int divisor = 100; divisor >= 1; divisor /= 10) {
        if (most / divisor < GROWING_LEAST)
            continue;
        growing->size = sizes++;
        growing->bots = most / divisor;
        measure();
    }
    for (int i = 0; i < growing->part_count; i++) {
        const struct growing_part *part = &growing->parts[i];
        printf("%s power %s", growing->program, part->name);
        for (int k = 1; k < sizes; k++)
            printf(" %.2f", log10(part->cpu[k] / part->cpu[k - 1]));
        printf("\n");
    }
}

#endif
