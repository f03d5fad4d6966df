/* rank_index.h - the rank list of one ladder as it changes: the same order as rank_order makes,
 * kept up to date entry by entry, so that a result, a place and a page of the list cost next to
 * nothing however many bots there are; inside the ladder only. Pure.
 *
 * An index belongs to one board of one `struct standings`, which every call is given. Whoever
 * changes an entry or its bot calls rank_index_update for it before anything else is asked. A ban
 * and a new version change what a bot is without a result: after those a new index is made.
 */
#ifndef AVONDALE_RANK_INDEX_H
#define AVONDALE_RANK_INDEX_H

#include "standings/order_list.h"
#include "standings/rank_list.h"

/* By what an entry was put in its place: kept, as it must be found there again after it changed. */
struct rank_key {
    double bound; /* of the batch table; of class 0 only */
    int64_t rating_milli, last_msec;
    int games;
    signed char class; /* as rank_class */
    bool listed;
};

/* What the batch table says of an entry. */
struct rank_mark {
    bool in_batch;
    int first, last, blocks;
    int with[RANK_WITH_MAX]; /* entries; -1: no more */
    double rating, err95, los;
};

struct rank_index {                /* all zeros: empty */
    struct order by_place, by_age; /* entries that are listed; the latter: longest inactive first */
    struct rank_key *keys;         /* by entry */
    struct rank_mark *marks;
    int capacity;
    struct ladder_batch batch; /* what the marks are of */
    bool has_batch;
};

void rank_index_fini(struct rank_index *index);
/* Makes one of all entries of a board; `table` (NULL: none) is its batch table. 0; -1: out of
 * memory. */
LADDER_MUST_CHECK int rank_index_make(struct rank_index *index, const struct standings *standings,
                                      int board, const struct rank_table *table);
/* An entry was added or changed, or `newest_msec` of the board did. 0; -1: out of memory: make a
 * new one. */
LADDER_MUST_CHECK int rank_index_update(struct rank_index *index, const struct standings *standings,
                                        int board, int at);
/* Takes over what a new batch table says in its lines `from` to `to` - 1, also of entries that are
 * not there yet. Line by line the list goes over from the old table to the new one. 0; -1 as above.
 */
LADDER_MUST_CHECK int rank_index_mark(struct rank_index *index, const struct standings *standings,
                                      int board, const struct rank_table *table, int from, int to);
/* Copies rows from place `first` (0: the best) on: the number written. */
int rank_index_rows(const struct rank_index *index, const struct standings *standings, int board,
                    int first, struct ladder_row *rows, int max);
/* The place of an entry (-1 for none) in the list, from 0; -1: it is not listed. */
int rank_index_place(const struct rank_index *index, const struct standings *standings, int board,
                     int at);
/* The row of an entry, -1 for none; false: it is not listed. */
bool rank_index_find(const struct rank_index *index, const struct standings *standings, int board,
                     int at, struct ladder_row *row);

#endif
