/* analysis.h - records in hindsight: what each play cost, and how much of a score was luck.
 * analysis.c fills it during replays, analysis_print.c prints it. */
#ifndef AVONDALE_ANALYSIS_H
#define AVONDALE_ANALYSIS_H

#include "advice.h"
#include "record/luck_judge.h"
#include "protocol.h"
#include "solve.h"

enum { ANALYSIS_BOTS_MAX = 256, ANALYSIS_NAME_BYTES = 64, ANALYSIS_ID_BYTES = 80 };

enum stage { STAGE_EARLY, STAGE_MIDDLE, STAGE_LATE, STAGE_COUNT };
enum role { ROLE_CONTRACTOR, ROLE_DEFENDER, ROLE_COUNT };
enum { KIND_NONE = DENOM_SPECIAL, KIND_NO_TRICK, KIND_FIVE, KIND_COUNT };

struct cell {
    long plays;     /* plays examined: there was a choice */
    long faults;    /* plays with a loss */
    long tricks;    /* sum of losses */
    long contracts; /* sum of losses */
    long asked;     /* plays compared with expert, too */
    long others;    /* of those, plays where expert would have played another card */
    double chance;  /* their cost, in matches won */
};

struct analyzed_bot {
    char name[ANALYSIS_NAME_BYTES];
    struct cell cells[STAGE_COUNT][KIND_COUNT][ROLE_COUNT];
    struct luck_sum luck; /* one for each hand of its side */
};

/* One side of one game. */
struct analyzed_side {
    char game[ANALYSIS_ID_BYTES];
    char bots[2 * ANALYSIS_NAME_BYTES];
    int side;
    int bot; /* the bot in its first seat; -1: none of its hands has ended */
    struct luck_sum luck;
};

enum { ANALYSIS_WORST_MAX = 1000, ANALYSIS_PLACE_BYTES = 300 };

/* One play with a loss. */
struct analyzed_play {
    char place[ANALYSIS_PLACE_BYTES]; /* FILE:LINE:HAND:STEP, as other commands accept it */
    char bot[ANALYSIS_NAME_BYTES];
    char played[ACTION_TEXT_MAX], best[ACTION_TEXT_MAX]; /* best: the first card without a loss */
    char expert[ACTION_TEXT_MAX]; /* "": expert was not asked, or plays the same */
    int loss;                     /* with all cards known */
    bool tricks;                  /* that is a number of them; else the contract */
    double chance;                /* of the match, by expert's estimate */
};

struct analysis {
    struct solver solver;
    uint64_t nodes;           /* nodes for a solved play; 0: no limit */
    bool plays, expert, luck; /* what is examined */
    struct adviser adviser;
    int bot_count;
    struct analyzed_bot bots[ANALYSIS_BOTS_MAX];
    struct analyzed_side *sides; /* sides of all games; analysis_fini frees them */
    size_t side_count, side_capacity;
    struct luck_game
        *games; /* of each bot, in the order of the records; analysis_fini frees them */
    size_t game_count, game_capacity;
    long skipped; /* plays */
    /* The plays that cost most, the worst by expert's estimate first, then by loss: at most
     * worst_max of them, in the caller's memory; 0: none are kept. */
    struct analyzed_play *worst;
    int worst_count, worst_max;
    const char *file; /* the file being read, and the line: the caller's */
    long line;
    bool full, no_memory;

    /* the running game and hand */
    int hand;
    size_t first_side, first_game; /* of the game */
    uint64_t deals;                /* of its first hand */
    struct seen_history history;
    double worth[SEATS_MAX];
    int fold; /* of the hand */
};

/* Call it when a record begins. */
void analysis_begin(struct analysis *analysis);

/* Examines one step: a callback of a replay; `context` is the analysis. Returns false after setting
 * `full` or `no_memory`. */
bool analysis_step(void *context, const struct replay_step *step);

void analysis_fini(struct analysis *analysis);

/* Sorts what bots did in each game, for the functions below. To be called after the last record. */
void analysis_end(struct analysis *analysis);

/* Prints on standard output. `games`: also a row for each side of each game. */
void analysis_print(const struct analysis *analysis, bool games, long records, long differ);
void analysis_print_json(const struct analysis *analysis, long records, long differ);

#endif
