/* farm_worker.h - plays blocks of games from the queue of a store, on this machine.
 *
 * One process uses the store, and forks another for every few blocks, which plays them with the
 * runner and writes a line for each: tables never wait for a database, and a bot that crashes its
 * game process does not end the worker. */
#ifndef AVONDALE_FARM_WORKER_H
#define AVONDALE_FARM_WORKER_H

#include "ladder.h"
#include "sandbox/sandbox.h"

enum {
    FARM_WORKER_JOBS_MAX = 256,
    FARM_WORKER_LEASE_SEC_MIN = 3,
    FARM_WORKER_LEASE_SEC_MAX = 3600
};

struct farm_worker_config {
    const char *url;
    const char *cache; /* directory for bots that are archives */
    char name[WORK_NAME_MAX + 1];
    int jobs;       /* blocks at once; 0: none */
    int lease_sec;  /* after this time without a sign of life its blocks go to others */
    bool once;      /* ends when all work has ended */
    bool strangers; /* plays work with programs that owners handed in; else leaves it to others */
    bool (*aside)(
        void *context); /* called several times a second; returns whether it works. NULL */
    void *context;
    struct sandbox_config sandbox; /* after sandbox_prepare */
};

/* Works until SIGINT or SIGTERM (or, with `once`, the end of all work), then returns the unplayed
 * blocks. Returns 0, or an exit status after a line on standard error. */
int farm_worker_run(const struct farm_worker_config *config);

#endif
