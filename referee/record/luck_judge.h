/* luck_judge.h - points a hand, less their luck, with the errors of both: by single hands, or by
 * blocks where the same deals were played several times. Pure. */
#ifndef AVONDALE_LUCK_JUDGE_H
#define AVONDALE_LUCK_JUDGE_H

#include "record/luck.h"

#include <stddef.h>

struct luck_judged {
    long hands, blocks;   /* blocks: 0 where the hands were judged one by one */
    double points, error; /* a hand; half of a 95 % interval, or 0 if there are too few hands */
    double adjusted, adjusted_error;
    double saved; /* the share of the variance that is luck; 0 also if there are too few hands */
    double slope; /* 0 .. 1 */
};

struct luck_judged luck_judge_hands(const struct luck_sum *luck);

/* What a bot did in one game. */
struct luck_game {
    int bot;        /* a number of the caller */
    uint64_t deals; /* luck_deal() of the first hand */
    long hands;
    double points, worth; /* margins of all hands */
};

/* By bot and deals, as luck_judge_games() takes them. */
void luck_judge_sort(struct luck_game *games, size_t count);

/* Whether a bot played the same deals in two games. `games` are sorted. */
bool luck_judge_duplicates(const struct luck_game *games, size_t count);

/* Games of one bot, sorted: those of the same deals are a block. What a deal is worth to one side
 * in one game it is worth to the other in the next, so a block has little luck to begin with, and
 * its games are not independent: only blocks say how much the mean varies. */
struct luck_judged luck_judge_games(const struct luck_game *games, size_t count);

#endif
