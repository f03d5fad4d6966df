/* exchange.c - expose and draw before the auction (rules 7); after it the kitty, slam, give,
 * discard, swap, partner and breach (rules 5 and 6). */
#include "exchange.h"
#include "event.h"
#include "seats.h"
#include "trick.h"

#include <assert.h>
#include <string.h>

/* The steps of the exchange: game->step. */
enum {
    STEP_CALLED, /* the contract stands, the kitty lies on the table */
    STEP_TAKEN,  /* the contractor has the kitty, if it takes it */
};

/* ------------------------------------------------------------------------ before the auction */

static void see_top(const struct game *game, struct events *events)
{
    struct event *event = event_put(events, EVENT_DRAWN, game->turn);
    if (event) {
        event->to = event->seen_by = (uint8_t)seat_bit(game->turn);
        event->cards = CARDSET(game->stock[game->stock_used]);
        event->count = 1;
    }
}

enum phase_next exchange_begin_deal(struct game *game, const struct ruleset *rules,
                                    struct events *events)
{
    assert(game->phase == PHASE_DEAL);
    game->asked = 0;
    game->turn = seat_next(rules, game->dealer);
    if (rules->two_handed == TWO_HANDED_DRAFT) {
        game->phase = PHASE_EXPOSE;
    } else if (rules->two_handed == TWO_HANDED_DRAW) {
        game->phase = PHASE_DRAW;
        see_top(game, events);
    } else {
        return PHASE_NEXT_AUCTION;
    }
    return PHASE_NEXT_TURN;
}

static enum phase_next apply_take(struct game *game, const struct ruleset *rules, card_t card)
{
    game->exposed &= ~CARDSET(card);
    game->kitty |= CARDSET(card);
    game->kitty_seen |= CARDSET(card);
    if (++game->asked == rules->players)
        return PHASE_NEXT_AUCTION;
    game->turn = seat_next(rules, game->turn);
    return PHASE_NEXT_TURN;
}

/* The seat sees the top two cards, keeps one and drops the other; the other seat sees neither. */
static enum phase_next apply_draw(struct game *game, const struct ruleset *rules, bool keep,
                                  struct events *events)
{
    cardset_t first = CARDSET(game->stock[game->stock_used]);
    cardset_t second = CARDSET(game->stock[game->stock_used + 1]);

    game->stock_used = (uint8_t)(game->stock_used + 2);
    game->hands[game->turn] |= keep ? first : second;
    game->out |= keep ? second : first;
    struct event *event = event_put(events, EVENT_DRAWN, game->turn);
    if (event) {
        event->to = event->seen_by = (uint8_t)seat_bit(game->turn);
        event->cards = second;
        event->count = 1;
        event->ok = !keep;
    }
    if (game->stock_used == STOCK_MAX)
        return PHASE_NEXT_AUCTION;
    game->turn = seat_next(rules, game->turn);
    see_top(game, events);
    return PHASE_NEXT_TURN;
}

/* ------------------------------------------------------------------------- after the auction */

static bool takes_kitty(const struct ruleset *rules, call_t call)
{
    return call_is_bid(call) || call_is_exchange(call) || rules->kitty[call - CALL_SPECIAL_FIRST];
}

/* The contractor plays without its side, except the seats in the mask `but`. */
static void fold_teammates(struct game *game, const struct ruleset *rules, unsigned but)
{
    unsigned side = rules->side_seats[rules->side_of[game->contract.by]];
    game->folded |= (uint8_t)(side & ~seat_bit(game->contract.by) & ~but);
}

static bool begin_slam(struct game *game, const struct ruleset *rules)
{
    if (!rules->slam_call || !call_is_bid(game->contract.call))
        return false;
    game->turn = game->contract.by;
    return true;
}

/* The partner gives one card to a contractor that declared a slam; before an exchange the
 * contractor gives its partner as many cards as it took. */
static bool begin_give(struct game *game, unsigned kitty_count)
{
    if (game->contract.slam) {
        game->turn = game->contract.partner;
        game->owes = 1;
        return true;
    }
    if (!call_is_exchange(game->contract.call))
        return false;
    game->turn = game->contract.by;
    game->owes = (uint8_t)kitty_count;
    return true;
}

static bool begin_discard(struct game *game)
{
    game->turn = call_is_exchange(game->contract.call) ? game->contract.partner : game->contract.by;
    int over = cardset_count(game->hands[game->turn]) - HAND_CARDS;
    assert(over >= 0);
    game->owes = (uint8_t)over;
    return over > 0;
}

/* The next seat of another side that has not been asked, from the contractor's left. */
static bool next_to_breach(struct game *game, const struct ruleset *rules)
{
    unsigned own = seats_of_contractor(game, rules);
    seat_t seat = seat_next(rules, game->turn);
    while (seat != game->contract.by && own >> seat & 1)
        seat = seat_next(rules, seat);
    game->turn = seat;
    return seat != game->contract.by;
}

