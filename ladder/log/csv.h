/* csv.h - results as a CSV table; inside the ladder only. Pure: no store, no clock. The first line
 * names the columns. Lists within a field are separated by blanks: players and sides by seat,
 * scores and ranks by side. */
#ifndef AVONDALE_CSV_H
#define AVONDALE_CSV_H

#include "base/values.h"

#include <stdbool.h>
#include <stdio.h>

/* The reader finds columns by name, in any order, and ignores unknown ones. It knows these: */
#define CSV_COLUMNS(X)                                                                             \
    X(GAME, "game", true)                                                                          \
    X(RULESET, "ruleset", false)                                                                   \
    X(PLAYERS, "players", true)                                                                    \
    X(SIDES, "sides", true)                                                                        \
    X(SCORES, "scores", true)                                                                      \
    X(WINNERS, "winners", false) /* this or ranks */                                               \
    X(RANKS, "ranks", false)                                                                       \
    X(REASON, "reason", true)                                                                      \
    X(WALL_MSEC, "wall_msec", false)                                                               \
    X(UNRATED, "unrated", false)
#define CSV_ENUM(column, name, required) CSV_##column,
enum csv_column { CSV_COLUMNS(CSV_ENUM) CSV_COLUMN_COUNT };
#undef CSV_ENUM

enum { CSV_LINE_MAX = 4096, CSV_FIELDS_MAX = 64 };

/* The column of each field, or -1. */
struct csv_head {
    int field_of[CSV_COLUMN_COUNT];
    int field_count;
};

/* Both modify the line (without its end). Return 0, or -1 with the reason in `error`. */
LADDER_MUST_CHECK int csv_read_head(char *line, struct csv_head *head, char error[160]);
/* Missing fields: the time is `wall_msec`, and the result is rated. The result has passed
 * result_check. */
LADDER_MUST_CHECK int csv_read_row(char *line, const struct csv_head *head, int64_t wall_msec,
                                   struct ladder_result *result, char error[160]);

void csv_print_head(FILE *out);
void csv_print_row(const struct ladder_result *result, FILE *out);

#endif
