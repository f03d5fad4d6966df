/* ladder.h - ratings, statistics, storage and pages.
 *
 * Plain results in, standings out. Knows no table, peer or protocol type. Two halves: pure arithmetic
 * (elo.c, stats.c, interval.c, apply_result.c), usable anywhere; and `struct ladder`, one database with one thread
 * that owns it (writer.c, store.c): no database call is ever made on the caller's thread.
 *
 * "ratings N" cites section N of the ratings page.
 */
#ifndef AVONDALE_LADDER_H
#define AVONDALE_LADDER_H

#include "base/clock.h"
#include "base/thread.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "web/web_server.h"

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
    RATING_START_MILLI = 1500000,
    RATING_FLOOR_MILLI = 100000,
};

/* ------------------------------------------------------------------------ elo.c (ratings 1, 2) */
double elo_expected(double difference);

struct elo_member {
    double rating;            /* in: points, not thousandths */
    double k;                 /* in */
    double delta, rating_new; /* out */
    int64_t rating_new_milli; /* out: half away from zero */
};
struct elo_side {
    int rank;         /* 1 best; equal is a tie */
    int member_count; /* 1 .. 3 */
    struct elo_member members[3];
    double side_rating, expected, actual; /* out */
};
void elo_update(struct elo_side *sides, int side_count /* 2 .. 6 */, double floor);
double elo_k(int games_before); /* ratings 7: 40, 20 from 30 on, 10 from 300 on */

/* ---------------------------------------------------------------------- stats.c (ratings 3 to 6) */
enum { STATS_CLASSES_MAX = 25 }; /* a block has up to 12 games */
/* Block scores, worst first; class_count = 2n + 1. As ratings 5 and other tools have it: what people
 * are shown is interval_of_blocks. */
struct stats_interval { /* ratings 5 */
    double games, score, score_se, elo, elo_low95, elo_high95, elo_err95, los, nelo, nelo_err95;
};
void stats_interval(const double *counts, int class_count, struct stats_interval *out);

/* The same as it is shown to people (interval.c, ratings 8): with as many blocks as `few` asks for, the
 * interval holds the truth in about 95 of 100 cases, however lopsided the score. */
enum { INTERVAL_BLOCKS_MIN = 4, INTERVAL_NELO_BLOCKS_MIN = 30 };
struct block_interval {
    double blocks, score, score_low95, score_high95;
    double elo, elo_low95, elo_high95;
    double los;              /* the chance that the score is above 1/2 */
    double nelo, nelo_err95; /* 95 %, as all bars */
    bool few, nelo_few;      /* too few blocks for the interval, for the bar of nelo */
};
void interval_of_blocks(const double *counts, int class_count, struct block_interval *out);
/* Student's t that 97.5 % are below; `freedom` from 1. */
double interval_student95(double freedom);

enum sprt_model { SPRT_LOGISTIC, SPRT_NORMALIZED };
enum sprt_state { SPRT_CONTINUE, SPRT_H0, SPRT_H1 };
struct sprt { /* ratings 6 */
    enum sprt_model model;
    double elo0, elo1, alpha, beta; /* in */
    double llr, lower, upper;       /* out */
    enum sprt_state state;          /* out */
};
void stats_sprt(const double *counts, int class_count, struct sprt *sprt);

struct ml_game {
    int a, b; /* indexes of players */
    double n, score_a;
};
struct ml_rating {
    double rating, se, err95;
};
/* Batch ratings (ratings 3). `cov`: player_count * player_count, row-major, or NULL. 0; -1 where
 * virtual_draws is 0 and the result graph falls apart; -2 out of memory. */
LADDER_MUST_CHECK int stats_ml_ratings(const struct ml_game *games, int game_count,
                                       int player_count, double center, double virtual_draws,
                                       struct ml_rating *ratings, double *cov);

/* What a game came to for one against another; those of a block (one deal) follow one another. */
struct rated_game {
    int16_t a, b;   /* indexes of players */
    uint8_t halves; /* of a: 2, 1 or 0 half points */
    int32_t block;  /* a number, the same for all of the block */
};
struct rated_player {
    double rating, err95; /* 95 %, of the distance to the mean of all */
    int blocks;           /* that it played in */
    bool few;             /* too few of them for the bar */
    int first,
        last; /* the places between which 95 % of the resamples have it; 0: it did not play */
};
enum { RATE_RESAMPLES = 1000 };
/* Rates all games at once (rate.c, ratings 3 and 8), by the code of the batch tables of a ladder: about 0, with
 * RATE_RESAMPLES resamples of blocks. 0; -1: out of memory. */
