/* game.c - the phase machine: one function deals, one says what is legal, one changes the state. */
#include "auction.h"
#include "claim.h"
#include "deck.h"
#include "event.h"
#include "exchange.h"
#include "legal.h"
#include "score.h"
#include "seats.h"

#include <assert.h>
#include <string.h>

const char *game_phase_name(enum phase phase)
{
    static const char *const names[] = {"deal",    "expose", "draw", "blind",   "auction",
                                        "raise",   "slam",   "give", "discard", "swap",
                                        "partner", "breach", "play", "over"};
    assert(phase < PHASE_COUNT);
    return names[phase];
}

const char *game_reason_name(enum reason reason)
{
    static const char *const names[] = {"none",  "target", "floor",   "bust",   "spread",
                                        "hands", "early",  "forfeit", "aborted"};
    assert(reason < REASON_COUNT);
    return names[reason];
}

static void put_cards(struct events *events, enum event_kind kind, seat_t seat, uint8_t hand,
                      cardset_t cards, unsigned to)
{
    struct event *event = event_put(events, kind, seat);
    if (!event)
        return;
    event->hand = hand;
    event->cards = cards;
    event->count = (uint8_t)cardset_count(cards);
    event->to = event->seen_by = (uint8_t)to;
}

/* ---------------------------------------------------------------------------------- the hand */

void game_init(struct game *game, const struct ruleset *rules, seat_t dealer)
{
    assert(dealer < rules->players && rules->side_count >= 2);
    memset(game, 0, sizeof *game);
    game->phase = PHASE_DEAL;
    game->turn = SEAT_NONE;
    game->dealer = dealer;
    game->deal_number = 1;
    game->contract = (struct contract){
        .by = SEAT_NONE, .partner = SEAT_NONE, .breach = SEAT_NONE, .partner_card = CARD_NONE};
}

/* Clears the state of the last hand, but not of the game. */
static void clear_hand(struct game *game)
{
    memset(game->hands, 0, sizeof game->hands);
    game->kitty = game->kitty_seen = game->discards = game->out = game->exposed = 0;
    game->kitty_card = game->put_away = CARD_NONE;
    memset(game->down_count, 0, sizeof game->down_count);
    game->stock_used = game->same_pack = 0;
    game->callers = game->called = game->asked = game->passes = 0;
    memset(game->last_call, CALL_PASS, sizeof game->last_call);
    game->high = game->winning = CALL_PASS;
    game->high_by = game->winning_by = SEAT_NONE;
    game->high_level = 0;
    game->contract = (struct contract){
        .by = SEAT_NONE, .partner = SEAT_NONE, .breach = SEAT_NONE, .partner_card = CARD_NONE};
    game->partner_known = game->folded = game->shown = game->owes = game->step = 0;
    game->order = game->trick = game->trick_count = game->players_in = 0;
    game->leader = game->best = game->best_power = 0;
    memset(game->table, CARD_NONE, sizeof game->table);
    memset(game->won, 0, sizeof game->won);
    memset(game->void_shown, 0, sizeof game->void_shown);
    memset(game->suit_played, 0, sizeof game->suit_played);
    game->led = SUIT_NONE;
    game->claims_void = game->must_play = 0;
}

static void lay_table_hand(struct game *game, int hand, const card_t *cards)
{
    game->down_count[hand] = 5;
    memcpy(game->down[hand], cards, 5);
    memcpy(game->over[hand], cards + 5, 5);
    game->hands[hand] = deck_gather(cards + 5, 5);
}

