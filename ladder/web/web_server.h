/* web_server.h - the pages and the HTTP interface of a ladder: one thread of their own, which
 * reads.
 *
 * Standings come from the ladder's memory, all other data from the store through a connection that
 * only reads. The threads of the games and the thread of the pages never call each other. The arena
 * hands over numbers (web_server_set_counters) and functions that may run on any thread (struct
 * web_feed). Only chat of spectators comes in through the pages: it waits in live.h until the
 * thread of its table takes it.
 */
#ifndef AVONDALE_WEB_H
#define AVONDALE_WEB_H

#include "base/histogram.h"

#include <stdbool.h>
#include <stdint.h>

struct ladder;
struct ladder_error;
struct live;
struct web;
struct ssl_ctx_st;
struct ssl_st;

/* Functions that need the rules of the game. Each returns JSON that the web frees with free(), or
 * NULL; all run on the web's thread. A function that is NULL is a page that is not there. */
struct web_feed {
    /* A record, replayed for people; the object's keys:
     *   seats, hand_count, owners (by hand), sides (by seat), deck, packets ("" where there are
     * none), hands: [{dealer, d, a, hands: ["4D 9S", ...], down? (cards under others), kitty,
     *            opens: [bool by hand], contract, tricks, delta, scores (those from contract on as
     * in the record; null where it has none; the contract of a hand that was cut off is that of its
     * steps), steps: [{seat, phase, action, hand, legal (what it could do, separated by spaces;
     * with choose?: so many of these cards), ms?, fault?, winner? (hand that took the trick),
     *                     hands? ({"0": "4D 9S"}: those that changed but for the card played),
     * down?, kitty?, opens?, contract? (text)}]}], result (as in the record), forfeit ({seat,
     * cause}, or null), complete (false: the record and the rules part somewhere) */
    char *(*watch)(const char *record);
    /* What `basic` would have done at each step of a hand of a record (from 1), by what the seat on
     * turn knew:
     * [{action, why}], as many as the hand has steps. NULL where there is no such hand. */
    char *(*hints)(const char *record, int hand);
    /* preset NULL: {presets: [{name, summary, differs}]}; else {name, summary, options: [{name,
     * value, allowed, differs}]} or NULL where there is no such preset. */
    char *(*rules)(const char *preset);
    /* The words of a spectator's chat line at a table whose chat is `mode` (preset: `say` is a
     * phrase's key; text: words, in UTF-8). Returns a constant, or `say` itself, or NULL if the
     * line is not allowed. */
    const char *(*words)(const char *mode, const char *say);
    /* The key of a phrase, from 0, and its words in *text; both constants. NULL: there are no more.
     */
    const char *(*phrase)(int index, const char **text);
};

/* A connection that has become a WebSocket. */
struct web_socket {
    int fd;             /* non-blocking */
    struct ssl_st *ssl; /* its TLS, with the handshake done; NULL: plain */
};

struct web_config {
    const char *address; /* where to listen */
    int port;            /* 0 takes a free one */
    int of_address_max;  /* connections of one address at once; 0: 48 */
    const char *store;   /* the url that the ladder was opened with */
    const char *bots;    /* HOST:PORT where bots connect, for the page that says how */
    /* whose pages may read the interface (CORS): NULL or "": of no page; "*": of all */
    const char *origin;
    /* a directory of tournaments, written by avondale tournament; NULL or "": none */
    const char *tournaments;
    struct web_feed feed;
    /* running games; NULL: none are shown. Owned by the caller, who keeps it until after
     * web_server_destroy */
    struct live *live;
    /* Takes over a socket of /play/socket, on the web's thread, until web_server_destroy has
     * returned. NULL: there is no such door. */
    void (*enter)(void *context, const struct web_socket *socket);
    void *context;
};

/* Numbers for /metrics, /healthz and /readyz. Totals only ever grow. */
struct web_counters {
    int64_t games_started, games_over, decisions, faults, connections; /* totals */
    int64_t tables, peers, waiting;                                    /* now */
    int64_t starting, submitted; /* announced, not yet at a table; over, not yet on disk */
    struct histogram think;      /* from a request to its answer */
    const char *unready;         /* why no new games begin; NULL: they do. A constant */
};

/* Bots that wait for a game, and why. Texts are constants. */
enum {
    WEB_WAITS_MAX = 64, /* rulesets */
    WEB_WAIT_WHYS_MAX = 12,
    WEB_WAITERS_MAX = 200, /* named: those who wait longest */
};
struct web_why {
    const char *word, *text;
    int count; /* of bots */
};
struct web_wait {
    char ruleset[160];  /* as results have it */
    int waiting, needs; /* bots; seats of a game */
    int64_t longest_sec;
    struct web_why whys[WEB_WAIT_WHYS_MAX];
    int why_count;
};
struct web_waiter {
    char name[40];
    uint64_t rulesets;       /* which of the rows, as bits */
    int64_t waits_sec;       /* 0: it is not even let wait */
    const char *word, *text; /* why; "" not known yet */
};
struct web_waits {
    struct web_wait rows[WEB_WAITS_MAX];
    struct web_waiter waiters[WEB_WAITERS_MAX];
    int count, waiter_count;
};

/* Starts the thread. Copies everything in `config`. Returns 0, or -1 with *error. */
int web_server_create(struct web **web, const struct web_config *config, struct ladder *ladder,
                      struct ladder_error *error) __attribute__((warn_unused_result));
int web_server_port(const struct web *web);
/* From any thread. The web counts as alive for 10 s from then on: see /healthz. */
void web_server_set_counters(struct web *web, const struct web_counters *counters);
/* The same. */
void web_server_set_waits(struct web *web, const struct web_waits *waits);
/* Serves new connections with TLS, with this context (OpenSSL's SSL_CTX; takes a reference);
 * another call replaces it. Never back to plain. From any thread. */
void web_server_use_tls(struct web *web, struct ssl_ctx_st *context);
/* The limits of a client, and the number of connections (0 for a NULL). From any thread. */
struct web_limits {
    int header_bytes_max, body_bytes_max, idle_sec_max, life_sec_max, connections_max, connections;
    int reserved_max; /* connections beyond those, for /healthz and /readyz alone */
    int of_address;   /* the most that one address has */
    int watchers;     /* of games under way */
};
void web_server_limits(const struct web *web, struct web_limits *limits);
/* Ends the thread and all connections. NULL is fine. Call it before writer_close. */
void web_server_destroy(struct web *web);

#endif
