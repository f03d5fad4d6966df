/* rank_place.h - a place in the standings as text, behind which the next part of a list begins;
 * inside the ladder only. Pure.
 *
 * A number of rows would slip when a bot is inserted above it. The text holds the values that put
 * the row in its place, so a row that keeps its place is listed once, whatever happens above it.
 * After another batch table all of these values are others; then the list continues behind the row
 * itself, if that is still listed.
 */
#ifndef AVONDALE_RANK_PLACE_H
#define AVONDALE_RANK_PLACE_H

#include "standings/rank_index.h"

struct rank_place {
    struct ladder_row row; /* only what rank_list_compare looks at */
    int64_t table_seq;     /* of the batch table; 0: there was none */
};

/* Returns 0, or -1 if the text is no place. */
LADDER_MUST_CHECK int rank_place_parse(const char *text, struct rank_place *place);
/* How many rows come up to that place. */
int rank_place_find(const struct rank_index *index, const struct standings *standings, int board,
                    const struct rank_place *place);

/* Where a row stands in its ladder, as text that is fit for an address; `batch` (or NULL): what its
 * table was made of when the row was read. */
void rank_place_format(const struct ladder_row *row, const struct ladder_batch *batch,
                       char text[LADDER_PLACE_MAX + 1]);

#endif
