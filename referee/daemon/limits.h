/* limits.h - all limits of the daemon by name: what each limits, what sets it, and how much of it
 * is used. Knows the arena and the options; decides nothing. */
#ifndef AVONDALE_LIMITS_H
#define AVONDALE_LIMITS_H

#include "arena/arena.h"
#include "config/config.h"
#include "lobby/invitation.h"
#include "ladder.h"
#include "arena/loops.h"

struct limits_source {
    const struct arena *arena;             /* the accepting one */
    const struct invitations *invitations; /* NULL: none */
    const struct name_rate *departures;    /* NULL: none */
    int games;                             /* of all loops */
    const struct config *config;
    struct ladder *ladder; /* NULL: none */
    const struct name_rate *name_rate;
    const struct web *web; /* NULL: no page */
    long games_started;
    int admin_connections;
    usec_t now;
};

struct limit {
    const char *name; /* name of the option that sets it, or NULL */
    const char *unit;
    bool option;     /* else it is fixed at build time, or by the system */
    long long value; /* 0: no limit */
    long long used;  /* the highest use by one user now; -1: not tracked */
};

enum { LIMITS_MAX = 64 };
/* Fills limits[LIMITS_MAX] and returns their number. Walks over all peers; allocates for a moment.
 */
int limits_list(const struct limits_source *source, struct limit *limits);

#endif
