/* door.h - how many connections fit in, and what to do when one more comes and no descriptor is
 * left. Knows libevent's listener and nothing of bots. One thread. */
#ifndef AVONDALE_DOOR_H
#define AVONDALE_DOOR_H

#include <stdbool.h>

struct event;
struct event_base;
struct evconnlistener;

enum {
    DOOR_AGAIN_MSEC = 200, /* from one failure to accept to the next attempt */
    DOOR_FILES_SPARE = 24, /* descriptors for all but connections: database, pages, logs */
};

struct door {
    struct evconnlistener *listener; /* not owned */
    struct event *again;
    bool shut; /* the last attempt to accept found no descriptor */
};

/* Raises the limit on open files as far as it may go. Up to `wanted` connections: how many fit in,
 * 1 at least; says so in the log where they are fewer. */
int door_room(int wanted);

/* `listener` is one that calls door_failed. 0, or -1 when out of memory. */
int door_open(struct door *door, struct event_base *base, struct evconnlistener *listener);
/* A connection could not be accepted; errno says why. It waits in the queue while the listener
 * rests: it would stay readable, and the loop would do nothing else. */
void door_failed(struct door *door);
/* Somebody came in. */
void door_passed(struct door *door);
void door_close(struct door *door); /* a door that was never opened, all zero, is fine */

/* Options of a connection that was let in: small messages are not held back, and a bot whose host is gone without
 * a word holds it for two minutes, not for ever. */
void door_admitted(int fd);

#endif
