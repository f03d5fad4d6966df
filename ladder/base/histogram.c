/* histogram.c - counts of durations by class. */
#include "base/histogram.h"

const int64_t histogram_step_usec[HISTOGRAM_STEPS] = {
    100, 300, 1000, 3000, 10000, 30000, 100000, 300000, 1000000, 3000000, 10000000};

void histogram_add(struct histogram *histogram, int64_t usec)
{
    int step = 0;
    while (step < HISTOGRAM_STEPS && usec > histogram_step_usec[step])
        step++;
    __atomic_fetch_add(&histogram->counts[step], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&histogram->sum_usec, usec, __ATOMIC_RELAXED);
}

struct histogram histogram_read(const struct histogram *histogram)
{
    struct histogram read;
    for (int i = 0; i <= HISTOGRAM_STEPS; i++)
        read.counts[i] = __atomic_load_n(&histogram->counts[i], __ATOMIC_RELAXED);
    read.sum_usec = __atomic_load_n(&histogram->sum_usec, __ATOMIC_RELAXED);
    return read;
}
