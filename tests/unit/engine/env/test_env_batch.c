/* test_env_batch.c - many games at once. */
#include "env_games.h"

/* A batch does the same as single games, and refuses a wrong action before it steps any game. */
static void test_a_batch_is_many_games(void **state)
{
    enum { N = 16 };
    static struct env envs[N], before[N];
    static uint8_t mask[N][ENV_ACTIONS], list[N][ENV_LIST_MAX], count[N], seat[N], done[N];
    static int8_t seen[N][2048], alone[2048];
    float reward[N][4];
    int32_t actions[N];
    uint64_t random = 21;
    int hands = 0, games = 0;
    struct ruleset rules = preset(0);
    struct env_out out = {.mask = mask[0],
                          .list = list[0],
                          .count = count,
                          .seat = seat,
                          .done = done,
                          .reward = reward[0]};
    (void)state;
    assert_true(env_observe_size(&rules) <= 2048);
    env_batch_reset(envs, N, &rules, ENV_EPISODE_GAME, 4, &out);
    assert_true(memcmp(&envs[0].game.hands, &envs[1].game.hands, sizeof envs[0].game.hands) != 0);
    for (int step = 0; step < 3000; step++) {
        for (int i = 0; i < N; i++) {
            assert_int_equal(seat[i], envs[i].game.turn);
            actions[i] = list[i][sample_below(&random, count[i])];
            assert_int_equal(mask[i][actions[i]], 1);
        }
        assert_int_equal(env_batch_step(envs, N, &rules, actions, ENV_REWARD_WIN, &out), 0);
        for (int i = 0; i < N; i++) {
            hands += done[i] != ENV_DONE_NO;
            games += done[i] == ENV_DONE_GAME;
            float sum = reward[i][0] + reward[i][1] + reward[i][2] + reward[i][3];
            assert_true(sum == 0);
            assert_true((reward[i][0] == 0) == (done[i] != ENV_DONE_GAME));
            assert_true(reward[i][0] == reward[i][2]);
        }
    }
    assert_true(hands > 100 && games > 1);
    out.observation = seen[0];
    struct env_out narrow = {.observation = (int8_t *)seen};
    env_batch_reset(envs, 1, &rules, ENV_EPISODE_HAND, 4, &narrow);
    env_observe(&envs[0], &rules, envs[0].game.turn, alone);
    assert_memory_equal(seen[0], alone, (size_t)env_observe_size(&rules));
    memcpy(before, envs, sizeof before);
    for (int i = 0; i < N; i++)
        actions[i] = choose(&envs[i], &random);
    actions[5] = ENV_ACTIONS;
    assert_int_equal(env_batch_step(envs, N, &rules, actions, ENV_REWARD_POINTS, &narrow), -6);
    assert_memory_equal(before, envs, sizeof before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_batch_is_many_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
