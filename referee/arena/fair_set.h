/* fair_set.h - a set of tables on the same deals: one seed, one commitment, one mix (fair-deal,
 * "Duplicate tables"). The first card is dealt when each of its tables has its nonces. */
#ifndef AVONDALE_FAIR_SET_H
#define AVONDALE_FAIR_SET_H

#include "protocol.h"

struct opening;

/* Reference-counted: the maker holds one reference, each table another; the last release wipes the
 * seed. */
struct fair_set {
    int references;
    char id[FAIR_SET_ID_MAX + 1];
    uint8_t seed[FAIR_BYTES], commitment[FAIR_BYTES];
    int tables_unmixed;                  /* tables not yet ready for the mix */
    int tables_ready;                    /* ready for it, and without */
    int tables_left;                     /* tables not yet over; at 0 the seed is published */
    int contributors;                    /* 1 .. SEATS_MAX */
    struct fair_nonce nonces[SEATS_MAX]; /* by contributor */
    /* the first deal if it is given, not shuffled; the caller's, or NULL */
    const struct opening *opening;
};

/* `tables` and `contributors` from 1. NULL if out of memory. */
struct fair_set *fair_set_create(const char *id, const uint8_t *seed /* NULL: from the system */,
                                 int tables, int contributors);
void fair_set_release(struct fair_set *set); /* NULL is fine */

#endif
