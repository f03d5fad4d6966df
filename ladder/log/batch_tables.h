/* batch_tables.h - the batch tables of all ladders of a store, kept beside the log; inside the
 * ladder only.
 *
 * A ranking reads the log as a replay does and keeps each rated result in 40 bytes, so that a table
 * can be made without the store. Of one thread.
 */
#ifndef AVONDALE_RANKING_H
#define AVONDALE_RANKING_H

#include "rating/batch.h"
#include "standings/rank_list.h"
#include "log/replay.h"

struct ranking_board {
    struct batch_result *results; /* players are the entries of the board */
    int64_t count, capacity;
    int64_t ranked_count; /* results of the last table; -1: none was made */
};

struct ranking {
    struct replay replay;
    struct ranking_board *boards; /* as those of the standings */
    int board_count;
    const atomic_bool *stop; /* in: NULL, or: everything fails as soon as it is true */
    const char *season;      /* in: only results of this season; NULL: all */
    enum batch_way way;      /* in: BATCH_FIRST for a table of a season's first format */
    uint64_t loads;          /* of the replay, which the results are from */
    char error[512];
};

void ranking_init(struct ranking *ranking);
void ranking_fini(struct ranking *ranking);
/* Reads what was added to the log, between a begin and a commit of the store. 0; -1: `error`
 * says why. */
LADDER_MUST_CHECK int ranking_update(struct ranking *ranking, struct store *store);
/* Makes the table of a board. 0; -1: out of memory. To be freed by rank_table_free. */
LADDER_MUST_CHECK int ranking_table(struct ranking *ranking, int board, struct rank_table *table);
/* Tells each pair of a board that does too well or too badly together, as a line, by the ratings
 * of its table; *pairs is how many were looked at. 0; -1: out of memory. */
LADDER_MUST_CHECK int ranking_residuals(const struct ranking *ranking, int board,
                                        const struct rank_table *table,
                                        void (*tell)(void *context, const char *line),
                                        void *context, int64_t *pairs);

#endif
