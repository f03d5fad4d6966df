/* test_score.c - points of a hand, bans, the end of the game (rules 6). The tests play no hands:
 * they set the tricks and score the hand. */
#include "cards.h"
#include "score.h"

#define WON(...) ((const int[HANDS_MAX]){__VA_ARGS__})
#define POINTS(...) ((const int[SEATS_MAX]){__VA_ARGS__})

static struct ruleset rules;
static struct game game;

/* A hand at its end: the call and its seat, tricks by hand, the scores before it. */
static void set_up(const char *name, seat_t by, const int *won, const int *scores)
{
    game_init(&game, &rules, 0);
    game.phase = PHASE_PLAY;
    game.contract.call = call(name);
    if (game.contract.call != CALL_PASS)
        game.contract.by = by;
    for (int i = 0; i < HANDS_MAX; i++) {
        game.won[i] = (uint8_t)won[i];
        game.trick = (uint8_t)(game.trick + won[i]);
    }
    for (int i = 0; scores && i < rules.side_count; i++)
        game.scores[i] = scores[i];
}

static void assert_points(const int32_t *found, const int *wanted)
{
    for (int side = 0; side < rules.side_count; side++) {
        if (found[side] != wanted[side])
            fail_msg("side %d: %d instead of %d", side, found[side], wanted[side]);
    }
}

/* Scores the hand and compares its points. */
static void assert_scored(const int *delta)
{
    int32_t before[SEATS_MAX];
    memcpy(before, game.scores, sizeof before);
    score_hand(&game, &rules);
    assert_points(game.last.delta, delta);
    for (int side = 0; side < rules.side_count; side++) {
        assert_int_equal(game.scores[side], before[side] + game.last.delta[side]);
        assert_int_equal(game.last.scores[side], game.scores[side]);
    }
    assert_int_equal(game.last.bans, game.bans);
}

static void assert_goes_on(void)
{
    assert_string_equal(game_reason_name((enum reason)game.reason), "none");
    assert_int_equal(game.winners, 0);
}

static void assert_won(const char *reason, unsigned winners)
{
    assert_string_equal(game_reason_name((enum reason)game.reason), reason);
    assert_int_equal(game.winners, winners);
}

/* One hand of which only the end matters. */
static void finish(const char *name, seat_t by, const int *won, const int *scores)
{
    set_up(name, by, won, scores);
    score_hand(&game, &rules);
}

static void bids_score_their_value(void **state)
{
    (void)state;
    rules = ruleset("wikipedia", NULL);
    set_up("7H", 1, WON(1, 4, 2, 3), NULL);
    assert_scored(POINTS(30, 200));
    set_up("7H", 1, WON(1, 6, 2, 1), NULL); /* overtricks score nothing */
    assert_scored(POINTS(30, 200));
    set_up("7H", 1, WON(2, 4, 2, 2), NULL);
    assert_scored(POINTS(40, -200));
    assert_int_equal(game.last.tricks[0], 4);
    assert_int_equal(game.last.tricks[1], 6);
    assert_int_equal(game.hands_played, 1);
    rules = ruleset("wikipedia", "trick_points=0", NULL);
    set_up("7H", 1, WON(2, 4, 2, 2), NULL);
    assert_scored(POINTS(0, -200));
}

static void all_ten_tricks_are_worth_the_bonus(void **state)
{
    (void)state;
    rules = ruleset("wikipedia", NULL);
    set_up("7H", 0, WON(6, 0, 4, 0), NULL);
    assert_scored(POINTS(250, 0));
    set_up("10H", 0, WON(6, 0, 4, 0), NULL);
    assert_scored(POINTS(500, 0));
    rules = ruleset("wikipedia", "slam_bonus=0", NULL);
    set_up("7H", 0, WON(6, 0, 4, 0), NULL);
    assert_scored(POINTS(200, 0));
}

static void a_failed_bid_may_go_to_the_others(void **state)
{
    (void)state;
    rules = ruleset("wikipedia", "failed=award", NULL);
    set_up("7H", 1, WON(2, 4, 2, 2), NULL);
    assert_scored(POINTS(240, 0));
    rules = ruleset("five-handed", "failed=award", NULL);
    set_up("7H", 1, WON(2, 2, 2, 2, 2), NULL);
    game.contract.partner = 3;
    assert_scored(POINTS(220, 0, 220, 0, 220));
}

