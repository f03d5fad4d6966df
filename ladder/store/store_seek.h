/* store_seek.h - the seeks that nodes share through a store; inside the ladder only.
 *
 * Each call is a transaction of its own, except a claim, which `commit` ends; without the right to
 * write: the log does not change. As in store.h: returns 0 or a count, STORE_NONE as said, or
 * STORE_FAILED. */
#ifndef AVONDALE_STORE_SEEK_H
#define AVONDALE_STORE_SEEK_H

#include "store/seek_rows.h"
#include "store/store.h"

struct store_seeks {
    /* Offers a bot of this node, or changes the offer; also takes over the offer of another node.
     */
    int (*put)(struct store *store, const struct seek_offer *offer);
    int (*end)(struct store *store, const char *bot, const char *node);
    /* Ends all offers of a node, and those of dead nodes. */
    int (*clear)(struct store *store, const char *node);
    /* Reads offers of live nodes without a claim, longest waiting first; up to eight of each node
     * and kind: with more than a game needs they play at that node. */
    int (*page)(struct store *store, struct seek_offer *offers, int max);
    /* Claims an offer of another node. The other node sees the claim, and may send the bot, only
     * after `commit`: who is to expect the bot is told before that. Returns STORE_NONE if there is
     * no such offer; then there is nothing to commit. */
    int (*claim)(struct store *store, const char *node, const struct seek_want *want,
                 const char *ticket, struct seek_offer *claimed, char life[CLUSTER_LIFE_BYTES]);
    /* The same of one bot. */
    int (*call)(struct store *store, const char *node, const char *bot, const char *ticket,
                struct seek_offer *claimed, char life[CLUSTER_LIFE_BYTES]);
    int (*commit)(struct store *store);
    int (*sight)(struct store *store, const char *node, struct seek_sight *sight);
    /* The node at this address is closing: no bot may go there, and it is to blame for the bots
     * that it carries. */
    int (*leaves)(struct store *store, const char *node, const char *address);
    /* Removes this node's offers that others have claimed. */
    int (*sent)(struct store *store, const char *node, struct seek_sent *sent, int max);
    /* Reads the addresses of the other live nodes, in the order of their names, up to `max`.
     * Returns their number. */
    int (*nodes)(struct store *store, const char *node, char (*addresses)[SEEK_ADDRESS_BYTES],
                 int max);
    /* Listens for others' offers and claims. Returns STORE_NONE if this server cannot notify: poll
     * instead. */
    int (*listen)(struct store *store);
    int (*notify)(struct store *store);
    int (*fd)(struct store *store);     /* readable after a notification; -1: none */
    bool (*drain)(struct store *store); /* consumes the notifications; false: there were none */
};

/* NULL: this kind of store has no nodes. */
const struct store_seeks *store_seeks(const struct store *store);

#endif
