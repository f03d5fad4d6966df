/* transport.c - byte streams of peers. */
#include "net/transport.h"
#include "net/tls.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { TLS_FIRST_BYTE = 0x16, HELLO_BYTES = 4096 };

/* Reads that handshake messages may end before other peers get their turn. */
enum { TLS_READS_MAX = 4 };

static ssize_t fail(struct transport *transport, const char *why)
{
    transport->why = why;
    return TRANSPORT_ERROR;
}

/* --------------------------------------------------------------------------------- plain */

static ssize_t read_failed(struct transport *transport)
{
    return errno == EAGAIN || errno == EINTR ? TRANSPORT_WANT_READ
                                             : fail(transport, strerror(errno));
}

/* `sent`: 0 or -1. */
static ssize_t write_failed(struct transport *transport, ssize_t sent)
{
    if (sent < 0 && errno == EAGAIN)
        return TRANSPORT_WANT_WRITE;
    return fail(transport, sent ? strerror(errno) : "nothing was taken");
}

static ssize_t plain_read(struct transport *transport, void *bytes, size_t size)
{
    ssize_t got = read(transport->read_fd, bytes, size);
    return got >= 0 ? got : read_failed(transport);
}

static ssize_t plain_write(struct transport *transport, const void *bytes, size_t size)
{
    for (;;) {
        ssize_t sent = write(transport->write_fd, bytes, size);
        if (sent > 0)
            return sent;
        if (sent == 0 || errno != EINTR)
            return write_failed(transport, sent);
    }
}

static bool plain_pending(const struct transport *transport)
{
    (void)transport;
    return false;
}

static void plain_finish(struct transport *transport)
{
    if (transport->write_fd >= 0)
        shutdown(transport->write_fd, SHUT_WR); /* fails for a pipe, which is fine */
}

static void plain_close(struct transport *transport)
{
    if (transport->read_fd >= 0)
        close(transport->read_fd);
    if (transport->write_fd >= 0 && transport->write_fd != transport->read_fd)
        close(transport->write_fd);
    transport->read_fd = transport->write_fd = -1;
}

static const struct transport_functions plain_functions = {.read = plain_read,
                                                           .write = plain_write,
                                                           .pending = plain_pending,
                                                           .finish = plain_finish,
                                                           .close = plain_close};

/* When the last bytes read had arrived, if the kernel says so: it begins shortly after the first
 * socket of the machine asks for it. */
static int64_t arrival_usec(struct msghdr *header)
{
    struct cmsghdr *part = header->msg_controllen ? CMSG_FIRSTHDR(header) : NULL;
    struct timespec at;

    if (!part || part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_TIMESTAMPNS)
        return 0;
    memcpy(&at, CMSG_DATA(part), sizeof at);
    return (int64_t)at.tv_sec * 1000000 + at.tv_nsec / 1000;
}

/* One call for the bytes and the arrival time of the last of them. */
static ssize_t socket_read(struct transport *transport, void *bytes, size_t size)
{
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(struct timespec))];
    struct iovec into = {.iov_base = bytes, .iov_len = size};
    struct msghdr header = {.msg_iov = &into,
                            .msg_iovlen = 1,
                            .msg_control = control,
                            .msg_controllen = sizeof control};

    ssize_t got = recvmsg(transport->read_fd, &header, 0);
    if (got < 0)
        return read_failed(transport);
    transport->arrived_usec = arrival_usec(&header);
    return got;
}

static ssize_t socket_write(struct transport *transport, const void *bytes, size_t size)
{
    for (;;) {
        ssize_t sent = send(transport->write_fd, bytes, size, MSG_NOSIGNAL);
        if (sent > 0)
            return sent;
        if (sent == 0 || errno != EINTR)
            return write_failed(transport, sent);
    }
}

static const struct transport_functions socket_functions = {.read = socket_read,
                                                            .write = socket_write,
                                                            .pending = plain_pending,
                                                            .finish = plain_finish,
                                                            .close = plain_close};

void transport_init_plain(struct transport *transport, int read_fd, int write_fd)
{
    *transport =
        (struct transport){.functions = &plain_functions, .read_fd = read_fd, .write_fd = write_fd};
}

/* ----------------------------------------------------------------------------------- TLS */

static ssize_t tls_status(struct transport *transport, int result)
{
    int error = errno;
    const char *why = NULL;

    switch (SSL_get_error(transport->ssl, result)) {
    case SSL_ERROR_WANT_READ:
        return TRANSPORT_WANT_READ;
    case SSL_ERROR_WANT_WRITE:
        return TRANSPORT_WANT_WRITE;
    case SSL_ERROR_ZERO_RETURN:
        return TRANSPORT_END;
    case SSL_ERROR_SYSCALL:
        transport->broken = true;
        return error ? fail(transport, strerror(error)) : TRANSPORT_END;
    default:
        transport->broken = true;
        why = ERR_reason_error_string(ERR_peek_error());
        return fail(transport, why ? why : "TLS failed");
    }
}

/* A handshake message after the handshake, such as a key update, ends a read as an empty socket
 * does, even if read-ahead has taken bytes behind it from the socket. SSL_has_pending does not
 * count those on OpenSSL 3.2 to 3.5. Only an empty socket has set errno. */
