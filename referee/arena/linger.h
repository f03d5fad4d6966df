/* linger.h - the last words of a connection that the arena ends. Closing a socket with bytes in it
 * that were not read resets the connection and may lose the last message to the other side.
 * So the socket is closed for writing only, what still comes is thrown away, and it is closed when
 * the other side has closed it, after LINGER_MSEC, or after LINGER_BYTES_MAX. Knows no peer and no
 * message. One thread, that of the event base. */
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

/* Those of one loop: zeroed before the first. */
struct lingers {
    struct lingering *first, *last; /* the oldest is the first */
    int count;
};

/* Takes a stream over, and `out`, of which all from `sent` to `size` is still to be written; `out`
 * was allocated with malloc, or is NULL. A stream that is no open socket is closed at once. Never
 * fails: without memory it closes. */
void linger_begin(struct lingers *lingers, struct event_base *base, struct transport *transport,
                  char *out, size_t size, size_t sent);
/* Closes all of them. */
void linger_end(struct lingers *lingers);

#endif
