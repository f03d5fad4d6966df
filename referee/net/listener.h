/* listener.h - how many connections are possible, and what happens to one more when no descriptor
 * is left. Wraps libevent's listener. One thread. */
#ifndef AVONDALE_LISTENER_H
#define AVONDALE_LISTENER_H

#include "ladder.h" /* endpoint.h */

#include <stdbool.h>
#include <sys/time.h>

struct event;
struct event_base;
struct evconnlistener;

enum {
    LISTENER_ENTER_MAX =
        32, /* accepted in one turn of the loop: the other bots are served before more come in */
    LISTENER_AGAIN_MSEC = 200, /* from one failure to accept to the next attempt */
    LISTENER_FILES_SPARE =
        11,                  /* descriptors that are opened later: listeners, the first loop ... */
    LISTENER_FILES_LOOP = 4, /* more for each loop beyond the first */
    LISTENER_FILES_PAGES = 12, /* more where pages are served, without their clients */
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
    int entered;           /* accepted since then */
};

/* Raises the limit on open files as far as allowed. Call it when the store and the logs are open:
 * descriptors that are open now, inherited ones among them, are not there for connections. Returns
 * how many connections are possible, from 1 to `wanted`; logs it if they are fewer. */
int listener_room(int wanted, int loops, bool pages);

/* Listens; `enter` takes each connection, with `context`. After a failed accept the listener pauses
 * while the connection stays in the queue: it would stay readable and keep the loop busy. Returns
 * 0, or -1 after one line in `error`; close the listener in either case. */
int listener_open(struct listener *listener, struct event_base *base, const struct endpoint *at,
                  listener_enter_fn *enter, void *context, char error[ENDPOINT_ERROR_BYTES]);
/* Sets the options of a bot's socket: small messages are sent at once, and a host that vanished
 * loses its connection after two minutes. */
void listener_prepare(int fd);
/* Also removes the file of a unix socket. A listener that was never opened, all zero, is fine. */
void listener_close(struct listener *listener);

#endif
