/* waits_pages.h - the waiting bots with their reasons, as the pages show them. */
#ifndef AVONDALE_WAITS_PAGES_H
#define AVONDALE_WAITS_PAGES_H

#include "seating/seating.h"

/* Fills in the rulesets that bots wait for and the bots that wait longest. On the main loop. */
void waits_pages_fill(const struct seating *seating, struct web_waits *waits);

#endif
