/* env.c - one game for training. */
#include "env.h"

#include <assert.h>
#include <string.h>

#include "advice/sample.h"

static void forget_hand(struct env *env)
{
    memset(env->played, 0, sizeof env->played);
    memset(env->calls, 0, sizeof env->calls);
}

static void deal_hand(struct env *env, const struct ruleset *rules)
{
    card_t deck[CARDS_MAX];
    struct deal deal;
    int count = deck_cards(rules, deck);

    for (int i = count - 1; i > 0; i--) {
        uint32_t j = sample_below(&env->random, (uint32_t)i + 1);
        card_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
    if (!game_same_pack(&env->game, rules, &deal))
        deck_deal(&deal, rules, deck, env->game.dealer);
    int error = game_deal(&env->game, rules, &deal, NULL);
    assert(!error);
    (void)error;
    forget_hand(env);
}

/* Computes what the seat on turn may do. */
static void ask(struct env *env, const struct ruleset *rules)
{
    struct legal legal;

    game_legal(&env->game, rules, &legal);
    env->owes = env->game.phase == PHASE_SWAP ? 2 : legal.choose;
    env->legal = env_action_set(&legal, env->chosen);
    assert(env->legal || env->game.phase == PHASE_OVER || env->game.phase == PHASE_DEAL);
}

/* Deals until a seat is asked: a misdeal is dealt again. */
static void go_on(struct env *env, const struct ruleset *rules)
{
    while (env->game.phase == PHASE_DEAL && env->episode != ENV_EPISODE_GIVEN)
        deal_hand(env, rules);
    ask(env, rules);
}

static void begin(struct env *env, const struct ruleset *rules, seat_t dealer)
{
    memset(&env->history, 0, sizeof env->history);
    env->chosen = 0;
    game_init(&env->game, rules, dealer);
    go_on(env, rules);
}

void env_next(struct env *env, const struct ruleset *rules)
{
    begin(env, rules, (seat_t)sample_below(&env->random, rules->players));
}

void env_reset(struct env *env, const struct ruleset *rules, enum env_episode episode,
               uint64_t seed)
{
    assert(episode != ENV_EPISODE_GIVEN);
    memset(env, 0, sizeof *env);
    env->random = seed;
    env->episode = (uint8_t)episode;
    env_next(env, rules);
}

/* The hand is over. Returns ENV_DONE_HAND or ENV_DONE_GAME; after a hand deals the next. */
static int end_hand(struct env *env, const struct ruleset *rules)
{
    if (env->episode == ENV_EPISODE_HAND) {
        seat_t dealer = (seat_t)((env->game.last.dealer + 1) % rules->players);
        begin(env, rules, dealer);
        return ENV_DONE_HAND;
    }
    if (env->game.phase == PHASE_OVER) {
        env->legal = 0;
        return ENV_DONE_GAME;
    }
    go_on(env, rules);
    return ENV_DONE_HAND;
}

/* Notes what the engine does not keep of an action; `game` is the game before it. */
static void note(struct env *env, const struct game *game, const struct action *action)
{
    seen_note(&env->history, game, action);
    if (action->kind == ACTION_CALL)
        env->calls[game->turn] |= UINT64_C(1) << action->call;
    else if (action->kind == ACTION_PLAY)
        env->played[game->hand_due] |= CARDSET(action->cards[0]);
}

/* Called after the engine has applied an action: decides what comes next. */
static int go_on_after(struct env *env, const struct ruleset *rules, struct hand_result *hand)
{
    env->chosen = 0;
    if (env->game.phase != PHASE_DEAL && env->game.phase != PHASE_OVER) {
        ask(env, rules);
        return ENV_DONE_NO;
    }
    if (hand)
        *hand = env->game.last;
    return end_hand(env, rules);
}

void env_reset_given(struct env *env, const struct ruleset *rules, seat_t dealer)
{
    assert(dealer < rules->players);
    memset(env, 0, sizeof *env);
    env->episode = ENV_EPISODE_GIVEN;
    begin(env, rules, dealer);
}

int env_deal(struct env *env, const struct ruleset *rules, const struct deal *deal)
{
    assert(env->episode == ENV_EPISODE_GIVEN);
    int error = game_deal(&env->game, rules, deal, NULL);
    if (error)
        return error;
    forget_hand(env);
    ask(env, rules);
    return 0;
}

int env_apply(struct env *env, const struct ruleset *rules, const struct action *action,
              struct hand_result *hand)
{
    assert(env->chosen == 0);
    struct game before = env->game;

    int error = game_apply(&env->game, rules, action, NULL);
    if (error)
        return error;
    note(env, &before, action);
    return go_on_after(env, rules, hand);
}

int env_step(struct env *env, const struct ruleset *rules, int number, struct hand_result *hand)
{
    struct action action;

    if (number < 0 || number >= ENV_ACTIONS || !(env->legal >> number & 1))
        return ENGINE_ERROR_ILLEGAL;
    if (!env_action_make(env, number, &action)) {
        env->chosen |= CARDSET(action.cards[0]);
        ask(env, rules);
        return ENV_DONE_NO;
    }
    note(env, &env->game, &action);
    int error = game_apply(&env->game, rules, &action, NULL);
    assert(!error);
    (void)error;
    return go_on_after(env, rules, hand);
}

int env_list(const struct env *env, uint8_t list[ENV_LIST_MAX])
{
    uint64_t low = (uint64_t)env->legal, high = (uint64_t)(env->legal >> 64);
    int count = 0;

    for (; low; low &= low - 1)
        list[count++] = (uint8_t)__builtin_ctzll(low);
    for (; high; high &= high - 1)
        list[count++] = (uint8_t)(64 + __builtin_ctzll(high));
    assert(count <= ENV_LIST_MAX);
    return count;
}

void env_mask(const struct env *env, uint8_t mask[ENV_ACTIONS])
{
    uint8_t list[ENV_LIST_MAX];
    int count = env_list(env, list);

    memset(mask, 0, ENV_ACTIONS);
    for (int i = 0; i < count; i++)
        mask[list[i]] = 1;
}
