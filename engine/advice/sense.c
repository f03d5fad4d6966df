/* sense.c - card sense: what a hand is worth, which cards to throw, which to play. */
#include "sense.h"

#include <assert.h>
#include <string.h>

static const uint16_t suit_lane[SUITS] = {0, 16, 32, 48};

cardset_t sense_suit(int suit)
{
    assert(suit >= 0 && suit < SUITS);
    return (cardset_t)0xffff << suit_lane[suit];
}
static cardset_t jokers(void)
{
    return CARDSET(CARD_RJ) | CARDSET(CARD_BJ);
}

/* The four of the other suit of the same colour, where that is a trump (rules 2, deck 43m). */
static cardset_t matching_four(const struct ruleset *rules, int denom)
{
    return rules->deck == DECK_43M ? CARDSET(CARD(denom ^ 1, RANK_4)) : 0;
}

cardset_t sense_trumps(const struct ruleset *rules, int denom)
{
    if (denom > DENOM_H)
        return jokers();
    return sense_suit(denom) | jokers() | CARDSET(CARD(denom ^ 1, RANK_J)) |
           matching_four(rules, denom);
}

cardset_t sense_suit_cards(const struct ruleset *rules, int denom, int suit)
{
    cardset_t trumps = sense_trumps(rules, denom);
    if (denom > DENOM_H)
        return rules->cards & sense_suit(suit);
    return rules->cards & (suit == denom ? trumps : sense_suit(suit) & ~trumps);
}

/* How high a card is under a denomination: trumps over all others. */
static int power(const struct ruleset *rules, int denom, card_t card)
{
    if (card_is_joker(card))
        return 60 + ((card == CARD_BJ) == (rules->joker_order == JOKER_ORDER_BLACK));
    int rank = (int)card_rank(card), suit = (int)card_suit(card);
    if (denom > DENOM_H)
        return denom == DENOM_JNT && rank == RANK_J ? 17 : rank;
    if (rank == RANK_J && suit == denom)
        return 58;
    if (rank == RANK_J && suit == (denom ^ 1))
        return 57;
    bool trump = suit == denom || cardset_has(matching_four(rules, denom), card);
    return trump ? 40 + rank : rank;
}

int sense_denomination(const struct seen *game)
{
    int denom =
        game->contract.call == CALL_PASS ? DENOM_NT : call_denomination(game->contract.call);
    return denom > DENOM_JNT ? DENOM_NT : denom;
}

/* ------------------------------------------------------------------------------- bidding */

/* Expected tricks of a hand in a denomination, in tenths. */
int sense_worth(const struct ruleset *rules, cardset_t hand, int denom)
{
    assert(denom >= 0 && denom < DENOM_SPECIAL);
    cardset_t trumps = hand & sense_trumps(rules, denom);
    int tenths = 0, length = cardset_count(trumps);

    if (denom <= DENOM_H) {
        for (cardset_t left = trumps; left;) {
            int high = power(rules, denom, cardset_pop(&left));
            tenths += high >= 57 ? 10 : high >= 40 + RANK_K ? 8 : high >= 40 + RANK_Q ? 6 : 3;
        }
        tenths += length > 4 ? (length - 4) * 4 : 0;
    } else {
        tenths += 10 * length;
    }
    for (int suit = 0; suit < SUITS; suit++) {
        cardset_t side = hand & sense_suit(suit) & ~sense_trumps(rules, denom);
        int count = cardset_count(side);
        bool ace = cardset_has(side, CARD(suit, RANK_A)),
             king = cardset_has(side, CARD(suit, RANK_K));
        if (denom <= DENOM_H && suit == denom)
            continue;
        tenths += ace ? 9 : 0;
        tenths += king && count > 1 ? (ace ? 8 : 4) : 0;
        if (denom <= DENOM_H && length >= 3)
            tenths += count == 0 ? 8 : count == 1 ? 4 : 0;
        if (denom > DENOM_H && ace && count > 4)
            tenths += (count - 4) * 5;
    }
    return tenths;
}

/* Whether the hand suits a misere: no card above about a six in each suit. */
bool sense_is_misere(cardset_t hand)
{
    int danger = 0;
    if (hand & jokers())
        return false;
    for (int suit = 0; suit < SUITS; suit++) {
        cardset_t cards = hand & sense_suit(suit);
        for (int place = 0; cards; place++) {
            int rank = (int)card_rank(cardset_pop(&cards));
            int allowed = place == 0 ? 5 : place == 1 ? 7 : 12;
            danger += rank > allowed ? rank - allowed : 0;
        }
    }
    return danger <= 2;
}

