/* linger.h - the end of a connection that the arena closes. Closing a socket with unread input
 * resets the connection and may lose the last message to the other side. So the socket is only shut
 * down for writing, further input is dropped, and it is closed when the other side has closed it,
 * after LINGER_MSEC, or after LINGER_BYTES_MAX. Knows no peer and no message. One thread, that of
 * the event base. */
#ifndef AVONDALE_LINGER_H
#define AVONDALE_LINGER_H

#include "net/transport.h"

#include <stddef.h>

struct event_base;
struct lingering;

enum {
    LINGER_MAX = 64, /* sockets at once, on one loop; one more closes the oldest */
    LINGER_MSEC = 5000,
    LINGER_BYTES_MAX = 4 << 20,
};

/* Those of one loop: zeroed at first. */
struct lingers {
    struct lingering *first, *last; /* the oldest is the first */
    int count;
};

/* Takes a stream over, with `out`, of which the bytes from `sent` to `size` are still to be
 * written; `out` was allocated with malloc, or is NULL. A stream that is no open socket is closed
 * at once. Never fails: if out of memory it closes. */
void linger_begin(struct lingers *lingers, struct event_base *base, struct transport *transport,
                  char *out, size_t size, size_t sent);
/* Closes all of them. */
void linger_end(struct lingers *lingers);

#endif
