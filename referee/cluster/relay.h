/* relay.h - carries the bytes of a bot that cannot follow a redirect to the node that claimed it,
 * and back.
 *
 * The bot keeps its connection with its TLS; the connection to the other node is plain. The relay
 * drops the other node's answer to hello, since the bot was welcomed here. If one side stops
 * reading, the relay stops reading the other: at most RELAY_BYTES wait in each direction. One
 * thread, on the arena's loop.
 */
#ifndef AVONDALE_RELAY_H
#define AVONDALE_RELAY_H

#include "arena/arena.h"

enum {
    RELAY_BYTES = 64 * 1024,
    RELAY_GREETING_MSEC = 5000, /* to reach the other node and be welcomed */
    RELAY_SESSION_BYTES = 64,
};

struct relay;

struct relays {
    struct event_base *base;
    struct relay *first;
    int count;
    void *owner;
    /* The bot's session here continues at `address` as `session`. Optional. */
    void (*welcomed)(struct relays *relays, const char *here, const char *address,
                     const char *session);
};

struct relay_config {
    const char *address;         /* ADDRESS:PORT or [IPV6]:PORT */
    const struct message *hello; /* what is said there */
    bool welcome; /* the other node's welcome is for the bot too: it has none from here */
};

void relay_init(struct relays *relays, struct event_base *base);
void relay_fini(struct relays *relays); /* closes them all */

/* Takes the stream of a peer without a game over: the peer is closed for its arena, the bot's
 * connection is not. -1: it cannot be now (bytes to it are still unwritten, no memory, a bad
 * address); the peer is as it was. */
int relay_start(struct relays *relays, struct peer *peer, const struct relay_config *config);

#endif