LADDER_MUST_CHECK int ladder_rate(const struct rated_game *games, int64_t game_count,
                                  int player_count, uint64_t seed, struct rated_player *players);

/* ------------------------------------------------------------------------- results (apply_result.c) */
struct ladder_seat {
    char bot[LADDER_NAME_MAX + 1];
    int side;
};
/* One finished game or block, as the arena tells it. */
struct ladder_result {
    char game[LADDER_GAME_ID_MAX +
              1]; /* unique, bytes as of names; a second submission changes nothing */
    char ruleset[LADDER_RULESET_MAX + 1]; /* preset, or preset+name=value,... of changed options */
    int64_t wall_msec;                    /* when it ended, UTC since 1970 */
    int seat_count, side_count;
    struct ladder_seat seats[LADDER_SEATS_MAX];
    int32_t scores[LADDER_SEATS_MAX]; /* by side */
    int ranks[LADDER_SEATS_MAX];      /* by side; see result_ranks */
    char reason[16];                  /* target, forfeit, aborted ... */
    char unrated[64];                 /* "" or why the arena asks not to rate it */
    const char *record;               /* the line of the record, or NULL; copied by ladder_submit */
};
/* True for a name a bot, an owner or a node may have: 1 to LADDER_NAME_MAX of [A-Za-z0-9._-], no leading dot. */
bool result_name_valid(const char *name);
/* Ranks by side from winners, scores and the side that forfeited (-1: none), ratings 2. */
void result_ranks(struct ladder_result *result, uint32_t winners, int forfeited);

/* -------------------------------------------------------------- the database and its thread */
struct ladder;
struct ladder_error {
    char text[256]; /* one line that names the file and what is wrong */
};

struct ladder_change { /* of one seat's bot, or of its team, by one result */
    int64_t before_milli, after_milli;
    bool rated;
};
/* Runs on the thread that calls ladder_dispatch. status 0: on disk. 1: that id was there already, with
 * this end. 2: with another one, such as a game that another node took for cut off; `text` says which. < 0: not
 * stored; `text` says why. */
struct ladder_done {
    int status;
    const char *text;
    const struct ladder_result *result;
    struct ladder_change changes[LADDER_SEATS_MAX]; /* by seat */
};
typedef void ladder_done_fn(void *context, const struct ladder_done *done);

/* True for a URL of a kind of store that there is: "sqlite:PATH", "postgresql://...". */
bool ladder_url_valid(const char *url);
/* One of several daemons that serve from one store. */
struct ladder_node {
    char name[LADDER_NAME_MAX + 1]; /* as of a bot */
    char address[72];               /* HOST:PORT, where the others and their bots reach it */
};
/* Opens (or makes) the database, brings the schema up to date and starts the thread. An unreadable,
 * foreign or newer one, or one another process serves from (`exclusive`), is refused untouched. No
 * password of the URL is ever in an error. 0 or -1. */
LADDER_MUST_CHECK int ladder_open(struct ladder **ladder, const char *url, bool exclusive,
                                  struct ladder_error *error);
/* The same as one node of several: exclusive under its name. */
LADDER_MUST_CHECK int ladder_open_node(struct ladder **ladder, const char *url,
                                       const struct ladder_node *node, struct ladder_error *error);
/* The same, exclusive, of a node or (NULL) alone. `keep` (or NULL) is asked for each game that an earlier process
 * of it announced and did not end, maybe more than once: NULL leaves it open, and the caller submits its result;
 * else why it is void, 63 bytes at most. */
typedef const char *ladder_keep_fn(void *context, const char *game);
LADDER_MUST_CHECK int ladder_open_keeping(struct ladder **ladder, const char *url,
                                          const struct ladder_node *node, ladder_keep_fn *keep,
                                          void *context, struct ladder_error *error);
/* Finishes what is queued, runs the completions that are left (each runs exactly once), then closes. NULL is
 * fine. */
void ladder_close(struct ladder *ladder);

/* A file descriptor that is readable when ladder_dispatch has something to run. */
int ladder_fd(const struct ladder *ladder);
void ladder_dispatch(struct ladder *ladder);

