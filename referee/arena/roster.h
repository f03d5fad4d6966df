/* roster.h - finds connected bots by name, ignoring case.
 *
 * Pure, without a heap: the owner embeds an entry in each connection. Names belong to the owners of
 * the entries and do not change while on the roster. If names come from strangers, `key` keeps them
 * from choosing their buckets. */
#ifndef AVONDALE_ROSTER_H
#define AVONDALE_ROSTER_H

#include <stdint.h>

enum { ROSTER_BUCKETS = 1024 };

struct roster_entry {
    const char *name; /* NULL: on no roster */
    struct roster_entry *next, **link;
};

/* All zero: empty; `key` is any number, set before the first name is added. */
struct roster {
    struct roster_entry *buckets[ROSTER_BUCKETS];
    uint32_t key;
};

void roster_enter(struct roster *roster, struct roster_entry *entry, const char *name);
void roster_leave(struct roster_entry *entry); /* an entry on no roster is fine */
/* The latest entry of that name, and the one before another entry. Returns NULL if there is none.
 */
struct roster_entry *roster_first(const struct roster *roster, const char *name);
struct roster_entry *roster_next(const struct roster_entry *entry);

#endif
