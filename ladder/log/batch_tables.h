/* batch_tables.h - the batch tables of all ladders of a store, computed from the log; inside the
 * ladder only.
 *
 * It reads the log as a replay does and keeps each rated result in 40 bytes, so that a table
 * can be made without the store. Of one thread.
 */
#ifndef AVONDALE_RANKING_H
#define AVONDALE_RANKING_H

#include "rating/batch_keep.h"
#include "standings/rank_list.h"
#include "log/replay.h"

struct batch_tables_board {
    struct batch_result *results; /* players are the entries of the board */
    int64_t count, capacity;
    struct batch_keep keep; /* of the last table, if it was kept */
    int64_t ranked_count;   /* number of results in the last table; -1: none was made */
};

struct batch_tables {
    struct replay replay;
    struct batch_tables_board *boards; /* as those of the standings */
    int board_count;
    const atomic_bool *stop; /* in: NULL, or a flag: everything fails as soon as it is true */
    const char *season;      /* in: only results of this season; NULL: all */
    enum batch_way way;      /* in: an older one for a table of a season's older format */
    int keep_from;  /* in: tables of so many bots are kept up to date (batch_keep.h); 0: none is */
    uint64_t loads; /* of the replay, which the results are from */
    char error[512];
};

void batch_tables_init(struct batch_tables *ranking);
void batch_tables_fini(struct batch_tables *ranking);
/* Reads the new entries of the log, between a begin and a commit of the store. Returns 0, or -1
 * with the reason in `error`. */
LADDER_MUST_CHECK int batch_tables_update(struct batch_tables *ranking, struct store *store);
/* Makes the table of a board. Returns 0, or -1 if out of memory. The caller frees it with
 * rank_list_table_free. */
LADDER_MUST_CHECK int batch_tables_make(struct batch_tables *ranking, int board,
                                        struct rank_table *table);
/* Reports each pair of a board whose results against each other are too good or too bad by the
 * ratings of its table, one line each; sets *pairs to the number examined. Returns 0, or -1 if out
 * of memory. */
LADDER_MUST_CHECK int batch_tables_residuals(const struct batch_tables *ranking, int board,
                                             const struct rank_table *table,
                                             void (*tell)(void *context, const char *line),
                                             void *context, int64_t *pairs);

#endif
