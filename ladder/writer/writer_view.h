/* writer_view.h - the published view of the ladder: answers from memory, without waiting. */
#ifndef AVONDALE_WRITER_VIEW_H
#define AVONDALE_WRITER_VIEW_H

#include "base/histogram.h"
#include "writer/ladder_db.h"

/* The published view of bots, from memory, without waiting: */
/* Finds a bot without regard to case. */
bool writer_view_bot(struct ladder *ladder, const char *name, struct ladder_bot *bot);
/* Looks at `look` bots from number *from on, in the order of their first appearance, and copies up
 * to `max` whose names have this part, without regard to case. *from: where to go on; it stays
 * behind the last bot. Returns the number written. */
int writer_view_bots_named(struct ladder *ladder, const char *part, int *from, int look,
                           struct ladder_bot *bots, int max);
/* Returns true if the bot has no token or `token` (hex) is its own; in constant time. */
bool writer_view_token_valid(struct ladder *ladder, const char *name, const char *token);
/* Copies the ladders in the order of their first results. Returns the number written. */
int writer_view_boards(struct ladder *ladder, struct ladder_board *boards, int max);
int writer_view_board_count(struct ladder *ladder);
/* The ladder of this name (NULL: the one with the most results). Returns false if there is none. */
bool writer_view_board(struct ladder *ladder, const char *name, struct ladder_board *board);
/* Counts changes of the past: results voided and bots banned by other processes. */
uint64_t writer_view_past_changes(struct ladder *ladder);
/* How the batch table of a ladder was computed. Returns false if there is none yet. */
bool writer_view_batch(struct ladder *ladder, const char *board, struct ladder_batch *batch);
/* Copies the standings of a ladder (NULL: the one with the most results) from place `first` (0: the
 * best) on. Returns the number written; *total is how many there are. */
int writer_view_rows(struct ladder *ladder, const char *board, int first, struct ladder_row *rows,
                     int max, int *total);
/* Returns true for a text that rank_place_format may have written. */
bool writer_view_place_valid(const char *text);
/* Copies the rows after a valid place, as writer_view_rows; *first is the place of the first of
 * them. */
int writer_view_rows_after(struct ladder *ladder, const char *board, const char *place,
                           struct ladder_row *rows, int max, int *first, int *total);
/* The line of a bot in a ladder, or of a team by its name, with the bots in any order. Returns
 * false if it has none. */
bool writer_view_row(struct ladder *ladder, const char *board, const char *name,
                     struct ladder_row *row);
/* The name of the ladder that a rated result belongs to. Returns true if it rates teams. */
bool writer_view_result_board(struct ladder *ladder, const struct ladder_result *result,
                              char name[LADDER_BOARD_MAX + 1]);
/* Copies the results of all versions of a bot and of its teams, ladder by ladder, team by team.
 * Returns the number written. */
int writer_view_pasts(struct ladder *ladder, const char *name, struct ladder_past *pasts, int max);
/* The label of a bot's version when result `seq` was played; "" for the first. */
void writer_view_version_at(struct ladder *ladder, const char *name, int64_t seq,
                            char label[LADDER_NAME_MAX + 1]);
/* A bot's rating in a ladder, in thousandths, or its start value. Any bot, any ruleset; the format
 * is that of seats with owners of their own. */
int64_t writer_view_rating(struct ladder *ladder, const char *name, const char *ruleset,
                           int side_count, int seat_count);
int writer_view_recent(struct ladder *ladder, struct ladder_game *games,
                       int max); /* newest first */
/* The end of the log when it was opened: the number of the last result. *snapshot_seq: the snapshot
 * at which reading began; 0: the whole log was read. */
int64_t writer_view_start(const struct ladder *ladder, int64_t *snapshot_seq);
/* Games that an earlier process announced and did not end: writer_open, if exclusive, voids them as
 * results with the reason "aborted", except the kept ones. Returns their number. */
int writer_view_voided_at_start(const struct ladder *ladder);
/* Lengths of queues and durations of commits, for monitoring. Totals since the start. */
struct ladder_health {
    int results, announced, records; /* queued or not completed */
    int64_t failures;                /* groups of results that failed */
    struct histogram commits;        /* time of the store for groups, stored or not */
    double commit_sec_max;           /* the longest */
};
void writer_view_health(struct ladder *ladder, struct ladder_health *health);
/* Sets `text` to the reason why the writer waits for the store ("": it does not). Returns true if
 * that changed since the last call. writer_queue_fd becomes readable when it changes. */
bool writer_view_trouble(struct ladder *ladder, char text[256]);
/* The next line for the operator (pairs with odd results, examined once a day by the thread of the
 * batch tables; snapshots that were skipped, or could not be written). Returns false if there is
 * none. writer_queue_fd becomes readable when there is one. */
bool writer_view_report(struct ladder *ladder, char line[400]);

#endif
