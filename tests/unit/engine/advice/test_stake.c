/* test_stake.c - the value of a hand is the engine's score, and the chance to win the match
 * after it. */
#include "seen_game.h"

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
    assert_true(stake_chance(&game, &six, 6) == 0); /* the opponents go out */
    assert_true(stake_chance(&game, &six, 5) > stake_chance_now(&game));
    game.scores[0] = 480;
    assert_true(stake_chance(&game, &six, 5) == 1); /* and so do we, by trick points */
    assert_true(stake_chance(&game, &six, 6) == 0); /* the contractor's side counts first */
    game.scores[0] = game.scores[1] = 0;
    assert_true(stake_chance_now(&game) == 0.5);
    assert_true(stake_chance(&game, &six, 10) < stake_chance(&game, &six, 6));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stake_is_what_the_engine_scores),
        cmocka_unit_test(the_end_of_the_match_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