/* Queues a result (copied). -1: the queue is full. The result is told to bots only from `done`. */
LADDER_MUST_CHECK int ladder_submit(struct ladder *ladder, const struct ladder_result *result,
                                    ladder_done_fn *done, void *context);

/* What is known of bots, from memory, without waiting. */
struct ladder_bot {
    char name[LADDER_NAME_MAX + 1];
    char owner[LADDER_NAME_MAX + 1];   /* "" : itself */
    char version[LADDER_NAME_MAX + 1]; /* the label of its latest; "" of the first */
    int64_t rating_milli;
    int games, wins, ties, losses;
    bool provisional, banned, has_token;
    int64_t last_msec;
};
/* Finds a bot without regard to case. */
bool ladder_bot_find(struct ladder *ladder, const char *name, struct ladder_bot *bot);
/* True if the bot has no token or `token` (hex) is its own; in constant time. */
bool ladder_token_valid(struct ladder *ladder, const char *name, const char *token);
/* Adds a bot that is not there yet (open registration; queued, at once visible to find). -1: bad name or full. */
LADDER_MUST_CHECK int ladder_bot_register(struct ladder *ladder, const char *name);
/* The same, of an owner ("" : itself). */
LADDER_MUST_CHECK int ladder_bot_register_owned(struct ladder *ladder, const char *name,
                                                const char *owner);
/* The owner of bots that came from one address: "net-" and a keyed hash, from which nobody who does not have
 * the store learns the address. The key is a random one of the store, made by the first who asks; blocking, on
 * a connection of its own: for the start of a daemon. 0; -1 with *error. */
LADDER_MUST_CHECK int ladder_address_key(const char *url, uint8_t key[32],
                                         struct ladder_error *error);
void ladder_address_owner(const uint8_t key[32], const void *address, size_t bytes,
                          char owner[LADDER_NAME_MAX + 1]);
/* The bot is another program from now on, under the label `version` (valid as names are): its results count as that one's
 * (queued, the label at once visible to find). Nothing new where that is its latest. -1: no such bot, or the queue is full. */
LADDER_MUST_CHECK int ladder_version_begin(struct ladder *ladder, const char *name,
                                           const char *version);
/* From here on results against bots that are not established count for little (guard.h), or as any
 * other. Queued, an entry of the log; nothing where it is so already. -1: the queue is full. */
LADDER_MUST_CHECK int ladder_guard(struct ladder *ladder, bool guarded);
/* One ladder: each ruleset and format has ratings of its own. */
struct ladder_board {
    char name[LADDER_BOARD_MAX + 1];
    char ruleset[LADDER_RULESET_MAX + 1];
    char format[16]; /* solo-N, pairs-NofM, mixed-NofM: N sides, M seats; see board.h */
    int results;     /* rated ones */
    int bots;        /* with a rated result */
    int64_t newest_msec;
};
/* Copies the ladders in the order of their first results: the number written. */
int ladder_boards(struct ladder *ladder, struct ladder_board *boards, int max);
int ladder_board_count(struct ladder *ladder);
/* The one of this name (NULL: the one with most results). False: there is none. */
bool ladder_board_find(struct ladder *ladder, const char *name, struct ladder_board *board);

/* A line of a ladder's standings: a bot or, where the format is pairs, a team. */
struct ladder_row {
    char name[LADDER_TEAM_MAX + 1]; /* of a team those of its bots, joined by "+" */
    char owner[LADDER_NAME_MAX + 1];
    char version[LADDER_TEAM_MAX +
                 1]; /* its label; "" of the first; of a team as the names, "" of all first */
    bool team, reference;
    int64_t rating_milli; /* the online number */
    int games, wins, ties, losses;
    bool provisional;
    int rank; /* from 1; 0: not ranked */
    int64_t last_msec;
    /* The batch table (ratings 3), where it has the bot: by rating - err95 the list is sorted. */
    bool in_batch;
    double rating, err95;
    bool few;        /* too few blocks for a bar: err95 is what it is sorted by, and not shown */
    double los;      /* that it is better than the next in rank; 0: there is none */
    int first, last; /* the places between which 95 % of the resamples have it; 0: not ranked */
    /* Those, joined by "+", that it has played with on one side in all results of them all: rating, bar and places
     * are theirs as a team. "": it has its own. */
    char with[LADDER_WITH_MAX + 1];
    int group; /* of season tables of the first format only */
};
/* A season, and the purse that it may have; see season.h. */
struct ladder_season {
    char name[LADDER_NAME_MAX + 1];
    char board[LADDER_BOARD_MAX + 1]; /* "": every ladder */
    int64_t from_msec, to_msec;
    int64_t chips, buy_in; /* 0: no purse */
    bool over;             /* its final table is frozen */
    int bots;              /* with chips */
};
struct ladder_purse {
    char name[LADDER_NAME_MAX + 1];
    int64_t chips;
};
/* Copies the seasons, newest first: the number written. */
int ladder_seasons(struct ladder *ladder, struct ladder_season *seasons, int max);
bool ladder_season_find(struct ladder *ladder, const char *name, struct ladder_season *season);
/* Copies who has how many chips, the richest first: the number written. */
int ladder_purses(struct ladder *ladder, const char *season, struct ladder_purse *purses, int max);
/* What a bot has in a season, or would begin with. False: no such season or bot. */
bool ladder_purse_find(struct ladder *ladder, const char *season, const char *name, int64_t *chips);
/* False where a season asks a buy-in of such a game that the bot does not have. Who seats bots asks this. */
bool ladder_can_pay(struct ladder *ladder, const char *name, const char *ruleset, int side_count,
                    int seat_count, int64_t now_msec);

