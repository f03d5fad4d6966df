/* live.h - the tables where games are under way, as anybody may see them.
 *
 * The threads of the tables hand over what is public, as text that nothing here looks into; the thread of the
 * pages reads it. A table that nobody looks at costs its thread one load of an atomic a step. What is kept is
 * bounded: bytes a table, tables that are looked at, watchers a table and in all. All functions may be called
 * from any thread; none waits for anything but the lock, which is held for a copy. Times are given:
 * milliseconds of any clock that only moves forward, the same for all calls.
 */
#ifndef AVONDALE_LIVE_H
#define AVONDALE_LIVE_H

#include "base/values.h"

enum {
    LIVE_HAND = -1,              /* a delay: what happens in a hand is told when the hand is over */
    LIVE_ASTRAY = -1,            /* a reader has a number that is none of ours */
    LIVE_BYTES_MAX = 384 * 1024, /* kept of one table; what is older goes */
    LIVE_KEEP_MSEC = 60000, /* how long a hand is kept beyond its end, and for a reader that left */
    LIVE_LEASE_MSEC = 30000,  /* how long a table is looked at after one look */
    LIVE_SAY_BYTES_MAX = 200, /* of a line that somebody who looks on says */
    LIVE_SAY_GAME_MAX = 200,  /* such lines in a game */
    LIVE_SAY_MSEC = 500,      /* what a line takes of a table's patience */
    LIVE_SAY_LOT = 8,         /* lines that may come at once */
};

struct live;
struct live_table;

/* What is known of a table from its start on, and how its game stands after each hand. */
struct live_about {
    char game[LADDER_GAME_ID_MAX + 1];
    char ruleset[64], commitment[65];
    char chat[8]; /* whether those who look on may talk: none, preset or text */
    bool rated;
    int seat_count, side_count;
    char players[LADDER_SEATS_MAX][LADDER_NAME_MAX + 1];
    int sides[LADDER_SEATS_MAX]; /* by seat */
    int64_t wall_msec;           /* when it began, UTC since 1970 */
    int64_t opened;              /* out: which table it is, in the order of their start */
    int hands;                   /* that are over */
    int32_t scores[LADDER_SEATS_MAX];
    int watchers; /* out */
    bool over;    /* out: everything is told; its result may not be stored yet */
};

/* What somebody said who looks on. Each string is UTF-8. */
struct live_said {
    struct live_said *next;
    char name[LADDER_NAME_MAX + 1];
    char say[LIVE_SAY_BYTES_MAX + 1];   /* a phrase's key where the table has phrases, else words */
    char words[LIVE_SAY_BYTES_MAX + 1]; /* that anybody can read */
};

struct live_config {
    uint32_t boot;  /* another one in each process: numbers of states begin again */
    int delay_msec; /* or LIVE_HAND */
    int watchers_max, watchers_per_table_max;
};

struct live *live_create(const struct live_config *config); /* NULL: out of memory */
/* After every table was closed. NULL is fine. */
void live_destroy(struct live *live);

/* ------------------------------------------------------------------------- threads of the tables */

/* NULL: out of memory; the game is then not shown. */
struct live_table *live_open(struct live *live, const struct live_about *about);
/* 0: nobody looks, and live_add is not worth its text. Else another number each time that somebody begins to look
 * where nobody did: what was told before is gone then, and is to be told again. Cheap. */
unsigned live_wanted(const struct live_table *table);
/* The next state of the table, public in every part; `text` holds no line feed and is taken over
 * (free); NULL is left out. */
void live_add(struct live_table *table, char *text, int64_t now_msec);
/* A hand is over: what was added before may be told, and the game stands so; the next state is of the next hand. */
void live_hand_over(struct live_table *table, const int32_t *scores, int64_t now_msec);
/* What those who look on said since the last call, the first line first; NULL: nothing. The caller frees it. */
struct live_said *live_take_said(struct live_table *table);
void live_said_free(struct live_said *lines); /* all of them; NULL is fine */
/* The table is gone: no call with it after this. NULL is fine. */
void live_close(struct live_table *table, int64_t now_msec);

/* --------------------------------------------------------------------------- thread of the pages */

enum live_status {
    LIVE_OK,
    LIVE_NONE,       /* no such table */
    LIVE_FULL_TABLE, /* it has as many watchers as a table may have */
    LIVE_FULL,       /* there are as many watchers, or tables that are looked at, as there may be */
    LIVE_HUSH,       /* as much is said at this table as may be said, for now or in this game */
};

uint32_t live_boot(const struct live *live);
/* Copies tables, the newest first, that were opened before the one numbered `before`: the number
 * written; *total is how many there are. */
int live_list(struct live *live, int64_t before, struct live_about *rows, int max, int *total);

/* What a reader is told. */
enum live_kind {
    LIVE_STATE,
    LIVE_SAID, /* no state, but what a spectator said */
    /* What came after its number is lost; what follows begins with the hand that is told now. */
    LIVE_GAP,
};
/* Looks at a table once: LIVE_OK, LIVE_NONE or LIVE_FULL. Each state that may be told and came
 * after the one numbered `after` is told, in order, then *about is filled in. 0: from the start of
 * the hand that is told now. `tell` runs under the lock; the number of a gap is 0. */
typedef void live_tell_fn(void *context, enum live_kind kind, int64_t number, const char *text);
enum live_status live_look(struct live *live, const char *game, int64_t after, int64_t now_msec,
                           live_tell_fn *tell, void *context, struct live_about *about);

/* Says a line at a table: LIVE_OK, LIVE_NONE (no such table, or its game is over), LIVE_FULL or LIVE_HUSH. `text` is what
 * others are told, when they are told what happens at the table now; it holds no line feed and is copied. */
enum live_status live_say(struct live *live, const char *game, const struct live_said *line,
                          const char *text, int64_t now_msec);

/* Stays at a table; each watcher that has come goes again. */
enum live_status live_come(struct live *live, const char *game, int64_t now_msec);
/* What is told is kept for LIVE_KEEP_MSEC, in which the reader may come again and miss nothing. */
void live_go(struct live *live, const char *game, int64_t now_msec);
int live_watchers(struct live *live); /* in all */
/* Once a second: forgets tables that nobody looks at any more. */
void live_sweep(struct live *live, int64_t now_msec);

#endif
