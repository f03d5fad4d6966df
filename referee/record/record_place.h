/* record_place.h - FILE:GAME:HAND:STEP, a place in a file of records: GAME is a line or the id of a
 * game; numbers count from 1. For subcommands: errors are printed as a line on standard error. */
#ifndef AVONDALE_RECORD_PLACE_H
#define AVONDALE_RECORD_PLACE_H

#include "protocol.h"

/* Called for each step of the game up to the place, before it is applied; `there`: this is it. */
typedef void record_place_visit_fn(void *context, const struct replay_step *step, bool there);

/* Replays the record up to `place`. Returns 0 after `visit` was called for it; else an exit status
 * after a line from `command` (2: no such place). */
PROTOCOL_MUST_CHECK int record_place_visit(const char *command, const char *place,
                                           record_place_visit_fn *visit, void *context);

#endif