/* Asked before the kitty is taken, before the first lead, or both, until a seat calls a breach. */
static bool begin_breach(struct game *game, const struct ruleset *rules)
{
    enum breach_when other = game->step == STEP_CALLED ? BREACH_WHEN_LEAD : BREACH_WHEN_AUCTION;
    call_t call = game->contract.call;

    if (!rules->breach || rules->breach_when == other || game->contract.breach != SEAT_NONE ||
        !(call_is_no_trick(call) || game->contract.slam || call_level(call) >= 7))
        return false;
    game->turn = game->contract.by;
    return next_to_breach(game, rules);
}

static bool begin_partner(struct game *game, const struct ruleset *rules)
{
    game->turn = game->contract.by;
    return rules->players == 5 && call_is_bid(game->contract.call) && !seats_partner_rotates(rules);
}

static bool begin_swap(struct game *game, const struct ruleset *rules)
{
    game->turn = seat_next(rules, game->contract.by);
    return rules->two_handed == TWO_HANDED_DRAFT;
}

/* Enters the next phase of this hand, from `phase` on. Returns _PLAY if there is none.
 * `kitty_count`: cards that the contractor took; read only where giving may follow. */
static enum phase_next enter(struct game *game, const struct ruleset *rules, enum phase phase,
                             unsigned kitty_count)
{
    bool entered = false;
    for (; phase < PHASE_PLAY; phase++) {
        game->phase = (uint8_t)phase;
        if (phase == PHASE_SLAM)
            entered = begin_slam(game, rules);
        else if (phase == PHASE_GIVE)
            entered = begin_give(game, kitty_count);
        else if (phase == PHASE_DISCARD)
            entered = begin_discard(game);
        else if (phase == PHASE_SWAP)
            entered = begin_swap(game, rules);
        else if (phase == PHASE_PARTNER)
            entered = begin_partner(game, rules);
        else if (phase == PHASE_BREACH)
            entered = begin_breach(game, rules);
        if (entered)
            return PHASE_NEXT_TURN;
    }
    return PHASE_NEXT_PLAY;
}

/* The contractor takes the kitty, if it does, and the exchange continues. */
static enum phase_next take_kitty(struct game *game, const struct ruleset *rules,
                                  struct events *events)
{
    call_t call = game->contract.call;
    seat_t by = game->contract.by;
    unsigned kitty_count = 0;

    game->step = STEP_TAKEN;
    if (takes_kitty(rules, call)) {
        kitty_count = (unsigned)cardset_count(game->kitty);
        struct event *event = event_put(events, EVENT_KITTY, by);
        if (event) {
            event->cards = game->kitty;
            event->count = (uint8_t)kitty_count;
            event->seen_by = (uint8_t)seat_bit(by);
        }
        game->hands[by] |= game->kitty;
        game->kitty = 0;
    }
    return enter(game, rules, PHASE_SLAM, kitty_count);
}

enum phase_next exchange_begin_contract(struct game *game, const struct ruleset *rules,
                                        struct events *events)
{
    call_t call = game->contract.call;

    assert(call != CALL_PASS && call < CALL_COUNT && game->contract.by < rules->players);
    game->order = trick_order(rules, call);
    if (call_is_special(call) && !seats_play_both_hands(game, rules))
        fold_teammates(game, rules, call_is_exchange(call) ? seat_bit(game->contract.partner) : 0);
    game->step = STEP_CALLED;
    game->phase = PHASE_BREACH;
    return begin_breach(game, rules) ? PHASE_NEXT_TURN : take_kitty(game, rules, events);
}

/* ------------------------------------------------------------------------------------- legal */

/* Cards that the five-handed contractor may name: each lies in some hand. */
static cardset_t partner_cards(const struct game *game, const struct ruleset *rules)
{
    const cardset_t jokers = CARDSET(CARD_RJ) | CARDSET(CARD_BJ);
    cardset_t cards = rules->cards & ~game->discards;

    if (rules->partner_call == PARTNER_CALL_ANNOUNCED)
        cards &= ~game->hands[game->turn];
    switch ((enum partner_cards)rules->partner_cards) {
    case PARTNER_CARDS_ANY:
        break;
    case PARTNER_CARDS_NO_TRUMPS:
        if (trick_has_trumps(game->order))
            cards &=
                ~trick_suit_cards(game->order, (enum suit)call_denomination(game->contract.call));
        cards &= ~jokers;
        break;
    case PARTNER_CARDS_NO_JOKER:
        cards &= ~jokers;
        break;
    }
    return cards;
}

