/* listener.h - how many connections fit in, and what to do when one more comes and no descriptor is
 * left. Knows libevent's listener. One thread. */
#ifndef AVONDALE_LISTENER_H
#define AVONDALE_LISTENER_H

#include "ladder.h" /* endpoint.h */

#include <stdbool.h>
#include <sys/time.h>

struct event;
struct event_base;
struct evconnlistener;

enum {
    LISTENER_ENTER_MAX = 32, /* in one turn of the loop: the others are heard before more come in */
    LISTENER_AGAIN_MSEC = 200, /* from one failure to accept to the next attempt */
    LISTENER_FILES_SPARE = 24, /* descriptors for all but connections: database, pages, logs */
    LISTENER_FILES_LOOP = 4,   /* and for each loop beyond the first */
};

typedef void listener_enter_fn(void *context, int fd, const struct endpoint *from);

struct listener {
    struct endpoint_socket socket;
    struct evconnlistener *evconn;
    struct event *again;
    listener_enter_fn *enter;
    void *context;
    bool shut;             /* the last attempt to accept found no descriptor */
    struct timeval polled; /* when the loop last looked for what is readable, by its clock */
    int entered;           /* since then */
};

/* Raises the limit on open files as far as it may go. Up to `wanted` connections: how many fit
 * in, 1 at least; says so in the log where they are fewer. */
int listener_room(int wanted, int loops);

/* Listens; `enter` takes each connection, with `context`. One that cannot be accepted waits in
 * the queue while the listener rests: it would stay readable, and the loop would do nothing
 * else. Returns 0, or -1 after one line in `error`; the listener is to be closed in either case. */
int listener_open(struct listener *listener, struct event_base *base, const struct endpoint *at,
                  listener_enter_fn *enter, void *context, char error[ENDPOINT_ERROR_BYTES]);
/* What a socket of a bot needs: small messages at once, and an end where a host is gone without a
 * word: it holds its connection for two minutes, not for ever. */
void listener_prepare(int fd);
/* Removes the file of a unix socket, too. One that was never opened, all zero, is fine. */
void listener_close(struct listener *listener);

#endif
