/* host_child.h - the worker of this daemon's own: a process `avondale worker` that builds, checks
 * and hosts the programs of owners (--host-jobs). It is started again when it ends, after growing
 * pauses, and ends with the daemon. On the main loop. */
#ifndef AVONDALE_HOST_CHILD_H
#define AVONDALE_HOST_CHILD_H

#include "config/config.h"
#include "net/doors.h"
#include "net/tls.h"

struct host_child;

enum { HOST_CHILD_END_MSEC = 5000 /* from SIGTERM to SIGKILL, at the daemon's end */ };

/* Where a process of this machine reaches one of the endpoints: `to`, by TLS or not. Returns 0, or
 * -1 if it would be refused everywhere. Pure. */
int host_child_find_way(const struct endpoint *list, int count, bool has_tls, bool plain_remote,
                        struct endpoint *to, bool *tls);

/* Before any thread starts, as it forks: whether the sandbox keeps its promise here, or need not.
 * Returns 0, or an exit status after a line. */
int host_child_check(const struct config *config);
/* Starts it. `tls` NULL: none. The caller keeps the configuration. Returns 0, or an exit status
 * after a line. */
int host_child_open(struct host_child **child, struct event_base *base, const struct config *config,
                    const struct doors *doors, const struct tls *tls);
/* No more turns: it ends with its last game. NULL is fine, here and below. */
void host_child_drain(struct host_child *child);
void host_child_close(struct host_child *child);

#endif
