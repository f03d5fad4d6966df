/* remote_bots.h - bots that connect to a match instead of being started: the ports, and the bots
 * that wait there.
 *
 * The command of such an entry is "tcp://HOST:PORT" or "unix:PATH"; several entries may share one.
 * A bot names its entry in `hello`, and its token if the entry has one. Knows no schedule: the
 * runner takes waiting bots. Peers belong to the arena. */
#ifndef AVONDALE_REMOTE_BOTS_H
#define AVONDALE_REMOTE_BOTS_H

#include "arena/arena.h"

struct runner_entry;
struct remote_bots;

/* Returns true for "tcp://..." and "unix:...". */
bool remote_bots_expected(const char *command);
#define REMOTE_BOTS_ALLOWED "tcp://ADDRESS:PORT, tcp://[IPV6]:PORT or unix:PATH?mode=0660"
/* Returns false for such a command that is not REMOTE_BOTS_ALLOWED. */
bool remote_bots_command_valid(const char *command);
/* Listens for all entries that connect. Returns 0, or -1 with a line in error[160] that names the
 * entry. */
int remote_bots_create(struct remote_bots **bots, struct arena *arena,
                       const struct runner_entry *entries, int entry_count, char error[160]);
void remote_bots_destroy(struct remote_bots *bots); /* NULL is fine */

/* For the arena's `accept`. */
enum wire_error remote_bots_accept(const struct remote_bots *bots, const struct peer *peer,
                                   struct slice token);
void remote_bots_wait(struct remote_bots *bots, struct peer *peer); /* it is ready, or free again */
void remote_bots_gone(struct remote_bots *bots, const struct peer *peer);
/* How many bots wait for this entry. */
int remote_bots_count(const struct remote_bots *bots, const struct runner_entry *entry);
/* The bot that has waited longest for this entry, or NULL. */
struct peer *remote_bots_take(struct remote_bots *bots, const struct runner_entry *entry);

bool remote_bots_any_expected(const struct remote_bots *bots);
typedef void remote_bots_tell_fn(const struct runner_entry *entry, int there, int needed);
/* Calls `tell`, unless it is NULL, for each entry with fewer than `needed` connections. Returns
 * whether there is one. */
bool remote_bots_find_missing(const struct remote_bots *bots, int needed,
                              remote_bots_tell_fn *tell);
/* Prints a line on standard error, before the first game and when the time to connect is over. */
void remote_bots_tell_needed(const struct runner_entry *entry, int there, int needed);
void remote_bots_tell_missing(const struct runner_entry *entry, int there, int needed);

#endif