void exchange_legal(const struct game *game, const struct ruleset *rules, struct legal *legal)
{
    switch ((enum phase)game->phase) {
    case PHASE_EXPOSE:
        legal->cards = game->exposed;
        break;
    case PHASE_DRAW:
        legal->words = 1u << ACTION_KEEP | 1u << ACTION_DROP;
        break;
    case PHASE_SLAM:
        legal->words = 1u << ACTION_SLAM | 1u << ACTION_NO;
        break;
    case PHASE_GIVE:
    case PHASE_DISCARD:
        legal->cards = game->hands[game->turn];
        legal->choose = game->owes;
        break;
    case PHASE_SWAP:
        legal->cards = game->exposed;
        legal->swap_out = game->hands[game->turn];
        legal->words = 1u << ACTION_NO;
        break;
    case PHASE_PARTNER:
        legal->cards = partner_cards(game, rules);
        legal->words = 1u << ACTION_ALONE;
        break;
    case PHASE_BREACH:
        legal->words = 1u << ACTION_BREACH | 1u << ACTION_NO;
        break;
    case PHASE_DEAL:
    case PHASE_BLIND:
    case PHASE_AUCTION:
    case PHASE_RAISE:
    case PHASE_PLAY:
    case PHASE_OVER:
    case PHASE_COUNT:
        assert(false && "a phase of the exchange");
    }
}

/* ------------------------------------------------------------------------------------- apply */

static cardset_t action_cards(const struct action *action)
{
    cardset_t cards = 0;
    for (int i = 0; i < action->count; i++)
        cards |= CARDSET(action->cards[i]);
    return cards;
}

/* The seat that gets the cards sees them, too: the action's event is already in the list. */
static void apply_give(struct game *game, const struct ruleset *rules, cardset_t cards,
                       struct events *events)
{
    seat_t to = game->contract.slam ? game->contract.by : game->contract.partner;

    if (events && events->count > 0)
        events->items[events->count - 1].seen_by |= (uint8_t)seat_bit(to);
    game->hands[game->turn] &= ~cards;
    game->hands[to] |= cards;
    if (game->contract.slam)
        fold_teammates(game, rules, 0);
}

/* Five-handed: finds the seat that holds the named card. */
static void apply_partner(struct game *game, const struct ruleset *rules, card_t card,
                          struct events *events)
{
    struct contract *contract = &game->contract;

    contract->partner_card = card;
    for (seat_t seat = 0; seat < rules->players; seat++) {
        if (seat != contract->by && cardset_has(game->hands[seat], card))
            contract->partner = seat;
    }
    if (contract->partner == SEAT_NONE) {
        assert(cardset_has(game->hands[contract->by], card));
        return;
    }
    bool hidden = rules->partner_call == PARTNER_CALL_HIDDEN;
    game->partner_known = (uint8_t)(hidden ? seat_bit(contract->partner) : TO_ALL);
    struct event *event = event_put(events, EVENT_PARTNER, contract->partner);
    if (event)
        event->to = event->seen_by = game->partner_known;
}

static enum phase_next apply_breach(struct game *game, const struct ruleset *rules, bool breach,
                                    struct events *events)
{
    if (breach)
        game->contract.breach = game->turn;
    else if (next_to_breach(game, rules))
        return PHASE_NEXT_TURN;
    return game->step == STEP_CALLED ? take_kitty(game, rules, events) : PHASE_NEXT_PLAY;
}

static void apply_swap(struct game *game, const struct action *action)
{
    cardset_t in = CARDSET(action->cards[0]), out = CARDSET(action->cards[1]);
    game->hands[game->turn] = (game->hands[game->turn] | in) & ~out;
    game->exposed &= ~in;
    game->discards |= out;
    game->put_away = action->cards[1];
}

enum phase_next exchange_apply(struct game *game, const struct ruleset *rules,
                               const struct action *action, struct events *events)
{
    enum phase phase = (enum phase)game->phase;
    /* before the discard: the cards that came from the kitty */
    unsigned taken = (unsigned)(cardset_count(game->hands[game->turn]) - HAND_CARDS);
    cardset_t cards = action_cards(action);

    switch (phase) {
    case PHASE_EXPOSE:
        return apply_take(game, rules, action->cards[0]);
    case PHASE_DRAW:
        return apply_draw(game, rules, action->kind == ACTION_KEEP, events);
    case PHASE_SLAM:
        game->contract.slam = action->kind == ACTION_SLAM;
        return enter(game, rules, PHASE_GIVE, taken);
    case PHASE_GIVE:
        apply_give(game, rules, cards, events);
        return enter(game, rules, PHASE_DISCARD, 0);
    case PHASE_DISCARD:
        game->hands[game->turn] &= ~cards;
        game->discards |= cards;
        return enter(game, rules, PHASE_SWAP, 0);
    case PHASE_SWAP:
        if (action->kind == ACTION_SWAP)
            apply_swap(game, action);
        return enter(game, rules, PHASE_PARTNER, 0);
    case PHASE_PARTNER:
        if (action->kind == ACTION_PARTNER)
            apply_partner(game, rules, action->cards[0], events);
        return enter(game, rules, PHASE_BREACH, 0);
    case PHASE_BREACH:
        return apply_breach(game, rules, action->kind == ACTION_BREACH, events);
    case PHASE_DEAL:
    case PHASE_BLIND:
    case PHASE_AUCTION:
    case PHASE_RAISE:
    case PHASE_PLAY:
    case PHASE_OVER:
    case PHASE_COUNT:
        assert(false && "a phase of the exchange");
    }
    return PHASE_NEXT_TURN;
}
