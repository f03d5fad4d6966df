/* meaning.h - what a call says about the caller's cards, in each bidding system.
 *
 * One function returns the meaning of a call; another says whether a hand matches a meaning. A
 * bidder asks both, a reader asks the first: so partners agree, and no bot says what is not true.
 * Uses only public knowledge: the rules and the calls before this one. */
#ifndef AVONDALE_MEANING_H
#define AVONDALE_MEANING_H

#include "seen.h"

enum system {
    SYSTEM_NATURAL,
    SYSTEM_TRADITIONAL,
    SYSTEM_HONOURS,
    SYSTEM_SAINT_PAUL,
    SYSTEM_FRANCIS,
    SYSTEM_COUNT
};

/* What a call, or all calls of a seat, say of its cards. All zero: nothing. */
struct meaning {
    cardset_t has, lacks; /* cards that it holds, and does not hold */
    uint8_t honours;      /* bit per suit: its ace or its king */
    uint8_t good;         /* bit per suit that is good: see meaning_good_suit */
    bool joker_or_jacks;  /* the joker, or two jacks of opposite colour */
    bool strong;          /* see meaning_strong */
    bool or_misere;       /* or else a hand for misere, and nothing of the above */
    call_t natural;       /* the call where it was meant as a contract; CALL_PASS: it was not */
    int8_t level;         /* of `natural`, without the level that a jump adds */
};

/* What `call` of `seat` says after the first `count` of the calls. Of pass: nothing. */
struct meaning meaning_of_call(enum system system, const struct ruleset *rules,
                               const struct seen_call *calls, int count, seat_t seat, call_t call);

/* What all calls of a seat among the first `count` say together. */
struct meaning meaning_of_calls(enum system system, const struct ruleset *rules,
                                const struct seen_call *calls, int count, seat_t seat);

/* Whether the meaning is about more than the denomination and level of the bid. */
bool meaning_is_signal(const struct meaning *meaning);

/* Whether the hand is as the meaning says. */
bool meaning_is_true(const struct meaning *meaning, const struct ruleset *rules, cardset_t hand);

/* At least four trumps, and worth 2.8 tricks in that suit. */
bool meaning_good_suit(const struct ruleset *rules, cardset_t hand, int suit);

/* Worth 2.5 tricks without trumps, or all four kings. */
bool meaning_strong(const struct ruleset *rules, cardset_t hand);

#endif