static void no_trick_means_none(void **state)
{
    (void)state;
    rules = ruleset("wikipedia", NULL);
    set_up("misere", 0, WON(0, 6, 0, 4), NULL);
    assert_scored(POINTS(250, 0));
    set_up("misere", 0, WON(1, 6, 0, 3), NULL);
    assert_scored(POINTS(-250, 0));
    rules = ruleset("wikipedia", "misere_points=contractor-tricks", NULL);
    set_up("misere", 0, WON(3, 6, 0, 1), NULL);
    assert_scored(POINTS(-250, 30));
    /* Either partner's trick breaks an exchange contract. */
    rules = ruleset("wikipedia", "calls=double-misere", NULL);
    set_up("double-misere", 0, WON(0, 6, 1, 3), NULL);
    assert_scored(POINTS(-500, 0));
}

static void hi_lo_means_exactly_five(void **state)
{
    (void)state;
    rules = ruleset("wikipedia", "calls=hi-lo", "ban=2", "misere_points=contractor-tricks", NULL);
    set_up("hi-lo", 0, WON(5, 5, 0, 0), NULL);
    assert_scored(POINTS(350, 50));
    set_up("hi-lo", 0, WON(4, 6, 0, 0), NULL);
    assert_scored(POINTS(-350, 40));
    set_up("hi-lo", 0, WON(6, 4, 0, 0), NULL);
    assert_scored(POINTS(-350, 60));
    set_up("hi-lo", 0, WON(10, 0, 0, 0), NULL); /* no bonus, and no ban */
    assert_scored(POINTS(-350, 100));
    assert_int_equal(game.bans, 0);
}

static void five_handed_partners_score_for_themselves(void **state)
{
    (void)state;
    rules = ruleset("five-handed", NULL);
    set_up("7H", 1, WON(1, 4, 1, 3, 1), NULL);
    game.contract.partner = 3;
    assert_scored(POINTS(10, 200, 10, 200, 10));
    rules = ruleset("five-handed-hidden", NULL);
    set_up("7H", 1, WON(1, 3, 1, 3, 2), NULL);
    game.contract.partner = 3;
    assert_scored(POINTS(10, -100, 10, -100, 20));
    set_up("7H", 1, WON(1, 3, 1, 3, 2), NULL); /* alone: the others' tricks do not help */
    assert_scored(POINTS(10, -200, 10, 30, 20));
    set_up("7H", 1, WON(0, 5, 0, 5, 0), NULL);
    game.contract.partner = 3;
    assert_scored(POINTS(0, 125, 0, 125, 0));
}

static void a_slam_must_win_all_ten(void **state)
{
    (void)state;
    rules = ruleset("wikipedia", "slam_call=yes", NULL);
    set_up("6S", 0, WON(10), NULL);
    game.contract.slam = 1;
    assert_scored(POINTS(500, 0));
    set_up("6NT", 0, WON(10), NULL);
    game.contract.slam = 1;
    assert_scored(POINTS(520, 0));
    set_up("6S", 0, WON(9, 1), NULL);
    game.contract.slam = 1;
    assert_scored(POINTS(-500, 10));
}

static void void_claims_cost(void **state)
{
    (void)state;
    rules = ruleset("wikipedia", "claims=yes", NULL);
    set_up("6S", 0, WON(6, 4), NULL);
    game.claims_void = 2;
    assert_scored(POINTS(40 - 200, 40));
    rules = ruleset("five-handed", "claims=yes", "claim_penalty=50", NULL);
    set_up("6S", 0, WON(3, 4, 3), NULL);
    game.contract.partner = 2;
    game.claims_void = 1;
    assert_scored(POINTS(-10, 40, 40, 0, 0));
}

static void passed_out_no_trump_scores_tricks(void **state)
{
    (void)state;
    rules = ruleset("wikipedia", "all_pass=no-trump", NULL);
    set_up("pass", SEAT_NONE, WON(3, 2, 1, 4), NULL);
    game.bans = 1;
    assert_scored(POINTS(40, 60));
    assert_int_equal(game.bans, 0); /* it counts as played */
    assert_int_equal(game.hands_played, 1);
    rules = ruleset("two-handed-table", "all_pass=no-trump", NULL);
    set_up("pass", SEAT_NONE, WON(3, 2, 1, 4), NULL);
    assert_scored(POINTS(40, 60));
}

