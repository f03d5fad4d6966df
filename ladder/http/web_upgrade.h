/* web_upgrade.h - a connection to the pages becomes a WebSocket and leaves them; inside the web
 * only. The thread of the pages. */
#ifndef AVONDALE_WEB_UPGRADE_H
#define AVONDALE_WEB_UPGRADE_H

#include <stdbool.h>

struct bufferevent;
struct evhttp_request;
struct web_socket;

/* What a request for an upgrade says: headers, NULL where there is none. */
struct upgrade_request {
    const char *upgrade, *connection, *version, *key; /* the last two: Sec-WebSocket- */
    const char *origin, *host;
    bool is_get; /* of HTTP/1.1 or later */
};

enum { UPGRADE_ACCEPT_BYTES = 32 };

/* Returns the reason to refuse the upgrade, with *status, or NULL. `allowed`: the origin whose
 * pages may connect besides our own, "*" for all; "": none. A program sends no origin. */
const char *web_upgrade_fault(const struct upgrade_request *asked, const char *allowed,
                              int *status);
/* The Sec-WebSocket-Accept of a key. Returns 0, or -1 if OpenSSL fails. */
int web_upgrade_accept(const char *key, char accept[UPGRADE_ACCEPT_BYTES]);

void web_upgrade_read(struct evhttp_request *request, struct upgrade_request *asked);

/* Takes the socket and its TLS from the HTTP server, and ends its connection and the request.
 * Answers 101 once the socket is free; then `enter` gets it. A copy of the descriptor
 * `place_holder` replaces the socket until the HTTP server has closed it. Returns 0, or -1 with
 * nothing changed. */
int web_upgrade_begin(struct evhttp_request *request, int place_holder,
                      void (*enter)(void *context, const struct web_socket *socket), void *context);

#endif