static void lay_out(struct game *game, const struct ruleset *rules, const struct deal *deal)
{
    cardset_t dealt = 0;
    for (int hand = 0; hand < deal->hand_count; hand++) {
        cardset_t cards = deck_gather(deal->hands[hand], deal->hand_cards);
        dealt |= cards;
        if (rules->two_handed == TWO_HANDED_TABLE && hand >= 2)
            lay_table_hand(game, hand, deal->hands[hand]);
        else if (rules->dead_hands && hand == rules->players)
            game->out |= cards;
        else
            game->hands[hand] = cards;
    }
    game->kitty = deck_gather(deal->kitty, deal->kitty_count);
    game->exposed = deck_gather(deal->exposed, deal->exposed_count);
    memcpy(game->stock, deal->stock, deal->stock_count);
    dealt |= game->kitty | game->exposed | deck_gather(deal->stock, deal->stock_count);
    if (rules->two_handed == TWO_HANDED_DRAFT)
        game->out |= rules->cards & ~dealt;
    if (rules->all_pass == ALL_PASS_SAME_PACK)
        deck_from_deal(game->pack, deal, rules, game->dealer);
    if (rules->kitty_up && deal->kitty_count > 0) {
        game->kitty_card = deal->kitty[deal->kitty_count - 1];
        game->kitty_seen = CARDSET(game->kitty_card);
    }
}

/* Rules 2, `misdeal`: whether the seats' own hands hold one. */
static bool is_misdeal(const struct game *game, const struct ruleset *rules)
{
    const cardset_t suits = (cardset_t)1 << CARD(SUIT_S, 0) | (cardset_t)1 << CARD(SUIT_C, 0) |
                            (cardset_t)1 << CARD(SUIT_D, 0) | (cardset_t)1 << CARD(SUIT_H, 0);
    cardset_t saving = suits << RANK_J | suits << RANK_Q | suits << RANK_K;

    if (rules->misdeal == MISDEAL_NONE)
        return false;
    if (rules->misdeal == MISDEAL_NO_ACE_NO_FACE)
        saving |= suits << RANK_A | CARDSET(CARD_RJ) | CARDSET(CARD_BJ);
    for (int seat = 0; seat < rules->players; seat++) {
        if (!(game->hands[seat] & saving))
            return true;
    }
    return false;
}

static void tell_deal(const struct game *game, const struct ruleset *rules, struct events *events)
{
    bool blind = rules->calls & 1u << SPECIAL_BLIND_MISERE;
    if (!events)
        return;
    for (seat_t seat = 0; seat < rules->players && !blind; seat++) {
        if (game->hands[seat])
            put_cards(events, EVENT_CARDS, seat, seat, game->hands[seat], seat_bit(seat));
    }
    for (uint8_t hand = 0; hand < HANDS_MAX; hand++) {
        if (game->down_count[hand])
            put_cards(events, EVENT_UP, hand & 1, hand, game->hands[hand], TO_ALL);
    }
    if (game->kitty_card != CARD_NONE)
        put_cards(events, EVENT_UP, game->dealer, EVENT_HAND_KITTY, CARDSET(game->kitty_card),
                  TO_ALL);
    if (game->exposed)
        put_cards(events, EVENT_UP, game->dealer, EVENT_HAND_EXPOSED, game->exposed, TO_ALL);
}

/* Begins the next hand, or ends the game. `same_dealer`: the deal does not pass. */
static void await_deal(struct game *game, const struct ruleset *rules, bool same_dealer)
{
    game->turn = SEAT_NONE;
    if (game->reason != REASON_NONE) {
        game->phase = PHASE_OVER;
        return;
    }
    game->phase = PHASE_DEAL;
    if (same_dealer) {
        game->attempt++;
        return;
    }
    game->dealer = seat_next(rules, game->dealer);
    game->deal_number++;
    game->attempt = 0;
    game->redeals = 0;
}

static void end_hand(struct game *game, const struct ruleset *rules, struct events *events)
{
    if (game->reason == REASON_NONE)
        score_hand(game, rules);
    event_put(events, EVENT_HAND, game->dealer);
    await_deal(game, rules, false);
    if (game->phase == PHASE_OVER)
        event_put(events, EVENT_OVER, game->dealer);
}

static void end_unplayed(struct game *game, const struct ruleset *rules, enum hand_outcome outcome,
                         struct events *events)
{
    bool again = outcome == HAND_MISDEALT;

    game->same_pack = outcome == HAND_PASSED_OUT && rules->all_pass == ALL_PASS_SAME_PACK;
    memset(&game->last, 0, sizeof game->last);
    game->last.outcome = (uint8_t)outcome;
    game->last.dealer = game->dealer;
    game->last.contract = game->contract;
    memcpy(game->last.scores, game->scores, sizeof game->last.scores);
    game->last.bans = game->bans;
    event_put(events, EVENT_HAND, game->dealer);
    if (outcome == HAND_PASSED_OUT && rules->all_pass == ALL_PASS_REDEAL &&
        game->redeals < rules->redeals) {
        game->redeals++;
        again = true;
    }
    await_deal(game, rules, again);
}

