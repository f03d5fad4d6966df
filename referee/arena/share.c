/* share.c - chooses the peer that is read next. */
#include "arena/share.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

/* ------------------------------------------------------------------------------- addresses */

struct share_address *share_find(const struct share *share, uint64_t key)
{
    struct share_address *address;

    HASH_FIND(hh, share->by_key, &key, sizeof key, address);
    return address;
}

static struct share_address *make_address(struct share *share, uint64_t key)
{
    struct share_address *address = calloc(1, sizeof *address);

    if (!address)
        return &share->unknown;
    address->key = key;
    address->hashed = true;
    HASH_ADD(hh, share->by_key, key, sizeof address->key, address);
    if (address->hashed)
        return address;
    free(address);
    return &share->unknown;
}

void share_enter(struct share *share, struct share_peer *peer, uint64_t key)
{
    struct share_address *address = key ? share_find(share, key) : &share->unknown;

    *peer = (struct share_peer){.address = address ? address : make_address(share, key)};
    peer->address->peers++;
}

static void leave_ring(struct share *share, struct share_address *gone)
{
    struct share_address *before = NULL;

    for (struct share_address *at = share->ring_first; at != gone; at = at->next)
        before = at;
    if (before)
        before->next = gone->next;
    else
        share->ring_first = gone->next;
    if (share->ring_last == gone)
        share->ring_last = before;
    gone->active = false;
}

static void unlink_peer(struct share_queue *queue, struct share_peer *peer)
{
    if (peer->prev)
        peer->prev->next = peer->next;
    else
        queue->first = peer->next;
    if (peer->next)
        peer->next->prev = peer->prev;
    else
        queue->last = peer->prev;
}

void share_forget(struct share *share, struct share_peer *peer)
{
    if (!peer->waits)
        return;
    unlink_peer(peer->urgent ? &share->urgent : &peer->address->queue, peer);
    peer->waits = peer->urgent = false;
    share->waiting--;
}

void share_leave(struct share *share, struct share_peer *peer)
{
    struct share_address *address = peer->address;

    share_forget(share, peer);
    peer->address = NULL;
    if (--address->peers > 0)
        return;
    assert(!address->queue.first);
    if (address->active)
        leave_ring(share, address);
    if (address == &share->unknown)
        return;
    HASH_DEL(share->by_key, address);
    free(address);
}

void share_count_handshake(struct share_peer *peer, int change)
{
    peer->address->handshakes += change;
}

void share_highest(const struct share *share, int *peers, int *handshakes)
{
    *peers = *handshakes = 0;
    for (const struct share_address *at = share->by_key; at; at = at->hh.next) {
        *peers = at->peers > *peers ? at->peers : *peers;
        *handshakes = at->handshakes > *handshakes ? at->handshakes : *handshakes;
    }
}

/* ------------------------------------------------------------------------------- who waits */

static void append(struct share_queue *queue, struct share_peer *peer)
{
    peer->next = NULL;
    peer->prev = queue->last;
    if (queue->last)
        queue->last->next = peer;
    else
        queue->first = peer;
    queue->last = peer;
}

static void enter_ring(struct share *share, struct share_address *address)
{
    address->next = NULL;
    address->active = true;
    if (share->ring_last)
        share->ring_last->next = address;
    else
        share->ring_first = address;
    share->ring_last = address;
}

void share_wait(struct share *share, struct share_peer *peer)
{
    struct share_address *address = peer->address;

    if (peer->waits)
        return;
    peer->waits = true;
    peer->urgent = peer->favours > 0;
    share->waiting++;
    append(peer->urgent ? &share->urgent : &address->queue, peer);
    if (!peer->urgent && !address->active)
        enter_ring(share, address);
}

void share_favour(struct share *share, struct share_peer *peer)
{
    bool waits = peer->waits && !peer->urgent;

    peer->favours = SHARE_FAVOURS;
    if (waits)
        share_forget(share, peer);
    if (waits)
        share_wait(share, peer);
}

bool share_now(struct share *share, struct share_peer *peer)
{
    if (peer->favours > 0 && !peer->waits) {
        peer->favours--;
        return true;
    }
    return share->waiting == 0 && share->spent < SHARE_TURN_USEC;
}

/* The first address of the ring while it has credit and waiting peers; else moves on to the next.
 */
static struct share_peer *first_of_ring(struct share *share)
{
    struct share_address *address;

    while ((address = share->ring_first) != NULL) {
        if (address->queue.first && address->credit > 0)
            return address->queue.first;
        share->ring_first = address->next;
        if (!share->ring_first)
            share->ring_last = NULL;
        address->active = false;
        if (!address->queue.first) {
            address->credit = address->credit < 0 ? address->credit : 0;
            continue;
        }
        address->credit += SHARE_QUANTUM_USEC;
        enter_ring(share, address);
    }
    return NULL;
}

struct share_peer *share_next(struct share *share)
{
    struct share_peer *peer = share->urgent.first ? share->urgent.first : first_of_ring(share);

    if (peer && peer->urgent)
        peer->favours--;
    if (peer)
        share_forget(share, peer);
    return peer;
}

void share_charge(struct share *share, struct share_peer *peer, usec_t cost)
{
    if (cost > SHARE_COST_MAX_USEC)
        cost = SHARE_COST_MAX_USEC;
    share->spent += cost;
    peer->address->credit -= cost;
}
