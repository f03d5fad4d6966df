/* doors.h - several listeners that act as one: each endpoint of an option has a listener, and all
 * give their connections to the same function. One thread. */
#ifndef AVONDALE_DOORS_H
#define AVONDALE_DOORS_H

#include "net/listener.h"

/* All zero: none is open. */
struct doors {
    struct listener listeners[ENDPOINT_LIST_MAX];
    int count;
};

enum { DOORS_TEXT_BYTES = ENDPOINT_LIST_MAX * ENDPOINT_TEXT_BYTES };

/* Listens at each of the `count` endpoints, ENDPOINT_LIST_MAX at most, as listener_open does.
 * Returns 0, or -1 after one line in `error`; call doors_close in either case. */
int doors_open(struct doors *doors, struct event_base *base, const struct endpoint *list, int count,
               listener_enter_fn *enter, void *context, char error[ENDPOINT_ERROR_BYTES]);
void doors_close(struct doors *doors);
/* Writes the addresses where they listen, with the ports, separated by commas. */
void doors_format(const struct doors *doors, char text[DOORS_TEXT_BYTES]);
/* Writes the address for bots of other machines: the first one with a port, with HOST in place of a
 * wildcard; a unix socket if there is nothing else. */
void doors_format_public(const struct doors *doors, char text[ENDPOINT_TEXT_BYTES]);

#endif