static unsigned bans_after(const char *name, const int *won, bool slam)
{
    set_up(name, 0, won, NULL);
    game.bans = 1 << 2; /* from the hand before: used up */
    game.contract.slam = slam;
    score_hand(&game, &rules);
    return game.bans;
}

static void failing_badly_bans_the_contractor(void **state)
{
    (void)state;
    rules = ruleset("wikipedia", "ban=2", "slam_call=yes", NULL);
    assert_int_equal(bans_after("8S", WON(8, 2), false), 0);
    assert_int_equal(bans_after("8S", WON(7, 3), false), 0);
    assert_int_equal(bans_after("8S", WON(6, 4), false), 1);
    assert_int_equal(bans_after("6S", WON(9, 1), true), 0);
    assert_int_equal(bans_after("6S", WON(8, 2), true), 1);
    assert_int_equal(bans_after("misere", WON(2, 8), false), 0);
    assert_int_equal(bans_after("misere", WON(3, 7), false), 1);
    rules = ruleset("wikipedia", "ban=3", NULL);
    assert_int_equal(bans_after("8S", WON(6, 4), false), 0);
    assert_int_equal(bans_after("8S", WON(5, 5), false), 1);
    rules = ruleset("wikipedia", NULL);
    assert_int_equal(bans_after("8S", WON(0, 10), false), 0);
}

static void a_breach_is_judged(void **state)
{
    (void)state;
    rules = ruleset("breach", NULL);
    set_up("8S", 0, WON(6, 4), NULL);
    game.contract.breach = 3;
    assert_scored(POINTS(-240, 140)); /* breached */
    assert_int_equal(game.bans, 1 << 0);
    set_up("8S", 0, WON(7, 3), NULL);
    game.contract.breach = 3;
    assert_scored(POINTS(-240, -70)); /* failed by one trick only */
    assert_int_equal(game.bans, 1 << 3);
    set_up("misere", 0, WON(2, 8), NULL);
    game.contract.breach = 1;
    assert_scored(POINTS(-250, -100));
    set_up("misere", 0, WON(3, 7), NULL);
    game.contract.breach = 1;
    assert_scored(POINTS(-250, 100));
}

static void breach_points_end_no_game(void **state)
{
    (void)state;
    rules = ruleset("breach", NULL);
    set_up("8S", 0, WON(6, 4), POINTS(0, 400));
    game.contract.breach = 3;
    assert_scored(POINTS(-240, 90)); /* up to 490 */
    assert_goes_on();
    set_up("8S", 0, WON(8, 2), POINTS(0, -460));
    game.contract.breach = 3;
    assert_scored(POINTS(240, 20 - 50)); /* down to -490 */
    assert_goes_on();
    rules = ruleset("breach", "floor=0", NULL);
    set_up("8S", 0, WON(8, 2), POINTS(0, -460));
    game.contract.breach = 3;
    assert_scored(POINTS(240, -80)); /* no floor, no cut */
    /* A hand that ended the game gives no ban points, but bans. */
    rules = ruleset("breach", NULL);
    set_up("8S", 0, WON(8, 2), POINTS(300, 0));
    game.contract.breach = 3;
    assert_scored(POINTS(240, 20));
    assert_won("target", 1 << 0);
    assert_int_equal(game.bans, 1 << 3);
    /* Past the limit already: no points are deducted. */
    rules = ruleset("breach", "must_bid=yes", NULL);
    set_up("8S", 0, WON(6, 4), POINTS(0, 500));
    game.contract.breach = 1;
    assert_scored(POINTS(-240, 40));
    assert_goes_on();
}

