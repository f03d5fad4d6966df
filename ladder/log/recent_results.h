/* recent_results.h - the results of a store since a moment. */
#ifndef AVONDALE_LADDER_RECENT_RESULTS
#define AVONDALE_LADDER_RECENT_RESULTS

#include "base/values.h"

/* Tells the results that ended at `since_msec` or later, in their order, and whether they are
 * rated. On a connection of its own, blocking: for the start of a daemon. 0; -1 with *error. */
typedef void ladder_day_fn(void *context, const struct ladder_result *result, bool rated);
LADDER_MUST_CHECK int ladder_results_since(const char *url, int64_t since_msec, ladder_day_fn *fn,
                                           void *context, struct ladder_error *error);

#endif