/* Counts how often what was known of the past may have changed: a result was voided, a bot banned, by another process. */
uint64_t ladder_past_changes(struct ladder *ladder);
/* What the batch table of a ladder was made of. False: there is none yet. */
struct ladder_batch {
    int64_t last_seq; /* of the log */
    uint64_t seed;    /* of the bootstrap */
    int resamples;
};
bool ladder_batch_find(struct ladder *ladder, const char *board, struct ladder_batch *batch);
/* Starts the thread that keeps the batch tables; without it there are none. Ends with ladder_close. 0 or -1. */
LADDER_MUST_CHECK int ladder_rank_start(struct ladder *ladder, const char *url,
                                        struct ladder_error *error);
/* Copies the standings of a ladder (NULL: the one with most results) from place `first` (0: the best) on:
 * the number written; *total is how many there are. */
int ladder_rows(struct ladder *ladder, const char *board, int first, struct ladder_row *rows,
                int max, int *total);
/* Where a row stands in its ladder, as text that is fit for an address; `batch` (or NULL): what its table was made of
 * when the row was read. */
void ladder_place_of(const struct ladder_row *row, const struct ladder_batch *batch,
                     char text[LADDER_PLACE_MAX + 1]);
bool ladder_place_valid(const char *text);
/* Copies the rows behind a valid place, as ladder_rows; *first is the place of the first of them. */
int ladder_rows_after(struct ladder *ladder, const char *board, const char *place,
                      struct ladder_row *rows, int max, int *first, int *total);
/* The line of a bot in a ladder, or of a team by its name, the bots in any order. False: it has none. */
bool ladder_row_find(struct ladder *ladder, const char *board, const char *name,
                     struct ladder_row *row);
/* The line of a bot or a team in a ladder. */
struct ladder_line {
    char board[LADDER_BOARD_MAX + 1];
    struct ladder_row row;
};
/* Copies those of the teams that a bot is in, of each ladder the latest first: the number written. */
int ladder_teams(struct ladder *ladder, const char *name, struct ladder_line *teams, int max);
/* The name of the ladder that a rated result belongs to; true: there a side is rated as a team. */
bool ladder_result_board(struct ladder *ladder, const struct ladder_result *result,
                         char name[LADDER_BOARD_MAX + 1]);
/* What a version of a bot, or a team with it, did on a ladder. */
struct ladder_past {
    char board[LADDER_BOARD_MAX + 1];
    char team[LADDER_TEAM_MAX + 1];    /* its name; "": the bot's own */
    char version[LADDER_TEAM_MAX + 1]; /* as in a row */
    int number;                        /* of the version, from 0 */
    int64_t rating_milli;
    int games, wins, ties, losses;
};
/* Copies what all versions of a bot and of its teams did, ladder by ladder, team by team: the number written. */
int ladder_pasts(struct ladder *ladder, const char *name, struct ladder_past *pasts, int max);
/* The label of the version that a bot was in result `seq`; "" of the first. */
void ladder_version_at(struct ladder *ladder, const char *name, int64_t seq,
                       char label[LADDER_NAME_MAX + 1]);
/* What a bot's rating in a ladder is, in thousandths, or what it starts with. Any bot, any ruleset; the
 * format is that of seats of owners of their own. */
