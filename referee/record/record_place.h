/* record_place.h - FILE:GAME:HAND:STEP, a place in a file of records: GAME is a line or the id of a
 * game, all count from 1. For subcommands: what is wrong is said in a line on standard error. */
#ifndef AVONDALE_RECORD_PLACE_H
#define AVONDALE_RECORD_PLACE_H

#include "protocol.h"

/* Called for each step of the game up to the place, before it is done; `there`: this is it. */
typedef void record_place_visit_fn(void *context, const struct replay_step *step, bool there);

/* Plays the record again up to `place`, which `visit` has been called for if this returns 0. Else
 * an exit status, and it said why, as `command` (2: no such place). */
PROTOCOL_MUST_CHECK int record_place_visit(const char *command, const char *place,
                                           record_place_visit_fn *visit, void *context);

#endif
