/* advice_detail.h - more about a piece of advice: how likely the contract is made, what the partner
 * may hold, what the next best actions would cost. Pure, as advice.h. */
#ifndef AVONDALE_ADVICE_DETAIL_H
#define AVONDALE_ADVICE_DETAIL_H

#include "advice.h"

enum { ADVICE_DETAIL_CARDS = 6, ADVICE_DETAIL_NEXT = 2 };

struct advice_detail_card {
    card_t card;
    double share; /* of the worlds in which the partner holds it, 0 .. 1 */
};

struct advice_detail_next {
    struct action action;
    double cost; /* of the chance to win the match, 0 .. 1 */
};

struct advice_detail {
    int worlds;  /* sampled worlds; 0 if none agrees with what was seen */
    double made; /* share of the worlds in which the contract is made if all play by rules of thumb;
                    after a call: if that becomes the contract; -1 without a contract */
    call_t call; /* that contract; CALL_PASS: none */
    int card_count; /* high cards and trumps of a known partner, the likeliest first */
    struct advice_detail_card cards[ADVICE_DETAIL_CARDS];
    int next_count; /* 0: the adviser did not weigh the actions */
    struct advice_detail_next next[ADVICE_DETAIL_NEXT];
};

/* `advice` is the adviser's answer to this question, and its latest one. The same question gets the
 * same detail. Some ten milliseconds. */
void advice_detail_give(const struct adviser *adviser, const struct seen *seen,
                        const struct seen_turn *turn, const struct advice *advice,
                        struct advice_detail *detail);

#endif