static void the_target_ends_the_game(void **state)
{
    (void)state;
    rules = ruleset("wikipedia", NULL);
    finish("7H", 0, WON(7, 3), POINTS(290, 0));
    assert_goes_on();
    finish("7H", 0, WON(7, 3), POINTS(300, 0));
    assert_won("target", 1);
    finish("7H", 0, WON(6, 4), POINTS(0, 460)); /* by trick points */
    assert_won("target", 2);

    rules = ruleset("wikipedia", "must_bid=yes", NULL);
    finish("7H", 0, WON(6, 4), POINTS(0, 460));
    assert_goes_on();
    assert_int_equal(game.scores[1], 500);
    finish("7H", 0, WON(6, 4), POINTS(800, 0)); /* at the target, but failed */
    assert_goes_on();
    finish("7H", 0, WON(7, 3), POINTS(300, 700));
    assert_won("target", 1);
    rules = ruleset("wikipedia", "must_bid=yes", "all_pass=no-trump", NULL);
    finish("pass", SEAT_NONE, WON(6, 4), POINTS(480, 0));
    assert_goes_on();

    rules = ruleset("wikipedia", "target_exact=yes", NULL);
    finish("7H", 0, WON(7, 3), POINTS(310, 0));
    assert_goes_on();
    finish("7H", 0, WON(7, 3), POINTS(310, 470));
    assert_won("target", 2);
}

static void capped_trick_points_stop_short_of_the_target(void **state)
{
    (void)state;
    rules = ruleset("wikipedia", "must_bid=capped", NULL);
    set_up("7H", 0, WON(6, 4), POINTS(0, 470));
    assert_scored(POINTS(-200, 20));
    set_up("7H", 0, WON(6, 4), POINTS(0, 490));
    assert_scored(POINTS(-200, 0));
    set_up("7H", 0, WON(6, 4), POINTS(0, 520));
    assert_scored(POINTS(-200, 0)); /* never deducted */
    set_up("7H", 0, WON(6, 4), POINTS(0, 440));
    assert_scored(POINTS(-200, 40));
    /* Only trick points: the contract counts in full. */
    set_up("7H", 0, WON(7, 3), POINTS(470, 485));
    assert_scored(POINTS(200, 5));
    assert_won("target", 1);
}

static void both_over_the_target(void **state)
{
    (void)state;
    rules = ruleset("wikipedia", NULL);
    finish("7H", 0, WON(7, 3), POINTS(300, 600));
    assert_won("target", 1); /* the contractor's side made it */
    finish("7H", 0, WON(6, 4), POINTS(700, 500));
    assert_won("target", 2); /* failed: 500 to 540 */
    finish("7H", 0, WON(6, 4), POINTS(740, 500));
    assert_goes_on(); /* tied */
    rules = ruleset("wikipedia", "both_over=highest", NULL);
    finish("7H", 0, WON(7, 3), POINTS(300, 600));
    assert_won("target", 2);
    finish("7H", 0, WON(7, 3), POINTS(330, 500));
    assert_won("target", 1); /* tied: the contractor's */
    finish("7H", 0, WON(6, 4), POINTS(740, 500));
    assert_won("target", 1); /* also when it failed */
    rules = ruleset("three-handed", "both_over=highest", NULL);
    finish("7H", 0, WON(7, 2, 1), POINTS(0, 590, 600));
    assert_goes_on(); /* tied, and the contractor has neither */
}

static void both_five_handed_partners_over_the_target(void **state)
{
    static const char *const values[] = {"both_over=contractor", "both_over=highest"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        rules = ruleset("five-handed", values[i], NULL);
        set_up("7H", 1, WON(0, 4, 0, 3, 3), POINTS(0, 300, 0, 320, 0));
        game.contract.partner = 3;
        score_hand(&game, &rules);
        assert_won("target", 1 << 3); /* the higher of its two */
        set_up("7H", 1, WON(0, 4, 0, 3, 3), POINTS(0, 320, 0, 320, 0));
        game.contract.partner = 3;
        score_hand(&game, &rules);
        assert_won("target", 1 << 1); /* tied: the contractor */
    }
    /* A third side is higher than both: only `highest` considers it. */
    set_up("7H", 1, WON(0, 4, 0, 3, 3), POINTS(0, 320, 0, 320, 600));
    game.contract.partner = 3;
    score_hand(&game, &rules);
    assert_won("target", 1 << 4);
}

