/* test_think.c - an expert answers within any time, and the same for the same seed. */
#include "seen_game.h"

/* Out of time before it begins: it still answers, and reads the clock only a few times. */
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
        fail_msg("refused in %s", game_phase_name(turn.phase));
    seen_note(&history->told, &before, &action);
}

static void think_answers_without_time(void **state)
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

static void equal_worlds_and_seeds_decide_alike(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(think_answers_without_time),
        cmocka_unit_test(equal_worlds_and_seeds_decide_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
