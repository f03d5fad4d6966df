/* roster.c - finds connected bots by name. */
#include "arena/roster.h"

#include <ctype.h>
#include <stddef.h>
#include <strings.h>

/* FNV-1a of the lower-case letters, with a secret start value. */
static unsigned bucket_of(const struct roster *roster, const char *name)
{
    uint32_t hash = 2166136261u ^ roster->key;

    for (; *name; name++)
        hash = (hash ^ (uint32_t)tolower((unsigned char)*name)) * 16777619u;
    return (hash ^ hash >> 16) % ROSTER_BUCKETS;
}

void roster_enter(struct roster *roster, struct roster_entry *entry, const char *name)
{
    struct roster_entry **bucket = &roster->buckets[bucket_of(roster, name)];

    *entry = (struct roster_entry){.name = name, .next = *bucket, .link = bucket};
    if (entry->next)
        entry->next->link = &entry->next;
    *bucket = entry;
}

void roster_leave(struct roster_entry *entry)
{
    if (!entry->name)
        return;
    *entry->link = entry->next;
    if (entry->next)
        entry->next->link = entry->link;
    *entry = (struct roster_entry){.name = NULL};
}

static struct roster_entry *find(struct roster_entry *entry, const char *name)
{
    while (entry && strcasecmp(entry->name, name) != 0)
        entry = entry->next;
    return entry;
}

struct roster_entry *roster_first(const struct roster *roster, const char *name)
{
    return find(roster->buckets[bucket_of(roster, name)], name);
}

struct roster_entry *roster_next(const struct roster_entry *entry)
{
    return find(entry->next, entry->name);
}
