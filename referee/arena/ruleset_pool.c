/* ruleset_pool.c - see ruleset_pool.h. Found by their bytes: `open` may build thousands. */
#include "arena/ruleset_pool.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(entry) ((entry)->hashed = false)
#include <uthash.h>

struct ruleset_pool_entry {
    struct ruleset rules;
    long taken;
    bool hashed; /* false: there was no memory for its place */
    UT_hash_handle hh;
};

const struct ruleset *ruleset_pool_take(struct ruleset_pool *pool, const struct ruleset *rules)
{
    struct ruleset_pool_entry *entry;

    /* Two that differ only in padding get two entries, which is harmless. */
    HASH_FIND(hh, pool->entries, rules, sizeof *rules, entry);
    if (!entry) {
        entry = malloc(sizeof *entry);
        if (!entry)
            return NULL;
        memcpy(&entry->rules, rules, sizeof *rules);
        entry->taken = 0;
        entry->hashed = true;
        HASH_ADD_KEYPTR(hh, pool->entries, &entry->rules, sizeof entry->rules, entry);
        if (!entry->hashed) {
            free(entry);
            return NULL;
        }
    }
    entry->taken++;
    return &entry->rules;
}

/* `rules` are what an entry begins with. */
void ruleset_pool_release(struct ruleset_pool *pool, const struct ruleset *rules)
{
    struct ruleset_pool_entry *entry = (struct ruleset_pool_entry *)(uintptr_t)rules;

    static_assert(offsetof(struct ruleset_pool_entry, rules) == 0, "see above");
    assert(entry->taken > 0 && entry->hashed);
    if (--entry->taken > 0)
        return;
    HASH_DEL(pool->entries, entry);
    free(entry);
}
