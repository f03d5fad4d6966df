/* seats.c - the owner and the side of a hand. */
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
    assert(hand < rules->hand_count);
    return rules->side_of[rules->two_handed == TWO_HANDED_TABLE ? hand & 1 : hand];
}

bool seats_partner_rotates(const struct ruleset *rules)
{
    return rules->players == 5 && rules->partner_call == PARTNER_CALL_ROTATE;
}

seat_t seats_rotating_partner(seat_t dealer, seat_t seat)
{
    assert(dealer < SEATS_MAX && seat < SEATS_MAX);
    /* by places from the dealer: 1 and 3, 2 and 4 */
    static const uint8_t partner_place[] = {0, 3, 4, 1, 2};
    unsigned place = (seat + 5u - dealer) % 5;
    if (place == 0)
        return SEAT_NONE;
    return (seat_t)((dealer + partner_place[place]) % 5u);
}

unsigned seats_of_contractor(const struct game *game, const struct ruleset *rules)
{
    assert(game->contract.by < rules->players);
    const struct contract *contract = &game->contract;
    if (rules->players == 5)
        return seat_bit(contract->by) |
               (contract->partner == SEAT_NONE ? 0 : seat_bit(contract->partner));
    return rules->side_seats[rules->side_of[contract->by]];
}
