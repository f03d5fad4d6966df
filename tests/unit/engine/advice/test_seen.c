/* test_seen.c - what a seat knows of a game, and which decision it has to make. */
#include "seen_game.h"

static void a_seat_knows_only_its_own_hand(void **state)
{
    static struct history history;
    static struct seen one, other;
    (void)state;
    play_begin(&history.play, preset("wikipedia"), 0);
    shuffle_and_deal(&history);
    see(&history, 1, &one);
    assert_true(one.hand == history.play.game.hands[1]);
    assert_int_equal(one.seat, 1);
    assert_int_equal(one.dealer, 0);
    /* The others' cards and the kitty are shuffled: the seat sees the same. */
    struct game *game = &history.play.game;
    cardset_t third = game->hands[2];
    game->hands[2] = game->hands[3];
    game->hands[3] = third;
    see(&history, 1, &other);
    assert_memory_equal(&one, &other, sizeof one);
}

static void calls_and_plays_are_noted_for_one_hand(void **state)
{
    static struct history history;
    static struct seen seen;
    (void)state;
    play_begin(&history.play, preset("wikipedia"), 3);
    shuffle_and_deal(&history);
    for (int i = 0; i < 3; i++) {
        struct game before = history.play.game;
        play_words(&history.play, i == 0 ? "7S" : "pass");
        struct action done = action(i == 0 ? "7S" : "pass");
        seen_note(&history.told, &before, &done);
    }
    see(&history, 2, &seen);
    assert_int_equal(seen.call_count, 3);
    assert_int_equal(seen.calls[0].seat, 0);
    assert_int_equal(seen.calls[0].call, call("7S"));
    assert_int_equal(seen.calls[2].call, CALL_PASS);
    assert_int_equal(seen.high, call("7S"));
    assert_int_equal(seen.high_by, 0);
    /* Notes on another hand do not apply to this one. */
    history.told.deal_number++;
    see(&history, 2, &seen);
    assert_int_equal(seen.call_count, 0);
    struct action pass = action("pass");
    seen_note(&history.told, &history.play.game, &pass);
    assert_int_equal(history.told.call_count, 1);
    assert_int_equal(history.told.deal_number, history.play.game.deal_number);
}

static void a_turn_lists_the_legal_actions(void **state)
{
    struct play play;
    struct seen_turn turn;
    struct action chosen;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    seen_ask(&turn, &play.game, &play.rules);
    assert_int_equal(turn.phase, PHASE_AUCTION);
    assert_int_equal(turn.choose, 0);
    assert_true(turn.legal_count > 20 && turn.ms == -1);
    play_words(&play, "7S pass pass pass");
    seen_ask(&turn, &play.game, &play.rules);
    assert_int_equal(turn.choose, 3);
    assert_int_equal(cardset_count(turn.from), 13);
    cardset_t from = turn.from, three = 0;
    for (int i = 0; i < 3; i++)
        three |= CARDSET(cardset_pop(&from));
    seen_choose(&turn, three, &chosen);
    assert_int_equal(chosen.kind, ACTION_DISCARD);
    assert_int_equal(game_apply(&play.game, &play.rules, &chosen, NULL), ENGINE_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seat_knows_only_its_own_hand),
        cmocka_unit_test(calls_and_plays_are_noted_for_one_hand),
        cmocka_unit_test(a_turn_lists_the_legal_actions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