int sense_partner(const struct seen *game)
{
    return game->rules.side_count < game->rules.players ? 12 : game->rules.players == 5 ? 8 : 0;
}

void sense_bid(const struct seen *game, const struct seen_turn *turn, int bold,
               struct action *action)
{
    bool partner_has_it = game->high_by != SEAT_NONE && game->high_by != game->seat &&
                          game->rules.side_of[game->high_by] == game->rules.side_of[game->seat];
    int partner = sense_partner(game);
    int best = -1, best_spare = -1;

    for (int i = 0; i < turn->legal_count; i++) {
        const struct action *call = &turn->legal[i];
        if (call->kind != ACTION_CALL || call->call == CALL_PASS)
            continue;
        if (call->call == CALL_MISERE && sense_is_misere(game->hand)) {
            *action = *call;
            return;
        }
        if (!call_is_bid(call->call))
            continue;
        int spare = sense_worth(&game->rules, game->hand, call_denomination(call->call)) + partner +
                    bold - 10 * call_level(call->call);
        if (spare > best_spare &&
            (best < 0 || call_level(call->call) == call_level(turn->legal[best].call))) {
            best = i;
            best_spare = spare;
        }
    }
    *action = turn->legal[best >= 0 && !(partner_has_it && best_spare < 10) ? best : 0];
}

/* ------------------------------------------------------------------------------- exchange */

/* How much a card is worth keeping. Contracts for no trick keep the low ones. */
static int keep_value(const struct seen *game, card_t card)
{
    int denom = sense_denomination(game);
    int value = power(&game->rules, denom, card);
    if (call_is_no_trick(game->contract.call))
        return -value;
    if (card_is_joker(card) || cardset_has(sense_trumps(&game->rules, denom), card))
        return 100 + value;
    int rank = (int)card_rank(card);
    int count = cardset_count(game->hand & sense_suit((int)card_suit(card)) &
                              ~sense_trumps(&game->rules, denom));
    if (rank == RANK_A)
        return 80;
    if (rank == RANK_K && count > 1)
        return 50;
    return rank + 3 * count; /* short suits go first */
}

void sense_choose(const struct seen *game, const struct seen_turn *turn, struct action *action)
{
    assert(turn->choose > 0 && turn->choose <= cardset_count(turn->from));
    cardset_t left = turn->from, chosen = 0;
    for (int i = 0; i < turn->choose; i++) {
        card_t worst = CARD_NONE;
        for (cardset_t cards = left; cards;) {
            card_t card = cardset_pop(&cards);
            if (worst == CARD_NONE || keep_value(game, card) < keep_value(game, worst))
                worst = card;
        }
        left &= ~CARDSET(worst);
        chosen |= CARDSET(worst);
    }
    seen_choose(turn, chosen, action);
}

/* ------------------------------------------------------------------------------- play */

cardset_t sense_cards_out(const struct seen *game, int suit)
{
    cardset_t cards = sense_suit_cards(&game->rules, sense_denomination(game), suit);
    return cards & ~(game->hand | game->played | game->gone);
}

static int side_of(const struct seen *game, int hand)
{
    int seat = game->rules.two_handed == TWO_HANDED_TABLE ? hand & 1 : hand;
    return seat < game->rules.players ? game->rules.side_of[seat] : -1;
}

static int led_suit(const struct seen *game)
{
    card_t led = game->table[game->leader];
    int denom = sense_denomination(game);
    if (cardset_has(sense_trumps(&game->rules, denom), led))
        return card_is_joker(led) && denom > DENOM_H ? game->named : denom;
    return (int)card_suit(led);
}

/* Strength in this trick: 0 for a card that neither follows nor trumps. */
static int trick_power(const struct seen *game, card_t card)
{
    int denom = sense_denomination(game);
    if (cardset_has(sense_trumps(&game->rules, denom), card))
        return 100 + power(&game->rules, denom, card);
    return (int)card_suit(card) == led_suit(game) ? 1 + power(&game->rules, denom, card) : 0;
}

static int winning_hand(const struct seen *game)
{
    int best = game->leader;
    for (int hand = 0; hand < HANDS_MAX; hand++) {
        if (game->table[hand] != CARD_NONE &&
            trick_power(game, game->table[hand]) > trick_power(game, game->table[best]))
            best = hand;
    }
    return best;
}

