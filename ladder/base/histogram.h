/* histogram.h - counts of durations by class, as /metrics shows them. */
#ifndef AVONDALE_LADDER_HISTOGRAM
#define AVONDALE_LADDER_HISTOGRAM

#include <stdint.h>

/* Counts by duration: steps by a factor of about the root of ten, from 100 us to 10 s, and one
 * above. */
enum { HISTOGRAM_STEPS = 11 };
struct histogram {
    int64_t counts[HISTOGRAM_STEPS + 1];
    int64_t sum_usec;
};
/* The upper limits of the steps. */
extern const int64_t histogram_step_usec[HISTOGRAM_STEPS];
/* From any thread, as histogram_read. */
void histogram_add(struct histogram *histogram, int64_t usec);
struct histogram histogram_read(const struct histogram *histogram);

#endif
