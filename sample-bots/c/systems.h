/* systems.h - bidding systems: which call a hand makes, by what it may say of its cards (meaning.h)
 * and what the partner has said of its own.
 *
 * README.md of this folder describes each system with an auction. Numbers of tricks are in tenths.
 */
#ifndef AVONDALE_SYSTEMS_H
#define AVONDALE_SYSTEMS_H

#include "meaning.h"

const char *system_name(enum system system);             /* "saint-paul" */
bool system_find(const char *name, enum system *system); /* false: no such system */

/* Sets *action to the call of this hand, one of the legal ones. */
void system_call(enum system system, const struct seen *game, const struct seen_turn *turn,
                 struct action *action);

#endif