/* ---------------------------------------------------------------------------------- the play */

static void show(struct game *game, uint8_t hand, struct events *events)
{
    game->shown |= (uint8_t)(1u << hand);
    put_cards(events, EVENT_SHOW, hand, hand, game->hands[hand], TO_ALL);
}

/* Rules 3, `open.CALL`: which hands lie open from `when` on. */
static void show_hands(struct game *game, const struct ruleset *rules, enum open when,
                       struct events *events)
{
    const struct contract *contract = &game->contract;
    call_t call = contract->call;

    if (!call_is_special(call) || rules->open[call - CALL_SPECIAL_FIRST] != when)
        return;
    bool shields_partner = call == CALL_SHIELDS && rules->shields_hand == SHIELDS_HAND_PARTNER;
    if (!shields_partner)
        show(game, contract->by, events);
    if (shields_partner || call == CALL_PATASTROPHE)
        show(game, contract->partner, events);
}

/* Once a hand: when the play begins each card lies in one place, and each hand has ten cards. */
static void assert_dealt(const struct game *game, const struct ruleset *rules)
{
    cardset_t all = game->kitty | game->discards | game->out | game->exposed;
    int count = cardset_count(game->kitty) + cardset_count(game->discards) +
                cardset_count(game->out) + cardset_count(game->exposed);

    for (unsigned hand = 0; hand < HANDS_MAX; hand++) {
        int held = cardset_count(game->hands[hand]) + game->down_count[hand];
        assert(held == HAND_CARDS || held == 0 || game->folded >> hand & 1);
        all |= game->hands[hand];
        count += held;
        for (int i = 0; i < game->down_count[hand]; i++)
            all |= CARDSET(game->down[hand][i]);
    }
    assert(all == rules->cards && count == cardset_count(all));
}

static void start_play(struct game *game, const struct ruleset *rules, uint8_t leader,
                       struct events *events)
{
    assert_dealt(game, rules);
    game->phase = PHASE_PLAY;
    trick_start(game, leader);
    for (unsigned hand = 0; hand < HANDS_MAX; hand++)
        game->owner[hand] = game->hands[hand] ? seats_hand_owner(game, rules, hand) : SEAT_NONE;
    game->turn = game->owner[leader];
    if (game->contract.call == CALL_PASS)
        return;
    show_hands(game, rules, OPEN_START, events);
    if (seats_play_both_hands(game, rules))
        show(game, game->contract.partner, events);
}

/* Table hands: the cards under those played to this trick turn up. */
static void turn_up(struct game *game, struct events *events)
{
    for (uint8_t hand = 0; hand < HANDS_MAX; hand++) {
        for (int i = 0; game->down_count[hand] && i < 5; i++) {
            card_t over = game->over[hand][i];
            if (over == CARD_NONE || cardset_has(game->hands[hand], over))
                continue;
            game->over[hand][i] = CARD_NONE;
            game->down_count[hand]--;
            game->hands[hand] |= CARDSET(game->down[hand][i]);
            put_cards(events, EVENT_UP, hand & 1, hand, CARDSET(game->down[hand][i]), TO_ALL);
        }
    }
}

/* Kept out of line: three of four cards complete no trick. */
static COLD void after_trick(struct game *game, const struct ruleset *rules, struct events *events)
{
    struct event *event = event_put(events, EVENT_TRICK, game->owner[game->best]);
    if (event)
        event->hand = game->best;
    if (rules->two_handed == TWO_HANDED_TABLE)
        turn_up(game, events);
    if (game->trick == 1 && game->contract.call != CALL_PASS)
        show_hands(game, rules, OPEN_FIRST_TRICK, events);
    if (game->trick == TRICKS || (rules->early_finish && score_early(game, rules)))
        end_hand(game, rules, events);
    else
        game->turn = game->owner[game->hand_due];
}

