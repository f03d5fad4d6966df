/* relay.h - carries the bytes of a bot that cannot follow a redirect to the node that claimed it,
 * and back.
 *
 * The bot keeps its connection, TLS and all; to the other node there is a plain one of ours. Of
 * what the other node says, its answer to hello is kept from the bot, which was welcomed here. What
 * one side does not read is not read from the other either: RELAY_BYTES each way are the most that
 * waits. One thread, on the arena's loop.
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
    /* The bot's session here goes on at `address` under another name: `session`. Optional. */
    void (*welcomed)(struct relays *relays, const char *here, const char *address,
                     const char *session);
};

struct relay_config {
    const char *address;         /* HOST:PORT, an IPv4 address */
    const struct message *hello; /* what is said there */
    bool welcome; /* the other node's welcome is for the bot too: it has none from here */
};

void relays_init(struct relays *relays, struct event_base *base);
void relays_fini(struct relays *relays); /* closes them all */

/* Takes the stream of a peer without a game over: the peer is closed for its arena, the bot's
 * connection is not. -1: it cannot be now (bytes to it are still unwritten, no memory, a bad
 * address); the peer is as it was. */
int relay_start(struct relays *relays, struct peer *peer, const struct relay_config *config);

#endif
