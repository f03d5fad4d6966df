/* node.h - this daemon as one of several that share a store: sends its waiting bots where they are
 * wanted, and takes those of others in. On the arena's loop; what is asked of the database is
 * cluster.c's, on a thread of its own.
 *
 * A bot that waits for longer than NODE_OFFER_MSEC and plays nothing is offered to the others. One
 * that is claimed gets `redirect` if it follows, and is carried there (relay.h) if it does not;
 * until it has gone, at most CLUSTER_TICKET_MSEC, it is not seated here.
 */
#ifndef AVONDALE_NODE_H
#define AVONDALE_NODE_H

#include "cluster/relay.h"
#include "seating/seating.h"

enum { NODE_OFFER_MSEC = 100 };

struct node;

/* 0, or -1 with *error. Arena, seating and configuration stay the caller's. */
int node_open(struct node **node, struct arena *arena, struct seating *seating,
              const struct config *config, struct ladder_error *error);
/* Returns the name at `index` of the bots that games of an earlier run wait for, some perhaps
 * twice, or NULL if there are no more. */
typedef const char *node_awaited_fn(void *context, int index);
/* To be called before the loop runs. */
void node_set_awaited(struct node *node, node_awaited_fn *awaited, void *context);
void node_close(struct node *node); /* NULL is fine; its bots are carried no longer */

/* A hello with a ticket: true if it is that of a bot which is expected here; it is spent then. */
bool node_admits(struct node *node, const struct peer *peer, struct slice ticket);
/* A bot is free for a game, and not yet in the lobby: one that was admitted seeks what it sought
 * elsewhere. */
void node_ready(struct node *node, struct peer *peer);
/* A session of another node. Returns true if it continues there; the bot is carried to that node
 * now. */
bool node_carries(struct node *node, struct peer *peer, struct slice token, struct slice session);

/* Another node of the arena, for a bot that must leave this one: see cluster_other_node. NULL is
 * fine. */
bool node_elsewhere(struct node *node, char address[SEEK_ADDRESS_BYTES]);
/* A bot whose games are held here, as the node that carried it is gone: true if it goes on with
 * them. */
bool node_returns(struct node *node, struct peer *peer);

int node_carried(const struct node *node); /* bots that are carried to other nodes now */

#endif
