/* game.h - what the files of the phase machine share. Private to the engine. */
#ifndef AVONDALE_GAME_H
#define AVONDALE_GAME_H

#include "engine.h"

/* Kept out of line, so that the path that most actions take saves no registers for it. */
#define COLD __attribute__((noinline))

/* Appends an event to all; the caller narrows `to` and `seen_by` and fills in the rest. NULL when
 * nobody listens. */
struct event *event_append(struct events *events, enum event_kind kind, seat_t seat);

static inline struct event *event_put(struct events *events, enum event_kind kind, seat_t seat)
{
    return events ? event_append(events, kind, seat) : NULL;
}

static inline seat_t seat_next(const struct ruleset *rules, seat_t seat)
{
    return (seat_t)(seat + 1 == rules->players ? 0 : seat + 1);
}

static inline unsigned seat_bit(seat_t seat)
{
    return 1u << seat;
}

/* Who decides for a hand: its seat; of table hands their owner, of a partner's open hand the
 * contractor (rules 1 and 5). */
seat_t hand_owner(const struct game *game, const struct ruleset *rules, unsigned hand);

/* The side that a hand's tricks belong to. */
unsigned hand_side(const struct ruleset *rules, unsigned hand);

/* Seats on the contractor's side: its teammates; five-handed the contractor and its partner. */
unsigned contractor_seats(const struct game *game, const struct ruleset *rules);

/* Whether partner's and contractor's hands are both played by the contractor (misere_hands). */
bool plays_both_hands(const struct game *game, const struct ruleset *rules);

/* legal_has for an action that is settled already. */
bool legal_allows(const struct legal *legal, const struct game *game, const struct ruleset *rules,
                  const struct action *action);

/* Ends the hand: counts, passes the deal on, and is PHASE_DEAL or PHASE_OVER. */
void game_end_hand(struct game *game, const struct ruleset *rules, struct events *events);
void game_end_unplayed(struct game *game, const struct ruleset *rules, enum hand_outcome outcome,
                       struct events *events);

/* Starts the play, with or without a contract. */
void game_start_play(struct game *game, const struct ruleset *rules, uint8_t leader,
                     struct events *events);

/* auction.c: phases blind, auction, raise (rules 4). */
void auction_begin(struct game *game, const struct ruleset *rules, struct events *events);
void auction_legal(const struct game *game, const struct ruleset *rules, struct legal *legal);
void auction_apply(struct game *game, const struct ruleset *rules, const struct action *action,
                   struct events *events);

/* exchange.c: phases expose and draw before the auction, slam to breach after it (rules 5 and 7). */
void exchange_begin_deal(struct game *game, const struct ruleset *rules, struct events *events);
void exchange_begin_contract(struct game *game, const struct ruleset *rules, struct events *events);
void exchange_legal(const struct game *game, const struct ruleset *rules, struct legal *legal);
void exchange_apply(struct game *game, const struct ruleset *rules, const struct action *action,
                    struct events *events);

#endif
