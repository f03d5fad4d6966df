/* doors.c - several listeners that act as one. */
#include "net/doors.h"

#include <assert.h>
#include <stdio.h>

int doors_open(struct doors *doors, struct event_base *base, const struct endpoint *list, int count,
               listener_enter_fn *enter, void *context, char error[ENDPOINT_ERROR_BYTES])
{
    assert(count > 0 && count <= ENDPOINT_LIST_MAX);
    for (doors->count = 0; doors->count < count;) {
        struct listener *listener = &doors->listeners[doors->count];
        if (listener_open(listener, base, &list[doors->count++], enter, context, error))
            return -1;
    }
    return 0;
}

void doors_close(struct doors *doors)
{
    while (doors->count > 0)
        listener_close(&doors->listeners[--doors->count]);
}

void doors_format(const struct doors *doors, char text[DOORS_TEXT_BYTES])
{
    struct endpoint list[ENDPOINT_LIST_MAX];

    for (int i = 0; i < doors->count; i++)
        list[i] = doors->listeners[i].socket.at;
    endpoint_format_list(list, doors->count, text, DOORS_TEXT_BYTES);
}

void doors_format_public(const struct doors *doors, char text[ENDPOINT_TEXT_BYTES])
{
    const struct endpoint *at = NULL;

    for (int i = doors->count - 1; i >= 0; i--)
        if (!at || doors->listeners[i].socket.at.kind != ENDPOINT_UNIX || at->kind == ENDPOINT_UNIX)
            at = &doors->listeners[i].socket.at;
    text[0] = 0;
    if (at && endpoint_is_any(at))
        snprintf(text, ENDPOINT_TEXT_BYTES, "HOST:%u", at->port);
    else if (at)
        endpoint_format(at, text);
}
