/* batch_place.h - ranks and ranges of places in a batch table: for batch.c only. */
#ifndef AVONDALE_BATCH_PLACE_H
#define AVONDALE_BATCH_PLACE_H

#include "rating/batch_sample.h"

/* The families of draws that a table has: the second is NULL in tables of BATCH_FIRST. */
struct families {
    const struct samples *of[2];
    const double
        *variance; /* NULL; or by player, and there are no draws: each is normal, by itself */
    const double *rating; /* what the draws are around, by player */
};

/* Fills rank, los and, of BATCH_NOW, first and last, else group; rating and err95 of the rows are
 * there. Returns 0, or -1 if out of memory. */
LADDER_MUST_CHECK int batch_place_fill(const struct batch *batch, const struct families *families);
/* Finds players that always played together on one side: fills team[player], as in a row. Returns
 * 0, or -1 if out of memory. */
LADDER_MUST_CHECK int batch_place_teams(const struct batch *batch, int *team);

#endif
