/* ruleset_pool.h - the rules of many tables, each kept once: thousands of games are played by the
 * same, and a processor's caches hold one copy where they would not hold thousands. Of one thread.
 */
#ifndef AVONDALE_RULEBOOK_H
#define AVONDALE_RULEBOOK_H

#include "engine.h"

struct rulebook_page;

/* All zero at first, and again when everything is given back. */
struct rulebook {
    struct rulebook_page *pages;
};

/* Rules that are the same bytes as `rules`, until they are given back as often as they were taken.
 * NULL when out of memory. */
const struct ruleset *rulebook_take(struct rulebook *rulebook, const struct ruleset *rules);
/* `rules` was taken. */
void rulebook_give_back(struct rulebook *rulebook, const struct ruleset *rules);

#endif
