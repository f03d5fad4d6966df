/* turns.h - which hosted programs have a turn now, and what becomes of one afterwards. Pure: the
 * clock, the lobby and what runs are arguments.
 *
 * A program runs for one game. It is started when the bots that wait in the lobby, with other
 * programs that may be started, make a game of one of its rulesets. The program whose last turn is
 * longest ago comes first, so that each has a turn before another one has its second, as far as
 * their rulesets let them. Where there is no such game, programs are started early, to wait for
 * bots that are still in a game: these may be seated again as soon as they are back, and nobody
 * would ever be seen to wait.
 *
 * tests/sim/test_hosting.c: over a day of forty versions, three rulesets of tables of two to four
 * and a host or two of four to eight slots every version plays, and none four times as often as
 * another; beside a full table of other bots whose games last from seconds to ten minutes, too.
 */
#ifndef AVONDALE_TURNS_H
#define AVONDALE_TURNS_H

#include "base/values.h"

enum {
    TURNS_RULESETS_MAX = 32,
    TURNS_SEATS_MAX = LADDER_SEATS_MAX,
    TURNS_GAMES = 50,         /* games of a version that are looked at */
    TURNS_FAULTY_MAX = 5,     /* a tenth of them: with one more it is stopped */
    TURNS_WAIT_SEC = 60,      /* a program that has no game by then ends its turn */
    TURNS_PAUSE_MSEC = 10000, /* after a turn that failed; twice as long after each further one */
    TURNS_PAUSE_MAX_MSEC = 15 * 60000,
};
#define TURNS_GOOD '.'
#define TURNS_FAULT 'F'

struct turns_ruleset {
    int seats;   /* of a game */
    int side;    /* seats of one side: so many bots of one owner at most play in a game */
    int waiting; /* bots in the lobby that seek it, without the programs below */
    int away;    /* bots in a game that sought it and are still connected, without programs */
};

enum turns_state {
    TURNS_IDLE,    /* has no turn */
    TURNS_WAITING, /* has a turn, and no game yet */
    TURNS_PLAYING, /* has a game */
};

struct turns_program {
    int64_t id;
    const char *owner;
    uint32_t rulesets; /* a bit for each that it plays */
    enum turns_state state;
    int64_t last_msec; /* when its last turn began; 0: it had none */
    int64_t wait_msec; /* so long it may not be started */
};

/* Sorts by the order of turns: whose last turn is longest ago, then by id. */
void turns_sort(struct turns_program *programs, int count);
/* Chooses programs that make one game, to be started now: the game of the first program for which
 * there is one; of its rulesets the one that needs the fewest programs. `slots`: how many may be
 * started now; `slots_all`: if nothing ran here. Where the first game needs more than are free, the
 * others wait, or a large table would never find enough. The programs are sorted, and no two have
 * one id. Returns how many `chosen` holds, as indexes; 0: there is no game. Sets *early to whether
 * bots of that game are still away. Call it again, with these as TURNS_WAITING, until it returns 0.
 */
int turns_choose(const struct turns_program *programs, int count,
                 const struct turns_ruleset *rulesets, int ruleset_count, int slots, int slots_all,
                 int chosen[TURNS_SEATS_MAX], bool *early);

/* How a turn ended. */
struct turns_end {
    bool early;   /* its game was still to come when it began: see turns_choose */
    bool stopped; /* by the host or by the arena */
    bool game;    /* it had a game */
    bool over;    /* its game was played to the end */
    bool fault;   /* it was at fault in that game */
    bool crash;   /* the program ended by itself, or could not be started */
};

/* Counts the turns in a row that failed, in *failures: by a crash, or without a game that it could
 * have had. An early turn without a game is not counted: those that were awaited did not come; but
 * it pauses like one failure, or others would wait behind it. Returns the milliseconds until the
 * program may have its next turn. */
int64_t turns_after(const struct turns_end *end, int64_t *failures);
/* Adds a game to those of a version, of which the latest TURNS_GAMES are kept. */
void turns_add_game(char games[TURNS_GAMES + 1], bool fault);
/* How many games of it have a fault. */
int turns_faulty(const char *games);
/* Whether it was at fault in more than a tenth of its last TURNS_GAMES games. */
bool turns_must_stop(const char *games);

#endif
