/* host.h - plays the active programs of owners on a ladder: seats them like any other bots, a game
 * a turn, so many at once.
 *
 * Who has a turn: hosting/turns.h. A turn is held in the store by a lease, so that several hosts
 * never run one bot twice, and a host that dies loses none. */
#ifndef AVONDALE_HOST_H
#define AVONDALE_HOST_H

#include "host/host_look.h"
#include "sandbox/sandbox.h"

struct host;

enum {
    HOST_JOBS_MAX = 64,
    HOST_END_SEC = 60, /* for games under way, once the host is asked to stop */
};

struct host_config {
    const char *url;
    const char *cache; /* an absolute path of A-Z a-z 0-9 / . _ - for programs */
    const char *name;  /* of the worker */
    int jobs;          /* programs that run at once */
    int wait_sec;      /* a turn without a game ends after that; 0: TURNS_WAIT_SEC */
    int lease_sec;
    struct host_place place;              /* the key is read from the store */
    const struct sandbox_config *sandbox; /* prepared */
};

/* Returns 0, or -1 with a line on standard error. */
int host_create(struct host **host, const struct host_config *config);
/* Does what can be done without waiting but for the store; to be called several times a second.
 * Returns whether a program has a turn. */
bool host_step(struct host *host);
/* Lets games under way end for HOST_END_SEC, then ends them. NULL is fine. */
void host_destroy(struct host *host);

#endif