int64_t ladder_rating(struct ladder *ladder, const char *name, const char *ruleset, int side_count,
                      int seat_count);
/* The same of partners that seek together: of the team of these bots. With one name: of the team that this one played in
 * last. */
int64_t ladder_team_rating(struct ladder *ladder, const char *const *names, int count,
                           const char *ruleset, int side_count, int seat_count);
struct ladder_game {
    char game[LADDER_GAME_ID_MAX + 1];
    char ruleset[LADDER_RULESET_MAX + 1];
    char players[220]; /* names by seat, separated by spaces */
    char score[64];    /* scores by side, separated by colons */
    char reason[16];
    int64_t wall_msec;
};
int ladder_recent(struct ladder *ladder, struct ladder_game *games, int max); /* newest first */
/* Tells the results that ended at `since_msec` or later, in their order, and whether they are rated. On a
 * connection of its own, blocking: for the start of a daemon. 0; -1 with *error. */
typedef void ladder_day_fn(void *context, const struct ladder_result *result, bool rated);
LADDER_MUST_CHECK int ladder_results_since(const char *url, int64_t since_msec, ladder_day_fn *fn,
                                           void *context, struct ladder_error *error);
/* The record of a game, read by the thread; `text` is NULL if there is none. Runs from ladder_dispatch. */
typedef void ladder_record_fn(void *context, const char *text);
LADDER_MUST_CHECK int ladder_record(struct ladder *ladder, const char *game, ladder_record_fn *fn,
                                    void *context);

/* A game that is about to start: on disk before anybody is told of its deals (fair-deal, "Order of
 * messages"). Of `result` the game, the ruleset, the time, seats and sides count. `stored` runs from
 * ladder_dispatch. -1: the queue is full. */
typedef void ladder_announced_fn(void *context, bool stored, const char *why_not);
LADDER_MUST_CHECK int ladder_announce(struct ladder *ladder, const struct ladder_result *result,
                                      const uint8_t commitment[32], ladder_announced_fn *stored,
                                      void *context);
/* A game that was announced, and never began: it is as if it had not been. 0; -1: the queue is full
 * or there is no memory, and the next start voids it. */
LADDER_MUST_CHECK int ladder_withdraw(struct ladder *ladder, const char *game);
/* Games that an earlier process announced and did not end: ladder_open voids them, when exclusive, as
 * results with the reason "aborted", but for those that are kept. Their number. */
int ladder_voided_at_start(const struct ladder *ladder);

/* Waits for everything queued so far (commands from the shell; never on the loop's thread). */
void ladder_wait(struct ladder *ladder);

/* --------------------------------------------------- commands from the shell (admin side, blocking)
 * avondale ladder add|token|top|show|history|ban|void|export|import|recompute: argv[0] is that word; prints to `out`,
 * errors as one line to `err`; returns the exit status 0, 1, 2 or 3. */
#include <stdio.h>
int ladder_command(const char *url, int argc, char **argv, bool json, FILE *out, FILE *err);
extern const char ladder_command_help[];

/* Lengths of queues and what the store took, for those who watch over it. Times since the start. */
struct ladder_health {
    int results, announced, records; /* queued or not yet told */
    int64_t failures;                /* groups of results that were not stored */
    struct web_histogram commits;    /* what the store took for a group, stored or not */
    double commit_sec_max;           /* the longest */
};
void ladder_health(struct ladder *ladder, struct ladder_health *health);
/* What was stored once and was found missing when the ladder was opened, as a line; "": nothing is known to be. */
const char *ladder_damage(const struct ladder *ladder);
/* Why the store is waited for ("": it is not), as a line; true if that is news since the last call. ladder_fd
 * becomes readable when it changes. */
bool ladder_trouble(struct ladder *ladder, char text[256]);

/* The next line for the operator (pairs with odd results, looked for once a day by the thread of the batch
 * tables); false: there is none. ladder_fd becomes readable when there is one. */
bool ladder_report(struct ladder *ladder, char line[400]);

/* ------------------------------------------------------------------------------ the pages (web_server.c) */
#include "web/live.h"

/* ----------------------------------------------------------- several daemons, one store (cluster.c) */
#include "cluster/cluster.h"

/* -------------------------------------------------------------- work for several machines (work.c) */
#include "work/bundle.h"
#include "work/work.h"

/* --------------------------------------------------------------------- competitions (tournament.c) */
#include "tournament/tournament.h"

#endif