static void a_bust_side_loses(void **state)
{
    (void)state;
    rules = ruleset("walker", NULL);
    finish("10H", 0, WON(10), POINTS(510, -100));
    assert_won("bust", 2);
    finish("10H", 0, WON(10), POINTS(490, -100));
    assert_goes_on();
    finish("10H", 0, WON(9, 1), POINTS(1600, 1000)); /* all lose: the highest of all wins */
    assert_won("bust", 1);
    rules = ruleset("three-handed", "target_exact=yes", "bust=1000", NULL);
    finish("10H", 0, WON(10), POINTS(600, 20, 20));
    assert_won("bust", 1 << 1 | 1 << 2); /* tied: shared */
}

static void a_side_below_the_floor_loses(void **state)
{
    (void)state;
    rules = ruleset("wikipedia", NULL);
    finish("7H", 0, WON(6, 4), POINTS(-290, 0));
    assert_goes_on();
    finish("7H", 0, WON(6, 4), POINTS(-300, -400));
    assert_won("floor", 2);
    rules = ruleset("wikipedia", "floor=0", NULL);
    finish("7H", 0, WON(6, 4), POINTS(-3000, 0));
    assert_goes_on();

    rules = ruleset("wikipedia", "back_door=if-ahead", NULL);
    finish("7H", 0, WON(6, 4), POINTS(-300, -400));
    assert_goes_on(); /* the other is below zero too */
    finish("7H", 0, WON(6, 4), POINTS(-300, -40));
    assert_won("floor", 2); /* zero is not below it */
    rules = ruleset("three-handed", "back_door=if-ahead", NULL);
    finish("7H", 0, WON(6, 2, 2), POINTS(-300, -400, 0));
    assert_won("floor", 1 << 2); /* one of the others is ahead */
}

static void the_target_comes_before_the_floor(void **state)
{
    (void)state;
    rules = ruleset("wikipedia", "max_hands=1", NULL);
    finish("7H", 0, WON(6, 4), POINTS(-300, 470));
    assert_won("target", 2);
    finish("7H", 0, WON(6, 4), POINTS(-300, 0));
    assert_won("floor", 2);
}

static void a_spread_ends_the_game(void **state)
{
    (void)state;
    rules = ruleset("point-spread", NULL);
    finish("7H", 0, WON(7, 3), POINTS(100, -220));
    assert_goes_on(); /* 300 and -190 */
    finish("7H", 0, WON(7, 3), POINTS(100, -230));
    assert_won("spread", 1);
    finish("8H", 0, WON(7, 3), POINTS(-190, -30));
    assert_goes_on(); /* no side is above zero */
}

static void the_last_hand_ends_the_game(void **state)
{
    (void)state;
    rules = ruleset("wikipedia", "max_hands=2", NULL);
    finish("7H", 0, WON(7, 3), NULL);
    assert_goes_on();
    set_up("7H", 0, WON(7, 3), POINTS(0, 170));
    game.hands_played = 1;
    score_hand(&game, &rules);
    assert_won("hands", 1 << 0 | 1 << 1); /* tied: shared */
    set_up("7H", 0, WON(7, 3), POINTS(0, 160));
    game.hands_played = 1;
    score_hand(&game, &rules);
    assert_won("hands", 1 << 0);
}

/* Whether a game ends in the middle of a hand. */
static bool early(const char *name, seat_t by, const int *won, const int *scores)
{
    set_up(name, by, won, scores);
    return score_early(&game, &rules);
}

static void a_defender_may_finish_early(void **state)
{
    (void)state;
    rules = ruleset("original-1904", NULL); /* 7H: 240 */
    assert_false(early("7H", 0, WON(0, 1), POINTS(0, 480)));
    assert_goes_on();
    assert_true(early("7H", 0, WON(0, 2), POINTS(0, 480)));
    assert_won("early", 2);
    assert_points(game.last.delta, POINTS(0, 20)); /* no contract */
    assert_int_equal(game.hands_played, 1);
    /* The contract can still be made, and would win. */
    assert_false(early("7H", 0, WON(0, 2), POINTS(260, 480)));
    assert_true(early("7H", 0, WON(0, 2), POINTS(250, 480)));
    assert_true(early("7H", 0, WON(0, 4), POINTS(260, 480)));  /* no longer */
    assert_false(early("7H", 0, WON(7, 2), POINTS(260, 480))); /* it is made */
    assert_false(early("7H", 0, WON(7, 3), POINTS(0, 480)));   /* the tenth trick */

    rules = ruleset("original-1904", "ban=2", "claims=yes", NULL);
    set_up("7H", 0, WON(0, 6), POINTS(0, 480));
    game.claims_void = 1;
    game.bans = 1;
    assert_true(score_early(&game, &rules));
    assert_points(game.last.delta, POINTS(-100, 60));
    assert_int_equal(game.bans, 0);
    /* The void claim counts against what the contract would lift the side to. */
    set_up("7H", 0, WON(0, 2), POINTS(260, 480));
    game.claims_void = 1;
    assert_true(score_early(&game, &rules));

    rules = ruleset("wikipedia", NULL);
    assert_false(early("7H", 0, WON(0, 6), POINTS(0, 480)));
}

