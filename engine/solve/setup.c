/* setup.c - a game that begins with its play, for analyses: no auction, no exchange. */
#include "solve.h"
#include "seats.h"
#include "trick.h"

#include <assert.h>
#include <string.h>

/* The next teammate clockwise; five-handed the seat that the caller names. */
static seat_t partner_of(const struct ruleset *rules, const struct setup *setup)
{
    if (rules->players == 5)
        return call_is_bid(setup->call) ? setup->partner : (seat_t)SEAT_NONE;
    seat_t seat = seat_next(rules, setup->by);
    while (rules->side_of[seat] != rules->side_of[setup->by])
        seat = seat_next(rules, seat);
    return seat == setup->by ? (seat_t)SEAT_NONE : seat;
}

static bool contract_exists(const struct ruleset *rules, const struct setup *setup)
{
    bool partner_fits = rules->players != 5 || setup->partner == SEAT_NONE ||
                        (setup->partner < rules->players && setup->partner != setup->by);
    if (setup->by >= rules->players || !partner_fits)
        return false;
    if (setup->slam && !(rules->slam_call && call_is_bid(setup->call)))
        return false;
    return setup->call == CALL_PASS ||
           (setup->call < CALL_COUNT && rules->call_rank[setup->call] > 0);
}

/* The hands that fold: teammates of a contractor that plays alone, except the partner of an
 * exchange. */
static unsigned folded_hands(const struct game *game, const struct ruleset *rules)
{
    const struct contract *contract = &game->contract;
    unsigned teammates, partner = contract->partner == SEAT_NONE ? 0 : seat_bit(contract->partner);

    if (contract->call == CALL_PASS || !(call_is_special(contract->call) || contract->slam) ||
        seats_play_both_hands(game, rules))
        return 0;
    teammates = rules->side_seats[rules->side_of[contract->by]] & ~seat_bit(contract->by);
    return call_is_exchange(contract->call) ? teammates & ~partner : teammates;
}

static int take_hands(struct game *game, const struct ruleset *rules, const struct setup *setup)
{
    unsigned hands = rules->hand_count - rules->dead_hands;
    int count = 0;
    cardset_t all = 0;

    for (unsigned hand = 0; hand < HANDS_MAX; hand++) {
        cardset_t cards = setup->hands[hand];
        int size = cardset_count(cards);
        if (cards & (all | ~rules->cards) || (hand >= hands && cards))
            return ENGINE_ERROR_DEAL;
        all |= cards;
        game->hands[hand] = cards;
        if (hand >= hands || (game->folded >> hand & 1))
            continue;
        if (size == 0 || size > HAND_CARDS || (count > 0 && size != count))
            return ENGINE_ERROR_DEAL;
        count = size;
    }
    game->out = rules->cards & ~all;
    if (setup->leader >= hands || game->folded >> setup->leader & 1)
        return ENGINE_ERROR_ILLEGAL;
    trick_start(game, setup->leader);
    game->trick = (uint8_t)(TRICKS - count);
    return ENGINE_OK;
}

int setup_game(struct game *game, const struct ruleset *rules, const struct setup *setup)
{
    if (!contract_exists(rules, setup))
        return ENGINE_ERROR_ILLEGAL;
    game_init(game, rules, 0);
    game->kitty_card = game->contract.partner_card = CARD_NONE;
    game->order = trick_order(rules, setup->call);
    if (setup->call != CALL_PASS) {
        game->contract.call = setup->call;
        game->contract.by = setup->by;
        game->contract.partner = partner_of(rules, setup);
        game->contract.slam = setup->slam;
    }
    game->folded = (uint8_t)folded_hands(game, rules);
    game->partner_known = TO_ALL;
    int status = take_hands(game, rules, setup);
    if (status)
        return status;
    game->phase = PHASE_PLAY;
    game->turn = seats_hand_owner(game, rules, setup->leader);
    return ENGINE_OK;
}
