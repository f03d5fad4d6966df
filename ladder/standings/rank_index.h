/* rank_index.h - the rank list of one ladder, updated entry by entry, in the order of
 * rank_list_order; inside the ladder only. A result, a place and a page of the list cost next to
 * nothing however many bots there are. Pure.
 *
 * An index belongs to one board of one `struct standings`, which every call gets. After a change of
 * an entry or its bot, rank_index_update is called for it before any query. A ban and a new version
 * change a bot without a result: a new index is made after those. */
#ifndef AVONDALE_RANK_INDEX_H
#define AVONDALE_RANK_INDEX_H

#include "standings/order_list.h"
#include "standings/rank_list.h"

/* The sort key under which an entry was inserted. It is kept so that the entry can still be found
 * after it changed. */
struct rank_key {
    double bound; /* of the batch table; of class 0 only */
    int64_t rating_milli, last_msec;
    int games;
    signed char class; /* as rank_list_class */
    bool listed;
};

/* The line of an entry in the batch table. */
struct rank_mark {
    bool in_batch;
    int first, last, blocks;
    int with[RANK_WITH_MAX]; /* entries; -1: the end */
    double rating, err95, los;
};

struct rank_index { /* all zeros: empty */
    struct order_list by_place,
        by_age;            /* entries that are listed; the latter: longest inactive first */
    struct rank_key *keys; /* by entry */
    struct rank_mark *marks;
    int capacity;
    struct ladder_batch batch; /* what the marks are of */
    bool has_batch;
};

void rank_index_fini(struct rank_index *index);
/* Makes an index of all entries of a board; `table` (NULL: none) is its batch table. Returns 0, or
 * -1 if out of memory. */
LADDER_MUST_CHECK int rank_index_make(struct rank_index *index, const struct standings *standings,
                                      int board, const struct rank_table *table);
/* Call it after an entry was added or changed, or `newest_msec` of the board. Returns 0, or -1 if
 * out of memory: then make a new index. */
LADDER_MUST_CHECK int rank_index_update(struct rank_index *index, const struct standings *standings,
                                        int board, int at);
/* Applies lines `from` to `to` - 1 of a new batch table, also for entries that are not there yet,
 * so that the list moves to the new table step by step. Returns as rank_index_update. */
LADDER_MUST_CHECK int rank_index_mark(struct rank_index *index, const struct standings *standings,
                                      int board, const struct rank_table *table, int from, int to);
/* Copies rows from place `first` (0: the best) on. Returns the number written. */
int rank_index_rows(const struct rank_index *index, const struct standings *standings, int board,
                    int first, struct ladder_row *rows, int max);
/* Returns the place of an entry (-1 for none) in the list, from 0, or -1 if it is not listed. */
int rank_index_place(const struct rank_index *index, const struct standings *standings, int board,
                     int at);
/* Finds the row of an entry (-1 for none). Returns false if it is not listed. */
bool rank_index_find(const struct rank_index *index, const struct standings *standings, int board,
                     int at, struct ladder_row *row);

#endif
