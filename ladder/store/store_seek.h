/* store_seek.h - the seeks that nodes share through a store; inside the ladder only.
 *
 * Each call is a transaction of its own and takes no right to write: the log is not touched. As in
 * store.h, 0 or a count, STORE_NONE as said, STORE_FAILED.
 */
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
    /* Offers of live nodes without a claim, longest waiting first; up to eight of each node and
     * kind, since more than a game needs play there. */
    int (*page)(struct store *store, struct seek_offer *offers, int max);
    /* Claims an offer of another node. Returns STORE_NONE if there is none. */
    int (*claim)(struct store *store, const char *node, const struct seek_want *want,
                 const char *ticket, struct seek_offer *claimed, char life[CLUSTER_LIFE_BYTES]);
    /* The same of one bot. */
    int (*call)(struct store *store, const char *node, const char *bot, const char *ticket,
                struct seek_offer *claimed, char life[CLUSTER_LIFE_BYTES]);
    int (*sight)(struct store *store, const char *node, struct seek_sight *sight);
    /* The node at this address closes: no bot may go there, and bots that it carries are lost by
     * its failure. */
    int (*leaves)(struct store *store, const char *node, const char *address);
    /* Takes out this node's offers that others have claimed. */
    int (*sent)(struct store *store, const char *node, struct seek_sent *sent, int max);
    /* Addresses of the live nodes but this one, in the order of their names, up to `max`: their
     * number. */
    int (*nodes)(struct store *store, const char *node, char (*addresses)[SEEK_ADDRESS_BYTES],
                 int max);
    /* Listens for others' offers and claims. Returns STORE_NONE if this server has no such thing:
     * ask now and then. */
    int (*listen)(struct store *store);
    int (*notify)(struct store *store);
    int (*fd)(struct store *store);     /* readable when something may have been told; -1: none */
    void (*drain)(struct store *store); /* takes what was told */
};

/* NULL: this kind of store has no nodes. */
const struct store_seeks *store_seeks(const struct store *store);

#endif
