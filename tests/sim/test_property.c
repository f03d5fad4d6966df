/* Random rulesets, random play: what must hold of every game at every step. SEED and GAMES in the
 * environment; a failure prints the command that repeats it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine.h"
#include "random_game.h"

/* -------------------------------------------------------------------------------- checks */

static cardset_t down_cards(const struct game *game, int hand)
{
    cardset_t cards = 0;
    for (int i = 0; game->down_count[hand] && i < 5; i++) {
        if (game->over[hand][i] != CARD_NONE)
            cards |= CARDSET(game->down[hand][i]);
    }
    return cards;
}

/* Every card lies in one place; `played` is what was played in this hand. */
static void check_cards(const struct game *game, const struct ruleset *rules, cardset_t played)
{
    cardset_t all = 0;
    int count = 0;
    cardset_t places[2 * HANDS_MAX + 6];
    int place = 0;

    for (int hand = 0; hand < HANDS_MAX; hand++) {
        places[place++] = game->hands[hand];
        places[place++] = down_cards(game, hand);
    }
    places[place++] = game->kitty;
    places[place++] = game->discards;
    places[place++] = game->out;
    places[place++] = game->exposed;
    places[place++] = played;
    cardset_t stock = 0;
    if (rules->two_handed == TWO_HANDED_DRAW) {
        for (int i = game->stock_used; i < STOCK_MAX; i++)
            stock |= CARDSET(game->stock[i]);
    }
    places[place++] = stock;
    for (int i = 0; i < place; i++) {
        all |= places[i];
        count += cardset_count(places[i]);
    }
    if (all != rules->cards || count != cardset_count(rules->cards))
        broken("cards are lost or doubled in phase %s", game_phase_name((enum phase)game->phase));
}

/* The cards that a seat may know now, by the rules alone: this checks views and events, so it
 * uses neither. `played` was played in this hand. */
static cardset_t known_cards(const struct game *game, const struct ruleset *rules, cardset_t played,
                             seat_t seat)
{
    cardset_t known = played | game->exposed | game->kitty_seen;

    for (unsigned hand = 0; hand < HANDS_MAX; hand++) {
        if (game->shown >> hand & 1 || (rules->two_handed == TWO_HANDED_TABLE && hand >= 2))
            known |= game->hands[hand];
    }
    if (seat < rules->players && game->phase != PHASE_BLIND)
        known |= game->hands[seat];
    return known;
}

static void check_view(const struct game *game, const struct ruleset *rules, cardset_t played,
                       seat_t seat)
{
    struct view view;
    cardset_t known = known_cards(game, rules, played, seat);

    view_make(&view, game, rules, seat);
    for (int hand = 0; hand < HANDS_MAX; hand++) {
        if (view.hands[hand] & ~(known & game->hands[hand]))
            broken("seat %d sees cards of hand %d", seat, hand);
        if (game->shown >> hand & 1 && view.hands[hand] != game->hands[hand])
            broken("seat %d does not see the open hand %d", seat, hand);
    }
    if (seat < rules->players && game->phase != PHASE_BLIND &&
        view.hands[seat] != game->hands[seat])
        broken("seat %d does not see its own hand", seat);
    if (view.kitty & ~known || view.exposed != game->exposed)
        broken("seat %d sees the kitty", seat);
    if (view.played != (game->phase == PHASE_PLAY ? played : 0))
        broken("the view of seat %d has the wrong cards as played", seat);
    if (seat == SEAT_PUBLIC && (view.discards || view.out || view.drawn != CARD_NONE))
        broken("who watches sees cards laid away");
}

static void check_views(const struct game *game, const struct ruleset *rules, cardset_t played)
{
    for (seat_t seat = 0; seat < rules->players; seat++)
        check_view(game, rules, played, seat);
    check_view(game, rules, played, SEAT_PUBLIC);
}

/* No event tells a seat of cards that it may not know. */
static void check_events(const struct events *events, const struct ruleset *rules)
{
    for (int i = 0; i < events->count; i++) {
        const struct event *event = &events->items[i];
        for (seat_t seat = 0; seat <= SEAT_PUBLIC; seat++) {
            struct event seen;
            if ((seat >= rules->players && seat != SEAT_PUBLIC) || !view_event(event, seat, &seen))
                continue;
            bool own = seat == seen.seat;
            if ((seen.kind == EVENT_CARDS || seen.kind == EVENT_KITTY ||
                 seen.kind == EVENT_DRAWN) &&
                seen.cards && !own)
                broken("seat %d sees cards in an event %s of seat %d", seat,
                       event_name((enum event_kind)seen.kind), seen.seat);
            if (seen.kind == EVENT_ACTION && seen.action.kind == ACTION_DISCARD &&
                seen.action.count && !own)
                broken("seat %d sees the discards of seat %d", seat, seen.seat);
        }
    }
}

/* ---------------------------------------------------------------------------------- play */

