/* auction.c - the phases blind, auction and raise (rules 4). */
#include "auction.h"
#include "event.h"
#include "seats.h"

#include <assert.h>

/* `asked` when a raise opened the auction again: from then on it goes by rounds, whatever it was.
 */
enum { ASKED_REOPENED = 255, ASKED_MOST = 200 };

/* Bit per call of level 6. */
#define LEVEL_6                                                                                    \
    (UINT64_C(0x1f) << CALL_BID_FIRST | UINT64_C(1) << CALL_6NO | UINT64_C(1) << CALL_6JNT)

static unsigned all_seats(const struct ruleset *rules)
{
    return (1u << rules->players) - 1;
}

static bool by_rounds(const struct game *game, const struct ruleset *rules)
{
    return rules->auction == AUCTION_ROUNDS || game->asked == ASKED_REOPENED;
}

/* Legal calls over the highest one so far, without pass. */
static uint64_t higher_calls(const struct game *game, const struct ruleset *rules)
{
    uint64_t calls = rules->calls_over[game->high];

    if (game->high_level < 8)
        calls &= ~rules->calls_from_eight;
    if (game->high_level < 7)
        calls &= ~rules->calls_from_seven;
    if (rules->inkles && rules->auction == AUCTION_ONCE && game->asked >= 2)
        calls &= ~LEVEL_6;
    return calls;
}

void auction_legal(const struct game *game, const struct ruleset *rules, struct legal *legal)
{
    bool banned = game->bans >> game->turn & 1;

    if (game->phase == PHASE_BLIND) {
        legal->words = 1u << ACTION_LOOK;
        legal->blind_misere = !banned;
        return;
    }
    legal->calls = UINT64_C(1) << CALL_PASS;
    if (banned)
        return;
    legal->calls |= higher_calls(game, rules);
    if (game->phase == PHASE_AUCTION && rules->all_pass == ALL_PASS_DEALER_BIDS &&
        game->turn == game->dealer && game->winning == CALL_PASS) {
        legal->calls &= ~(UINT64_C(1) << CALL_PASS);
        assert(legal->calls != 0);
    }
}

static void begin_calls(struct game *game, const struct ruleset *rules, struct events *events)
{
    game->phase = PHASE_AUCTION;
    game->asked = 0;
    game->callers = (uint8_t)all_seats(rules);
    game->turn = seat_next(rules, game->dealer);
    /* If no seat saw its cards in the blind phase, all seats see them now. */
    if (rules->calls & 1u << SPECIAL_BLIND_MISERE) {
        for (seat_t seat = 0; events && seat < rules->players; seat++) {
            struct event *event = event_put(events, EVENT_CARDS, seat);
            event->to = event->seen_by = (uint8_t)seat_bit(seat);
            event->cards = game->hands[seat];
            event->count = HAND_CARDS;
        }
    }
}

void auction_begin(struct game *game, const struct ruleset *rules, struct events *events)
{
    assert(game->dealer < rules->players);
    if (!(rules->calls & 1u << SPECIAL_BLIND_MISERE)) {
        begin_calls(game, rules, events);
        return;
    }
    game->phase = PHASE_BLIND;
    game->asked = 0;
    game->turn = seat_next(rules, game->dealer);
}

static enum phase_next settle_contract(struct game *game, const struct ruleset *rules,
                                       struct events *events)
{
    struct contract *contract = &game->contract;

    contract->call = game->winning;
    contract->by = game->winning_by;
    if (rules->teams != TEAMS_SOLO) {
        seat_t seat = seat_next(rules, contract->by);
        while (rules->side_of[seat] != rules->side_of[contract->by])
            seat = seat_next(rules, seat);
        contract->partner = seat;
    } else if (seats_partner_rotates(rules) && call_is_bid(contract->call)) {
        contract->partner = seats_rotating_partner(game->dealer, contract->by);
        game->partner_known = TO_ALL;
    }
    struct event *event = event_put(events, EVENT_CONTRACT, contract->by);
    if (event)
        event->contract = *contract;
    return PHASE_NEXT_CONTRACT;
}

