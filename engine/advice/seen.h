/* seen.h - a game as one player has seen it: its cards, all calls and plays, the cards that lie
 * open; and the question that the player is asked. Knows no hidden cards, and not whether its
 * knowledge comes from messages (protocol.h: follow_...) or from a complete game (seen_make). */
#ifndef AVONDALE_SEEN_H
#define AVONDALE_SEEN_H

#include "engine.h"

enum { SEEN_CALLS_MAX = 128, SEEN_PLAYS_MAX = HANDS_MAX * TRICKS };

/* A call of the running auction, pass included. */
struct seen_call {
    seat_t seat;
    call_t call;
};

/* A card of the running hand, in the order played; `named` is the suit that a led joker named. */
struct seen_play {
    uint8_t hand, named;
    card_t card;
    card_t under; /* table hands: what turned up in its place; CARD_NONE: nothing, or not yet */
};

/* What the player in a seat knows of a game. */
struct seen {
    int64_t g; /* for its owner: the number of the game; 0: none */
    seat_t seat;
    struct ruleset rules;
    int32_t scores[SEATS_MAX]; /* by side */
    cardset_t hand;            /* its own cards */
    cardset_t drawn;           /* the draw: the card that it saw last */
    cardset_t played;          /* all cards played in this hand */
    struct contract contract;  /* call: CALL_PASS until the auction is over */
    call_t high;               /* highest call so far */
    seat_t high_by;
    int call_count; /* all calls in order, the first SEEN_CALLS_MAX of them */
    struct seen_call calls[SEEN_CALLS_MAX];
    card_t table[HANDS_MAX]; /* the running trick by hand; CARD_NONE: not played yet */
    uint8_t named;           /* suit that a led joker named, or SUIT_NONE */
    int leader, on_table;    /* hand that led, cards on the table */
    seat_t dealer;
    int deal_count;             /* deals of this game so far */
    cardset_t shown[HANDS_MAX]; /* open hands of others: what they hold now */
    cardset_t gone;     /* cards that it knows to be in no hand: those it discarded or dropped */
    cardset_t exposed;  /* draft: the exposed cards */
    cardset_t kitty_up; /* cards of the kitty that all have seen */
    int play_count;
    struct seen_play plays[SEEN_PLAYS_MAX];
};

/* One request. The lists hold what the arena said is legal. */
struct seen_turn {
    enum phase phase;
    int hand; /* the hand that plays */
    int legal_count;
    struct action legal[LEGAL_LIST_MAX];
    int choose;          /* give, discard: how many of `from`; else 0 */
    cardset_t from, out; /* swap: exposed cards, own cards */
    int64_t ms, bank; /* time left for this decision, and how much of it is bank; ms -1: no limit */
};

/* The calls and plays of the running hand, in order, which a game does not keep. `under` has cards
 * before any seat may see them. Zeroed when a game begins. */
struct seen_history {
    uint32_t deal_number, attempt; /* of that hand */
    int call_count, play_count;
    struct seen_call calls[SEEN_CALLS_MAX];
    struct seen_play plays[SEEN_PLAYS_MAX];
};

/* Notes an action that game->turn is about to do. Forgets the last hand when a new one begins. */
void seen_note(struct seen_history *history, const struct game *game, const struct action *action);

/* Writes what `seat` knows now. The result depends on no card that the seat may not know. */
void seen_make(struct seen *seen, const struct game *game, const struct ruleset *rules, seat_t seat,
               const struct seen_history *history);

/* Writes the question that game->turn is asked now, without a time limit. */
void seen_ask(struct seen_turn *turn, const struct game *game, const struct ruleset *rules);

/* Sets up a give or discard of these cards. */
void seen_choose(const struct seen_turn *turn, cardset_t cards, struct action *action);

#endif
