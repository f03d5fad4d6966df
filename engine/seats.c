/* seats.c - who owns a hand, whose side it is on. */
#include "seats.h"

#include <assert.h>

bool seats_play_both_hands(const struct game *game, const struct ruleset *rules)
{
    return rules->misere_hands == MISERE_HANDS_BOTH && call_is_no_trick(game->contract.call) &&
           !call_is_exchange(game->contract.call);
}

seat_t seats_hand_owner(const struct game *game, const struct ruleset *rules, unsigned hand)
{
    if (rules->two_handed == TWO_HANDED_TABLE)
        return (seat_t)(hand & 1);
    if (hand == game->contract.partner && seats_play_both_hands(game, rules))
        return game->contract.by;
    assert(hand < rules->players);
    return (seat_t)hand;
}

unsigned seats_hand_side(const struct ruleset *rules, unsigned hand)
{
    return rules->side_of[rules->two_handed == TWO_HANDED_TABLE ? hand & 1 : hand];
}

unsigned seats_of_contractor(const struct game *game, const struct ruleset *rules)
{
    const struct contract *contract = &game->contract;
    if (rules->players == 5)
        return seat_bit(contract->by) |
               (contract->partner == SEAT_NONE ? 0 : seat_bit(contract->partner));
    return rules->side_seats[rules->side_of[contract->by]];
}
