/* board.h - one ladder: the ratings of one ruleset in one format; inside the ladder only. Pure.
 *
 * Results of different games say nothing about one another, so each ruleset (its changed options
 * included) and each format has ratings of its own. The format is how sides are made up:
 *   solo   each side is one seat
 *   pairs  the seats of each side belong to one owner: partners that chose one another
 *   mixed  partners were drawn by lot
 * and the numbers of sides and seats: solo-3, pairs-2of4.
 *
 * What is rated is one version of a bot (ratings 7). An entry is made by the first result of a
 * version; its rating is that of the version before, its count zero.
 */
#ifndef AVONDALE_BOARD_H
#define AVONDALE_BOARD_H

#include "ladder.h"

enum {
    PROVISIONAL_GAMES = 30, /* ratings 7 */
    PROVISIONAL_OWNERS = 5,
    INACTIVE_DAYS = 30,
    BOARD_FORMAT_MAX = 15,
};

struct entry {
    int bot;                         /* index in the standings */
    int version;                     /* of that bot, from 0 */
    int before;                      /* the entry of the version that it had before here, or -1 */
    char label[LADDER_NAME_MAX + 1]; /* of that version */
    int64_t rating_milli;
    int games, wins, ties, losses; /* rated results */
    int owners_met_count; /* distinct owners of rated opponents; stops at PROVISIONAL_OWNERS */
    char owners_met[PROVISIONAL_OWNERS][LADDER_NAME_MAX + 1];
    int64_t last_msec; /* the latest rated result; 0: none */
};

struct board {
    char name[LADDER_BOARD_MAX + 1];      /* fit for an address: wikipedia.mixed-2of4 */
    char ruleset[LADDER_RULESET_MAX + 1]; /* as results have it */
    char format[BOARD_FORMAT_MAX + 1];
    struct entry *entries; /* in the order of their first results */
    int count, capacity;
    int32_t *newest; /* by bot: index + 1 of the entry of its newest version here, or 0 */
    int newest_count;
    int bots;    /* that have an entry */
    int results; /* rated ones */
    int64_t newest_msec;
};

/* The format of a result, where `owners` are the owners by seat. */
void board_format(const struct ladder_result *result, const char *const owners[LADDER_SEATS_MAX],
                  char format[BOARD_FORMAT_MAX + 1]);
void board_init(struct board *board, const char *ruleset, const char *format);
void board_fini(struct board *board);
/* The entry of a bot's newest version here, or -1. */
int board_find(const struct board *board, int bot);
/* The same of this version, made if it is not there; -1: out of memory. */
LADDER_MUST_CHECK int board_ensure(struct board *board, int bot, int version, const char *label);
/* Copies an entry of another board under index `at`, which must be there or the next one. 0; -1: it is not, or
 * there is no memory. */
LADDER_MUST_CHECK int board_put(struct board *board, int at, const struct entry *entry);

bool entry_provisional(const struct entry *entry);

#endif
