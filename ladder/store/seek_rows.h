/* seek_rows.h - rows of a shared store: bots that seek a game, and the leases of nodes. */
#ifndef AVONDALE_SEEK_ROWS_H
#define AVONDALE_SEEK_ROWS_H

#include "base/values.h"

enum {
    SEEK_TICKET_BYTES = 65, /* 64 digits and a NUL */
    SEEK_ADDRESS_BYTES = 72,
    CLUSTER_LIFE_BYTES = 33,
};

/* A bot that waits at a node, as it is offered to the others. */
struct seek_offer {
    char bot[LADDER_NAME_MAX + 1];
    char node[LADDER_NAME_MAX + 1];
    char rulesets[512]; /* names, each between two spaces */
    bool rated, pair;
    bool carried;        /* its node would carry its bytes; it cannot follow a redirect */
    int games;           /* games that it can begin */
    int rating;          /* points */
    int64_t waited_msec; /* since its first offer */
};

/* A claim of other nodes' bots: `count` bots for one ruleset. */
struct seek_want {
    const char *ruleset; /* the caller's */
    bool rated;
    int count;           /* from 1 */
    int rating;          /* near this one: of the bot that has waited longest */
    int64_t waited_msec; /* only bots that were offered for so long */
};

/* A bot of this node that another node claimed. */
struct seek_sent {
    char bot[LADDER_NAME_MAX + 1];
    char address[SEEK_ADDRESS_BYTES]; /* of the node that claimed it; "": the node is gone */
    char ticket[SEEK_TICKET_BYTES];
};

/* The lease of a node. */
struct seek_sight {
    bool alive;
    char life[CLUSTER_LIFE_BYTES]; /* run of its holder; "": there is none */
    int64_t until_msec;
};

#endif
