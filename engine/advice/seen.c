/* seen.c - a player's knowledge, derived from a complete game. */
#include "seen.h"

#include <assert.h>
#include <string.h>

static bool is_same_hand(const struct seen_history *history, const struct game *game)
{
    return history->deal_number == game->deal_number && history->attempt == game->attempt;
}

/* The card that turns up under a card of a table hand that is about to be played. */
static card_t under(const struct game *game, card_t card)
{
    int hand = game->hand_due;

    for (int i = 0; game->down_count[hand] && i < 5; i++) {
        if (game->over[hand][i] == card)
            return game->down[hand][i];
    }
    return CARD_NONE;
}

void seen_note(struct seen_history *history, const struct game *game, const struct action *action)
{
    assert(game->turn != SEAT_NONE);
    if (!is_same_hand(history, game))
        *history =
            (struct seen_history){.deal_number = game->deal_number, .attempt = game->attempt};
    if (action->kind == ACTION_CALL && history->call_count < SEEN_CALLS_MAX)
        history->calls[history->call_count++] = (struct seen_call){game->turn, action->call};
    if (action->kind == ACTION_PLAY && history->play_count < SEEN_PLAYS_MAX) {
        card_t card = action->cards[0];
        history->plays[history->play_count++] = (struct seen_play){
            game->hand_due,
            card_is_joker(card) ? action->joker[card - CARD_RJ] : (uint8_t)SUIT_NONE, card,
            under(game, card)};
    }
}

static void see_history(struct seen *seen, const struct seen_history *history)
{
    seen->call_count = history->call_count;
    memcpy(seen->calls, history->calls, sizeof seen->calls);
    seen->play_count = history->play_count;
    memcpy(seen->plays, history->plays, sizeof seen->plays);
}

void seen_make(struct seen *seen, const struct game *game, const struct ruleset *rules, seat_t seat,
               const struct seen_history *history)
{
    assert(seat < rules->players);
    struct view view;

    view_make(&view, game, rules, seat);
    memset(seen, 0, sizeof *seen);
    seen->g = 1;
    seen->seat = seat;
    seen->rules = *rules;
    memcpy(seen->scores, view.scores, sizeof seen->scores);
    seen->hand = view.hands[seat];
    seen->drawn = view.drawn == CARD_NONE ? 0 : CARDSET(view.drawn);
    seen->played = view.played;
    seen->contract = view.contract;
    seen->high = view.high;
    seen->high_by = view.high_by;
    if (is_same_hand(history, game))
        see_history(seen, history);
    for (int i = 0; i < view.trick_count && i < seen->play_count; i++)
        seen->plays[seen->play_count - 1 - i].under = CARD_NONE; /* when the trick is complete */
    memcpy(seen->table, view.table, sizeof seen->table);
    seen->leader = view.leader;
    seen->on_table = view.trick_count;
    seen->named = view.trick_count ? view.led : (uint8_t)SUIT_NONE;
    seen->dealer = view.dealer;
    seen->deal_count = (int)view.deal_number;
    for (int hand = 0; hand < HANDS_MAX; hand++) {
        if (hand != seat && (view.shown >> hand & 1 || hand >= rules->players))
            seen->shown[hand] = view.hands[hand];
    }
    seen->gone = view.discards | view.out;
    seen->exposed = view.exposed;
    seen->kitty_up = game->kitty_seen; /* all seats have seen those */
}

void seen_ask(struct seen_turn *turn, const struct game *game, const struct ruleset *rules)
{
    assert(game->turn < rules->players);
    struct legal legal;

    game_legal(game, rules, &legal);
    memset(turn, 0, sizeof *turn);
    turn->phase = (enum phase)game->phase;
    turn->hand = game->hand_due;
    turn->legal_count = legal_list(&legal, rules, turn->legal);
    turn->choose = legal.choose;
    if (legal.choose || legal.phase == PHASE_SWAP)
        turn->from = legal.cards;
    turn->out = legal.swap_out;
    turn->ms = -1;
}

void seen_choose(const struct seen_turn *turn, cardset_t cards, struct action *action)
{
    memset(action, 0, sizeof *action);
    memset(action->joker, SUIT_NONE, sizeof action->joker);
    action->kind = turn->phase == PHASE_GIVE ? ACTION_GIVE : ACTION_DISCARD;
    while (cards)
        action->cards[action->count++] = cardset_pop(&cards);
}
