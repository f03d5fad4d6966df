/* values.h - values that the rooms of the ladder share: limits, results, errors, and public facts
 * about bots and ladders. "ratings N" cites section N of the ratings page. */
#ifndef AVONDALE_LADDER_VALUES
#define AVONDALE_LADDER_VALUES

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LADDER_MUST_CHECK __attribute__((warn_unused_result))

enum {
    LADDER_NAME_MAX =
        32, /* bytes without the NUL: [A-Za-z0-9._-], no leading dot, unique without case */
    LADDER_SEATS_MAX = 6,
    LADDER_TEAM_MAX = 3 * LADDER_NAME_MAX + 2, /* the names of a side, joined by "+" */
    LADDER_WITH_MAX = 2 * LADDER_NAME_MAX + 1, /* those of a bot's partners */
    LADDER_GAME_ID_MAX = 64,
    LADDER_RULESET_MAX = 159, /* a preset, with the options that were changed */
    LADDER_PLACE_MAX = LADDER_TEAM_MAX + 96,
    LADDER_BOARD_MAX = 63,   /* the name of one ladder of a store: bytes as of names */
    LADDER_TOKEN_BYTES = 32, /* 256 random bits; hex on paper */
    LADDER_CODE_MAX = 32,    /* of a code that lets new names in: 128 random bits in hex */
    RATING_START_MILLI = 1500000,
    RATING_FLOOR_MILLI = 100000,
};

struct ladder_seat {
    char bot[LADDER_NAME_MAX + 1];
    int side;
};
/* One finished game or block, as the arena submits it. */
struct ladder_result {
    char game[LADDER_GAME_ID_MAX +
              1]; /* unique, bytes as in names; submitting it again changes nothing */
    char ruleset[LADDER_RULESET_MAX + 1]; /* preset, or preset+name=value,... of changed options */
    int64_t wall_msec;                    /* when it ended, UTC since 1970 */
    int seat_count, side_count;
    struct ladder_seat seats[LADDER_SEATS_MAX];
    int32_t scores[LADDER_SEATS_MAX]; /* by side */
    int ranks[LADDER_SEATS_MAX];      /* by side; see result_ranks */
    char reason[16];                  /* target, forfeit, aborted ... */
    char unrated[64];                 /* "", or why the arena wants it unrated */
    int32_t stake;      /* chips that a seat pays in a season with chips; 0: the season's buy-in */
    const char *record; /* the line of the record, or NULL; copied by writer_queue_submit */
    const struct blob *blob; /* the same in stored form; NULL: the store makes it */
    /* Of an import alone: SHA-256 of a record that is not there, or NULL; and whether its link in
     * the chain covers the text of the record, as links did at first. */
    const uint8_t *record_hash;
    bool linked_by_text;
};

struct ladder_error {
    char text[256]; /* one line that names the file and the fault */
};

/* One of several daemons that serve from one store. */
struct ladder_node {
    char name[LADDER_NAME_MAX + 1]; /* as of a bot */
    char address[72];               /* HOST:PORT, where the others and their bots reach it */
};

/* Public facts about a bot. */
struct ladder_bot {
    char name[LADDER_NAME_MAX + 1];
    char owner[LADDER_NAME_MAX + 1];   /* "": the bot itself */
    char version[LADDER_NAME_MAX + 1]; /* the label of its latest; "" of the first */
    int64_t rating_milli;
    int games, wins, ties, losses;
    bool provisional, banned, has_token;
    bool stopped;                      /* by its owner: it may not play */
    char account[LADDER_NAME_MAX + 1]; /* who may stop it; "": no one */
    int64_t last_msec;
};
/* One ladder: each ruleset and format has ratings of its own. */
struct ladder_board {
    char name[LADDER_BOARD_MAX + 1];
    char ruleset[LADDER_RULESET_MAX + 1];
    char format[16]; /* solo-N, pairs-NofM, mixed-NofM: N sides, M seats; see board.h */
    int results;     /* rated ones */
    int bots;        /* with a rated result */
    int64_t newest_msec;
};

/* A line of a ladder's standings: a bot or, where the format is pairs, a team. */
struct ladder_row {
    char name[LADDER_TEAM_MAX + 1]; /* of a team the names of its bots, joined by "+" */
    char owner[LADDER_NAME_MAX + 1];
    char version[LADDER_TEAM_MAX + 1]; /* its version; "" of the first; of a team as the names, ""
                                          if all are the first */
    bool team, reference;
    int64_t rating_milli; /* the online number */
    int games, wins, ties, losses;
    bool provisional;
    int rank; /* from 1; 0: not ranked */
    int64_t last_msec;
    /* The batch table (ratings 3), if it has the bot: the list is sorted by rating - err95. */
    bool in_batch;
    double rating, err95;
    bool few;        /* too few blocks for a bar: err95 is only used for sorting */
    double los;      /* probability that it is better than the next in rank; 0: no next */
    int first, last; /* range of places in 95 % of the resamples; 0: not ranked */
    /* The names, joined by "+", of the bots with which it was on one side in all of their results:
     * rating, bar and places are theirs as a team. "": it has its own. */
    char with[LADDER_WITH_MAX + 1];
    int group; /* of season tables of the first format only */
};
/* How the batch table of a ladder was computed. */
struct ladder_batch {
    int64_t last_seq; /* of the log */
    uint64_t seed;    /* of the bootstrap */
    int resamples;
};
/* The results of a version of a bot, or of a team with it, on a ladder. */
struct ladder_past {
    char board[LADDER_BOARD_MAX + 1];
    char team[LADDER_TEAM_MAX + 1];    /* its name; "": the bot's own */
    char version[LADDER_TEAM_MAX + 1]; /* as in a row */
    int number;                        /* of the version, from 0 */
    int64_t rating_milli;
    int games, wins, ties, losses;
};

/* One line of the list of recent games. */
struct ladder_game {
    char game[LADDER_GAME_ID_MAX + 1];
    char ruleset[LADDER_RULESET_MAX + 1];
    char players[220]; /* names by seat, separated by spaces */
    char score[64];    /* scores by side, separated by colons */
    char reason[16];
    int64_t wall_msec;
};

#endif