static COLD void reveal_partner(struct game *game, struct events *events)
{
    if (game->partner_known == TO_ALL || game->contract.partner == SEAT_NONE)
        return;
    struct event *event = event_put(events, EVENT_PARTNER, game->contract.partner);
    if (event)
        event->to = event->seen_by = (uint8_t)~game->partner_known;
    game->partner_known = TO_ALL;
}

static inline void apply_card(struct game *game, const struct ruleset *rules,
                              const struct action *action, struct events *events)
{
    card_t card = action->cards[0];
    uint8_t named = card_is_joker(card) ? action->joker[card - CARD_RJ] : (uint8_t)SUIT_NONE;

    if (card == game->contract.partner_card)
        reveal_partner(game, events);
    if (trick_play(game, card, named))
        after_trick(game, rules, events);
    else
        game->turn = game->owner[game->hand_due];
}

static void apply_claim(struct game *game, const struct ruleset *rules, const struct action *claim,
                        struct events *events)
{
    bool stands = claim_stands(game, rules, claim);
    struct event *event = event_put(events, EVENT_CLAIM, game->turn);
    if (event)
        event->ok = stands;
    if (stands) {
        game->won[game->contract.by] =
            (uint8_t)(game->won[game->contract.by] + TRICKS - game->trick);
        end_hand(game, rules, events);
        return;
    }
    card_t card = claim->cards[0];
    game->claims_void++;
    game->must_play = 1;
    game->forced = card;
    game->forced_suit = card_is_joker(card) ? claim->joker[card - CARD_RJ] : (uint8_t)SUIT_NONE;
}

/* ------------------------------------------------------------------------- from part to part */

static void pass_out(struct game *game, const struct ruleset *rules, struct events *events)
{
    if (rules->all_pass == ALL_PASS_NO_TRUMP) {
        game->order = trick_order(rules, CALL_PASS);
        start_play(game, rules, seat_next(rules, game->dealer), events);
    } else {
        end_unplayed(game, rules, HAND_PASSED_OUT, events);
    }
}

/* Moves the hand to its next part with a decision. */
static void advance(struct game *game, const struct ruleset *rules, enum phase_next next,
                    struct events *events)
{
    if (next == PHASE_NEXT_AUCTION)
        auction_begin(game, rules, events);
    if (next == PHASE_NEXT_CONTRACT)
        next = exchange_begin_contract(game, rules, events);
    if (next == PHASE_NEXT_PASSED_OUT)
        pass_out(game, rules, events);
    else if (next == PHASE_NEXT_PLAY)
        start_play(game, rules, game->contract.by, events);
    if (game->phase != PHASE_PLAY)
        game->hand_due = game->turn;
}

bool game_same_pack(const struct game *game, const struct ruleset *rules, struct deal *deal)
{
    if (game->phase != PHASE_DEAL || !game->same_pack)
        return false;
    deck_deal(deal, rules, game->pack, game->dealer);
    return true;
}

/* Whether the hand may be dealt so, after deck_check_deal. */
static bool is_due(const struct game *game, const struct ruleset *rules, const struct deal *deal)
{
    struct deal due;

    return !game_same_pack(game, rules, &due) ||
           (memcmp(deal->hands, due.hands, sizeof due.hands[0] * due.hand_count) == 0 &&
            memcmp(deal->kitty, due.kitty, due.kitty_count) == 0);
}

int game_deal(struct game *game, const struct ruleset *rules, const struct deal *deal,
              struct events *events)
{
    if (events)
        events->count = 0;
    if (game->phase != PHASE_DEAL)
        return ENGINE_ERROR_TURN;
    int status = deck_check_deal(deal, rules);
    if (status)
        return status;
    if (!is_due(game, rules, deal))
        return ENGINE_ERROR_DEAL;
    clear_hand(game);
    lay_out(game, rules, deal);
    event_put(events, EVENT_DEAL, game->dealer);
    if (is_misdeal(game, rules)) {
        clear_hand(game); /* void: no seat has seen a card, and no view may show one */
        end_unplayed(game, rules, HAND_MISDEALT, events);
        AVONDALE_CHECKED(game_check(game, rules));
        return ENGINE_OK;
    }
    tell_deal(game, rules, events);
    advance(game, rules, exchange_begin_deal(game, rules, events), events);
    AVONDALE_CHECKED(game_check(game, rules));
    return ENGINE_OK;
}

