/* game_check.c - what holds of a game between any two calls, as asserts. */
#include "engine.h"
#include "trick.h"

#include <assert.h>

#ifdef NDEBUG /* the Python package is built without asserts, so there is nothing to check */

void game_check(const struct game *game, const struct ruleset *rules)
{
    (void)game;
    (void)rules;
}

#else

/* Adds the cards of one place: they belong to the deck and have been found at no other place. */
static void add_cards(const struct ruleset *rules, cardset_t *all, cardset_t cards)
{
    assert(!(cards & ~rules->cards) && "each card is of the deck");
    assert(!(cards & *all) && "no card lies at two places");
    *all |= cards;
}

static void add_down_cards(const struct game *game, const struct ruleset *rules, int hand,
                           cardset_t *all)
{
    int covered = 0;

    assert(game->down_count[hand] <= 5);
    for (int i = 0; game->down_count[hand] && i < 5; i++) {
        if (game->over[hand][i] == CARD_NONE)
            continue;
        covered++;
        add_cards(rules, all, CARDSET(game->down[hand][i]));
    }
    assert(covered == game->down_count[hand] && "each covered card lies under another");
}

/* The cards on the table, in the order of play: from the leader to the hand that is due. */
static void add_trick(const struct game *game, const struct ruleset *rules, cardset_t *all)
{
    unsigned hand = game->leader;
    int played = 0;

    for (; played < game->trick_count; played++, hand = game->next_hand[hand]) {
        assert(game->table[hand] != CARD_NONE &&
               "a hand that has played to the trick has a card there");
        add_cards(rules, all, CARDSET(game->table[hand]));
    }
    assert(hand == game->hand_due && "the next hand of the trick is due");
}

/* Returns all cards whose place is known; in the play the cards of complete tricks are missing. */
static cardset_t places(const struct game *game, const struct ruleset *rules)
{
    cardset_t all = 0;

    for (int hand = 0; hand < HANDS_MAX; hand++) {
        add_cards(rules, &all, game->hands[hand]);
        add_down_cards(game, rules, hand, &all);
    }
    add_cards(rules, &all, game->kitty);
    add_cards(rules, &all, game->discards);
    add_cards(rules, &all, game->out);
    add_cards(rules, &all, game->exposed);
    if (game->phase == PHASE_DRAW) {
        assert(game->stock_used < STOCK_MAX);
        for (int i = game->stock_used; i < STOCK_MAX; i++)
            add_cards(rules, &all, CARDSET(game->stock[i]));
    }
    return all;
}

static void check_auction(const struct game *game, const struct ruleset *rules)
{
    assert(!(game->callers >> rules->players) && !(game->called >> rules->players));
    assert(game->high < CALL_COUNT && game->high_level <= 10);
    assert(game->high == CALL_PASS || game->high_by < rules->players);
    for (int seat = 0; seat < rules->players; seat++)
        assert(game->last_call[seat] < CALL_COUNT);
}

static void check_contract(const struct game *game, const struct ruleset *rules)
{
    const struct contract *contract = &game->contract;

    assert(contract->call < CALL_COUNT);
    assert(contract->by == SEAT_NONE || contract->by < rules->players);
    assert((contract->call == CALL_PASS || contract->by < rules->players) && "who plays it");
    assert(contract->partner == SEAT_NONE ||
           (contract->partner < rules->players && contract->partner != contract->by));
    assert(contract->breach == SEAT_NONE || contract->breach < rules->players);
    assert(contract->partner_card == CARD_NONE ||
           cardset_has(rules->cards, contract->partner_card));
}

/* A hand in play has as many cards as tricks are left, one fewer once it has played to this.
 */
static void check_play(const struct game *game, const struct ruleset *rules, cardset_t all)
{
    unsigned hand = game->leader;
    int won = 0;

    assert(game->trick < TRICKS && game->order < TRICK_ORDERS);
    assert(game->players_in >= 2 && game->players_in <= HANDS_MAX);
    assert(game->trick_count < game->players_in && "a complete trick is taken at once");
    assert(game->leader < HANDS_MAX && game->best < HANDS_MAX && game->hand_due < HANDS_MAX);
    for (int i = 0; i < game->players_in; i++, hand = game->next_hand[hand]) {
        int held = cardset_count(game->hands[hand]) + game->down_count[hand];
        assert(hand < HANDS_MAX && !(game->folded >> hand & 1) && "a folded hand does not play");
        assert(held == TRICKS - game->trick - (i < game->trick_count) && "cards of a hand");
    }
    assert(hand == game->leader && "the hands in play form one round");
    for (int i = 0; i < HANDS_MAX; i++)
        won += game->won[i];
    assert(won <= game->trick && "each complete trick is won by one hand at most");
    add_trick(game, rules, &all);
    assert(cardset_count(rules->cards) - cardset_count(all) == won * game->players_in &&
           "cards are played, and no card is lost");
    assert(game->owner[game->hand_due] == game->turn && game->turn < rules->players);
    assert((game->trick_count == 0) == (game->led == SUIT_NONE) && "a suit is led, or is not");
    assert(!game->must_play || cardset_has(game->hands[game->hand_due], game->forced));
}

static void check_game(const struct game *game, const struct ruleset *rules)
{
    assert(game->phase < PHASE_COUNT && game->reason < REASON_COUNT);
    assert((game->phase == PHASE_OVER) == (game->reason != REASON_NONE) && "an end has a reason");
    assert(!(game->winners >> rules->side_count) &&
           (game->phase == PHASE_OVER || game->winners == 0));
    assert(game->dealer < rules->players && game->deal_number >= 1);
    assert(!(game->bans >> rules->players) && game->redeals <= rules->redeals);
}

void game_check(const struct game *game, const struct ruleset *rules)
{
    check_game(game, rules);
    check_auction(game, rules);
    check_contract(game, rules);
    cardset_t all = places(game, rules);
    if (game->phase == PHASE_DEAL || game->phase == PHASE_OVER) {
        assert(game->turn == SEAT_NONE && "no seat decides");
        return;
    }
    if (game->phase == PHASE_PLAY) {
        check_play(game, rules, all);
        return;
    }
    assert(all == rules->cards && "before the play each card has its place");
    assert(game->turn < rules->players && game->hand_due == game->turn);
}

#endif
