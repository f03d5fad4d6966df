/* ruleset_pool.h - the rules of many tables, each kept once: thousands of games are played by the
 * same, and a processor's caches hold one copy where they would not hold thousands. Of one thread.
 */
#ifndef AVONDALE_RULESET_POOL_H
#define AVONDALE_RULESET_POOL_H

#include "engine.h"

struct ruleset_pool_entry;

/* All zero at first, and again when everything is given back. */
struct ruleset_pool {
    struct ruleset_pool_entry *entries;
};

/* Rules that are the same bytes as `rules`, until they are given back as often as they were taken.
 * NULL when out of memory. */
const struct ruleset *ruleset_pool_take(struct ruleset_pool *pool, const struct ruleset *rules);
/* `rules` was taken. */
void ruleset_pool_release(struct ruleset_pool *pool, const struct ruleset *rules);

#endif
