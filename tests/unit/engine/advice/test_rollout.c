/* test_rollout.c - hands are played to their end by simple rules, in every ruleset. */
#include "seen_game.h"

#include "rollout.h"
#include "sense.h"

/* Plays by simple rules up to the play; from there `rollout_play` must do the same. */
static void follow(const char *name)
{
    static struct history history;
    int rolled = 0;

    play_begin(&history.play, preset(name), 0);
    for (int hand = 0; hand < 40 && rolled < 40; hand++) {
        if (history.play.game.phase == PHASE_OVER)
            play_begin(&history.play, preset(name), 0);
        shuffle_and_deal(&history);
        while (history.play.game.phase != PHASE_DEAL && history.play.game.phase != PHASE_OVER) {
            if (history.play.game.phase == PHASE_PLAY) {
                struct game one = history.play.game, other = one;
                int tricks = rollout_play(&one, &history.play.rules);
                assert_in_range(tricks, 0, TRICKS);
                assert_true(one.phase == PHASE_DEAL || one.phase == PHASE_OVER);
                assert_int_equal(one.hands_played, other.hands_played + 1);
                assert_int_equal(rollout_play(&other, &history.play.rules), tricks);
                assert_memory_equal(&one, &other, sizeof one);
                rolled++;
            }
            step(&history);
        }
    }
    assert_true(rolled >= 20);
}

static void every_ruleset_ends(void **state)
{
    (void)state;
    for (int i = 0; i < preset_count(); i++)
        follow(preset_name(i));
}

/* The ten highest trumps take ten tricks. */
static void the_result_is_that_of_the_contractor(void **state)
{
    static const char *const hands[HANDS_MAX] = {"RJ JH JD AH KH QH 10H 9H 8H 7H"};
    struct play play;
    struct action discard = {.kind = ACTION_DISCARD, .joker = {SUIT_NONE, SUIT_NONE}};
    (void)state;
    play_begin(&play, preset("wikipedia"), 3);
    play_deal(&play, hands, NULL);
    play_words(&play, "10H pass pass pass");
    for (cardset_t kitty = play.game.hands[0] & ~cards(hands[0]); kitty;)
        discard.cards[discard.count++] = cardset_pop(&kitty);
    assert_int_equal(game_apply(&play.game, &play.rules, &discard, NULL), ENGINE_OK);
    assert_int_equal(play.game.phase, PHASE_PLAY);
    assert_int_equal(rollout_play(&play.game, &play.rules), TRICKS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_ruleset_ends),
        cmocka_unit_test(the_result_is_that_of_the_contractor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
