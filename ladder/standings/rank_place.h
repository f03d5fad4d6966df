/* rank_place.h - a place in the standings as text, from which the next part of them goes on; inside
 * the ladder only. Pure.
 *
 * A number of rows would slip when somebody comes in above it. The text holds by what the row was
 * put in its place, so rows that keep theirs are told once, whoever comes or goes. After another
 * batch table all of these numbers are others; then the part goes on behind the row itself, where
 * that is still listed.
 */
#ifndef AVONDALE_RANK_PLACE_H
#define AVONDALE_RANK_PLACE_H

#include "standings/rank_index.h"

struct rank_place {
    struct ladder_row row; /* only what rank_compare looks at */
    int64_t table_seq;     /* of the batch table; 0: there was none */
};

/* Returns 0, or -1 if the text is no place. */
LADDER_MUST_CHECK int rank_place_parse(const char *text, struct rank_place *place);
/* How many rows come up to that place. */
int rank_place_find(const struct rank_index *index, const struct standings *standings, int board,
                    const struct rank_place *place);

/* Where a row stands in its ladder, as text that is fit for an address; `batch` (or NULL): what its
 * table was made of when the row was read. */
void ladder_place_of(const struct ladder_row *row, const struct ladder_batch *batch,
                     char text[LADDER_PLACE_MAX + 1]);

#endif
