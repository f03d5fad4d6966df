/* view.c - what one seat may know: of an event, and of a whole game. */
#include "seats.h"

#include <assert.h>
#include <string.h>

bool view_event(const struct event *event, seat_t seat, struct event *seen)
{
    assert(seat <= SEAT_PUBLIC);
    if (!(event->to >> seat & 1))
        return false;
    *seen = *event;
    if (event->seen_by >> seat & 1)
        return true;
    /* The word and the number of cards stay, and of a swap the card that lay face up. */
    bool swap = event->kind == EVENT_ACTION && event->action.kind == ACTION_SWAP;
    seen->cards = 0;
    seen->action.count = swap ? 1 : 0;
    memset(seen->action.cards, 0, sizeof seen->action.cards);
    if (swap)
        seen->action.cards[0] = event->action.cards[0];
    memset(seen->action.joker, SUIT_NONE, sizeof seen->action.joker);
    return true;
}

/* Whether the seat knows the cards that a hand holds now. No seat does before the blind phase is
 * over. */
static bool knows_hand(const struct game *game, const struct ruleset *rules, unsigned hand,
                       seat_t seat)
{
    if (game->shown >> hand & 1 || (rules->two_handed == TWO_HANDED_TABLE && hand >= 2))
        return true;
    return hand == seat && game->phase != PHASE_BLIND;
}

static void view_hands(struct view *view, const struct game *game, const struct ruleset *rules)
{
    for (unsigned hand = 0; hand < HANDS_MAX; hand++) {
        bool dead = rules->dead_hands && hand == rules->players;
        if (hand < rules->hand_count && !dead && knows_hand(game, rules, hand, view->seat))
            view->hands[hand] = game->hands[hand];
        view->hand_count[hand] =
            dead ? HAND_CARDS
                 : (uint8_t)(cardset_count(game->hands[hand]) + game->down_count[hand]);
    }
}

/* Some seats know the partner of a five-handed contract before the others do. */
static void view_contract(struct view *view, const struct game *game, const struct ruleset *rules)
{
    view->contract = game->contract;
    if (rules->players == 5 && !(game->partner_known >> view->seat & 1))
        view->contract.partner = SEAT_NONE;
}

/* The draw: a seat saw both cards of each of its pairs, and sees the top one while it decides. */
static void view_draw(struct view *view, const struct game *game, const struct ruleset *rules)
{
    /* Between two hands the deal has already passed, but the cards lie as the last dealer dealt
     * them. */
    seat_t dealer = game->phase == PHASE_DEAL ? game->last.dealer : game->dealer;
    seat_t seat = seat_next(rules, dealer);
    if (game->phase == PHASE_DRAW && game->turn == view->seat)
        view->drawn = game->stock[game->stock_used];
    for (int i = 0; i + 1 < game->stock_used; i += 2, seat = seat_next(rules, seat)) {
        cardset_t pair = CARDSET(game->stock[i]) | CARDSET(game->stock[i + 1]);
        if (seat == view->seat)
            view->out |= pair & game->out;
    }
}

/* The cards that this seat discarded: as contractor, as its partner after an exchange, or in the
 * draft as defender. */
static cardset_t own_discards(const struct game *game, const struct ruleset *rules, seat_t seat)
{
    const struct contract *contract = &game->contract;
    cardset_t put_away = game->put_away == CARD_NONE ? 0 : CARDSET(game->put_away);

    if (contract->call == CALL_PASS || seat == SEAT_PUBLIC)
        return 0;
    if (rules->two_handed == TWO_HANDED_DRAFT && seat != contract->by)
        return put_away;
    bool own = seat == (call_is_exchange(contract->call) ? contract->partner : contract->by);
    return own ? game->discards & ~put_away : 0;
}

/* The cards that were played: all that are in no other place. */
static cardset_t played_cards(const struct game *game, const struct ruleset *rules)
{
    cardset_t elsewhere = game->kitty | game->discards | game->out | game->exposed;
    for (unsigned hand = 0; hand < HANDS_MAX; hand++) {
        elsewhere |= game->hands[hand];
        for (int i = 0; game->down_count[hand] && i < 5; i++) {
            if (game->over[hand][i] != CARD_NONE)
                elsewhere |= CARDSET(game->down[hand][i]);
        }
    }
    return rules->cards & ~elsewhere;
}

void view_make(struct view *view, const struct game *game, const struct ruleset *rules, seat_t seat)
{
    assert(seat < rules->players || seat == SEAT_PUBLIC);
    memset(view, 0, sizeof *view);
    view->seat = seat;
    view->phase = game->phase;
    view->turn = game->turn;
    view->hand_due = game->hand_due;
    view->dealer = game->dealer;
    view->deal_number = game->deal_number;
    view->attempt = game->attempt;
    memcpy(view->scores, game->scores, sizeof view->scores);
    view->bans = game->bans;
    view->reason = game->reason;
    view->winners = game->winners;
    view_hands(view, game, rules);
    view->drawn = CARD_NONE;
    if (rules->two_handed == TWO_HANDED_DRAW)
        view_draw(view, game, rules);
    view->exposed = game->exposed;
    view->kitty_count = (uint8_t)cardset_count(game->kitty);
    view->kitty = game->kitty & game->kitty_seen;
    view->discards = own_discards(game, rules, seat);
    if (game->phase == PHASE_PLAY)
        view->played = played_cards(game, rules);
    memcpy(view->table, game->table, sizeof view->table);
    view->trick = game->trick;
    view->trick_count = game->trick_count;
    view->leader = game->leader;
    view->led = game->led;
    memcpy(view->won, game->won, sizeof view->won);
    view->high = game->high;
    view->high_by = game->high_by;
    view_contract(view, game, rules);
    view->folded = game->folded;
    view->shown = game->shown;
}