/* An action that is not in the list is refused, and nothing changes. */
static void check_refused(const struct game *game, const struct ruleset *rules,
                          const struct action *list, int count)
{
    struct game copy = *game;
    struct action action;
    struct legal legal;

    game_legal(game, rules, &legal);
    memset(&action, 0, sizeof action);
    memset(action.joker, SUIT_NONE, sizeof action.joker);
    action.kind = (uint8_t)below(ACTION_KIND_COUNT);
    action.count = (uint8_t)below(4);
    action.call = (call_t)below(CALL_COUNT);
    for (int i = 0; i < action.count; i++)
        action.cards[i] = (card_t)below(CARDS_MAX);
    if (legal_has(&legal, game, rules, &action))
        return;
    for (int i = 0; i < count; i++) {
        if (memcmp(&list[i], &action, sizeof action) == 0 && action.kind != ACTION_CLAIM)
            broken("legal_has refuses what legal_list lists");
    }
    if (game_apply(&copy, rules, &action, NULL) == 0)
        broken("an action that is not legal was applied in phase %s",
               game_phase_name((enum phase)game->phase));
    if (memcmp(&copy, game, sizeof copy) != 0)
        broken("a refused action changed the game");
}

static void choose(const struct game *game, const struct ruleset *rules, struct action *action)
{
    struct legal legal;
    struct action list[LEGAL_LIST_MAX], standard;

    game_legal(game, rules, &legal);
    int count = legal_list(&legal, rules, list);
    if (!legal.choose && count == 0)
        broken("nothing is legal in phase %s", game_phase_name((enum phase)game->phase));
    default_action(game, rules, &standard);
    if (!legal_has(&legal, game, rules, &standard))
        broken("the default action is not legal in phase %s",
               game_phase_name((enum phase)game->phase));
    if (below(8) == 0)
        check_refused(game, rules, list, count);
    for (int i = 0; i < count; i++) {
        struct game copy = *game;
        if (list[i].kind != ACTION_CLAIM && below(4) == 0 &&
            game_apply(&copy, rules, &list[i], NULL))
            broken("a listed action is refused in phase %s",
                   game_phase_name((enum phase)game->phase));
    }
    random_action(game, rules, action);
}

static void deal_next(struct game *game, const struct ruleset *rules, struct events *events)
{
    struct deal deal;

    random_next_deal(game, rules, &deal, NULL);
    if (deck_check_deal(&deal, rules) || game_deal(game, rules, &deal, events))
        broken("a deal from the deck is refused");
}

static void check_scores(const struct game *game, const struct ruleset *rules,
                         const int32_t before[SEATS_MAX])
{
    int tricks = 0;
    for (int side = 0; side < rules->side_count; side++) {
        if (before[side] + game->last.delta[side] != game->scores[side] ||
            game->last.scores[side] != game->scores[side])
            broken("the scores of side %d do not add up", side);
        tricks += game->last.tricks[side];
    }
    if (tricks > TRICKS ||
        (game->last.contract.call != CALL_PASS && tricks != TRICKS && game->reason != REASON_EARLY))
        broken("%d tricks in a hand", tricks);
}

static long steps_played, hands_played;

static void play_game(void)
{
    struct ruleset rules;
    struct game game;
    struct events events;

    random_ruleset(&rules);
    game_init(&game, &rules, (seat_t)below(rules.players));
    for (int deals = 0; game.phase != PHASE_OVER; deals++) {
        int32_t scores[SEATS_MAX];
        cardset_t played = 0;
        if (deals > 3000)
            return; /* passed out for ever: allowed by some rulesets */
        memcpy(scores, game.scores, sizeof scores);
        deal_next(&game, &rules, &events);
        check_events(&events, &rules);
        for (int step = 0; game.phase != PHASE_DEAL && game.phase != PHASE_OVER; step++) {
            struct action action;
            if (step > 600)
                broken("the hand does not end");
            check_cards(&game, &rules, played);
            if (below(8) == 0)
                check_views(&game, &rules, played);
            choose(&game, &rules, &action);
            bool card = game.phase == PHASE_PLAY && action.kind == ACTION_PLAY;
            if (game_apply(&game, &rules, &action, &events))
                broken("a legal action is refused");
            game_check(&game, &rules);
            if (card)
                played |= CARDSET(action.cards[0]);
            check_events(&events, &rules);
            steps_played++;
        }
        hands_played += game.last.outcome == HAND_PLAYED;
        check_scores(&game, &rules, scores);
    }
    if (!game.winners || game.winners >> rules.side_count)
        broken("nobody won");
}

static void test_games(void **context)
{
    (void)context;
    long count = (long)random_games(40000);
    uint64_t first = random_env("SEED", 1);

    random_program = "sim_test_property";

    for (long i = 0; i < count; i++) {
        seed_game(first + (uint64_t)i);
        play_game();
    }
    printf("%ld games, %ld hands, %ld steps from seed %llu\n", count, hands_played, steps_played,
           (unsigned long long)first);
    assert_true(count == 1 || hands_played > count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_games)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
