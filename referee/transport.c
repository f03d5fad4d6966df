/* transport.c - byte streams of peers. */
#include "transport.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static ssize_t fail(struct transport *transport, const char *why)
{
    transport->why = why;
    return TRANSPORT_ERROR;
}

/* --------------------------------------------------------------------------------- plain */

static ssize_t plain_read(struct transport *transport, void *bytes, size_t size)
{
    ssize_t got = read(transport->read_fd, bytes, size);
    if (got >= 0)
        return got;
    return errno == EAGAIN || errno == EINTR ? TRANSPORT_WANT_READ
                                             : fail(transport, strerror(errno));
}

static ssize_t plain_write(struct transport *transport, const void *bytes, size_t size)
{
    for (;;) {
        ssize_t sent = write(transport->write_fd, bytes, size);
        if (sent > 0)
            return sent;
        if (sent < 0 && errno == EAGAIN)
            return TRANSPORT_WANT_WRITE;
        if (sent == 0 || errno != EINTR)
            return fail(transport, sent ? strerror(errno) : "nothing was taken");
    }
}

static bool plain_pending(const struct transport *transport)
{
    (void)transport;
    return false;
}

static void plain_close(struct transport *transport)
{
    if (transport->read_fd >= 0)
        close(transport->read_fd);
    if (transport->write_fd >= 0 && transport->write_fd != transport->read_fd)
        close(transport->write_fd);
    transport->read_fd = transport->write_fd = -1;
}

static const struct transport_functions plain = {
    .read = plain_read, .write = plain_write, .pending = plain_pending, .close = plain_close};

void transport_init_plain(struct transport *transport, int read_fd, int write_fd)
{
    *transport = (struct transport){&plain, read_fd, write_fd, NULL};
}
