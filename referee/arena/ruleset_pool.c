/* ruleset_pool.c - see ruleset_pool.h. A list: an arena knows a handful of rulesets. */
#include "arena/ruleset_pool.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct ruleset_pool_entry {
    struct ruleset_pool_entry *next;
    long taken;
    struct ruleset rules;
};

const struct ruleset *ruleset_pool_take(struct ruleset_pool *pool, const struct ruleset *rules)
{
    struct ruleset_pool_entry *entry = pool->entries;

    /* Two that differ only in padding get two entries, which is harmless. */
    while (entry && memcmp(&entry->rules, rules, sizeof *rules) != 0)
        entry = entry->next;
    if (!entry) {
        entry = malloc(sizeof *entry);
        if (!entry)
            return NULL;
        memcpy(&entry->rules, rules, sizeof *rules);
        entry->taken = 0;
        entry->next = pool->entries;
        pool->entries = entry;
    }
    entry->taken++;
    return &entry->rules;
}

void ruleset_pool_release(struct ruleset_pool *pool, const struct ruleset *rules)
{
    struct ruleset_pool_entry **link = &pool->entries;

    while (*link && &(*link)->rules != rules)
        link = &(*link)->next;
    assert(*link);
    struct ruleset_pool_entry *entry = *link;
    if (--entry->taken > 0)
        return;
    *link = entry->next;
    free(entry);
}
