/* server_link.h - the connection of a bridge to an arena, as its client: TCP or TLS with
 * verification, messages in both directions. Knows no game and no bot. One thread; one connection
 * at a time. It blocks only while a host name is looked up. */
#ifndef AVONDALE_SERVER_LINK_H
#define AVONDALE_SERVER_LINK_H

#include "protocol.h"

#include <stdbool.h>
#include <stddef.h>

struct event_base;
struct server_link;

enum {
    SERVER_LINK_OPEN_SEC = 15,        /* for the connection and the handshake of TLS */
    SERVER_LINK_PING_SEC = 30,        /* between two pings */
    SERVER_LINK_SILENCE_SEC = 90,     /* after so long without a byte the connection is lost */
    SERVER_LINK_OUT_MAX = 256 * 1024, /* with more unread bytes the link is lost, too */
};

struct server_link_config {
    bool tls;                /* the server's certificate must lead to a root of this system, */
    const char *ca;          /* or to one in this file (PEM), */
    const char *fingerprint; /* or be this one: SHA-256 in hex, with or without colons */
    void (*opened)(void *context);
    /* `bytes` is the message as it came. The callback may close or open the link. */
    void (*message)(void *context, const struct message *message, const char *bytes, size_t size);
    /* The link is closed. Never called from within a call of this file. `wrong`: the certificate
     * was not the expected one. */
    void (*ended)(void *context, const char *why, bool wrong);
    void *context;
};

/* Returns 0 if the text is a fingerprint, or -1. */
int server_link_check_fingerprint(const char *text);

/* The caller keeps the strings of the config. Returns NULL, with `error`, if a file of certificates
 * cannot be read or memory is out. */
struct server_link *server_link_create(struct event_base *base,
                                       const struct server_link_config *config, char error[200]);
void server_link_destroy(struct server_link *link); /* NULL is fine */

/* Starts to connect to HOST:PORT or unix:PATH; an earlier connection has been closed. `opened` or
 * `ended` follows. */
void server_link_open(struct server_link *link, const char *address, enum encoding encoding);
void server_link_close(struct server_link *link);
bool server_link_is_open(const struct server_link *link);
/* Does nothing if the link is not open. */
void server_link_send(struct server_link *link, const struct message *message);

#endif
