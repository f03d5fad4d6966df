/* carrier.h - whether a node that carries bots lives, from what its lease in the store is seen to
 * be. Pure.
 *
 * Only the store is believed: neither the bot's connection nor its end says anything about the
 * node. A lease that was renewed between two looks was alive after the first, so a bot that was
 * lost before that look was lost by its own doing. A lease that has run out or is another's, or a
 * node that says that it is closing, is the arena's failure. Between the two, nothing is known yet.
 */
#ifndef AVONDALE_CARRIER_H
#define AVONDALE_CARRIER_H

#include "table/time_control.h" /* usec_t */

enum { CARRIER_NAME_BYTES = 33, CARRIER_LIFE_BYTES = 33 };

/* One run of a node, from the start of its program to its end. */
struct carrier {
    char node[CARRIER_NAME_BYTES], life[CARRIER_LIFE_BYTES];
    bool seen;
    int64_t until_msec; /* of its lease when it was seen last, by the store's clock */
    usec_t seen_at;     /* when that was asked, by ours */
};

struct carrier_sight {
    bool alive;                    /* its lease has not run out, and it does not close */
    char life[CARRIER_LIFE_BYTES]; /* of the lease's holder; "": there is no lease */
    int64_t until_msec;
    usec_t asked_at;
};

enum carrier_verdict { CARRIER_UNKNOWN, CARRIER_LIVES, CARRIER_GONE };

/* Takes a look down. With CARRIER_LIVES in *before: it lived after that moment. */
enum carrier_verdict carrier_look(struct carrier *carrier, const struct carrier_sight *sight,
                                  usec_t *before);

#endif
