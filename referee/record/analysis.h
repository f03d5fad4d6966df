/* analysis.h - records looked at with hindsight: what each play cost, and how much of a score was
 * luck. Filled by analysis.c while records are played again, printed by analysis_print.c. */
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
    long plays;     /* that were looked at: there was a choice */
    long faults;    /* with a loss */
    long tricks;    /* lost */
    long contracts; /* lost */
    long asked;     /* of expert too */
    long others;    /* of those: expert would have played another card */
    double chance;  /* that those cost: in matches won */
};

struct analyzed_bot {
    char name[ANALYSIS_NAME_BYTES];
    struct cell cells[STAGE_COUNT][KIND_COUNT][ROLE_COUNT];
    struct luck_sum luck; /* a hand of its side each */
};

/* One side of one game. */
struct analyzed_side {
    char game[ANALYSIS_ID_BYTES];
    char bots[2 * ANALYSIS_NAME_BYTES];
    int side;
    int bot; /* that sits first on the side; -1: none of its hands has ended */
    struct luck_sum luck;
};

enum { ANALYSIS_WORST_MAX = 1000, ANALYSIS_PLACE_BYTES = 300 };

/* One play that cost something. */
struct analyzed_play {
    char place[ANALYSIS_PLACE_BYTES]; /* FILE:LINE:HAND:STEP, as other commands take it */
    char bot[ANALYSIS_NAME_BYTES];
    char played[ACTION_TEXT_MAX],
        best[ACTION_TEXT_MAX];    /* best: the first that gives nothing away */
    char expert[ACTION_TEXT_MAX]; /* "": not asked, or it plays the same */
    int loss;                     /* with all cards known */
    bool tricks;                  /* that is a number of them; else the contract */
    double chance;                /* of the match, as expert sees it */
};

struct analysis {
    struct solver solver;
    uint64_t nodes;           /* of a solved play at most; 0: no limit */
    bool plays, expert, luck; /* what is looked at */
    struct adviser adviser;
    int bot_count;
    struct analyzed_bot bots[ANALYSIS_BOTS_MAX];
    struct analyzed_side *sides; /* of all games; analysis_fini frees them */
    size_t side_count, side_capacity;
    struct luck_game
        *games; /* of each bot, in the order of the records; analysis_fini frees them */
    size_t game_count, game_capacity;
    long skipped; /* plays */
    /* The plays that cost most, first the worst by expert's judgement, then by loss: worst_max of
     * them at most, in the caller's memory; 0: none are kept. */
    struct analyzed_play *worst;
    int worst_count, worst_max;
    const char *file; /* that is read, and its line: the caller's */
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

/* To be called when a record begins. */
void analysis_begin(struct analysis *analysis);

/* One step of it: a replay's callback, `context` is the analysis. False: `full`, or `no_memory`. */
bool analysis_step(void *context, const struct replay_step *step);

void analysis_fini(struct analysis *analysis);

/* Sorts what bots did in each game, for the functions below. To be called after the last record. */
void analysis_end(struct analysis *analysis);

/* On standard output. `games`: a row for each side of each game as well. */
void analysis_print(const struct analysis *analysis, bool games, long records, long differ);
void analysis_print_json(const struct analysis *analysis, long records, long differ);

#endif
