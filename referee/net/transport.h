/* transport.h - a byte stream of a peer behind one struct of functions: a plain descriptor (TCP, or
 * the two ends of pipes), or TLS over a socket, its handshake included. Never blocks, never waits,
 * knows no peer, no event loop and no message: the owner of the descriptors' events calls when they
 * are ready. Owns its descriptors. One thread. */
#ifndef AVONDALE_TRANSPORT_H
#define AVONDALE_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* What reading and writing return instead of a count of bytes, which is never 0. */
enum transport_status {
    TRANSPORT_END = 0,         /* the other side has ended the stream (reading only) */
    TRANSPORT_WANT_READ = -1,  /* nothing now: again when read_fd is readable */
    TRANSPORT_WANT_WRITE = -2, /* nothing now: again when write_fd is writable */
    TRANSPORT_ERROR = -3,      /* the stream is lost; `why` says how */
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
    const char *why;    /* of the last TRANSPORT_ERROR; good until the next call of any transport */
    struct tls *tls;    /* for a socket that may turn out to speak TLS; not owned */
    struct ssl_st *ssl; /* NULL: plain, or not yet known */
    struct websocket *websocket; /* NULL: none; owned by websocket.c */
    bool broken;                 /* TLS that may not say goodbye */
    bool unread; /* the last read ended at a handshake message of TLS: read again, after others */
    /* When the last byte that was read had arrived, as the kernel says, in microseconds of the wall
     * clock since 1970; 0: it does not (pipes, TLS) */
    int64_t arrived_usec;
};

/* Non-blocking descriptors; takes them over. Cannot fail. */
void transport_init_plain(struct transport *transport, int read_fd, int write_fd);

/* The same for a socket that was accepted: its first byte tells TLS from a plain stream. `tls` is
 * asked for a context at that moment and outlives the transport; NULL: TLS is turned away with an
 * alert. */
void transport_init_accepted(struct transport *transport, int fd, struct tls *tls);

/* The same for a socket that another protocol has used so far; takes over its TLS, too, whose
 * handshake is done (NULL: plain). */
void transport_init_upgraded(struct transport *transport, int fd, struct ssl_st *ssl);

/* At most `size` bytes (1 or more) of what is there: their number, or a transport_status. */
static inline ssize_t transport_read(struct transport *transport, void *bytes, size_t size)
{
    return transport->functions->read(transport, bytes, size);
}

/* Writes `size` bytes (1 or more) or the first of them: their number, or a transport_status. After
 * a TRANSPORT_WANT_x the next call must begin with the same bytes, at any address, and bring no
 * fewer. */
static inline ssize_t transport_write(struct transport *transport, const void *bytes, size_t size)
{
    return transport->functions->write(transport, bytes, size);
}

/* True: there may be more to read although read_fd will not say so. */
static inline bool transport_pending(const struct transport *transport)
{
    return transport->functions->pending(transport);
}

/* All is written: tells the other side so, of a socket. The descriptor may still be read. */
static inline void transport_finish(struct transport *transport)
{
    transport->functions->finish(transport);
}

/* Ends the stream and closes the descriptors. Again is fine. */
static inline void transport_close(struct transport *transport)
{
    transport->functions->close(transport);
}

#endif
