/* recent_results.h - the results of a store since a given moment. */
#ifndef AVONDALE_LADDER_RECENT_RESULTS
#define AVONDALE_LADDER_RECENT_RESULTS

#include "base/values.h"

/* Calls `fn` for each result that ended at `since_msec` or later, in order, and says whether it is
 * rated. Blocks, on a connection of its own: for the start of a daemon. Returns 0, or -1 with
 * *error. */
typedef void recent_results_fn(void *context, const struct ladder_result *result, bool rated);
LADDER_MUST_CHECK int recent_results_since(const char *url, int64_t since_msec,
                                           recent_results_fn *fn, void *context,
                                           struct ladder_error *error);

#endif
