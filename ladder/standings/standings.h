/* standings.h - the value of the log so far.
 *
 * The ladder is a pure function of the ordered log of results, bans and voids (ratings 2). `struct
 * standings` is the value of that function so far: no file, no clock, no thread. It owns its bots.
 * The index of a bot stays what it is for as long as the standings live.
 */
#ifndef AVONDALE_LADDER_STANDINGS
#define AVONDALE_LADDER_STANDINGS

#include "base/checks.h"
#include "standings/board.h"
#include "standings/season.h"

enum {
    STANDINGS_BOTS_MAX = 4194304,
};

struct standing {
    int64_t id; /* of the store; 0: not there yet */
    char name[LADDER_NAME_MAX + 1];
    char owner[LADDER_NAME_MAX + 1]; /* "": the bot itself */
    bool has_token, banned;
    bool reference;                    /* a fixed program that defines the scale of batch tables */
    bool moved;                        /* a log entry has changed its owner */
    bool stopped;                      /* the owner of its account has stopped it */
    char account[LADDER_NAME_MAX + 1]; /* account that may stop it and renew its token; "": none */
    uint8_t token_hash[32];            /* SHA-256 of the token's bytes */
    int version;                       /* counts from 0 */
    char label[LADDER_NAME_MAX + 1];   /* of that version; "" of the first */
    /* Copied from the bot's entry on the ladder of its last individually rated result. */
    int64_t rating_milli;
    int games, wins, ties, losses;
    int owners_met_count;
    int unproven;      /* not stored: a replay computes it */
    int64_t last_msec; /* the latest result, rated or not; 0: none */
};

/* A version of a bot other than the first, which has no label. */
struct version {
    int bot, number;
    char label[LADDER_NAME_MAX + 1];
    int64_t after_seq; /* the last result before it */
    int64_t wall_msec;
};

struct standings {
    struct standing *bots;
    int count, capacity;
    int32_t *slots; /* open addressing: index + 1, or 0 */
    uint32_t slot_count;
    struct board *boards; /* in the order of their first rated results */
    int board_count, board_capacity;
    struct version *versions; /* in the order of the log */
    int version_count, version_capacity;
    struct season *seasons; /* in the order of the log */
    int season_count;
    int64_t newest_msec; /* of any result */
    bool guarded;        /* guard.h applies from here on */
};

void standings_init(struct standings *standings);
void standings_fini(struct standings *standings);
/* The index of a bot, ignoring case, or -1. */
int standings_find(const struct standings *standings, const char *name);
/* Adds a bot with the start rating; `name` must be valid and new. Returns its index, or -1 if full
 * or out of memory. */
int standings_add(struct standings *standings, const char *name, const char *owner);
/* Replaces the bot of that name, or adds it. Returns its index, or -1. */
int standings_put(struct standings *standings, const struct standing *bot);

/* The index of a ladder by its name, or -1. */
int standings_board(const struct standings *standings, const char *name);
/* The index of a ladder, added if it is new. Returns -1 if out of memory. */
int standings_board_of(struct standings *standings, const char *ruleset, const char *format);
/* The ladder with the most rated results, the default one. Returns -1 if there is none yet. */
int standings_main(const struct standings *standings);
/* Copies the entry `at` of a board, and what the board counts, into the board of its name; bots are
 * found by their names, and must be there. Returns 0, or -1 if out of memory. */
int standings_put_entry(struct standings *standings, const struct standings *from, int board,
                        int at);
/* Whether it is there already, as it is in `from`. May say false without need: bytes between fields
 * may differ. */
bool standings_has_entry(const struct standings *standings, const struct standings *from, int board,
                         int at);
/* Appends a version. Returns its index, or -1 if out of memory. */
int standings_put_version(struct standings *standings, const struct version *version);
/* The label of a version of a bot; "" of the first. */
const char *standings_label(const struct standings *standings, int bot, int number);
/* The label of a bot's version when result `seq` was played; "" for the first. */
const char *standings_version_at(const struct standings *standings, int bot, int64_t seq);
/* Appends a season and takes over its purse. Returns 0, or -1 if out of memory; then the purse
 * stays the caller's. */
LADDER_MUST_CHECK int standings_put_season(struct standings *standings,
                                           const struct season *season);
/* The index of a season, ignoring case, or -1. */
int standings_season(const struct standings *standings, const char *name);
/* Copies a bot's chips in the seasons, which must be the same in both, as standings_copy_seasons
 * makes them. Returns 0, or -1 if they are not the same, or out of memory. */
LADDER_MUST_CHECK int standings_copy_chips(struct standings *standings,
                                           const struct standings *from, int bot);
/* Copies the seasons; bots are found by name. Returns 0, or -1 if out of memory. */
int standings_copy_seasons(struct standings *standings, const struct standings *from);
/* Makes `standings` a copy. Returns 0, or -1 if out of memory; then the copy is incomplete. */
int standings_copy(struct standings *standings, const struct standings *from);

/* Asserts the invariants of the standings between two calls: indexes, counts, entries and their
 * order agree. Walks over all bots and entries. */
void standings_check(const struct standings *standings);
/* In builds with checks, after a change. Only tests that make crowds check crowds. */
enum { STANDINGS_CHECKED_BOTS = 128 };
#define STANDINGS_CHECKED(standings)                                                               \
    AVONDALE_CHECKED((standings)->count <= STANDINGS_CHECKED_BOTS ? standings_check(standings)     \
                                                                  : (void)0)

#endif
