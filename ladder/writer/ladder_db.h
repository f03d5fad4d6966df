/* ladder_db.h - `struct ladder`: one database with one thread that owns it.
 *
 * No database call is ever made on the caller's thread. What is asked here is answered from memory,
 * or queued.
 */
#ifndef AVONDALE_LADDER_DB
#define AVONDALE_LADDER_DB

#include "base/histogram.h"
#include "base/values.h"

struct ladder;
struct ladder_change { /* of one seat's bot, or of its team, by one result */
    int64_t before_milli, after_milli;
    bool rated;
};
/* Runs on the thread that calls ladder_dispatch. status 0: on disk. 1: that id was there already,
 * with this end. 2: with another one, such as a game that another node took for cut off; `text`
 * says which. < 0: not stored; `text` says why. */
struct ladder_done {
    int status;
    const char *text;
    const struct ladder_result *result;
    struct ladder_change changes[LADDER_SEATS_MAX]; /* by seat */
};
typedef void ladder_done_fn(void *context, const struct ladder_done *done);

/* True for a URL of a kind of store that there is: "sqlite:PATH", "postgresql://...". */
bool ladder_url_valid(const char *url);
/* Opens (or makes) the database, brings the schema up to date and starts the thread. An unreadable,
 * foreign or newer one, or one another process serves from (`exclusive`), is refused untouched. No
 * password of the URL is ever in an error. 0 or -1. */
LADDER_MUST_CHECK int ladder_open(struct ladder **ladder, const char *url, bool exclusive,
                                  struct ladder_error *error);
/* The same as one node of several: exclusive under its name. */
LADDER_MUST_CHECK int ladder_open_node(struct ladder **ladder, const char *url,
                                       const struct ladder_node *node, struct ladder_error *error);
/* The same, exclusive, of a node or (NULL) alone. `keep` (or NULL) is asked for each game that an
 * earlier process of it announced and did not end, maybe more than once: NULL leaves it open, and
 * the caller submits its result; else why it is void, 63 bytes at most. */
typedef const char *ladder_keep_fn(void *context, const char *game);
LADDER_MUST_CHECK int ladder_open_keeping(struct ladder **ladder, const char *url,
                                          const struct ladder_node *node, ladder_keep_fn *keep,
                                          void *context, struct ladder_error *error);
/* Finishes what is queued, runs the completions that are left (each runs exactly once), then
 * closes. NULL is fine. */
void ladder_close(struct ladder *ladder);

/* A file descriptor that is readable when ladder_dispatch has something to run. */
int ladder_fd(const struct ladder *ladder);
void ladder_dispatch(struct ladder *ladder);

/* Queues a result (copied). -1: the queue is full. The result is told to bots only from `done`. */
LADDER_MUST_CHECK int ladder_submit(struct ladder *ladder, const struct ladder_result *result,
                                    ladder_done_fn *done, void *context);

/* What is known of bots, from memory, without waiting: */
/* Finds a bot without regard to case. */
bool ladder_bot_find(struct ladder *ladder, const char *name, struct ladder_bot *bot);
/* True if the bot has no token or `token` (hex) is its own; in constant time. */
bool ladder_token_valid(struct ladder *ladder, const char *name, const char *token);
/* Adds a bot that is not there yet (open registration; queued, at once visible to find). -1: bad
 * name or full. */
LADDER_MUST_CHECK int ladder_bot_register(struct ladder *ladder, const char *name);
/* The same, of an owner ("" : itself). */
LADDER_MUST_CHECK int ladder_bot_register_owned(struct ladder *ladder, const char *name,
                                                const char *owner);
/* The owner of bots that came from one address: "net-" and a keyed hash, from which nobody who does
 * not have the store learns the address. The key is a random one of the store, made by the first
 * who asks; blocking, on a connection of its own: for the start of a daemon. 0; -1 with *error. */
LADDER_MUST_CHECK int ladder_address_key(const char *url, uint8_t key[32],
                                         struct ladder_error *error);
void ladder_address_owner(const uint8_t key[32], const void *address, size_t bytes,
                          char owner[LADDER_NAME_MAX + 1]);
/* The bot is another program from now on, under the label `version` (valid as names are): its
 * results count as that one's (queued, the label at once visible to find). Nothing new where that
 * is its latest. -1: no such bot, or the queue is full. */
LADDER_MUST_CHECK int ladder_version_begin(struct ladder *ladder, const char *name,
                                           const char *version);
/* From here on results against bots that are not established count for little (guard.h), or as any
 * other. Queued, an entry of the log; nothing where it is so already. -1: the queue is full. */
LADDER_MUST_CHECK int ladder_guard(struct ladder *ladder, bool guarded);
/* Copies the ladders in the order of their first results: the number written. */
int ladder_boards(struct ladder *ladder, struct ladder_board *boards, int max);
int ladder_board_count(struct ladder *ladder);
/* The one of this name (NULL: the one with most results). False: there is none. */
bool ladder_board_find(struct ladder *ladder, const char *name, struct ladder_board *board);

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
/* False where a season asks a buy-in of such a game that the bot does not have. Who seats bots asks
 * this. */
bool ladder_can_pay(struct ladder *ladder, const char *name, const char *ruleset, int side_count,
                    int seat_count, int64_t now_msec);

