/* contracts.c - what every contract would bring if all cards were played by rules of thumb, and
 * what `basic` does next in each of many games. */
#include "native.h"

#include <assert.h>
#include <string.h>

#include "advice/rollout.h"
#include "advice/sense.h"

/* Does what `basic` would, but in the auction: there the seat `by` makes its call, and the others
 * pass. Returns false if they may not. */
static bool act(struct game *game, const struct ruleset *rules, seat_t by, call_t call)
{
    static const struct seen_history none;
    struct seen seen;
    struct seen_turn turn;
    struct action action = {.kind = ACTION_CALL,
                            .call = game->turn == by ? call : CALL_PASS,
                            .joker = {SUIT_NONE, SUIT_NONE}};

    if (game->phase != PHASE_AUCTION) {
        seen_make(&seen, game, rules, game->turn, &none);
        seen_ask(&turn, game, rules);
        sense_decide(&seen, &turn, SENSE_BOLD, &action);
    }
    return game_apply(game, rules, &action, NULL) == 0;
}

/* The tricks of the contractor's side, or -1 if the game has no such contract. */
static int play_out(const struct game *game, const struct ruleset *rules, seat_t by, call_t call)
{
    struct game play = *game;

    if (rules->call_rank[call] == 0)
        return -1;
    play.high_level = 10; /* as if the bids had come that some calls wait for */
    while (play.phase != PHASE_PLAY) {
        if (play.phase == PHASE_DEAL || play.phase == PHASE_OVER || !act(&play, rules, by, call))
            return -1; /* nobody may make this call here */
    }
    return rollout_play(&play, rules);
}

int native_contracts(const struct env *envs, int n, const struct ruleset *rules,
                     const uint8_t *calls, int count, int8_t *tricks)
{
    for (int i = 0; i < n; i++) {
        const struct game *game = &envs[i].game;
        if (game->phase != PHASE_AUCTION || game->asked > 0)
            return -1 - i;
        for (seat_t seat = 0; seat < rules->players; seat++) {
            for (int at = 0; at < count; at++) {
                assert(calls[at] < CALL_COUNT);
                *tricks++ = (int8_t)play_out(game, rules, seat, calls[at]);
            }
        }
    }
    return 0;
}

void native_hands(const struct env *envs, int n, const struct ruleset *rules, uint8_t *cards)
{
    memset(cards, 0, (size_t)n * rules->hand_count * CARDS_MAX);
    for (int i = 0; i < n; i++) {
        for (int hand = 0; hand < rules->hand_count; hand++, cards += CARDS_MAX) {
            for (cardset_t left = envs[i].game.hands[hand]; left;)
                cards[cardset_pop(&left)] = 1;
        }
    }
}

void native_worth(const struct env *envs, int n, const struct ruleset *rules, int16_t *worth,
                  uint8_t *low)
{
    for (int i = 0; i < n; i++) {
        for (int hand = 0; hand < rules->hand_count; hand++) {
            cardset_t cards = envs[i].game.hands[hand];
            for (int denom = 0; denom <= DENOM_NT; denom++)
                *worth++ = (int16_t)sense_worth(rules, cards, denom);
            *low++ = sense_is_misere(cards);
        }
    }
}

/* The next step of what basic does: of several cards the first that is not yet chosen. */
static int basic_step(const struct env *env, const struct ruleset *rules)
{
    struct seen seen;
    struct seen_turn turn;
    struct action action;
    uint8_t numbers[ACTION_CARDS_MAX];

    seen_make(&seen, &env->game, rules, env->game.turn, &env->history);
    seen_ask(&turn, &env->game, rules);
    sense_decide(&seen, &turn, SENSE_BOLD, &action);
    action_settle(&action, (enum phase)env->game.phase);
    int count = env_action_numbers(&action, numbers);
    for (int i = 0; i < count; i++) {
        if (env->legal >> numbers[i] & 1)
            return numbers[i];
    }
    uint8_t list[ENV_LIST_MAX]; /* other cards than basic's were chosen before */
    env_list(env, list);
    return list[0];
}

void native_basic(const struct env *envs, int n, const struct ruleset *rules, int32_t *actions)
{
    for (int i = 0; i < n; i++)
        actions[i] = basic_step(&envs[i], rules);
}