/* Whether our side wants to lose the trick, or the opponents to win one. */
static bool wants_to_lose(const struct seen *game)
{
    return call_is_no_trick(game->contract.call);
}

static int lead_value(const struct seen *game, card_t card)
{
    int denom = sense_denomination(game), value = power(&game->rules, denom, card);
    bool ours = game->contract.by != SEAT_NONE &&
                side_of(game, game->contract.by) == game->rules.side_of[game->seat];
    bool trump = cardset_has(sense_trumps(&game->rules, denom), card);

    if (wants_to_lose(game))
        return -value;
    if (trump && ours && denom <= DENOM_H && !sense_cards_out(game, denom))
        return value - 60; /* keep the last ones to regain the lead */
    if (trump)
        return ours ? 60 + value : value - 45;
    int rank = (int)card_rank(card);
    if (rank == RANK_A)
        return 70;
    int count = cardset_count(game->hand & sense_suit((int)card_suit(card)));
    return rank == RANK_K ? 5 : 20 - rank - 2 * count;
}

static int follow_value(const struct seen *game, card_t card)
{
    int winner = winning_hand(game), high = trick_power(game, game->table[winner]);
    int own = trick_power(game, card), value = power(&game->rules, sense_denomination(game), card);
    bool partner = side_of(game, winner) == game->rules.side_of[game->seat];
    bool wins = own > high;

    if (wants_to_lose(game))
        return wins ? -200 - own : value + own; /* the highest card that loses */
    if (partner || !wins)
        return -value - (wins ? 100 : 0); /* low, and never over the partner's card */
    return 200 - own;                     /* the cheapest card that wins */
}

int sense_play_value(const struct seen *game, card_t card)
{
    return game->on_table == 0 ? lead_value(game, card) : follow_value(game, card);
}

void sense_play(const struct seen *game, const struct seen_turn *turn, struct action *action)
{
    int best = 0, best_value = -1000;
    for (int i = 0; i < turn->legal_count; i++) {
        const struct action *play = &turn->legal[i];
        if (play->kind != ACTION_PLAY)
            continue;
        card_t card = play->cards[0];
        int value = sense_play_value(game, card);
        /* A joker without trumps names the suit of which we hold most. */
        if (card_is_joker(card) && play->joker[card - CARD_RJ] != SUIT_NONE)
            value += cardset_count(game->hand & sense_suit(play->joker[card - CARD_RJ]));
        if (value > best_value) {
            best = i;
            best_value = value;
        }
    }
    *action = turn->legal[best];
}

void sense_decline(const struct seen_turn *turn, struct action *action)
{
    assert(turn->legal_count > 0);
    *action = turn->legal[0];
    for (int i = 0; i < turn->legal_count; i++) {
        if (turn->legal[i].kind == ACTION_NO)
            *action = turn->legal[i];
    }
}

const char *sense_play_reason(const struct seen *game, card_t card)
{
    bool trump = cardset_has(sense_trumps(&game->rules, sense_denomination(game)), card);

    if (game->on_table == 0) {
        if (wants_to_lose(game))
            return "leads its lowest card, as the aim is to take no trick";
        if (trump && sense_denomination(game) <= DENOM_H &&
            !sense_cards_out(game, sense_denomination(game)))
            return "leads a trump, of which the others have none";
        if (trump)
            return "leads its highest trump, to draw those of the others";
        return card_rank(card) == RANK_A ? "leads an ace" : "leads low from a short suit";
    }
    int winner = winning_hand(game);
    bool wins = trick_power(game, card) > trick_power(game, game->table[winner]);
    if (wants_to_lose(game))
        return wins ? "has no card that loses the trick" : "the highest card that loses the trick";
    if (side_of(game, winner) == game->rules.side_of[game->seat])
        return "the trick is its side's so far: the lowest card";
    return wins ? "the cheapest card that wins the trick so far"
                : "no card wins the trick: the lowest one";
}

void sense_decide(const struct seen *game, const struct seen_turn *turn, int bold,
                  struct action *action)
{
    if (turn->choose)
        sense_choose(game, turn, action);
    else if (turn->phase == PHASE_PLAY)
        sense_play(game, turn, action);
    else if (turn->phase == PHASE_AUCTION)
        sense_bid(game, turn, bold, action);
    else
        sense_decline(turn, action);
}