/* Counts how often what was known of the past may have changed: a result was voided, a bot banned,
 * by another process. */
uint64_t ladder_past_changes(struct ladder *ladder);
/* What the batch table of a ladder was made of. False: there is none yet. */
bool ladder_batch_find(struct ladder *ladder, const char *board, struct ladder_batch *batch);
/* Starts the thread that keeps the batch tables; without it there are none. Ends with ladder_close.
 * 0 or -1. */
LADDER_MUST_CHECK int ladder_rank_start(struct ladder *ladder, const char *url,
                                        struct ladder_error *error);
/* Copies the standings of a ladder (NULL: the one with most results) from place `first` (0: the
 * best) on: the number written; *total is how many there are. */
int ladder_rows(struct ladder *ladder, const char *board, int first, struct ladder_row *rows,
                int max, int *total);
/* True for a text that ladder_place_of may have written. */
bool ladder_place_valid(const char *text);
/* Copies the rows behind a valid place, as ladder_rows; *first is the place of the first of them.
 */
int ladder_rows_after(struct ladder *ladder, const char *board, const char *place,
                      struct ladder_row *rows, int max, int *first, int *total);
/* The line of a bot in a ladder, or of a team by its name, the bots in any order. False: it has
 * none. */
bool ladder_row_find(struct ladder *ladder, const char *board, const char *name,
                     struct ladder_row *row);
/* The line of a bot or a team in a ladder. */
struct ladder_line {
    char board[LADDER_BOARD_MAX + 1];
    struct ladder_row row;
};
/* Copies those of the teams that a bot is in, of each ladder the latest first: the number written.
 */
int ladder_teams(struct ladder *ladder, const char *name, struct ladder_line *teams, int max);
/* The name of the ladder that a rated result belongs to; true: there a side is rated as a team. */
bool ladder_result_board(struct ladder *ladder, const struct ladder_result *result,
                         char name[LADDER_BOARD_MAX + 1]);
/* Copies what all versions of a bot and of its teams did, ladder by ladder, team by team: the
 * number written. */
int ladder_pasts(struct ladder *ladder, const char *name, struct ladder_past *pasts, int max);
/* The label of the version that a bot was in result `seq`; "" of the first. */
void ladder_version_at(struct ladder *ladder, const char *name, int64_t seq,
                       char label[LADDER_NAME_MAX + 1]);
/* What a bot's rating in a ladder is, in thousandths, or what it starts with. Any bot, any ruleset;
 * the format is that of seats of owners of their own. */
int64_t ladder_rating(struct ladder *ladder, const char *name, const char *ruleset, int side_count,
                      int seat_count);
/* The same of partners that seek together: of the team of these bots. With one name: of the team
 * that this one played in last. */
int64_t ladder_team_rating(struct ladder *ladder, const char *const *names, int count,
                           const char *ruleset, int side_count, int seat_count);
int ladder_recent(struct ladder *ladder, struct ladder_game *games, int max); /* newest first */
/* The record of a game, read by the thread; `text` is NULL if there is none. Runs from
 * ladder_dispatch. */
typedef void ladder_record_fn(void *context, const char *text);
LADDER_MUST_CHECK int ladder_record(struct ladder *ladder, const char *game, ladder_record_fn *fn,
                                    void *context);

/* A game that is about to start: on disk before anybody is told of its deals (fair-deal, "Order of
 * messages"). Of `result` the game, the ruleset, the time, seats and sides count. `stored` runs
 * from ladder_dispatch. -1: the queue is full. */
typedef void ladder_announced_fn(void *context, bool stored, const char *why_not);
LADDER_MUST_CHECK int ladder_announce(struct ladder *ladder, const struct ladder_result *result,
                                      const uint8_t commitment[32], ladder_announced_fn *stored,
                                      void *context);
/* A game that was announced, and never began: it is as if it had not been. 0; -1: the queue is full
 * or there is no memory, and the next start voids it. */
LADDER_MUST_CHECK int ladder_withdraw(struct ladder *ladder, const char *game);
/* Games that an earlier process announced and did not end: ladder_open voids them, when exclusive,
 * as results with the reason "aborted", but for those that are kept. Their number. */
int ladder_voided_at_start(const struct ladder *ladder);

/* Waits for everything queued so far (commands from the shell; never on the loop's thread). */
void ladder_wait(struct ladder *ladder);

/* Lengths of queues and what the store took, for those who watch over it. Times since the start. */
struct ladder_health {
    int results, announced, records; /* queued or not yet told */
    int64_t failures;                /* groups of results that were not stored */
    struct histogram commits;        /* what the store took for a group, stored or not */
    double commit_sec_max;           /* the longest */
};
void ladder_health(struct ladder *ladder, struct ladder_health *health);
/* What was stored once and was found missing when the ladder was opened, as a line; "": nothing is
 * known to be. */
const char *ladder_damage(const struct ladder *ladder);
/* Why the store is waited for ("": it is not), as a line; true if that is news since the last call.
 * ladder_fd becomes readable when it changes. */
bool ladder_trouble(struct ladder *ladder, char text[256]);

/* The next line for the operator (pairs with odd results, looked for once a day by the thread of
 * the batch tables); false: there is none. ladder_fd becomes readable when there is one. */
bool ladder_report(struct ladder *ladder, char line[400]);

#endif
