/* host_look.h - how many bots wait for each ruleset at an arena elsewhere: a connection of the host
 * that asks once a second. One thread; it does not block but for the look-up of a host's name. */
#ifndef AVONDALE_HOST_LOOK_H
#define AVONDALE_HOST_LOOK_H

#include "bridge/bridge.h"
#include "ladder.h"

enum { HOST_LOOK_NAME_BYTES = 40 };

struct host_look;

struct host_look_ruleset {
    char name[40]; /* a preset */
    int waiting;   /* bots that seek it */
    int away;      /* bots in a game that sought it and are still connected */
};

struct host_look_answer {
    struct host_look_ruleset rulesets[TURNS_RULESETS_MAX]; /* the arena's first comes first */
    int count;
};

/* Where the arena is; the caller keeps all of it. */
struct host_place {
    char addresses[BRIDGE_ADDRESSES_MAX][BRIDGE_ADDRESS_BYTES]; /* HOST:PORT of the nodes */
    int address_count;
    bool tls;
    const char *tls_ca, *tls_fingerprint; /* or NULL */
    uint8_t key[32];                      /* for host_token_make */
};

/* Returns NULL, after a line in the log, if it cannot. */
struct host_look *host_look_create(const struct host_place *place);
void host_look_destroy(struct host_look *look); /* NULL is fine */
/* Does what can be done now; to be called several times a second. Returns whether there is an
 * answer that was not returned yet. */
bool host_look_step(struct host_look *look, struct host_look_answer *answer);

#endif
