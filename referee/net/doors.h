/* doors.h - several listeners as one: for each endpoint of an option a listener that hands its
 * connections to the same function. One thread. */
#ifndef AVONDALE_DOORS_H
#define AVONDALE_DOORS_H

#include "net/listener.h"

/* All zero: none is open. */
struct doors {
    struct listener listeners[ENDPOINT_LIST_MAX];
    int count;
};

enum { DOORS_TEXT_BYTES = ENDPOINT_LIST_MAX * ENDPOINT_TEXT_BYTES };

/* Listens at each of the `count` endpoints, ENDPOINT_LIST_MAX at most; as listener_open. Returns 0,
 * or -1 after one line in `error`: doors_close is still to be called. */
int doors_open(struct doors *doors, struct event_base *base, const struct endpoint *list, int count,
               listener_enter_fn *enter, void *context, char error[ENDPOINT_ERROR_BYTES]);
void doors_close(struct doors *doors);
/* Writes where they listen, with the ports, and commas between. */
void doors_format(const struct doors *doors, char text[DOORS_TEXT_BYTES]);
/* Writes where a bot of another machine connects: the first address with a port, HOST in the place
 * of one that stands for all; a unix socket if there is nothing else. */
void doors_format_public(const struct doors *doors, char text[ENDPOINT_TEXT_BYTES]);

#endif
