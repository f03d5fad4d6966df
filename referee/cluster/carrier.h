/* carrier.h - whether a node that carries bots is alive, judged by its lease in the store. Pure.
 *
 * Only the store is trusted: neither the bot's connection nor its end says anything about the node.
 * A node whose lease was renewed between two looks was alive after the first, so a bot lost before
 * that look is to blame itself. A lease that has run out or belongs to another run, or a node that
 * announces its end, is the arena's failure. In between, nothing is known yet. */
#ifndef AVONDALE_CARRIER_H
#define AVONDALE_CARRIER_H

#include "table/time_control.h" /* usec_t */

enum { CARRIER_NAME_BYTES = 33, CARRIER_LIFE_BYTES = 33 };

/* One run of a node, from the start of its program to its end. */
struct carrier {
    char node[CARRIER_NAME_BYTES], life[CARRIER_LIFE_BYTES];
    bool seen;
    int64_t until_msec; /* end of its lease when it was last seen, by the store's clock */
    usec_t seen_at;     /* when that was read, by our clock */
};

struct carrier_sight {
    bool alive;                    /* its lease has not run out, and it is not closing */
    char life[CARRIER_LIFE_BYTES]; /* run of the lease's holder; "": there is no lease */
    int64_t until_msec;
    usec_t asked_at;
};

enum carrier_verdict { CARRIER_UNKNOWN, CARRIER_LIVES, CARRIER_GONE };

/* Notes a look. CARRIER_LIVES in *before: it was alive after that moment. */
enum carrier_verdict carrier_look(struct carrier *carrier, const struct carrier_sight *sight,
                                  usec_t *before);

#endif
