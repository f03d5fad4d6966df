/* advice_detail.c - examines sampled worlds for the explanation of an advice. */
#include "advice_detail.h"

#include "best_list.h"
#include "rollout.h"
#include "sense.h"
#include "stake.h"
#include "think_world.h"

#include <assert.h>
#include <string.h>

enum { WORLDS = 100, CANDIDATES = 16 };

/* ------------------------------------------------------------------------------- the contract */

/* The contract that the action serves, and the seat that plays it. Returns CALL_PASS if none is
 * known. */
static call_t contract_of(const struct seen *seen, const struct seen_turn *turn,
                          const struct action *action, seat_t *by)
{
    bool calls = turn->phase == PHASE_AUCTION && action->kind == ACTION_CALL;

    if (calls && action->call != CALL_PASS && !call_is_inkle(&seen->rules, action->call)) {
        *by = seen->seat;
        return action->call;
    }
    if (turn->phase == PHASE_AUCTION) {
        *by = seen->high_by;
        return seen->high_by == SEAT_NONE ? CALL_PASS : seen->high;
    }
    *by = seen->contract.by;
    return seen->contract.by == SEAT_NONE ? CALL_PASS : seen->contract.call;
}

/* Sets up the world as it is after the action. Returns false if that is not known. */
static bool set_up(struct game *play, const struct seen *seen, const struct seen_turn *turn,
                   const struct action *action, const struct world *world, uint64_t *random)
{
    seat_t by;
    call_t call = contract_of(seen, turn, action, &by);
    cardset_t thrown = 0;

    if (turn->phase == PHASE_AUCTION)
        return think_world_bid(play, seen, by, call, world, random);
    if (turn->phase == PHASE_PLAY)
        return think_world_play(play, seen, world) && play->hand_due == turn->hand &&
               game_apply(play, &seen->rules, action, NULL) == ENGINE_OK;
    for (int i = 0; turn->phase == PHASE_DISCARD && i < action->count; i++)
        thrown |= CARDSET(action->cards[i]);
    return thrown && by == seen->seat &&
           think_world_set_up(play, seen, &seen->contract, world, turn->from & ~thrown);
}

static bool is_made(struct game *play, const struct ruleset *rules)
{
    struct contract contract = play->contract;

    if (play->phase == PHASE_PLAY)
        return stake_is_made(&contract, rollout_play(play, rules));
    return play->last.delta[rules->side_of[play->last.contract.by]] > 0; /* the action ended it */
}

/* -------------------------------------------------------------------------------- the partner */

/* Returns the hand of the only partner, or -1 if there is none, or several, or it is not known. */
static int partner_of(const struct seen *seen)
{
    const struct ruleset *rules = &seen->rules;
    int found = -1;

    if (rules->players == 5) {
        const struct contract *contract = &seen->contract;
        if (contract->partner == SEAT_NONE)
            return -1;
        return contract->by == seen->seat        ? contract->partner
               : contract->partner == seen->seat ? contract->by
                                                 : -1;
    }
    for (int seat = 0; seat < rules->players; seat++) {
        if (seat == seen->seat || rules->side_of[seat] != rules->side_of[seen->seat])
            continue;
        if (found >= 0)
            return -1;
        found = seat;
    }
    return found;
}

/* Whether a player would ask who holds it. */
static bool is_high(const struct seen *seen, card_t card, int denom)
{
    return card_is_joker(card) || card_rank(card) >= RANK_K ||
           cardset_has(sense_trumps(&seen->rules, denom), card);
}

static bool is_likelier(const void *a, const void *b)
{
    return ((const struct advice_detail_card *)a)->share >
           ((const struct advice_detail_card *)b)->share;
}

/* The likeliest of the cards in `counts`; ties by the order of cards. */
static void list_cards(const struct seen *seen, const int counts[CARDS_MAX], int denom,
                       struct advice_detail *detail)
{
    for (card_t card = 0; card < CARDS_MAX; card++) {
        struct advice_detail_card found = {card, (double)counts[card] / detail->worlds};
        if (counts[card] > 0 && is_high(seen, card, denom))
            detail->card_count =
                best_list_add(detail->cards, detail->card_count, ADVICE_DETAIL_CARDS, &found,
                              sizeof found, is_likelier);
    }
}

/* ------------------------------------------------------------------------- the next best actions
 */

static bool is_cheaper(const void *a, const void *b)
{
    return ((const struct advice_detail_next *)a)->cost <
           ((const struct advice_detail_next *)b)->cost;
}

static void list_next(const struct adviser *adviser, const struct seen_turn *turn,
                      const struct advice *advice, struct advice_detail *detail)
{
    bool differs;
    double own = advice_loss(adviser, turn, &advice->action, &differs);

    for (int i = 0; own >= 0 && i < turn->legal_count; i++) {
        struct advice_detail_next next = {turn->legal[i], 0};
        next.cost = advice_loss(adviser, turn, &next.action, &differs) - own;
        if (next.cost >= -own && !advice_is_same(&next.action, &advice->action))
            detail->next_count = best_list_add(detail->next, detail->next_count, ADVICE_DETAIL_NEXT,
                                               &next, sizeof next, is_cheaper);
    }
}

void advice_detail_give(const struct adviser *adviser, const struct seen *seen,
                        const struct seen_turn *turn, const struct advice *advice,
                        struct advice_detail *detail)
{
    int counts[CARDS_MAX] = {0}, partner = partner_of(seen), looked = 0, made = 0;
    cardset_t hand = turn->choose ? turn->from : seen->hand;
    struct sampler sampler;
    uint64_t random = 1;
    seat_t by;

    memset(detail, 0, sizeof *detail);
    detail->made = -1;
    detail->call = contract_of(seen, turn, &advice->action, &by);
    if (adviser->by != ADVICE_BASIC)
        list_next(adviser, turn, advice, detail);
    if (!sample_init(&sampler, seen, hand))
        return;
    for (detail->worlds = 0; detail->worlds < WORLDS; detail->worlds++) {
        struct world world;
        struct game play;
        sample_pick(&sampler, &random, CANDIDATES, &world);
        cardset_t held = partner < 0 ? 0 : world.hands[partner] & ~seen->shown[partner];
        while (held)
            counts[cardset_pop(&held)]++;
        if (detail->call == CALL_PASS ||
            !set_up(&play, seen, turn, &advice->action, &world, &random))
            continue;
        looked++;
        made += is_made(&play, &seen->rules);
    }
    if (looked > 0)
        detail->made = (double)made / looked;
    list_cards(seen, counts,
               detail->call == CALL_PASS || call_is_no_trick(detail->call)
                   ? DENOM_NT
                   : call_denomination(detail->call),
               detail);
}
