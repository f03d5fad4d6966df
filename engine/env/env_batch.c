/* env_batch.c - many games, one step each. */
#include "env.h"

#include <assert.h>
#include <string.h>

#include "advice/sample.h"

/* Writes the outputs of row i for a game that waits for an action. */
static void write_out(const struct env *env, int i, const struct ruleset *rules, size_t size,
                      const struct env_out *out)
{
    size_t row = (size_t)i;

    if (out->observation)
        env_observe(env, rules, env->game.turn, out->observation + row * size);
    if (out->mask)
        env_mask(env, out->mask + row * ENV_ACTIONS);
    if (out->list && out->count)
        out->count[row] = (uint8_t)env_list(env, out->list + row * ENV_LIST_MAX);
    if (out->seat)
        out->seat[row] = env->game.turn;
}

void env_batch_reset(struct env *envs, int n, const struct ruleset *rules, enum env_episode episode,
                     uint64_t seed, const struct env_out *out)
{
    assert(n >= 0 && (unsigned)episode <= ENV_EPISODE_GAME);
    size_t size = (size_t)env_observe_size(rules);

    for (int i = 0; i < n; i++) {
        uint64_t high = sample_below(&seed, UINT32_MAX);
        uint64_t own = high << 32 | sample_below(&seed, UINT32_MAX);
        env_reset(&envs[i], rules, episode, own);
        write_out(&envs[i], i, rules, size, out);
    }
    if (out->done)
        memset(out->done, 0, (size_t)n);
    if (out->reward)
        memset(out->reward, 0, (size_t)n * rules->players * sizeof *out->reward);
}

/* The points of a hand for a seat's side. */
static float points(const struct ruleset *rules, const struct hand_result *hand, seat_t seat,
                    enum env_reward kind)
{
    unsigned own = rules->side_of[seat];
    int32_t others = 0;

    for (unsigned side = 0; side < rules->side_count; side++)
        others += side == own ? 0 : hand->delta[side];
    float mean = (float)others / (float)(rules->side_count - 1);
    return (float)hand->delta[own] - (kind == ENV_REWARD_MARGIN ? mean : 0);
}

static void give_reward(const struct env *env, const struct ruleset *rules, int done,
                        const struct hand_result *hand, enum env_reward kind, float *reward)
{
    for (seat_t seat = 0; seat < rules->players; seat++) {
        reward[seat] = 0;
        if (done == ENV_DONE_NO)
            continue;
        if (kind != ENV_REWARD_WIN)
            reward[seat] = points(rules, hand, seat, kind);
        else if (done == ENV_DONE_GAME)
            reward[seat] = env->game.winners >> rules->side_of[seat] & 1 ? 1 : -1;
    }
}

int env_batch_step(struct env *envs, int n, const struct ruleset *rules, const int32_t *actions,
                   enum env_reward reward, const struct env_out *out)
{
    size_t size = (size_t)env_observe_size(rules);

    for (int i = 0; i < n; i++) {
        if (actions[i] < 0 || actions[i] >= ENV_ACTIONS || !(envs[i].legal >> actions[i] & 1))
            return -1 - i;
    }
    for (int i = 0; i < n; i++) {
        struct hand_result hand;
        int done = env_step(&envs[i], rules, actions[i], &hand);
        assert(done >= 0);
        if (out->done)
            out->done[i] = (uint8_t)done;
        if (out->reward)
            give_reward(&envs[i], rules, done, &hand, reward,
                        out->reward + (size_t)i * rules->players);
        if (done == ENV_DONE_GAME)
            env_next(&envs[i], rules);
        write_out(&envs[i], i, rules, size, out);
    }
    return 0;
}
