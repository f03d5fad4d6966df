/* rank_list.h - the rank list of one ladder (ratings 7); inside the ladder only. Pure. */
#ifndef AVONDALE_RANK_H
#define AVONDALE_RANK_H

#include "rating/batch.h"
#include "standings/apply_result.h"

enum {
    RANK_WITH_MAX = 2,  /* the other seats of a side */
    INACTIVE_DAYS = 30, /* without a result, after which an entry is not listed (ratings 7) */
};

/* A batch table, by the entries of a board. Owns its lines. */
struct rank_line {
    char name[LADDER_NAME_MAX + 1]; /* of a bot */
    int version;
    bool played; /* otherwise its numbers are undefined */
    struct batch_row row;
    int with[RANK_WITH_MAX]; /* the lines of bots that always played on its side, ended by -1 */
};
struct rank_table {
    char board[LADDER_BOARD_MAX + 1];
    int64_t last_seq;
    uint64_t seed;
    int resamples;
    struct rank_line *lines;
    char (*team_names)[LADDER_TEAM_MAX + 1]; /* by line, of a board of teams; else NULL */
    int count;
};
void rank_list_table_free(struct rank_table *table);
/* Of the bot or the team of a line. */
const char *rank_list_line_name(const struct rank_table *table, int line);

/* Makes a row without its place and without the fields of a table. */
void rank_list_row(const struct standings *standings, int board, int at, struct ladder_row *row);
/* Adds the fields of a batch table; `with` are entries, ended by -1. */
void rank_list_row_rate(const struct standings *standings, int board, const struct batch_row *rated,
                        const int with[RANK_WITH_MAX], struct ladder_row *row);
/* The first sort key: 0 for rows with a place in the batch table, 1 for other ranked ones, 2 for
 * provisional ones. */
int rank_list_class(const struct ladder_row *row);
/* The order of rows: negative, 0 or positive. */
int rank_list_compare(const struct ladder_row *left, const struct ladder_row *right);
/* Whether an entry is listed: newest version, no banned bot, active. */
bool rank_list_counts(const struct standings *standings, int board, int at);
/* Makes the rows of a board, in no order. Leaves out banned bots, and bots without a result in the
 * 30 days before the newest result of the ladder, so that a pause of the whole ladder drops no bot.
 * `table` may be NULL. The caller frees the rows. Returns NULL if out of memory. */
struct ladder_row *rank_list_rows(const struct standings *standings, int board,
                                  const struct rank_table *table, int *count);
/* Sorts them, best first: ranked rows, then provisional ones. */
void rank_list_order(struct ladder_row *rows, int count);
void rank_list_past(const struct standings *standings, const struct board *board,
                    const struct entry *entry, struct ladder_past *past);
/* How a board is listed. */
void rank_list_describe(const struct standings *standings, int board, struct ladder_board *out);

#endif
