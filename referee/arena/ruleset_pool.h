/* ruleset_pool.h - the rules of many tables, stored once: thousands of games share them, and a
 * processor's caches hold one copy where they could not hold thousands. One thread. */
#ifndef AVONDALE_RULESET_POOL_H
#define AVONDALE_RULESET_POOL_H

#include "engine.h"

struct ruleset_pool_entry;

/* All zero at first, and again after everything is given back. */
struct ruleset_pool {
    struct ruleset_pool_entry *entries;
};

/* Returns rules with the same bytes as `rules`, or NULL if out of memory. Each call needs one call
 * to give them back. */
const struct ruleset *ruleset_pool_take(struct ruleset_pool *pool, const struct ruleset *rules);
/* Gives `rules` back. */
void ruleset_pool_release(struct ruleset_pool *pool, const struct ruleset *rules);

#endif
