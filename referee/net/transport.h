/* transport.h - a byte stream of a peer behind one struct of functions: a plain descriptor (TCP, or
 * the two ends of pipes), or TLS over a socket, including its handshake. Never blocks or waits.
 * Knows no peer, event loop or message: the owner of the descriptors' events calls when they are
 * ready. Owns its descriptors. One thread. */
#ifndef AVONDALE_TRANSPORT_H
#define AVONDALE_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Returned by reading and writing instead of a count of bytes, which is never 0. */
enum transport_status {
    TRANSPORT_END = 0,         /* the other side has ended the stream (reading only) */
    TRANSPORT_WANT_READ = -1,  /* nothing now: try again when read_fd is readable */
    TRANSPORT_WANT_WRITE = -2, /* nothing now: try again when write_fd is writable */
    TRANSPORT_ERROR = -3,      /* the stream is lost; `why` has the reason */
};

struct ssl_st; /* OpenSSL's SSL */
struct tls;
struct transport;
struct websocket;

struct transport_functions {
    ssize_t (*read)(struct transport *transport, void *bytes, size_t size);
    ssize_t (*write)(struct transport *transport, const void *bytes, size_t size);
    bool (*pending)(const struct transport *transport);
    void (*finish)(struct transport *transport);
    void (*close)(struct transport *transport);
};

struct transport {
    const struct transport_functions *functions;
    int read_fd, write_fd; /* -1 when closed; the same for a socket */
    const char *why; /* of the last TRANSPORT_ERROR; valid until the next call of any transport */
    struct tls *tls; /* for a socket that may speak TLS; not owned */
    struct ssl_st *ssl;          /* NULL: plain, or not yet known */
    struct websocket *websocket; /* NULL: none; owned by websocket.c */
    bool broken;                 /* TLS that may not send close_notify */
    bool unread; /* the last read ended at a handshake message of TLS: read again, after other peers
                  */
    /* When the last byte read had arrived, by the kernel, in microseconds of the wall clock since
     * 1970; 0: not known (pipes, TLS) */
    int64_t arrived_usec;
};

/* Non-blocking descriptors; takes them over. Cannot fail. */
void transport_init_plain(struct transport *transport, int read_fd, int write_fd);

/* The same for a socket that was accepted: its first byte tells TLS from a plain stream. It then
 * asks `tls`, which outlives the transport, for a context; NULL: TLS is refused with an alert. */
void transport_init_accepted(struct transport *transport, int fd, struct tls *tls);

/* The same for a socket that another protocol has used so far; takes over its TLS, too, with the
 * handshake done (NULL: plain). */
void transport_init_upgraded(struct transport *transport, int fd, struct ssl_st *ssl);

/* Reads at most `size` bytes (1 or more). Returns their number, or a transport_status. */
static inline ssize_t transport_read(struct transport *transport, void *bytes, size_t size)
{
    return transport->functions->read(transport, bytes, size);
}

/* Writes the `size` bytes (1 or more) or the first of them. Returns their number, or a
 * transport_status. After a TRANSPORT_WANT_x the next call must begin with the same bytes, at any
 * address, and have no fewer. */
static inline ssize_t transport_write(struct transport *transport, const void *bytes, size_t size)
{
    return transport->functions->write(transport, bytes, size);
}

/* Returns true if there may be more to read although read_fd will not report it. */
static inline bool transport_pending(const struct transport *transport)
{
    return transport->functions->pending(transport);
}

/* All is written: ends the stream to the other side, if it is a socket. It may still be read. */
static inline void transport_finish(struct transport *transport)
{
    transport->functions->finish(transport);
}

/* Ends the stream and closes the descriptors. May be called again. */
static inline void transport_close(struct transport *transport)
{
    transport->functions->close(transport);
}

#endif
