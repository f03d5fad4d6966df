/* rank_place.h - a place in the standings as text, where the next part of a list begins; inside the
 * ladder only. Pure.
 *
 * A row number would be wrong after a bot is inserted above it. The text holds the values that put
 * the row in its place, so a row that keeps its place is listed once, whatever happens above it. A
 * new batch table changes all of these values; then the list continues after the row itself, if it
 * is still listed. */
#ifndef AVONDALE_RANK_PLACE_H
#define AVONDALE_RANK_PLACE_H

#include "standings/rank_index.h"

struct rank_place {
    struct ladder_row row; /* only the fields that rank_list_compare reads */
    int64_t table_seq;     /* number of the batch table; 0: there was none */
};

/* Parses a place. Returns 0, or -1 if the text is not valid. */
LADDER_MUST_CHECK int rank_place_parse(const char *text, struct rank_place *place);
/* The number of rows up to that place. */
int rank_place_find(const struct rank_index *index, const struct standings *standings, int board,
                    const struct rank_place *place);

/* The place of a row in its ladder, as text valid in an address; `batch` (or NULL): how its table
 * was computed when the row was read. */
void rank_place_format(const struct ladder_row *row, const struct ladder_batch *batch,
                       char text[LADDER_PLACE_MAX + 1]);

#endif
