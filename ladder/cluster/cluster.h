/* cluster.h - one of several nodes that share a store: offers its waiting bots to the other nodes
 * and claims some of theirs (placement.h chooses). Decides nothing about games.
 *
 * It has a thread and a connection of its own, so the caller's thread never waits for the database.
 * It retries an unreachable store until it answers; until then no bot changes its node. */
#ifndef AVONDALE_CLUSTER_H
#define AVONDALE_CLUSTER_H

#include "store/seek_rows.h"

enum {
    CLUSTER_OFFERS_MAX = 256, /* of this node: the bots that have waited longest */
    CLUSTER_RULESETS_MAX = 16,
    CLUSTER_TICKET_MSEC = 10000,
    CLUSTER_NODES_MAX = 128, /* other nodes whose addresses are known */
    CLUSTER_WATCHED_MAX = 64,
    CLUSTER_CALLED_MAX = 64,
};

/* Returns true if the bot of `offer` seeks a game of this ruleset. */
bool placement_seeks(const struct seek_offer *offer, const char *ruleset);

struct cluster;

struct cluster_config {
    const char *url;
    struct ladder_node node;
    char rulesets[CLUSTER_RULESETS_MAX][64]; /* the rulesets played here */
    int players[CLUSTER_RULESETS_MAX];
    int ruleset_count;
};

struct cluster_event {
    enum {
        CLUSTER_SEND,   /* a bot of ours was claimed: it must go to `address` with `ticket` */
        CLUSTER_EXPECT, /* we claimed `offer`: its bot will come with `ticket` */
        CLUSTER_SIGHT,  /* the present lease of a watched node, offer.node */
    } kind;
    struct seek_offer offer; /* for CLUSTER_SEND only the bot */
    /* Which run of the node that offered, or was looked at; "": it has no lease */
    char life[CLUSTER_LIFE_BYTES];
    bool alive;         /* CLUSTER_SIGHT: its lease has not run out, and it is not closing */
    int64_t until_msec; /* CLUSTER_SIGHT: the end of its lease, by the store's clock */
    int64_t asked_usec; /* CLUSTER_SIGHT: when that was read, by our clock */
    char address[SEEK_ADDRESS_BYTES];
    char ticket[SEEK_TICKET_BYTES];
};

/* Returns 0, or -1 with *error: no memory, no thread, or a store that has no nodes. Does not wait
 * for the store. */
LADDER_MUST_CHECK int cluster_create(struct cluster **cluster, const struct cluster_config *config,
                                     struct ladder_error *error);
/* NULL is fine; ends its offers, and announces to the others that this node closes. */
void cluster_destroy(struct cluster *cluster);

/* Replaces the list of bots that wait here: up to CLUSTER_OFFERS_MAX, copied; `node` is filled in.
 * `played`: mask of the rulesets with running games here. */
void cluster_offer(struct cluster *cluster, const struct seek_offer *offers, int count,
                   uint32_t played);

/* The address of one of the other live nodes, as they were a few seconds ago; each call names the
 * next of them. Returns false if none is known. */
bool cluster_other_node(struct cluster *cluster, char address[SEEK_ADDRESS_BYTES]);
/* How many those nodes are. */
int cluster_other_nodes(struct cluster *cluster);
/* Replaces two lists: nodes whose leases are read twice a second, and bots that must come here
 * wherever they wait, because their games are held here. */
struct cluster_watch {
    int node_count, bot_count;
    char nodes[CLUSTER_WATCHED_MAX][LADDER_NAME_MAX + 1];
    char bots[CLUSTER_CALLED_MAX][LADDER_NAME_MAX + 1];
};
void cluster_look_at(struct cluster *cluster, const struct cluster_watch *watch);

int cluster_fd(const struct cluster *cluster); /* readable when there are events */
bool cluster_next(struct cluster *cluster,
                  struct cluster_event *event); /* returns false if there is none now */

#endif
