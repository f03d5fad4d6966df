/* result.h - the shape of a result, and the ranks of its sides. */
#ifndef AVONDALE_LADDER_BASE_RESULT
#define AVONDALE_LADDER_BASE_RESULT

#include "base/values.h"

/* Sets the ranks by side from winners, scores and the side that forfeited (-1: none), ratings 2. */
void result_ranks(struct ladder_result *result, uint32_t winners, int forfeited);
/* Returns NULL, or a static sentence if the shape of the result is wrong. */
const char *result_check(const struct ladder_result *result);

#endif