/* ------------------------------------------------------------------------- legal and apply */

void game_legal(const struct game *game, const struct ruleset *rules, struct legal *legal)
{
    memset(legal, 0, sizeof *legal);
    legal->phase = game->phase;
    legal->seat = game->turn;
    legal->hand = game->phase == PHASE_PLAY ? game->hand_due : game->turn;
    switch ((enum phase)game->phase) {
    case PHASE_PLAY:
        trick_legal(game, rules, legal);
        return;
    case PHASE_BLIND:
    case PHASE_AUCTION:
    case PHASE_RAISE:
        auction_legal(game, rules, legal);
        return;
    case PHASE_EXPOSE:
    case PHASE_DRAW:
    case PHASE_SLAM:
    case PHASE_GIVE:
    case PHASE_DISCARD:
    case PHASE_SWAP:
    case PHASE_PARTNER:
    case PHASE_BREACH:
        exchange_legal(game, rules, legal);
        return;
    case PHASE_DEAL:
    case PHASE_OVER:
        return;
    case PHASE_COUNT:
        break;
    }
    assert(false && "a phase");
}

/* The action is public except for cards that are put away or given; the seat that gets them is
 * added later. */
static COLD void tell_action(const struct game *game, const struct action *action,
                             struct events *events)
{
    struct event *event = event_put(events, EVENT_ACTION, game->turn);
    event->phase = game->phase;
    event->hand = game->phase == PHASE_PLAY ? game->hand_due : game->turn;
    event->action = *action;
    event->count = action->count;
    if (game->phase == PHASE_GIVE || game->phase == PHASE_DISCARD || action->kind == ACTION_SWAP)
        event->seen_by = (uint8_t)seat_bit(game->turn);
}

/* Applies any action but a card in play. */
static COLD int apply_decision(struct game *game, const struct ruleset *rules,
                               const struct action *action, struct events *events)
{
    if (game->phase == PHASE_DEAL || game->phase == PHASE_OVER)
        return ENGINE_ERROR_TURN;
    struct legal legal;
    struct action settled = *action;
    action_settle(&settled, (enum phase)game->phase);
    game_legal(game, rules, &legal);
    if (!legal_allows(&legal, game, rules, &settled))
        return ENGINE_ERROR_ILLEGAL;
    if (events)
        tell_action(game, &settled, events);
    if (game->phase != PHASE_PLAY) {
        bool calls = game->phase >= PHASE_BLIND && game->phase <= PHASE_RAISE;
        advance(game, rules,
                calls ? auction_apply(game, rules, &settled, events)
                      : exchange_apply(game, rules, &settled, events),
                events);
    } else if (settled.kind == ACTION_CLAIM) {
        apply_claim(game, rules, &settled, events);
    } else {
        apply_card(game, rules, &settled, events);
    }
    AVONDALE_CHECKED(game_check(game, rules));
    return ENGINE_OK;
}

/* Four actions of five are cards in play, which take the direct path. */
int game_apply(struct game *game, const struct ruleset *rules, const struct action *action,
               struct events *events)
{
    if (events)
        events->count = 0;
    if (game->phase != PHASE_PLAY || action->kind != ACTION_PLAY)
        return apply_decision(game, rules, action, events);
    if (!legal_allows_card(game, rules, action))
        return ENGINE_ERROR_ILLEGAL;
    if (events)
        tell_action(game, action, events);
    apply_card(game, rules, action, events);
    AVONDALE_CHECKED(game_check(game, rules));
    return ENGINE_OK;
}

void game_stop(struct game *game, const struct ruleset *rules, enum reason reason, uint8_t winners)
{
    assert(reason == REASON_FORFEIT || reason == REASON_ABORTED);
    assert(!(winners >> rules->side_count) && game->phase != PHASE_OVER);
    game->reason = (uint8_t)reason;
    game->winners = winners;
    game->phase = PHASE_OVER;
    game->turn = SEAT_NONE;
    AVONDALE_CHECKED(game_check(game, rules));
}
