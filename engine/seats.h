/* seats.h - seats, hands and sides of one game (rules 1 and 5).
 * Private to the engine. Knows nothing of phases. */
#ifndef AVONDALE_SEATS_H
#define AVONDALE_SEATS_H

#include "engine.h"

static inline seat_t seat_next(const struct ruleset *rules, seat_t seat)
{
    return (seat_t)(seat + 1 == rules->players ? 0 : seat + 1);
}

static inline unsigned seat_bit(seat_t seat)
{
    return 1u << seat;
}

/* The seat that decides for a hand: its own seat, the owner of a table hand, or the contractor for
 * a partner's open hand (rules 1 and 5). */
seat_t seats_hand_owner(const struct game *game, const struct ruleset *rules, unsigned hand);

/* The side that a hand's tricks belong to. */
unsigned seats_hand_side(const struct ruleset *rules, unsigned hand);

/* Seats on the contractor's side: its teammates; five-handed the contractor and its partner. */
unsigned seats_of_contractor(const struct game *game, const struct ruleset *rules);

/* Whether the five-handed partner is fixed by the places of seat and dealer (partner_call=rotate).
 */
bool seats_partner_rotates(const struct ruleset *rules);

/* Returns the fixed partner of a seat; SEAT_NONE for the dealer. */
seat_t seats_rotating_partner(seat_t dealer, seat_t seat);

/* Whether the contractor plays both its own and the partner's hand (misere_hands). */
bool seats_play_both_hands(const struct game *game, const struct ruleset *rules);

#endif
