/* A game set up at its play equals one that reached it by an auction; other setups are refused. */
#include "play.h"
#include "solve.h"

static struct setup four(const char *contract)
{
    struct setup setup = {.call = call(contract), .by = 0, .partner = SEAT_NONE, .leader = 0};
    setup.hands[0] = cards("5S AS 6C");
    setup.hands[1] = cards("6S 10S 7C");
    setup.hands[2] = cards("9S KS 9C");
    setup.hands[3] = cards("7S 8S RJ");
    return setup;
}

static void test_setup_equals_an_auction(void **state)
{
    (void)state;
    struct ruleset rules = ruleset("wikipedia", NULL);
    struct play play;
    struct setup setup = {.call = call("8H"), .by = 0, .leader = 0};
    struct game game;

    play_start(&play, rules, 3);
    play_words(&play, "8H pass pass pass");
    play_default_while(&play, PHASE_DISCARD);
    memcpy(setup.hands, play.game.hands, sizeof setup.hands);
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_OK);
    assert_int_equal(game.phase, PHASE_PLAY);
    assert_int_equal(game.turn, play.game.turn);
    assert_int_equal(game.hand_due, play.game.hand_due);
    assert_int_equal(game.order, play.game.order);
    assert_int_equal(game.players_in, play.game.players_in);
    assert_int_equal(game.trick, 0);
    assert_memory_equal(&game.contract, &play.game.contract, sizeof game.contract);
    assert_memory_equal(game.hands, play.game.hands, sizeof game.hands);
    assert_true(game.out == (play.game.discards | play.game.out));
    while (game.phase == PHASE_PLAY) {
        struct action standard;
        default_action(&game, &rules, &standard);
        assert_int_equal(game_apply(&game, &rules, &standard, NULL), ENGINE_OK);
    }
    play_out(&play);
    assert_memory_equal(game.won, play.game.won, sizeof game.won);
}

static void test_a_late_trick_is_set_up(void **state)
{
    (void)state;
    struct ruleset rules = ruleset("wikipedia", NULL);
    struct setup setup = four("8NT");
    struct game game;
    setup.leader = 3;
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_OK);
    assert_int_equal(game.trick, 7);
    assert_int_equal(game.turn, 3);
    assert_int_equal(game.contract.partner, 2);
    assert_cards(game.out & cards("5C RJ AH"), "5C AH");
}

static void test_the_partner_of_a_lone_contractor_folds(void **state)
{
    (void)state;
    struct ruleset rules = ruleset("everything", NULL);
    struct setup setup = four("open-misere");
    struct game game;

    setup.hands[2] = 0; /* folds */
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_OK);
    assert_int_equal(game.folded, 4);
    assert_int_equal(game.players_in, 3);
    setup = four("double-misere");
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_OK);
    assert_int_equal(game.folded, 0);
    setup = four("8H");
    setup.slam = 1;
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_OK);
    assert_int_equal(game.folded, 4);
    setup = four("pass");
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_OK);
    assert_int_equal(game.contract.by, SEAT_NONE);
    rules = ruleset("everything", "misere_hands=both", NULL);
    setup = four("open-misere");
    setup.leader = 2;
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_OK);
    assert_int_equal(game.folded, 0);
    assert_int_equal(game.turn, 0);
}

static void test_five_handed(void **state)
{
    (void)state;
    struct ruleset rules = ruleset("five-handed", NULL);
    struct setup setup = four("8H");
    struct game game;

    setup.hands[4] = cards("2D 3D 4D");
    setup.partner = 3;
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_OK);
    assert_int_equal(game.contract.partner, 3);
    setup.partner = 0;
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_ERROR_ILLEGAL);
    setup.partner = 5;
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_ERROR_ILLEGAL);
}

static void test_bad_setups_are_refused(void **state)
{
    (void)state;
    struct ruleset rules = ruleset("wikipedia", NULL);
    struct game game;
    struct setup setup = four("8H");

    setup.hands[0] |= cards("7S"); /* a card twice, and one too many */
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_ERROR_DEAL);
    setup = four("8H");
    setup.hands[0] |= cards("AD");
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_ERROR_DEAL);
    setup = four("8H");
    setup.hands[0] = cards("5S AS BJ"); /* not in this deck */
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_ERROR_DEAL);
    setup = four("8H");
    setup.hands[4] = cards("AD KD QD");
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_ERROR_DEAL);
    setup = four("8H");
    setup.hands[2] = 0;
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_ERROR_DEAL);
    setup = four("misere");
    setup.leader = 2;
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_ERROR_ILLEGAL);
    setup = four("hi-lo");
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_ERROR_ILLEGAL);
    setup = four("8H");
    setup.slam = 1;
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_ERROR_ILLEGAL);
    setup = four("8H");
    setup.by = 4;
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_ERROR_ILLEGAL);
    setup = four("8H");
    setup.leader = 4;
    assert_int_equal(setup_game(&game, &rules, &setup), ENGINE_ERROR_ILLEGAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_setup_equals_an_auction),
        cmocka_unit_test(test_a_late_trick_is_set_up),
        cmocka_unit_test(test_the_partner_of_a_lone_contractor_folds),
        cmocka_unit_test(test_five_handed),
        cmocka_unit_test(test_bad_setups_are_refused),
    };
    return cmocka_run_group_tests_name("setup", tests, NULL, NULL);
}
