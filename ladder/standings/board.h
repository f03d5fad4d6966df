/* board.h - one ladder: the ratings of one ruleset in one format; inside the ladder only. Pure.
 *
 * Results of different games say nothing about one another, so each ruleset (its changed options
 * included) and each format has ratings of its own. The format is how sides are made up:
 *   solo   each side is one seat
 *   pairs  the seats of each side belong to one owner: partners that chose one another
 *   mixed  partners were drawn by lot
 * and the numbers of sides and seats: solo-3, pairs-2of4.
 *
 * What is rated is one version of a bot; of pairs, the bots of a side as a team, in the versions
 * that they have (ratings 7). An entry is made by the first result of a version; its rating is that
 * of the version before, its count zero. So a bot has other ratings with other partners, and none
 * here of its own.
 */
#ifndef AVONDALE_BOARD_H
#define AVONDALE_BOARD_H

#include "base/values.h"

enum {
    PROVISIONAL_GAMES = 30, /* ratings 7 */
    PROVISIONAL_OWNERS = 5,
    BOARD_FORMAT_MAX = 15,
    BOARD_TEAM_MAX = 3, /* seats of a side */
    BOARD_ACTIVE = 6,   /* guard.h */
};

/* Members of a side, as indexes into the standings, sorted by name; repeated once per seat. */
struct team {
    int bots[BOARD_TEAM_MAX], count;
    int next[BOARD_TEAM_MAX]; /* by member: its previous team, or -1 */
    int newest;               /* the entry of the versions that its bots had last */
};

struct entry {
    int player;  /* index of a bot in the standings, or of a team of the board */
    int version; /* of that bot, from 0; of a team: the sum of its bots', which grows with each
                    version */
    int before;  /* the entry of its version before on this board, or -1 */
    union {
        char label[LADDER_NAME_MAX + 1]; /* of that version of a bot */
        int versions[BOARD_TEAM_MAX];    /* of the bots of a team */
    };
    int64_t rating_milli;
    int games, wins, ties, losses; /* rated results */
    int owners_met_count; /* distinct owners of rated opponents; stops at PROVISIONAL_OWNERS */
    char owners_met[PROVISIONAL_OWNERS][LADDER_NAME_MAX + 1];
    int64_t last_msec; /* the latest rated result; 0: none */
    int unproven;      /* results that do not establish it (guard.h) */
    /* The sum of changes by results against bots that are not established (guard.h); a version
     * inherits it from the one before, like the rating. */
    int64_t loan_milli;
};

/* An owner of established bots, and their latest rated result. */
struct board_owner {
    char name[LADDER_NAME_MAX + 1];
    int64_t msec;
};

struct board {
    char name[LADDER_BOARD_MAX + 1];      /* valid as part of an address: wikipedia.mixed-2of4 */
    char ruleset[LADDER_RULESET_MAX + 1]; /* as in results */
    char format[BOARD_FORMAT_MAX + 1];
    struct entry *entries; /* in the order of their first results */
    int count, capacity;
    bool has_teams; /* teams are rated */
    struct team *teams;
    int team_count, team_capacity;
    /* By bot: index + 1 of the entry of its newest version here, or of its latest team, or 0. */
    int32_t *newest;
    int newest_count;
    int bots;    /* bots or teams with an entry */
    int results; /* rated ones */
    int64_t newest_msec;
    struct board_owner active[BOARD_ACTIVE]; /* the latest, by owner (guard.h) */
    int active_count;
};

/* The format of a result, with `owners` by seat. */
void board_format(const struct ladder_result *result, const char *const owners[LADDER_SEATS_MAX],
                  char format[BOARD_FORMAT_MAX + 1]);
void board_init(struct board *board, const char *ruleset, const char *format);
/* The same parts of it alone, cheaper: a page of a bot asks for two hundred names. */
void board_name_make(const char *ruleset, const char *format, char name[LADDER_BOARD_MAX + 1]);
bool board_has_teams(const char *format);
void board_fini(struct board *board);
/* The entry of a bot's newest version here, or -1: on a board of teams it has none. */
int board_find(const struct board *board, int bot);
/* The entry of this version, made if it is missing. Returns -1 if out of memory. */
LADDER_MUST_CHECK int board_ensure(struct board *board, int bot, int version, const char *label);
/* The same for a board of teams; of `team` only its bots are read. */
int board_find_team(const struct board *board, const struct team *team);
LADDER_MUST_CHECK int board_ensure_team(struct board *board, const struct team *team,
                                        const int versions[BOARD_TEAM_MAX]);
/* The teams of a bot, the latest first: `team` is the one before, or -1. Returns -1 after the last.
 */
int board_next_team(const struct board *board, int bot, int team);
/* The newest entry of a bot or a team that has one. */
int board_newest(const struct board *board, int player);
/* The bots of an entry: *count of them. */
const int *board_bots(const struct board *board, const struct entry *entry, int *count);
/* Copies an entry of another board to index `at`, which must exist or be the next one; `bots` are
 * its bots. Returns 0, or -1 if it is not, or out of memory. */
LADDER_MUST_CHECK int board_put(struct board *board, int at, const struct entry *entry,
                                const struct team *bots);

bool board_entry_provisional(const struct entry *entry);

#endif