static ssize_t tls_read_once(struct transport *transport, void *bytes, size_t size)
{
    size_t got = 0;

    ERR_clear_error();
    errno = 0;
    int result = SSL_read_ex(transport->ssl, bytes, size, &got);
    ssize_t status = result == 1 ? (ssize_t)got : tls_status(transport, result);
    transport->unread = status == TRANSPORT_WANT_READ && errno != EAGAIN;
    return status;
}

/* The handshake happens in here, until it is done. */
static ssize_t tls_read(struct transport *transport, void *bytes, size_t size)
{
    ssize_t status;
    int reads = 0;

    if (transport->broken)
        return fail(transport, "TLS failed before");
    do {
        status = tls_read_once(transport, bytes, size);
    } while (transport->unread && ++reads < TLS_READS_MAX);
    return status;
}

static ssize_t tls_write(struct transport *transport, const void *bytes, size_t size)
{
    size_t sent = 0;

    if (transport->broken)
        return fail(transport, "TLS failed before");
    ERR_clear_error();
    errno = 0;
    int result = SSL_write_ex(transport->ssl, bytes, size, &sent);
    ssize_t status = result == 1 ? (ssize_t)sent : tls_status(transport, result);
    return status == TRANSPORT_END ? fail(transport, "end of its stream") : status;
}

static bool tls_pending(const struct transport *transport)
{
    return transport->ssl && !transport->broken &&
           (transport->unread || SSL_has_pending(transport->ssl));
}

/* Sends close_notify if there is room for it; does not wait for the answer. */
static void tls_goodbye(struct transport *transport)
{
    ERR_clear_error();
    if (transport->ssl && !transport->broken && SSL_is_init_finished(transport->ssl))
        SSL_shutdown(transport->ssl);
    transport->broken = true;
}

static void tls_finish(struct transport *transport)
{
    tls_goodbye(transport);
    plain_finish(transport);
}

static void tls_close(struct transport *transport)
{
    tls_goodbye(transport);
    SSL_free(transport->ssl);
    transport->ssl = NULL;
    transport->broken = true;
    plain_close(transport);
}

static const struct transport_functions tls_functions = {.read = tls_read,
                                                         .write = tls_write,
                                                         .pending = tls_pending,
                                                         .finish = tls_finish,
                                                         .close = tls_close};

static ssize_t start_tls(struct transport *transport)
{
    transport->ssl = SSL_new(tls_context(transport->tls));
    if (!transport->ssl || SSL_set_fd(transport->ssl, transport->read_fd) != 1)
        return fail(transport, "out of memory");
    SSL_set_accept_state(transport->ssl);
    transport->functions = &tls_functions;
    return 0;
}

/* --------------------------------------------------------------- told by the first byte */

/* Reads pending input first: closing with unread input would lose the alert. */
static ssize_t turn_away(struct transport *transport)
{
    static const uint8_t handshake_failure[] = {0x15, 3, 1, 0, 2, 2, 40};
    char hello[HELLO_BYTES];

    if (read(transport->read_fd, hello, sizeof hello) > 0)
        send(transport->write_fd, handshake_failure, sizeof handshake_failure, MSG_NOSIGNAL);
    return fail(transport, "it speaks TLS, and no certificate is configured");
}

static ssize_t accepted_read(struct transport *transport, void *bytes, size_t size)
{
    uint8_t first;
    ssize_t got = recv(transport->read_fd, &first, 1, MSG_PEEK);

    if (got == 0)
        return TRANSPORT_END;
    if (got < 0)
        return errno == EAGAIN || errno == EINTR ? TRANSPORT_WANT_READ
                                                 : fail(transport, strerror(errno));
    if (first != TLS_FIRST_BYTE)
        transport->functions = &socket_functions;
    else if (!transport->tls)
        return turn_away(transport);
    else if (start_tls(transport))
        return TRANSPORT_ERROR;
    return transport_read(transport, bytes, size);
}

/* Writes nothing before the protocol is known. */
static ssize_t accepted_write(struct transport *transport, const void *bytes, size_t size)
{
    (void)transport;
    (void)bytes;
    (void)size;
    return TRANSPORT_WANT_READ;
}

static const struct transport_functions accepted_functions = {.read = accepted_read,
                                                              .write = accepted_write,
                                                              .pending = plain_pending,
                                                              .finish = plain_finish,
                                                              .close = tls_close};

/* Without an arrival time, input counts from when it is read. */
static void ask_for_arrivals(int fd)
{
    const int on = 1;
    (void)setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
}

void transport_init_upgraded(struct transport *transport, int fd, struct ssl_st *ssl)
{
    ask_for_arrivals(fd);
    *transport = (struct transport){.functions = ssl ? &tls_functions : &socket_functions,
                                    .read_fd = fd,
                                    .write_fd = fd,
                                    .ssl = ssl};
}

void transport_init_accepted(struct transport *transport, int fd, struct tls *tls)
{
    ask_for_arrivals(fd);
    *transport = (struct transport){
        .functions = &accepted_functions, .read_fd = fd, .write_fd = fd, .tls = tls};
}
