/* remote_bots.h - bots that come to a match by TCP instead of being started: the ports, and who
 * waits there.
 *
 * The command of such an entry is "tcp://HOST:PORT"; several entries may share one. A bot says the
 * name of its entry in `hello`, and its token where the entry has one. Knows no schedule: the
 * runner takes who waits. Peers belong to the arena. */
#ifndef AVONDALE_VISITORS_H
#define AVONDALE_VISITORS_H

#include "arena/arena.h"

struct runner_entry;
struct visitors;

/* True for "tcp://...". */
bool visitors_expected(const char *command);
/* False for "tcp://" with anything but an IPv4 address (or localhost) and a port after it. */
bool visitors_command_valid(const char *command);
/* Listens for all entries that expect some. 0; -1 with a line in error[160] that names the entry.
 */
int visitors_create(struct visitors **visitors, struct arena *arena,
                    const struct runner_entry *entries, int entry_count, char error[160]);
void visitors_destroy(struct visitors *visitors); /* NULL is fine */

/* For the arena's `accept`: -1 (welcome), or the wire error that refuses it. */
int visitors_accept(const struct visitors *visitors, const struct peer *peer, struct slice token);
void visitors_wait(struct visitors *visitors, struct peer *peer); /* it is ready, or free again */
void visitors_gone(struct visitors *visitors, const struct peer *peer);
/* How many wait for this entry. */
int visitors_count(const struct visitors *visitors, const struct runner_entry *entry);
/* The one that has waited longest for this entry, or NULL. */
struct peer *visitors_take(struct visitors *visitors, const struct runner_entry *entry);

#endif
