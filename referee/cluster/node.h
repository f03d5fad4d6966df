/* node.h - this daemon as one of several that share a store: sends its waiting bots to nodes that
 * claim them, and accepts those of others. On the arena's loop; cluster.c queries the database on a
 * thread of its own.
 *
 * A bot that has waited for NODE_OFFER_MSEC without a game is offered to the others. A claimed bot
 * gets `redirect` if it follows, and is carried there (relay.h) if it does not; until it has gone,
 * at most CLUSTER_TICKET_MSEC, it is not seated here. */
#ifndef AVONDALE_NODE_H
#define AVONDALE_NODE_H

#include "cluster/relay.h"
#include "seating/seating.h"

enum { NODE_OFFER_MSEC = 100 };

struct node;

/* Returns 0, or -1 with *error. The caller keeps arena, seating and configuration. */
int node_open(struct node **node, struct arena *arena, struct seating *seating,
              const struct config *config, struct ladder_error *error);
/* Returns the name at `index` among the bots that games of an earlier run wait for (some may come
 * twice), or NULL after the last. */
typedef const char *node_awaited_fn(void *context, int index);
/* Call it before the loop runs. */
void node_set_awaited(struct node *node, node_awaited_fn *awaited, void *context);
void node_close(struct node *node); /* NULL is fine; its carried bots are dropped */

/* A hello with a ticket: returns true if a bot with that ticket is expected here; the ticket is
 * used up then. */
bool node_admits(struct node *node, const struct peer *peer, struct slice ticket);
/* A bot is free for a game, and not yet in the lobby: an admitted one seeks what it sought
 * elsewhere. */
void node_ready(struct node *node, struct peer *peer);
/* A session of another node. Returns true if it continues there; the bot is carried to that node
 * from now on. */
bool node_carries(struct node *node, struct peer *peer, struct slice token, struct slice session);

/* The address of another node, for a bot that must leave this one: see cluster_other_node. NULL is
 * fine. */
bool node_elsewhere(struct node *node, char address[SEEK_ADDRESS_BYTES]);
/* A bot whose games are held here because its carrier is gone. Returns true if it continues them.
 */
bool node_returns(struct node *node, struct peer *peer);

/* Other live nodes to which bots could be sent, as they were a few seconds ago. NULL is fine. */
int node_others(const struct node *node);
int node_carried(const struct node *node); /* bots that are carried to other nodes now */

#endif
