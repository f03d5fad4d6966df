/* native.c - what the Python package calls beside the environment itself. */
#include "native.h"

#include <assert.h>
#include <string.h>

#include "advice/bidder.h"
#include "advice/sample.h"
#include "solve.h"

/* Takes `count` cards from `*cards`. */
static void take(card_t *to, int count, const uint8_t **cards)
{
    memcpy(to, *cards, (size_t)count);
    *cards += count;
}

int native_deal(struct deal *deal, const struct ruleset *rules, const uint8_t *cards, int count)
{
    card_t deck[CARDS_MAX];

    deck_cards(rules, deck);
    deck_deal(deal, rules, deck, 0); /* for its shape */
    int wanted = deal->hand_count * deal->hand_cards + deal->kitty_count + deal->exposed_count +
                 deal->stock_count;
    if (count != wanted)
        return ENGINE_ERROR_DEAL;
    for (int i = 0; i < count; i++) {
        if (cards[i] >= CARDS_MAX)
            return ENGINE_ERROR_DEAL;
    }
    for (int hand = 0; hand < deal->hand_count; hand++)
        take(deal->hands[hand], deal->hand_cards, &cards);
    take(deal->kitty, deal->kitty_count, &cards);
    take(deal->exposed, deal->exposed_count, &cards);
    take(deal->stock, deal->stock_count, &cards);
    return 0;
}

/* Writes the rows of one action. Returns how many, or -1 where there is no room for them. */
static int write_rows(const struct env *before, const struct ruleset *rules,
                      const struct action *action, const struct native_rows *rows, int used)
{
    struct env env = *before;
    uint8_t numbers[ACTION_CARDS_MAX];
    size_t size = (size_t)env_observe_size(rules);
    int count = env_action_numbers(action, numbers);

    if (used + count > rows->room)
        return -1;
    for (int i = 0; i < count; i++) {
        size_t row = (size_t)(used + i);
        env_observe(&env, rules, env.game.turn, rows->observation + row * size);
        if (rows->mask)
            env_mask(&env, rows->mask + row * ENV_ACTIONS);
        rows->action[row] = numbers[i];
        rows->seat[row] = env.game.turn;
        if (i + 1 < count && env_step(&env, rules, numbers[i], NULL) < 0)
            assert(false && "the engine has allowed the whole action");
    }
    return count;
}

int native_hand(struct env *env, const struct ruleset *rules, const char *actions,
                const struct native_rows *rows)
{
    int used = 0;

    for (int index = 0; *actions; index++) {
        size_t size = strcspn(actions, "\n");
        struct action action;
        struct env after = *env;
        if (env->game.phase == PHASE_DEAL || action_parse(actions, size, &action) ||
            env_apply(&after, rules, &action, NULL) < 0)
            return -1 - index;
        action_settle(&action, (enum phase)env->game.phase);
        int count = write_rows(env, rules, &action, rows, used);
        if (count < 0)
            return -1000;
        *env = after;
        used += count;
        actions += size + (actions[size] == '\n');
    }
    return used;
}

int native_solve(const struct env *env, const struct ruleset *rules, void *memory, size_t bytes,
                 uint64_t budget, int8_t values[ENV_ACTIONS])
{
    struct solver solver;
    struct solve_result result;

    int error = solve_init(&solver, memory, bytes);
    if (!error)
        error = solve_play(&solver, &env->game, rules, budget, &result);
    if (error)
        return error;
    memset(values, -1, ENV_ACTIONS);
    for (int i = 0; i < result.count; i++) {
        struct action action = {.kind = ACTION_PLAY, .count = 1, .joker = {SUIT_NONE, SUIT_NONE}};
        uint8_t numbers[ACTION_CARDS_MAX];
        action.cards[0] = result.cards[i].card;
        if (card_is_joker(action.cards[0]))
            action.joker[action.cards[0] - CARD_RJ] = result.cards[i].named;
        env_action_numbers(&action, numbers);
        values[numbers[0]] = (int8_t)result.cards[i].value;
    }
    return result.goal;
}

size_t native_advise_bytes(int by)
{
    return advice_bytes((enum advice_by)by);
}

int native_advise(const struct env *env, const struct ruleset *rules, int by, int worlds,
                  uint64_t seed, void *memory, uint8_t numbers[ACTION_CARDS_MAX],
                  char why[ADVICE_WHY_MAX])
{
    struct adviser adviser;
    struct advice advice;
    struct seen seen;
    struct seen_turn turn;

    assert(env->legal && !env->chosen);
    advice_init(&adviser, (enum advice_by)by, worlds, 0, memory);
    adviser.think.random = seed;
    seen_make(&seen, &env->game, rules, env->game.turn, &env->history);
    seen_ask(&turn, &env->game, rules);
    advice_give(&adviser, &seen, &turn, &advice);
    memcpy(why, advice.why, ADVICE_WHY_MAX);
    action_settle(&advice.action, (enum phase)env->game.phase);
    return env_action_numbers(&advice.action, numbers);
}

bool native_gains(const struct env *env, const struct ruleset *rules, double gains[CALL_COUNT])
{
    double listed[LEGAL_LIST_MAX];
    struct seen seen;
    struct seen_turn turn;

    if (env->game.phase != PHASE_AUCTION || !bidder_knows(rules))
        return false;
    seen_make(&seen, &env->game, rules, env->game.turn, &env->history);
    seen_ask(&turn, &env->game, rules);
    bidder_gains(&seen, &turn, listed);
    for (int call = 0; call < CALL_COUNT; call++)
        gains[call] = -2;
    for (int i = 0; i < turn.legal_count; i++)
        gains[turn.legal[i].call] = listed[i];
    return true;
}

int native_worlds(const struct env *env, const struct ruleset *rules, int seat, int count,
                  int candidates, uint64_t seed, uint8_t *holders)
{
    struct sampler sampler;
    struct seen seen;
    struct world world;

    assert(seat >= 0 && seat < rules->players && count > 0 && candidates > 0);
    seen_make(&seen, &env->game, rules, (seat_t)seat, &env->history);
    if (!sample_init(&sampler, &seen, seen.hand))
        return -1;
    for (int i = 0; i < count; i++, holders += CARDS_MAX) {
        if (candidates > 1)
            sample_pick(&sampler, &seed, candidates, &world);
        else
            sample_draw(&sampler, &seed, &world);
        memset(holders, 255, CARDS_MAX);
        for (int card = 0; card < CARDS_MAX; card++) {
            for (int hand = 0; hand < HANDS_MAX; hand++) {
                if (cardset_has(world.hands[hand], (card_t)card))
                    holders[card] = (uint8_t)hand;
            }
            if (cardset_has(world.rest, (card_t)card))
                holders[card] = SAMPLE_REST;
        }
    }
    return 0;
}
