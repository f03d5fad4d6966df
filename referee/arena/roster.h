/* roster.h - connected bots by name: connections whose name differs in case alone are found
 * together.
 *
 * Pure, without a heap: the owner embeds an entry in each connection. Names are the entries'
 * owners', and stay as they are while they are on the roster. Where names come from strangers,
 * `key` keeps them from choosing their buckets. */
#ifndef AVONDALE_ROSTER_H
#define AVONDALE_ROSTER_H

#include <stdint.h>

enum { ROSTER_BUCKETS = 1024 };

struct roster_entry {
    const char *name; /* NULL: on no roster */
    struct roster_entry *next, **link;
};

/* All zero: empty; `key` is any number, set before the first name. */
struct roster {
    struct roster_entry *buckets[ROSTER_BUCKETS];
    uint32_t key;
};

void roster_enter(struct roster *roster, struct roster_entry *entry, const char *name);
void roster_leave(struct roster_entry *entry); /* that it is on none is fine */
/* The latest of that name, and the one before another. Returns NULL if there is none. */
struct roster_entry *roster_first(const struct roster *roster, const char *name);
struct roster_entry *roster_next(const struct roster_entry *entry);

#endif
