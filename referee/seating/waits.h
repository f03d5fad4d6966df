/* waits.h - bots that wait in vain for a game, and the reasons. On the main loop. */
#ifndef AVONDALE_WAITS_H
#define AVONDALE_WAITS_H

#include "seating/seating.h"

#include <jansson.h>

/* Why a bot waits, at most a second old. Returns NONE if it does not wait or was not examined yet.
 */
enum lobby_why waits_why(const struct seating *seating, const struct lobby_member *member);
/* Counts the bots that wait for a game of one ruleset, by reason. Cheap enough for once a second.
 */
void waits_of_ruleset(const struct seating *seating, int ruleset, struct lobby_why_waits *waits);
/* All bots that wait, for the operator. Returns a new list, or NULL if out of memory. */
json_t *waits_list(const struct seating *seating);

#endif
