/* await.h - waits for a condition in short steps, with a limit:
 *
 *     struct await limit = await_begin(10);
 *     while (!has_come() && await_step(&limit))
 *         ;
 *     assert_true(has_come());
 *
 * AVONDALE_TEST_SLOWNESS in the environment, which run.sh sets, multiplies the limits. */
#ifndef AWAIT_H
#define AWAIT_H

#include <stdbool.h>
#include <stdint.h>

struct await {
    int64_t end_usec; /* by the monotonic clock */
};

/* How many times as long as usual a test may take on this machine: 1 or more. */
int await_slowness(void);

/* A limit of that many seconds on a machine that is not slow. */
struct await await_begin(int seconds);

/* Waits for a moment. Returns whether there is time left. */
bool await_step(const struct await *limit);

#endif
