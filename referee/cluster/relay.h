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
    RELAY_GREETING_MSEC = 5000, /* the time to connect to the other node and be welcomed */
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
    const struct message *hello; /* the hello for it */
    bool welcome;                /* pass on the other node's welcome: the bot has had none here */
};

void relay_init(struct relays *relays, struct event_base *base);
void relay_fini(struct relays *relays); /* closes them all */

/* Takes over the stream of a peer without a game: its arena closes the peer, but not the bot's
 * connection. Returns 0, or -1, with the peer unchanged, if that is not possible now (bytes to it
 * are unwritten, no memory, a bad address). */
int relay_start(struct relays *relays, struct peer *peer, const struct relay_config *config);

#endif