/* The auction is over. Raises follow if the rules have them and there is a contract to raise. */
static enum phase_next finish(struct game *game, const struct ruleset *rules, struct events *events)
{
    if (game->winning == CALL_PASS) {
        game->high = CALL_PASS;
        game->high_by = SEAT_NONE;
        return PHASE_NEXT_PASSED_OUT;
    }
    bool others_called = game->called & ~seat_bit(game->high_by);
    game->phase = PHASE_RAISE;
    if (rules->raise == RAISE_NO || (rules->raise == RAISE_REOPEN && !others_called) ||
        higher_calls(game, rules) == 0)
        return settle_contract(game, rules, events);
    game->turn = game->high_by;
    return PHASE_NEXT_TURN;
}

static void note_call(struct game *game, const struct ruleset *rules, call_t call)
{
    seat_t seat = game->turn;

    assert(game->high == CALL_PASS || rules->call_rank[call] > rules->call_rank[game->high]);
    game->high = call;
    game->high_by = seat;
    if (!call_is_inkle(rules, call)) {
        game->winning = call;
        game->winning_by = seat;
    }
    game->called |= (uint8_t)seat_bit(seat);
    if (call_level(call) > game->high_level)
        game->high_level = (uint8_t)call_level(call);
    game->last_call[seat] = call;
    game->passes = 0;
}

static bool another_denomination(call_t before, call_t now)
{
    return before != CALL_PASS && call_denomination(before) != call_denomination(now);
}

/* Whether the auction is over after the call of `turn`. */
static bool is_over(const struct game *game, const struct ruleset *rules)
{
    if (!by_rounds(game, rules))
        return game->asked == rules->players;
    if (rules->rebid == REBID_ALWAYS)
        return game->passes == rules->players - (game->high != CALL_PASS);
    return game->high == CALL_PASS ? game->callers == 0
                                   : !(game->callers & ~seat_bit(game->high_by));
}

static void go_on(struct game *game, const struct ruleset *rules)
{
    do {
        game->turn = seat_next(rules, game->turn);
    } while (by_rounds(game, rules) && !(game->callers >> game->turn & 1));
}

static enum phase_next apply_call(struct game *game, const struct ruleset *rules, call_t call,
                                  struct events *events)
{
    seat_t seat = game->turn;

    if (game->asked < ASKED_MOST)
        game->asked++;
    if (call != CALL_PASS) {
        call_t before = game->last_call[seat];
        note_call(game, rules, call);
        if (rules->rebid == REBID_NEW_DENOMINATION && another_denomination(before, call))
            game->callers = (uint8_t)all_seats(rules);
    } else {
        game->passes++;
        if (rules->rebid != REBID_ALWAYS)
            game->callers &= (uint8_t)~seat_bit(seat);
    }
    if (is_over(game, rules))
        return finish(game, rules, events);
    go_on(game, rules);
    return PHASE_NEXT_TURN;
}

static enum phase_next apply_raise(struct game *game, const struct ruleset *rules, call_t call,
                                   struct events *events)
{
    if (call == CALL_PASS)
        return settle_contract(game, rules, events);
    bool other = another_denomination(game->high, call);
    note_call(game, rules, call);
    if (rules->raise == RAISE_ANY && higher_calls(game, rules) != 0)
        return PHASE_NEXT_TURN; /* the winner is asked again until it passes */
    if (rules->raise != RAISE_REOPEN || !other)
        return settle_contract(game, rules, events);
    game->phase = PHASE_AUCTION;
    game->asked = ASKED_REOPENED;
    game->callers = (uint8_t)all_seats(rules);
    go_on(game, rules);
    return PHASE_NEXT_TURN;
}

static enum phase_next apply_blind(struct game *game, const struct ruleset *rules, bool look,
                                   struct events *events)
{
    game->asked++;
    if (look && game->asked < rules->players) {
        game->turn = seat_next(rules, game->turn);
        return PHASE_NEXT_TURN;
    }
    seat_t caller = game->turn;
    begin_calls(game, rules, events);
    if (look)
        return PHASE_NEXT_TURN;
    game->turn = caller;
    note_call(game, rules, CALL_BLIND_MISERE);
    return finish(game, rules, events);
}

enum phase_next auction_apply(struct game *game, const struct ruleset *rules,
                              const struct action *action, struct events *events)
{
    assert(game->phase == PHASE_BLIND || game->phase == PHASE_AUCTION ||
           game->phase == PHASE_RAISE);
    if (game->phase == PHASE_BLIND)
        return apply_blind(game, rules, action->kind == ACTION_LOOK, events);
    if (game->phase == PHASE_AUCTION)
        return apply_call(game, rules, action->call, events);
    return apply_raise(game, rules, action->call, events);
}
