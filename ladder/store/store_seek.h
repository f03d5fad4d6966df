/* store_seek.h - the seeks that nodes share through a store; inside the ladder only.
 *
 * Each call is a transaction of its own and takes no right to write: the log is not touched. As in
 * store.h, 0 or a count, 1 as said, negative for failure.
 */
#ifndef AVONDALE_STORE_SEEK_H
#define AVONDALE_STORE_SEEK_H

#include "store/seek_rows.h"
#include "store/store.h"

struct store_seeks {
    /* Offers a bot of this node, or changes the offer. One that another node offered is ours now.
     */
    int (*put)(struct store *store, const struct seek_offer *offer);
    int (*end)(struct store *store, const char *bot, const char *node);
    /* Ends all of a node's, and those of nodes that are no more. */
    int (*clear)(struct store *store, const char *node);
    /* Those of live nodes that nobody has claimed, longest waiting first; of each node up to eight
     * that seek the same, as more than a game needs play there. */
    int (*page)(struct store *store, struct seek_offer *offers, int max);
    /* Claims one of another node. 1: there is none. */
    int (*claim)(struct store *store, const char *node, const struct seek_want *want,
                 const char *ticket, struct seek_offer *claimed, char life[CLUSTER_LIFE_BYTES]);
    /* The same of one bot. */
    int (*call)(struct store *store, const char *node, const char *bot, const char *ticket,
                struct seek_offer *claimed, char life[CLUSTER_LIFE_BYTES]);
    int (*sight)(struct store *store, const char *node, struct seek_sight *sight);
    /* The node at this address closes: nobody is to go there any more, and who it carries is lost
     * by its doing. */
    int (*leaves)(struct store *store, const char *node, const char *address);
    /* Takes those of this node's out that others have claimed. */
    int (*sent)(struct store *store, const char *node, struct seek_sent *sent, int max);
    /* Addresses of the live nodes but this one, in the order of their names, up to `max`: their
     * number. */
    int (*nodes)(struct store *store, const char *node, char (*addresses)[SEEK_ADDRESS_BYTES],
                 int max);
    /* To be told of others' offers and claims: 1: this server cannot, ask now and then. */
    int (*listen)(struct store *store);
    int (*notify)(struct store *store);
    int (*fd)(struct store *store);     /* readable when something may have been told; -1: none */
    void (*drain)(struct store *store); /* takes what was told */
};

/* NULL: this kind of store has no nodes. */
const struct store_seeks *store_seeks(const struct store *store);

#endif
