/* rank.h - the rank list of one ladder (ratings 7); inside the ladder only. Pure. */
#ifndef AVONDALE_RANK_H
#define AVONDALE_RANK_H

#include "result.h"

/* A rank list, kept for as long as nothing changed. */
struct rank_list {
    struct ladder_row *rows;
    int count;
    uint64_t made_of; /* the state it was made of, as its owner counts */
};

/* Makes the rows of a board, in no order. Leaves out who is banned, and who played nothing for 30
 * days before the newest result of the ladder, so that a pause of everybody drops nobody. NULL: out
 * of memory. To be freed by the caller. */
struct ladder_row *rank_rows(const struct standings *standings, int board, int *count);
/* Puts them in order, best first: those that are ranked, then the provisional ones. */
void rank_order(struct ladder_row *rows, int count);
/* How a board is listed. */
void rank_describe(const struct standings *standings, int board, struct ladder_board *out);

#endif
