/* web_server.h - the pages and the HTTP interface of a ladder, on a thread of their own that only
 * reads.
 *
 * Standings come from the ladder's memory, all other data from the store through a read-only
 * connection. The threads of the games and the thread of the pages never call each other. The arena
 * passes counters (web_server_set_counters) and functions that may run on any thread (struct
 * web_feed). Only chat of spectators comes in through the pages: it waits in live.h until the
 * thread of its table takes it. */
#ifndef AVONDALE_WEB_H
#define AVONDALE_WEB_H

#include "base/endpoint.h"
#include "data/web_feed.h"

#include <stdbool.h>
#include <stdint.h>

struct ladder;
struct ladder_error;
struct live;
struct web;
struct ssl_ctx_st;
struct ssl_st;

/* A connection that has become a WebSocket. */
struct web_socket {
    int fd;             /* non-blocking */
    struct ssl_st *ssl; /* its TLS, with the handshake done; NULL: plain */
};

struct web_config {
    const struct endpoint *at; /* where to serve, no unix socket; a port of 0 takes a free one */
    int at_count;              /* 1 to ENDPOINT_LIST_MAX */
    int of_address_max;        /* connections of one address at once; 0: 48 */
    int answer_sec_max;        /* that a request waits for the database or the judge; 0: 30 */
    int life_sec_max;          /* of a connection; anew from a stream that begins on it; 0: 60 */
    const char *store;         /* the url that the ladder was opened with */
    const char *bots;          /* HOST:PORT where bots connect, for the page that says how */
    /* origin whose pages may read the interface (CORS): NULL or "": none; "*": all */
    const char *origin;
    /* a directory of tournaments, written by avondale tournament; NULL or "": none */
    const char *tournaments;
    int bots_per_owner;         /* 0: there are no owners */
    bool new_names;             /* a program may be handed in for a name that no bot has */
    int programs_of_day;        /* that an owner may hand in, in 24 hours */
    int64_t program_bytes_max;  /* of an archive; 0: none are handed in */
    int64_t programs_bytes_max; /* of all archives of programs */
    const uint8_t *address_key; /* of address.h: owners of one address are one party; NULL: no */
    struct web_feed feed;
    /* running games; NULL: none are shown. Owned by the caller, who keeps it until after
     * web_server_destroy */
    struct live *live;
    /* Takes over a socket of /play/socket, on the web's thread, until web_server_destroy has
     * returned. NULL: that route does not exist. */
    void (*enter)(void *context, const struct web_socket *socket);
    void *context;
};

/* Starts the thread. Copies everything in `config`. Returns 0, or -1 with *error. */
int web_server_create(struct web **web, const struct web_config *config, struct ladder *ladder,
                      struct ladder_error *error) __attribute__((warn_unused_result));
int web_server_port(const struct web *web); /* of the first */
/* Its addresses, with the ports. */
const struct endpoint *web_server_at(const struct web *web, int *count);
/* From any thread. The web counts as alive for 10 s from then on: see /healthz. */
void web_server_set_counters(struct web *web, const struct web_counters *counters);
/* The same. */
void web_server_set_waits(struct web *web, const struct web_waits *waits);
/* The JSON of /api/v1/play, copied. Also from any thread. */
void web_server_set_play(struct web *web, const char *play);
/* Serves new connections with TLS, with this context (OpenSSL's SSL_CTX; takes a reference);
 * another call replaces it. Never back to plain. From any thread. */
void web_server_use_tls(struct web *web, struct ssl_ctx_st *context);
/* The limits of a client, and the number of connections (0 for a NULL). From any thread. */
struct web_limits {
    int header_bytes_max, body_bytes_max, idle_sec_max, life_sec_max, connections_max, connections;
    int answer_sec_max; /* see web_config */
    int reserved_max;   /* further connections, for /healthz and /readyz alone */
    int of_address;     /* the most that one address has */
    int watchers;       /* of games under way */
};
void web_server_limits(const struct web *web, struct web_limits *limits);
/* Ends the thread and all connections. NULL is fine. Call it before writer_close. */
void web_server_destroy(struct web *web);

#endif
