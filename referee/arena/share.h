/* share.h - chooses the peer that is read next, when more is readable than a turn of the loop has
 * time for: deficit round robin over addresses, then over the peers of an address. Also counts the
 * peers of each address.
 *
 * Pure except for the heap of a new address: no socket and no clock. The caller passes the cost of
 * reading a peer, in microseconds of the loop. The owner embeds a struct share_peer in each peer;
 * one thread. */
#ifndef AVONDALE_SHARE_H
#define AVONDALE_SHARE_H

#include "table/time_control.h" /* usec_t */

#include <stdbool.h>
#include <stdint.h>
/* An address that finds no memory in the hash shares the account of `unknown`. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(address) ((address)->hashed = false)
#include <uthash.h>

enum {
    SHARE_QUANTUM_USEC = 200, /* credit of an address at its turn */
    SHARE_TURN_USEC =
        500, /* time for messages that are no expected answers, in one turn of the loop */
    SHARE_COST_MAX_USEC = 2000, /* a longer reading was interrupted by the system */
    SHARE_FAVOURS = 2,          /* readings out of turn for each request that was sent */
};

struct share_peer {
    struct share_address *address;
    struct share_peer *next, *prev; /* while it waits */
    bool waits, urgent;
    uint8_t favours; /* readings out of turn that are left */
};

struct share_queue {
    struct share_peer *first, *last;
};

/* The peers of an address: freed with the last of them. */
struct share_address {
    uint64_t key; /* as of endpoint_key */
    int peers, handshakes;
    bool active;   /* one of its peers waits: it is in the ring */
    usec_t credit; /* what it may use before the next address; negative: it has used too much */
    struct share_queue queue;
    struct share_address *next; /* in the ring */
    bool hashed;                /* out of memory: false */
    UT_hash_handle hh;          /* by key */
};

struct share {
    struct share_address *by_key;
    struct share_address unknown; /* peers without an address, or added without memory */
    struct share_address *ring_first, *ring_last;
    struct share_queue urgent;
    int waiting;
    usec_t spent; /* used in this turn, by messages that are no expected answers */
};

/* Zeroed memory is a share without peers. */

/* A new peer from the address with that key (endpoint_key); 0: without an address. */
void share_enter(struct share *share, struct share_peer *peer, uint64_t key);
void share_leave(struct share *share, struct share_peer *peer); /* it may wait */
/* Adds one, or with -1 removes one, of the handshakes of its address. */
void share_count_handshake(struct share_peer *peer, int change);
/* The address, or NULL if it has no peers. */
struct share_address *share_find(const struct share *share, uint64_t key);
/* The most peers of one address, and the most handshakes of one. */
void share_highest(const struct share *share, int *peers, int *handshakes);

/* The loop has polled. */
static inline void share_turn(struct share *share)
{
    share->spent = 0;
}

/* A request was sent to the peer: its answer has priority over other messages. */
void share_favour(struct share *share, struct share_peer *peer);
/* Returns true if its input may be read right now; false if it must wait. */
bool share_now(struct share *share, struct share_peer *peer);
/* Its input waits for its turn; it may be waiting already. */
void share_wait(struct share *share, struct share_peer *peer);
/* Takes it out of the waiting peers, because it is read elsewhere. */
void share_forget(struct share *share, struct share_peer *peer);
/* Takes the next peer out of the waiting ones. Returns NULL if none waits. Call share_charge
 * afterwards. */
struct share_peer *share_next(struct share *share);
/* The number of peers left that are read whatever the turn has cost so far. */
static inline bool share_urgent(const struct share *share)
{
    return share->urgent.first != 0;
}
/* Reading it took so long. */
void share_charge(struct share *share, struct share_peer *peer, usec_t cost);

#endif
