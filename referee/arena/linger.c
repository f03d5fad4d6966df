/* linger.c - closes connections so that their last message arrives. */
#include "arena/linger.h"

#include <assert.h>
#include <errno.h>
#include <event2/event.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>

struct lingering {
    struct lingering *next, *before;
    struct lingers *all;
    struct transport transport;
    struct event *read_event, *write_event, *deadline;
    char *out;
    size_t size, sent;
    size_t discarded;
};

static void end(struct lingering *linger)
{
    struct lingers *all = linger->all;

    *(linger->before ? &linger->before->next : &all->first) = linger->next;
    *(linger->next ? &linger->next->before : &all->last) = linger->before;
    all->count--;
    if (linger->read_event)
        event_free(linger->read_event);
    if (linger->write_event)
        event_free(linger->write_event);
    if (linger->deadline)
        event_free(linger->deadline);
    transport_close(&linger->transport);
    free(linger->out);
    free(linger);
}

/* Returns true if all output that can be written is written, and the other side knows that nothing
 * follows; false: later. */
static bool write_rest(struct lingering *linger)
{
    while (linger->sent < linger->size) {
        ssize_t sent = transport_write(&linger->transport, linger->out + linger->sent,
                                       linger->size - linger->sent);
        if (sent == TRANSPORT_WANT_WRITE)
            return false;
        if (sent < 0)
            break; /* nothing more can be said */
        linger->sent += (size_t)sent;
    }
    transport_finish(&linger->transport);
    return true;
}

static void on_writable(evutil_socket_t fd, short what, void *context)
{
    struct lingering *linger = context;
    (void)fd;
    (void)what;
    if (write_rest(linger))
        event_del(linger->write_event);
}

static void on_readable(evutil_socket_t fd, short what, void *context)
{
    struct lingering *linger = context;
    static _Thread_local char bytes[65536];
    (void)what;

    ssize_t got =
        recv(fd, bytes, sizeof bytes, MSG_TRUNC); /* the kernel drops it without copying, for TCP */
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    linger->discarded += got > 0 ? (size_t)got : 0;
    if (got <= 0 || linger->discarded > LINGER_BYTES_MAX)
        end(linger);
}

static void on_deadline(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    end(context);
}

/* Returns 0, or -1. */
static int watch(struct lingering *linger, struct event_base *base)
{
    const struct timeval wait = {.tv_sec = LINGER_MSEC / 1000,
                                 .tv_usec = LINGER_MSEC % 1000 * 1000};
    int fd = linger->transport.read_fd;

    linger->read_event = event_new(base, fd, EV_READ | EV_PERSIST, on_readable, linger);
    linger->write_event = event_new(base, fd, EV_WRITE | EV_PERSIST, on_writable, linger);
    linger->deadline = evtimer_new(base, on_deadline, linger);
    if (!linger->read_event || !linger->write_event || !linger->deadline ||
        event_add(linger->read_event, NULL) || evtimer_add(linger->deadline, &wait))
        return -1;
    return write_rest(linger) ? 0 : event_add(linger->write_event, NULL);
}

static void link_last(struct lingers *lingers, struct lingering *linger)
{
    linger->all = lingers;
    linger->before = lingers->last;
    *(lingers->last ? &lingers->last->next : &lingers->first) = linger;
    lingers->last = linger;
    lingers->count++;
}

void linger_begin(struct lingers *lingers, struct event_base *base, struct transport *transport,
                  char *out, size_t size, size_t sent)
{
    bool is_socket = transport->read_fd >= 0 && transport->read_fd == transport->write_fd;
    struct lingering *linger = is_socket ? calloc(1, sizeof *linger) : NULL;

    assert(sent <= size);
    if (!linger) {
        transport_close(transport);
        free(out);
        return;
    }
    if (lingers->count == LINGER_MAX)
        end(lingers->first);
    linger->transport = *transport;
    transport_init_plain(transport, -1, -1);
    linger->out = out;
    linger->size = size;
    linger->sent = sent;
    link_last(lingers, linger);
    if (watch(linger, base))
        end(linger);
}

void linger_end(struct lingers *lingers)
{
    while (lingers->first)
        end(lingers->first);
}
