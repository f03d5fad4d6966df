/* test_expert.c - the worlds that expert imagines agree with what was seen, and are drawn evenly;
 * what it decides is legal and, where one can see it, right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
/* cmocka wants the four above. */
#include <cmocka.h>

#include "play.h"
#include "stake.h"
#include "think.h"
#include "think_world.h"

static uint64_t dice = 1;

/* ------------------------------------------------------------------ a real game, seen by one seat
 */

struct history {
    struct play play;
    struct seen_history told;
};

static void shuffle_and_deal(struct history *history)
{
    struct play *play = &history->play;
    card_t deck[CARDS_MAX];
    struct deal deal;
    int count = deck_cards(&play->rules, deck);

    for (int i = count - 1; i > 0; i--) {
        uint32_t j = sample_below(&dice, (uint32_t)i + 1);
        card_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
    deal_from_deck(&deal, &play->rules, deck, play->game.dealer);
    assert_int_equal(game_deal(&play->game, &play->rules, &deal, NULL), ENGINE_OK);
    memset(&history->told, 0, sizeof history->told); /* it may be of another game */
}

/* One random action, bids seldom high. */
static void step(struct history *history)
{
    struct play *play = &history->play;
    struct game before = play->game;
    struct action list[LEGAL_LIST_MAX], chosen;
    struct legal legal;

    game_legal(&play->game, &play->rules, &legal);
    int count = legal_list(&legal, &play->rules, list);
    game_default_action(&play->game, &play->rules, &chosen);
    if (count > 0) {
        uint32_t bound = (uint32_t)count;
        if (before.phase == PHASE_AUCTION && bound > 4)
            bound = 4;
        chosen = list[sample_below(&dice, bound)];
        if (chosen.kind == ACTION_CLAIM)
            game_default_action(&play->game, &play->rules, &chosen);
    }
    assert_int_equal(game_apply(&play->game, &play->rules, &chosen, NULL), ENGINE_OK);
    seen_note(&history->told, &before, &chosen);
}

/* What botkit would have told a bot in that seat. */
static void see(const struct history *history, seat_t seat, struct seen *game)
{
    seen_make(game, &history->play.game, &history->play.rules, seat, &history->told);
}

static struct ruleset preset(const char *name)
{
    struct ruleset rules;
    struct ruleset_error error;
    assert_int_equal(ruleset_preset(&rules, name, strlen(name), &error), ENGINE_OK);
    return rules;
}

/* --------------------------------------------------------------------------------------- sampling
 */

static bool in_play(const struct game *truth, int hand, int players)
{
    return hand < players && !(truth->folded >> hand & 1);
}

static void check_world(const struct history *history, const struct seen *game,
                        const struct world *world)
{
    const struct game *truth = &history->play.game;
    cardset_t all = 0;
    int count = 0;

    for (int hand = 0; hand < HANDS_MAX; hand++) {
        cardset_t cards = world->hands[hand];
        if (!in_play(truth, hand, game->rules.players) && hand != game->seat) {
            assert_true(cards == 0);
            continue;
        }
        assert_int_equal(cardset_count(cards), cardset_count(truth->hands[hand]));
        if (hand == game->seat || truth->shown >> hand & 1)
            assert_true(cards == truth->hands[hand]);
        for (cardset_t left = cards; left && truth->phase == PHASE_PLAY;) {
            int suit = sample_suit(game, cardset_pop(&left));
            assert_false(suit < SUITS && (truth->void_shown[hand] >> suit & 1));
        }
        all |= cards;
        count += cardset_count(cards);
    }
    assert_true((all & (game->played | game->gone | game->exposed | world->rest)) == 0);
    all |= world->rest;
    count += cardset_count(world->rest);
    assert_int_equal(cardset_count(all), count);
    assert_true((all | game->played | game->gone | game->exposed) == game->rules.cards);
    /* A card that a five-handed contractor named is with the partner whom everybody knows. */
    const struct contract *contract = &game->contract;
    if (contract->partner != SEAT_NONE && contract->partner_card != CARD_NONE &&
        !cardset_has(game->played, contract->partner_card) && contract->partner != game->seat)
        assert_true(cardset_has(world->hands[contract->partner], contract->partner_card));
}

/* From every seat, at every decision of some hands. Returns the worlds that were looked at. */
static int follow(const char *name, int hands)
{
    static struct history history;
    int looked = 0;

    play_begin(&history.play, preset(name), 0);
    for (int hand = 0; hand < hands; hand++) {
        if (history.play.game.phase == PHASE_OVER)
            play_begin(&history.play, preset(name), 0);
        shuffle_and_deal(&history);
        while (history.play.game.phase != PHASE_DEAL && history.play.game.phase != PHASE_OVER) {
            seat_t seat = history.play.game.turn;
            static struct seen game;
            struct sampler sampler;
            struct world world;
            see(&history, seat, &game);
            if (history.play.game.phase == PHASE_PLAY || history.play.game.phase == PHASE_AUCTION) {
                assert_true(sampler_init(&sampler, &game, game.hand));
                for (int i = 0; i < 2; i++, looked++) {
                    sampler_pick(&sampler, &dice, 2, &world);
                    check_world(&history, &game, &world);
                    double likely = world_likelihood(&game, &world);
                    assert_true(likely > 0 && likely <= 1.01);
                }
            }
            step(&history);
        }
    }
    return looked;
}

static void worlds_agree_with_what_was_seen(void **state)
{
    static const char *const names[] = {
        "wikipedia",    "everything",         "perfect",          "american",
        "three-handed", "three-handed-dead",  "two-handed-draft", "two-handed-draw",
        "five-handed",  "five-handed-hidden", "six-handed",       "six-handed-cutthroat"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_true(follow(names[i], 25) > 200);
}

/* What the solver is asked about is the present: the same cards face up, the same choice. */
static void check_replayed(const struct history *history, const struct seen *game,
                           const struct world *world)
{
    const struct game *truth = &history->play.game;
    struct game play;
    struct legal now, then;

    assert_true(think_world_set_up(&play, game, &game->contract, world, world->hands[game->seat]));
    for (int i = 0; i < game->play_count; i++) {
        struct action action = {.kind = ACTION_PLAY,
                                .count = 1,
                                .joker = {SUIT_NONE, SUIT_NONE},
                                .cards = {game->plays[i].card}};
        if (card_is_joker(action.cards[0]))
            action.joker[action.cards[0] - CARD_RJ] = game->plays[i].named;
        assert_int_equal(game_apply(&play, &game->rules, &action, NULL), ENGINE_OK);
    }
    game_legal(&play, &game->rules, &now);
    game_legal(truth, &game->rules, &then);
    assert_true(now.cards == then.cards && play.hand_due == truth->hand_due);
    for (int hand = 2; hand < 4; hand++) {
        assert_true(play.hands[hand] == truth->hands[hand]);
        assert_int_equal(play.down_count[hand], truth->down_count[hand]);
        for (int i = 0; i < play.down_count[hand]; i++)
            assert_true(cardset_has(world->hands[hand], play.down[hand][i]) ||
                        play.over[hand][i] == CARD_NONE);
    }
}

static void cards_under_others_are_imagined(void **state)
{
    static struct history history;
    static struct seen game;
    struct sampler sampler;
    struct world world;
    int plays = 0;
    (void)state;
    for (int hand = 0; hand < 25; hand++) {
        play_begin(&history.play, preset("two-handed-table"), 0);
        shuffle_and_deal(&history);
        while (history.play.game.phase != PHASE_DEAL && history.play.game.phase != PHASE_OVER) {
            const struct game *truth = &history.play.game;
            see(&history, truth->turn, &game);
            if (truth->phase == PHASE_PLAY) {
                assert_true(sampler_init(&sampler, &game, game.hand));
                sampler_draw(&sampler, &dice, &world);
                for (int i = 0; i < 4; i++)
                    assert_int_equal(cardset_count(world.hands[i]),
                                     cardset_count(truth->hands[i]) + truth->down_count[i]);
                check_replayed(&history, &game, &world);
                plays++;
            }
            step(&history);
        }
    }
    assert_true(plays > 200);
}

/* The last two tricks of 6S, seat 0 on lead with all spades gone: seats 1 to 3 hold two cards each,
 * and the rest is three. */
static void small_case(struct seen *game)
{
    memset(game, 0, sizeof *game);
    game->rules = preset("wikipedia");
    game->contract = (struct contract){.call = CALL_BID(6, DENOM_S),
                                       .by = 1,
                                       .partner = 3,
                                       .breach = SEAT_NONE,
                                       .partner_card = CARD_NONE};
    game->hand = cards("AC KC");
    cardset_t unseen = cards("4D 5D 6D 7D 4H 5H 6H 7H QC");
    game->played = game->rules.cards & ~game->hand & ~unseen;
    /* Eight tricks, of which only the last says something: seat 2 had no diamond. */
    cardset_t left = game->played & ~cards("KD 8C QD JD");
    for (int trick = 0; trick < 8; trick++) {
        for (uint8_t hand = 0; hand < 4; hand++) {
            static const char *const last[] = {"KD", "QD", "8C", "JD"};
            card_t card = trick == 7 ? cardset_first(cards(last[hand])) : cardset_pop(&left);
            game->plays[game->play_count++] = (struct seen_play){hand, SUIT_NONE, card, CARD_NONE};
        }
        /* Each trick before is of one suit only as far as the test is concerned. */
        if (trick < 7)
            for (int i = 1; i < 4; i++)
                game->plays[4 * trick + i].card = game->plays[4 * trick].card;
    }
}

static void worlds_are_drawn_evenly(void **state)
{
    enum { DRAWS = 40000 };
    static struct seen game;
    struct sampler sampler;
    struct world world;
    int of_pair[16][16] = {{0}}, diamonds = 0, pairs = 0;
    (void)state;
    small_case(&game);
    assert_true(sampler_init(&sampler, &game, game.hand));
    for (int i = 0; i < DRAWS; i++) {
        sampler_draw(&sampler, &dice, &world);
        cardset_t two = world.hands[2];
        assert_true((two & cards("4D 5D 6D 7D")) == 0);
        assert_int_equal(cardset_count(two), 2);
        diamonds += cardset_count(world.hands[1] & cards("4D 5D 6D 7D"));
        card_t a = cardset_pop(&two), b = cardset_pop(&two);
        of_pair[a == CARD(SUIT_C, RANK_Q) ? 15 : card_rank(a)][card_rank(b)]++;
    }
    /* Two of the five cards that seat 2 may hold: ten pairs, each as often as any other. */
    for (int a = 0; a < 16; a++) {
        for (int b = 0; b < 16; b++) {
            if (of_pair[a][b] == 0)
                continue;
            pairs++;
            assert_in_range(of_pair[a][b], DRAWS / 10 - 300, DRAWS / 10 + 300);
        }
    }
    assert_int_equal(pairs, 10);
    /* The other seven cards, four of them diamonds, are spread evenly: seat 1 has two of them. */
    assert_in_range(diamonds, DRAWS * 8 / 7 - 800, DRAWS * 8 / 7 + 800);
}

/* -------------------------------------------------------------------------------------- likelihood
 */

static void a_bid_makes_good_hands_likely(void **state)
{
    static struct seen game;
    struct world strong, weak;
    (void)state;
    memset(&game, 0, sizeof game);
    memset(&strong, 0, sizeof strong);
    memset(&weak, 0, sizeof weak);
    game.rules = preset("wikipedia");
    game.contract.by = SEAT_NONE;
    game.hand = cards("4D 5D 6D 7D 8D 4H 5H 6H 7H 8H");
    strong.hands[1] = cards("RJ JS JC AS KS 9S AC AH 9D 9H");
    weak.hands[1] = cards("5S 6S 8S 5C 6C 7C 8C 9D 9H 10H");
    game.calls[game.call_count++] = (struct seen_call){1, CALL_BID(8, DENOM_S)};
    assert_true(world_likelihood(&game, &strong) > 10 * world_likelihood(&game, &weak));
    game.calls[0].call = CALL_PASS;
    assert_true(world_likelihood(&game, &weak) > 10 * world_likelihood(&game, &strong));
}

/* ------------------------------------------------------------------------------------------ stakes
 */

static void a_stake_is_what_the_engine_scores(void **state)
{
    static struct history history;
    struct ruleset rules = preset("wikipedia");
    int made = 0, failed = 0;
    (void)state;
    play_begin(&history.play, rules, 0);
    for (int hand = 0; hand < 60; hand++) {
        struct game *game = &history.play.game;
        game->scores[0] = game->scores[1] = 0;
        if (game->phase == PHASE_OVER)
            play_begin(&history.play, rules, 0);
        shuffle_and_deal(&history);
        while (game->phase != PHASE_DEAL && game->phase != PHASE_OVER)
            step(&history);
        const struct hand_result *last = &game->last;
        if (last->outcome != HAND_PLAYED)
            continue;
        int32_t delta[SEATS_MAX];
        int own = rules.side_of[last->contract.by];
        stake_points(&rules, &last->contract, last->tricks[own], delta);
        assert_int_equal(delta[0], last->delta[0]);
        assert_int_equal(delta[1], last->delta[1]);
        *(delta[own] > 0 ? &made : &failed) += 1;
    }
    assert_true(made > 3 && failed > 3);
}

static void the_end_of_the_match_counts(void **state)
{
    static struct seen game;
    struct contract six = {.call = CALL_BID(6, DENOM_H), .by = 1, .partner = 3};
    (void)state;
    memset(&game, 0, sizeof game);
    game.rules = preset("wikipedia");
    game.scores[1] = 420;
    assert_true(stake_chance(&game, &six, 6) == 0); /* they are out */
    assert_true(stake_chance(&game, &six, 5) > stake_chance_now(&game));
    game.scores[0] = 480;
    assert_true(stake_chance(&game, &six, 5) == 1); /* and so are we, by tricks */
    assert_true(stake_chance(&game, &six, 6) == 0); /* the contractor's side comes first */
    game.scores[0] = game.scores[1] = 0;
    assert_true(stake_chance_now(&game) == 0.5);
    assert_true(stake_chance(&game, &six, 10) < stake_chance(&game, &six, 6));
}

/* --------------------------------------------------------------------------------------- decisions
 */

static struct think *thinker(int worlds)
{
    static uint64_t memory[1 << 17];
    static struct think think;
    memset(&think, 0, sizeof think);
    assert_int_equal(solve_init(&think.solver, memory, sizeof memory), ENGINE_OK);
    think.random = 5;
    think.worlds = worlds;
    return &think;
}

/* Out of time before it begins: it still answers, and asks the clock only a few times. */
static int asked;
static int64_t late(void)
{
    asked++;
    return -1;
}

static void take_turn(struct history *history, struct think *think)
{
    static struct seen game;
    struct game before = history->play.game;
    struct seen_turn turn = {.phase = (enum phase)before.phase, .hand = before.hand_due, .ms = -1};
    struct legal legal;
    struct action action;

    see(history, before.turn, &game);
    game_legal(&before, &history->play.rules, &legal);
    turn.legal_count = legal_list(&legal, &history->play.rules, turn.legal);
    turn.choose = legal.choose;
    turn.from = legal.choose ? legal.cards : 0;
    think_decide(think, &game, &turn, &action);
    if (game_apply(&history->play.game, &history->play.rules, &action, NULL))
        fail_msg("refused in %s", phase_name(turn.phase));
    seen_note(&history->told, &before, &action);
}

static void it_answers_without_time(void **state)
{
    static struct history history;
    struct think *think = thinker(0);
    (void)state;
    think->left_usec = late;
    play_begin(&history.play, preset("wikipedia"), 0);
    int turns = 0;
    for (int hand = 0; hand < 5 && history.play.game.phase == PHASE_DEAL; hand++) {
        shuffle_and_deal(&history);
        while (history.play.game.phase != PHASE_DEAL && history.play.game.phase != PHASE_OVER) {
            take_turn(&history, think);
            turns++;
        }
    }
    assert_true(turns > 40);
    assert_true(asked < 8 * turns);
}

/* What expert says of a slam in hearts with this hand and kitty. */
static enum action_kind ask_slam(struct think *think, const char *hand)
{
    static struct seen game;
    struct seen_turn turn = {.phase = PHASE_SLAM, .hand = 1, .ms = -1, .legal_count = 2};
    struct action action;

    memset(&game, 0, sizeof game);
    game.rules = preset("everything");
    game.seat = 1;
    game.hand = cards(hand);
    game.high = CALL_BID(7, DENOM_H);
    game.high_by = 1;
    game.contract = (struct contract){.call = CALL_BID(7, DENOM_H),
                                      .by = 1,
                                      .partner = 3,
                                      .breach = SEAT_NONE,
                                      .partner_card = CARD_NONE};
    turn.legal[0].kind = ACTION_SLAM;
    turn.legal[1].kind = ACTION_NO;
    think->note.count = 2;
    think_decide(think, &game, &turn, &action);
    return (enum action_kind)action.kind;
}

static void a_slam_is_for_strong_hands(void **state)
{
    static const char sure[] = "BJ RJ JH JD AH KH QH 10H 9H AS AC AD 4S 5S 4C 5C";
    static const char poor[] = "BJ JD AH KH QH 9H 8H 10S 9S 10C 9C 10D 9D 4S 5S 4C";
    struct think *think = thinker(12);
    (void)state;
    assert_int_equal(ask_slam(think, sure), ACTION_SLAM);
    assert_true(think->note.worlds > 0 && think->note.chance[0] > think->note.chance[1]);
    assert_int_equal(ask_slam(think, poor), ACTION_NO);
    think->version = 1;
    assert_int_equal(ask_slam(think, sure), ACTION_NO);
}

/* The partner of a slam gives its best card, and not, as basic does, its worst. */
static void a_slam_gets_the_best_card(void **state)
{
    static struct seen game;
    struct seen_turn turn = {.phase = PHASE_GIVE, .hand = 3, .ms = -1, .choose = 1};
    struct think *think = thinker(2);
    struct action action;
    (void)state;
    memset(&game, 0, sizeof game);
    game.rules = preset("everything");
    game.seat = 3;
    game.hand = turn.from = cards("4H JD AS AC KC 5D 6D 7D 8D 9D");
    game.contract = (struct contract){
        .call = CALL_BID(7, DENOM_H), .by = 1, .partner = 3, .slam = 1, .breach = SEAT_NONE};
    think_decide(think, &game, &turn, &action);
    assert_true(action.kind == ACTION_GIVE && action.count == 1);
    assert_int_equal(action.cards[0], CARD(SUIT_D, RANK_J));
    think->version = 1;
    think_decide(think, &game, &turn, &action);
    assert_int_not_equal(action.cards[0], CARD(SUIT_D, RANK_J));
}

static void worlds_and_a_seed_decide(void **state)
{
    static struct history first, again;
    (void)state;
    for (int run = 0; run < 2; run++) {
        struct history *history = run == 0 ? &first : &again;
        struct think *think = thinker(2);
        dice = 77;
        play_begin(&history->play, preset("three-handed"), 0);
        shuffle_and_deal(history);
        while (history->play.game.phase != PHASE_DEAL && history->play.game.phase != PHASE_OVER)
            take_turn(history, think);
    }
    assert_memory_equal(&first.play.game, &again.play.game, sizeof first.play.game);
}

static void the_card_to_call_is_the_best_that_is_missing(void **state)
{
    static struct seen game;
    (void)state;
    memset(&game, 0, sizeof game);
    game.rules = preset("five-handed");
    game.hand = cards("JH AH KH");
    assert_int_equal(think_world_call_card(&game, DENOM_H, game.rules.cards),
                     cardset_first(cards("JD")));
    game.hand |= cards("JD");
    assert_int_equal(think_world_call_card(&game, DENOM_H, game.rules.cards),
                     cardset_first(cards("QH")));
    game.rules.partner_cards = PARTNER_CARDS_ANY;
    assert_true(card_is_joker(think_world_call_card(&game, DENOM_H, game.rules.cards)));
    assert_int_equal(think_world_call_card(&game, DENOM_H, cards("JH AH")), CARD_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_agree_with_what_was_seen),
        cmocka_unit_test(cards_under_others_are_imagined),
        cmocka_unit_test(worlds_are_drawn_evenly),
        cmocka_unit_test(a_bid_makes_good_hands_likely),
        cmocka_unit_test(a_stake_is_what_the_engine_scores),
        cmocka_unit_test(the_end_of_the_match_counts),
        cmocka_unit_test(it_answers_without_time),
        cmocka_unit_test(a_slam_is_for_strong_hands),
        cmocka_unit_test(a_slam_gets_the_best_card),
        cmocka_unit_test(worlds_and_a_seed_decide),
        cmocka_unit_test(the_card_to_call_is_the_best_that_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
