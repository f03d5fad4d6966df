/* share.h - which peer is read next, when more is readable than a turn of the loop has time for:
 * deficit round robin over addresses, then over the peers of an address. Counts the peers of
 * each address, too.
 *
 * Pure but for the heap that a new address takes: no socket and no clock. What a look at a peer
 * cost is handed in, as microseconds of the loop. The owner embeds a struct share_peer in each
 * peer; one thread. */
#ifndef AVONDALE_SHARE_H
#define AVONDALE_SHARE_H

#include "table/time_control.h" /* usec_t */

#include <stdbool.h>
#include <stdint.h>

enum {
    SHARE_BUCKETS = 1024,     /* of addresses */
    SHARE_QUANTUM_USEC = 200, /* what an address gets when its turn comes */
    SHARE_TURN_USEC = 500, /* for messages that are no expected answers, in one turn of the loop */
    SHARE_COST_MAX_USEC = 2000, /* a look that took longer was interrupted by the system */
    SHARE_FAVOURS = 2,          /* looks at a peer out of turn for each request that it was sent */
};

struct share_peer {
    struct share_address *address;
    struct share_peer *next, *prev; /* while it waits */
    bool waits, urgent;
    uint8_t favours; /* looks that it is still due out of turn */
};

struct share_queue {
    struct share_peer *first, *last;
};

/* Those of an address: freed with the last of its peers. */
struct share_address {
    uint64_t key; /* as of endpoint_key */
    int peers, handshakes;
    bool active; /* one of its peers waits: it is in the ring */
    usec_t
        credit; /* what it may still use before the next address; below 0: it has used too much */
    struct share_queue queue;
    struct share_address *next;  /* in the ring */
    struct share_address *chain; /* in its bucket */
    struct share_address **link; /* what points to it in its bucket */
};

struct share {
    struct share_address *buckets[SHARE_BUCKETS];
    struct share_address unknown; /* peers without an address, and where memory ended */
    struct share_address *ring_first, *ring_last;
    struct share_queue urgent;
    int waiting;
    usec_t spent; /* in this turn, by messages that are no expected answers */
};

/* Zeroed memory is a share without peers. */

/* A peer that came, from the address with that key (endpoint_key); 0: it has none. */
void share_enter(struct share *share, struct share_peer *peer, uint64_t key);
void share_leave(struct share *share, struct share_peer *peer); /* it may wait */
/* One more, or with -1 one less, of its address that shakes hands. */
void share_count_handshake(struct share_peer *peer, int change);
/* The address, or NULL: nobody is here from it. */
struct share_address *share_find(const struct share *share, uint64_t key);
/* The most peers of one address, and the most of them that shake hands. */
void share_highest(const struct share *share, int *peers, int *handshakes);

/* The loop has looked for what is readable. */
static inline void share_turn(struct share *share)
{
    share->spent = 0;
}

/* A request was sent to it: its answer has priority over other messages. */
void share_favour(struct share *share, struct share_peer *peer);
/* True: what it sent may be looked at right now. False: it is to wait. */
bool share_now(struct share *share, struct share_peer *peer);
/* It has something to be looked at, in its turn; that it waits already is fine. */
void share_wait(struct share *share, struct share_peer *peer);
/* Takes it out of the waiting peers, as it is read elsewhere. */
void share_forget(struct share *share, struct share_peer *peer);
/* Takes the next peer out of the waiting ones. Returns NULL if none waits. To be followed by
 * share_charge. */
struct share_peer *share_next(struct share *share);
/* Those left that are looked at whatever the turn has cost so far. */
static inline bool share_urgent(const struct share *share)
{
    return share->urgent.first != 0;
}
/* A look at it took so long. */
void share_charge(struct share *share, struct share_peer *peer, usec_t cost);

#endif
