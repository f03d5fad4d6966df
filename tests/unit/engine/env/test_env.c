/* test_env.c - the training environment against the engine: the same actions are legal, a game
 * stepped by numbers ends as in the engine, seeds and clones repeat, and no observation holds
 * hidden cards. */
#include "env_games.h"

enum { GAMES = 6, STEPS_MAX = 4000 };

/* Whether the engine lists an action as legal now. Actions of several cards are not listed. */
static void check_against_engine(const struct env *env, const struct ruleset *rules)
{
    struct legal legal;
    struct action list[LEGAL_LIST_MAX];
    uint8_t numbers[ENV_LIST_MAX];
    int named = 0;

    game_legal(&env->game, rules, &legal);
    int count = env_list(env, numbers);
    if (legal.choose || env->chosen || env->game.phase == PHASE_SWAP)
        return;
    int listed = legal_list(&legal, rules, list);
    for (int i = 0; i < listed; i++)
        named += list[i].kind != ACTION_CLAIM;
    assert_int_equal(count, named);
    for (int i = 0; i < count; i++) {
        struct action action;
        assert_true(env_action_make(env, numbers[i], &action));
        assert_true(legal_has(&legal, &env->game, rules, &action));
    }
}

/* The engine's action must equal the steps that led to it. */
static void check_numbers(const struct env *env, const struct action *action, int number)
{
    uint8_t numbers[ACTION_CARDS_MAX];
    int count = env_action_numbers(action, numbers), last = 0;
    assert_int_equal(count, cardset_count(env->chosen) + 1);
    for (int i = 0; i < count; i++) {
        last += numbers[i] == number;
        assert_true(numbers[i] == number ||
                    cardset_has(env->chosen, (card_t)(numbers[i] - ENV_CARD_FIRST)));
    }
    assert_int_equal(last, 1);
}

/* Plays at random, with the same actions in the engine alone. Returns the number of steps. */
static void play_beside(const struct ruleset *rules, uint64_t seed)
{
    struct env env;
    uint64_t random = seed * 77 + 1;

    env_reset(&env, rules, ENV_EPISODE_GAME, seed);
    for (int step = 0; step < STEPS_MAX; step++) {
        struct game engine = env.game;
        struct action action;
        struct hand_result hand;
        check_against_engine(&env, rules);
        int number = choose(&env, &random);
        bool whole = env_action_make(&env, number, &action);
        if (whole)
            check_numbers(&env, &action, number);
        if (whole)
            assert_int_equal(game_apply(&engine, rules, &action, NULL), ENGINE_OK);
        int done = env_step(&env, rules, number, &hand);
        assert_true(done >= 0);
        if (done != ENV_DONE_NO) {
            assert_true(whole);
            assert_memory_equal(&hand, &engine.last, sizeof hand);
            assert_int_equal(done == ENV_DONE_GAME, engine.phase == PHASE_OVER);
        } else {
            assert_memory_equal(&env.game, &engine, sizeof engine);
        }
        if (done == ENV_DONE_GAME) {
            assert_true(env.legal == 0);
            assert_int_equal(env_step(&env, rules, number, NULL), ENGINE_ERROR_ILLEGAL);
            return;
        }
    }
}

static void test_every_preset_plays_as_the_engine(void **state)
{
    (void)state;
    for (int i = 0; i < preset_count(); i++) {
        struct ruleset rules = preset(i);
        for (uint64_t seed = 1; seed <= GAMES; seed++)
            play_beside(&rules, seed);
    }
}

static void test_an_illegal_action_changes_nothing(void **state)
{
    struct ruleset rules = preset(0);
    struct env env, before;
    (void)state;
    env_reset(&env, &rules, ENV_EPISODE_HAND, 3);
    before = env;
    for (int number = -2; number < ENV_ACTIONS + 2; number++) {
        if (number >= 0 && number < ENV_ACTIONS && (env.legal >> number & 1))
            continue;
        assert_int_equal(env_step(&env, &rules, number, NULL), ENGINE_ERROR_ILLEGAL);
        assert_memory_equal(&env, &before, sizeof env);
    }
}

/* A copy continues like its original, and another game of the same seed does too. */
static void test_clones_and_seeds_repeat(void **state)
{
    struct ruleset rules = preset(0);
    struct env env, twin, clone;
    uint64_t random = 5;
    (void)state;
    env_reset(&env, &rules, ENV_EPISODE_GAME, 11);
    env_reset(&twin, &rules, ENV_EPISODE_GAME, 11);
    for (int step = 0; step < 500 && env.legal; step++) {
        int number = choose(&env, &random);
        clone = env;
        int done = env_step(&env, &rules, number, NULL);
        assert_int_equal(env_step(&twin, &rules, number, NULL), done);
        assert_int_equal(env_step(&clone, &rules, number, NULL), done);
        assert_memory_equal(&env, &twin, sizeof env);
        assert_memory_equal(&env, &clone, sizeof env);
    }
}

/* Deals from outside, actions of the engine: the hand is the same as in the engine alone. */
static void test_given_deals_and_whole_actions(void **state)
{
    struct ruleset rules = preset(0);
    struct env env;
    struct deal deal;
    card_t deck[CARDS_MAX];
    uint64_t random = 2;
    int hands = 0;
    (void)state;
    env_reset_given(&env, &rules, 1);
    assert_int_equal(env.game.dealer, 1);
    while (env.game.phase != PHASE_OVER && hands < 30) {
        struct game before = env.game;
        struct legal legal;
        assert_true(env.legal == 0);
        int count = deck_cards(&rules, deck);
        for (int i = count - 1; i > 0; i--) {
            int j = (int)sample_below(&random, (uint32_t)i + 1);
            card_t card = deck[i];
            deck[i] = deck[j];
            deck[j] = card;
        }
        deck_deal(&deal, &rules, deck, env.game.dealer);
        deal.hands[0][0] = deal.hands[1][0]; /* one card twice */
        assert_int_equal(env_deal(&env, &rules, &deal), ENGINE_ERROR_DEAL);
        assert_memory_equal(&env.game, &before, sizeof before);
        deck_deal(&deal, &rules, deck, env.game.dealer);
        assert_int_equal(env_deal(&env, &rules, &deal), 0);
        assert_true(cardset_has(env.game.hands[0], deal.hands[0][0]));
        for (int done = ENV_DONE_NO; done == ENV_DONE_NO;) {
            struct action wrong = {
                .kind = ACTION_CLAIM, .count = 1, .joker = {SUIT_NONE, SUIT_NONE}};
            struct action action;
            wrong.cards[0] = CARD(SUIT_S, RANK_2); /* not in this deck */
            struct env same = env;
            assert_true(env_apply(&env, &rules, &wrong, NULL) < 0);
            assert_memory_equal(&env, &same, sizeof env);
            game_legal(&env.game, &rules, &legal);
            default_action(&env.game, &rules, &action);
            done = env_apply(&env, &rules, &action, NULL);
            assert_true(done >= 0);
        }
        hands++;
    }
    assert_true(hands > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_preset_plays_as_the_engine),
        cmocka_unit_test(test_an_illegal_action_changes_nothing),
        cmocka_unit_test(test_clones_and_seeds_repeat),
        cmocka_unit_test(test_given_deals_and_whole_actions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
