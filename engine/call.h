/* call.h - what only the engine needs of calls: their ranks and values under a ruleset (rules 3).
 */
#ifndef AVONDALE_CALL_H
#define AVONDALE_CALL_H

#include "engine.h"

/* Fills in call_count, call_order, call_rank, call_value and the sets of calls from the options of
 * rules 3 and 4. */
void call_derive(struct ruleset *rules);

#endif
