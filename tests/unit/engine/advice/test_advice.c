/* test_advice.c - advice is legal and gives a reason, and the loss of every other action. */
#include "seen_game.h"

#include "advice.h"

#include <stdio.h>

enum { WORLDS = 4, NODES = 1000 }; /* so few nodes that they run out before the worlds do */

static void advisers_have_names(void **state)
{
    enum advice_by by = ADVICE_BASIC;
    (void)state;
    assert_true(advice_by_find("expert", &by));
    assert_int_equal(by, ADVICE_EXPERT);
    assert_string_equal(advice_by_name(by), "expert");
    assert_true(advice_by_find("expert-2", &by));
    assert_int_equal(by, ADVICE_EXPERT_2);
    assert_false(advice_by_find("Expert", &by));
    assert_int_equal(advice_bytes(ADVICE_BASIC), 0);
    assert_true(advice_bytes(ADVICE_EXPERT) > 0);
}

static void ask(struct adviser *adviser, const struct history *history, struct seen_turn *turn,
                struct advice *advice)
{
    static struct seen seen;
    see(history, history->play.game.turn, &seen);
    seen_ask(turn, &history->play.game, &history->play.rules);
    advice_give(adviser, &seen, turn, advice);
}

static void assert_same_advice(const struct advice *one, const struct advice *other)
{
    assert_memory_equal(&one->action, &other->action, sizeof one->action);
    assert_string_equal(one->why, other->why);
}

/* A hand is played by advice alone. Each piece of advice is legal and has a reason of one line;
 * asked again, the same adviser and a new one say the same. */
static void play_by_advice(enum advice_by by)
{
    static struct history history;
    static struct adviser adviser, fresh;
    struct seen_turn turn;
    struct advice advice, again;
    void *memory = by == ADVICE_BASIC ? NULL : malloc(advice_bytes(by));
    void *other = by == ADVICE_BASIC ? NULL : malloc(advice_bytes(by));
    int given = 0;
    advice_init(&adviser, by, WORLDS, NODES, memory);
    play_begin(&history.play, preset("wikipedia"), 0);
    shuffle_and_deal(&history);
    while (history.play.game.phase != PHASE_DEAL && history.play.game.phase != PHASE_OVER) {
        struct game before = history.play.game;
        ask(&adviser, &history, &turn, &advice);
        ask(&adviser, &history, &turn, &again);
        assert_same_advice(&advice, &again);
        advice_init(&fresh, by, WORLDS, NODES, other);
        ask(&fresh, &history, &turn, &again);
        assert_same_advice(&advice, &again);
        assert_true(advice.why[0] && !strchr(advice.why, '\n'));
        assert_int_equal(game_apply(&history.play.game, &history.play.rules, &advice.action, NULL),
                         ENGINE_OK);
        seen_note(&history.told, &before, &advice.action);
        given++;
    }
    assert_true(given >= 4);
    free(memory);
    free(other);
}

static void basic_plays_a_hand(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++)
        play_by_advice(ADVICE_BASIC);
}

static void an_expert_plays_a_hand(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        play_by_advice(ADVICE_EXPERT);
        play_by_advice(ADVICE_EXPERT_2);
    }
}

static void basic_says_what_a_pass_lacks(void **state)
{
    static struct seen seen;
    static struct adviser adviser;
    struct play play;
    struct seen_turn turn;
    struct advice advice;
    (void)state;
    play_start(&play, preset("wikipedia"), 3);
    see(&(struct history){.play = play}, 0, &seen);
    seen_ask(&turn, &play.game, &play.rules);
    seen.hand = cards("5S 7S 9S 6C 8C 10C 5D 7D 9D 10H");
    advice_init(&adviser, ADVICE_BASIC, 1, 0, NULL);
    advice_give(&adviser, &seen, &turn, &advice);
    assert_int_equal(advice.action.call, CALL_PASS);
    assert_memory_equal(advice.why, "the nearest bid, 6", strlen("the nearest bid, 6"));
    seen.hand = cards("RJ JH JD AH KH QH AS KS AC 4D");
    advice_give(&adviser, &seen, &turn, &advice);
    assert_true(call_is_bid(advice.action.call));
    assert_non_null(strstr(advice.why, "needs 6 tricks"));
}

static void a_loss_is_against_the_best(void **state)
{
    static struct adviser adviser;
    static struct seen_turn turn;
    bool differs;
    (void)state;
    memset(&adviser, 0, sizeof adviser);
    turn.legal_count = 3;
    turn.legal[0] = action("pass");
    turn.legal[1] = action("6S");
    turn.legal[2] = action("7S");
    adviser.think.note.worlds = 10;
    adviser.think.note.count = 3;
    adviser.think.note.chance[0] = 0.25;
    adviser.think.note.chance[1] = 0.5;
    adviser.think.note.chance[2] = -1;
    assert_true(advice_loss(&adviser, &turn, &turn.legal[0], &differs) == 0.25 && differs);
    assert_true(advice_loss(&adviser, &turn, &turn.legal[1], &differs) == 0 && !differs);
    assert_true(advice_loss(&adviser, &turn, &turn.legal[2], &differs) < 0 && !differs);
    adviser.think.note.worlds = 0;
    assert_true(advice_loss(&adviser, &turn, &turn.legal[0], &differs) < 0 && !differs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(advisers_have_names),
        cmocka_unit_test(basic_plays_a_hand),
        cmocka_unit_test(an_expert_plays_a_hand),
        cmocka_unit_test(basic_says_what_a_pass_lacks),
        cmocka_unit_test(a_loss_is_against_the_best),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