static void early_finishes_of_special_hands(void **state)
{
    (void)state;
    rules = ruleset("original-1904", "calls=hi-lo misere", "misere_points=contractor-tricks", NULL);
    assert_int_equal(rules.call_value[call("hi-lo")], 350);
    /* Exactly five: possible with 0 to 5 tricks as long as enough are left. */
    assert_false(early("hi-lo", 0, WON(5, 1), POINTS(150, 450)));
    assert_true(early("hi-lo", 0, WON(6, 1), POINTS(150, 440)));
    assert_true(early("hi-lo", 0, WON(1, 6), POINTS(150, 490)));
    assert_false(early("hi-lo", 0, WON(1, 5), POINTS(150, 490)));
    assert_true(early("misere", 0, WON(1), POINTS(300, 490)));
    assert_false(early("misere", 0, WON(0, 3), POINTS(300, 490))); /* no trick points at all */

    rules = ruleset("original-1904", "all_pass=no-trump", NULL);
    assert_true(early("pass", SEAT_NONE, WON(1, 1), POINTS(490, 490)));
    assert_won("early", 1 << 0 | 1 << 1); /* tied: shared */
    assert_true(early("pass", SEAT_NONE, WON(1, 2), POINTS(490, 490)));
    assert_won("early", 1 << 1);
}

/* With halves the value lifts a partner by half as much. */
static void early_finishes_of_five(void **state)
{
    (void)state;
    rules = ruleset("five-handed", "early_finish=yes", "partner_share=half", NULL);
    set_up("7H", 0, WON(1, 0, 0, 0, 1), POINTS(0, 400, 0, 0, 490));
    game.contract.partner = 1;
    assert_false(score_early(&game, &rules)); /* 400 and half of 200 */
    game.scores[1] = 390;
    assert_true(score_early(&game, &rules));
    assert_won("early", 1 << 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bids_score_their_value),
        cmocka_unit_test(all_ten_tricks_are_worth_the_bonus),
        cmocka_unit_test(a_failed_bid_may_go_to_the_others),
        cmocka_unit_test(no_trick_means_none),
        cmocka_unit_test(hi_lo_means_exactly_five),
        cmocka_unit_test(five_handed_partners_score_for_themselves),
        cmocka_unit_test(a_slam_must_win_all_ten),
        cmocka_unit_test(void_claims_cost),
        cmocka_unit_test(passed_out_no_trump_scores_tricks),
        cmocka_unit_test(failing_badly_bans_the_contractor),
        cmocka_unit_test(a_breach_is_judged),
        cmocka_unit_test(breach_points_end_no_game),
        cmocka_unit_test(the_target_ends_the_game),
        cmocka_unit_test(capped_trick_points_stop_short_of_the_target),
        cmocka_unit_test(both_over_the_target),
        cmocka_unit_test(both_five_handed_partners_over_the_target),
        cmocka_unit_test(a_bust_side_loses),
        cmocka_unit_test(a_side_below_the_floor_loses),
        cmocka_unit_test(the_target_comes_before_the_floor),
        cmocka_unit_test(a_spread_ends_the_game),
        cmocka_unit_test(the_last_hand_ends_the_game),
        cmocka_unit_test(a_defender_may_finish_early),
        cmocka_unit_test(early_finishes_of_special_hands),
        cmocka_unit_test(early_finishes_of_five),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
