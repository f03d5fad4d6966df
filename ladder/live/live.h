/* live.h - running games as spectators may see them.
 *
 * The threads of the tables hand over public states as text, which live.c does not parse. The
 * thread of the pages reads them. A table without spectators costs its thread one load of an atomic
 * variable in each step. Memory is bounded: bytes of a table, tables with spectators, spectators of
 * a table, and spectators of all tables. Any thread may call any function. A function waits for the
 * lock only, which is held for a copy. Times are arguments: milliseconds of one monotonic clock. */
#ifndef AVONDALE_LIVE_H
#define AVONDALE_LIVE_H

#include "base/values.h"

enum {
    LIVE_HAND = -1,              /* a delay: spectators get a hand when it is over */
    LIVE_ASTRAY = -1,            /* a reader has an unknown number */
    LIVE_BYTES_MAX = 384 * 1024, /* bytes kept of one table; older states are dropped */
    LIVE_KEEP_MSEC = 60000,  /* how long a hand is kept after its end, and for a reader that left */
    LIVE_LEASE_MSEC = 30000, /* how long a table is published after one look */
    LIVE_SAY_BYTES_MAX = 200, /* of a chat line of a spectator */
    LIVE_SAY_GAME_MAX = 200,  /* lines of a spectator in a game */
    LIVE_SAY_MSEC = 500,      /* cost of a line, in milliseconds of the table's budget */
    LIVE_SAY_LOT = 8,         /* lines that may come at once */
};

struct live;
struct live_table;

/* The description of a table from its start, and its scores after each hand. */
struct live_about {
    char game[LADDER_GAME_ID_MAX + 1];
    char ruleset[64], commitment[65];
    char chat[8]; /* chat of spectators: none, preset or text */
    bool rated;
    int seat_count, side_count;
    char players[LADDER_SEATS_MAX][LADDER_NAME_MAX + 1];
    int sides[LADDER_SEATS_MAX]; /* by seat */
    int64_t wall_msec;           /* when it began, UTC since 1970 */
    int64_t opened;              /* out: number of the table, in the order of their start */
    int hands;                   /* finished ones */
    int32_t scores[LADDER_SEATS_MAX];
    int watchers; /* out */
    bool over;    /* out: the last state is public; the result may not be stored yet */
};

/* A chat line of a spectator. Each string is UTF-8. */
struct live_said {
    struct live_said *next;
    char name[LADDER_NAME_MAX + 1];
    char say[LIVE_SAY_BYTES_MAX + 1];   /* a phrase's key if the table has phrases, else words */
    char words[LIVE_SAY_BYTES_MAX + 1]; /* readable words */
};

struct live_config {
    uint32_t boot;  /* a different number in each process: numbers of states start again */
    int delay_msec; /* or LIVE_HAND */
    int watchers_max, watchers_per_table_max;
};

struct live *live_create(const struct live_config *config); /* Returns NULL if out of memory. */
/* After every table was closed. NULL is fine. */
void live_destroy(struct live *live);

/* ------------------------------------------------------------------------- threads of the tables
 */

/* Returns NULL if out of memory; the game is then not shown. */
struct live_table *live_open(struct live *live, const struct live_about *about);
/* Returns 0 if the table has no spectators: live_add is then not needed. Else returns a generation
 * number; when it changes, older states are gone and the caller adds the full state again. Cheap.
 */
unsigned live_wanted(const struct live_table *table);
/* Adds the next state of the table, public in every part; `text` contains no line feed, and is
 * freed here; NULL is ignored. */
void live_add(struct live_table *table, char *text, int64_t now_msec);
/* A hand is over: all its states become public, and the game has these scores. The next state
 * belongs to the next hand. */
void live_hand_over(struct live_table *table, const int32_t *scores, int64_t now_msec);
/* Returns the chat lines of spectators since the last call, oldest first, or NULL if there are
 * none. The caller frees them. */
struct live_said *live_take_said(struct live_table *table);
void live_said_free(struct live_said *lines); /* all of them; NULL is fine */
/* The table ends: no call with it after this. NULL is fine. */
void live_close(struct live_table *table, int64_t now_msec);

/* --------------------------------------------------------------------------- thread of the pages
 */

enum live_status {
    LIVE_OK,
    LIVE_NONE,       /* no such table */
    LIVE_FULL_TABLE, /* the table has its maximum of spectators */
    LIVE_FULL,       /* the maximum of spectators, or of tables with spectators, is reached */
    LIVE_HUSH,       /* the table's limit of chat lines is reached, for now or for this game */
};

uint32_t live_boot(const struct live *live);
/* Copies tables that were opened before the one numbered `before`, the newest first. Returns the
 * number written; *total is how many there are. */
int live_list(struct live *live, int64_t before, struct live_about *rows, int max, int *total);

/* What live_look passes to a reader. */
enum live_kind {
    LIVE_STATE,
    LIVE_SAID, /* a chat line of a spectator, not a state */
    LIVE_GAP,  /* states are lost; the next one is the first of the current public hand */
};
/* Reads a table once: calls `tell` for each public state after number `after`, in order, then
 * fills in *about. `after` 0: from the start of the hand that is public now. `tell` runs under the
 * lock; the number of a gap is 0. Returns LIVE_OK, LIVE_NONE or LIVE_FULL. */
typedef void live_tell_fn(void *context, enum live_kind kind, int64_t number, const char *text);
enum live_status live_look(struct live *live, const char *game, int64_t after, int64_t now_msec,
                           live_tell_fn *tell, void *context, struct live_about *about);

/* Adds a spectator's chat line to a table. Other spectators get `text` together with the state of
 * this moment; it contains no line feed and is copied. Returns LIVE_OK, LIVE_NONE (no such table,
 * or its game is over), LIVE_FULL or LIVE_HUSH. */
enum live_status live_say(struct live *live, const char *game, const struct live_said *line,
                          const char *text, int64_t now_msec);

/* Adds a spectator to a table. The caller calls live_go for each one. */
enum live_status live_come(struct live *live, const char *game, int64_t now_msec);
/* Removes a spectator. States stay for LIVE_KEEP_MSEC, so one that returns misses nothing. */
void live_go(struct live *live, const char *game, int64_t now_msec);
int live_watchers(struct live *live); /* in all */
/* Called once a second: drops the states of tables without spectators. */
void live_sweep(struct live *live, int64_t now_msec);

#endif
