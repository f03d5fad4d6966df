/* chances_json.c - see chances_json.h. */
#include "record/chances_json.h"
#include "advice.h"
#include "engine.h"
#include "protocol.h"
#include "solve.h"
#include "stake.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct dear {
    int hand, step, cost; /* thousandths */
    seat_t seat;
    char action[ACTION_TEXT_MAX], best[ACTION_TEXT_MAX];
};

struct chances {
    struct solver solver;
    uint64_t nodes; /* left for this game */
    long left;
    json_t *hands, *lists; /* of the running hand, by side; borrowed */
    int hand, now[SEATS_MAX], dear_count;
    struct dear dear[CHANCES_DEAR_MAX];
    bool failed;
};

/* What a value of the solver means for the contract; see stake_points. */
static int tricks_of(int goal, int value)
{
    return goal == SOLVE_NO_TRICK ? !value : goal == SOLVE_FIVE ? 5 * value : value;
}

/* The scores as the side sees them. */
static void side_seen(struct seen *seen, const struct game *game, const struct ruleset *rules,
                      int side)
{
    int seat = 0;

    while (rules->side_of[seat] != side)
        seat++;
    memset(seen, 0, sizeof *seen);
    seen->rules = *rules;
    seen->seat = (seat_t)seat;
    memcpy(seen->scores, game->scores, sizeof seen->scores);
}

static int thousandths(double chance)
{
    return (int)lround(1000 * chance);
}

/* By side, where no card is played. */
static void score_chances(const struct game *game, const struct ruleset *rules, int now[SEATS_MAX])
{
    struct seen seen;

    for (int side = 0; side < rules->side_count; side++) {
        side_seen(&seen, game, rules, side);
        now[side] = game->phase == PHASE_OVER ? 1000 * (game->winners >> side & 1)
                                              : thousandths(stake_chance_now(&seen));
    }
}

static int value_chance(const struct game *game, const struct ruleset *rules, int side, int goal,
                        int value)
{
    struct seen seen;

    side_seen(&seen, game, rules, side);
    return thousandths(stake_chance(&seen, &game->contract, tricks_of(goal, value)));
}

/* ------------------------------------------------------------------------------------- the lists
 */

static void append_now(struct chances *chances, const struct ruleset *rules)
{
    for (int side = 0; side < rules->side_count; side++)
        json_array_append_new(json_array_get(chances->lists, (size_t)side),
                              json_integer(chances->now[side]));
}

/* What was appended last is replaced by the present chances. */
static void replace_last(struct chances *chances, const struct ruleset *rules)
{
    for (int side = 0; side < rules->side_count; side++) {
        json_t *list = json_array_get(chances->lists, (size_t)side);
        json_array_set_new(list, json_array_size(list) - 1, json_integer(chances->now[side]));
    }
}

static void begin_hand(struct chances *chances, const struct replay_step *step)
{
    /* A hand without a step has no chances, but its place. */
    while (++chances->hand < step->hand)
        json_array_append_new(chances->hands, json_pack("{s:[]}", "chances"));
    chances->lists = json_array();
    for (int side = 0; side < step->rules->side_count; side++)
        json_array_append_new(chances->lists, json_array());
    json_array_append_new(chances->hands, json_pack("{s:o}", "chances", chances->lists));
    score_chances(step->game, step->rules, chances->now);
    append_now(chances, step->rules);
}

/* Of plays with equal cost the first ones stay. */
static void keep_dear(struct chances *chances, const struct dear *play)
{
    int at = chances->dear_count;

    while (at > 0 && chances->dear[at - 1].cost < play->cost)
        at--;
    if (at == CHANCES_DEAR_MAX)
        return;
    if (chances->dear_count < CHANCES_DEAR_MAX)
        chances->dear_count++;
    memmove(&chances->dear[at + 1], &chances->dear[at],
            (size_t)(chances->dear_count - at - 1) * sizeof *play);
    chances->dear[at] = *play;
}

/* -------------------------------------------------------------------------------------- the plays
 */

static const struct solve_card *card_of(const struct solve_result *result,
                                        const struct action *action)
{
    card_t card = action->cards[0];
    uint8_t named = card_is_joker(card) ? action->joker[card - CARD_RJ] : (uint8_t)SUIT_NONE;

    for (int i = 0; action->kind == ACTION_PLAY && i < result->count; i++) {
        if (result->cards[i].card == card && result->cards[i].named == named)
            return &result->cards[i];
    }
    return NULL;
}

/* The first card that keeps the value. */
static void best_word(const struct solve_result *result, const struct action *action, char *word)
{
    struct action best = *action;

    for (int i = 0; i < result->count; i++) {
        const struct solve_card *card = &result->cards[i];
        if (card->value != result->value)
            continue;
        memset(best.joker, SUIT_NONE, sizeof best.joker);
        best.cards[0] = card->card;
        if (card_is_joker(card->card))
            best.joker[card->card - CARD_RJ] = card->named;
        action_format(&best, word);
        return;
    }
}

static void judge(struct chances *chances, const struct replay_step *step,
                  const struct action *action)
{
    const struct game *game = step->game;
    const struct ruleset *rules = step->rules;
    struct solve_result result = {.nodes = 0};
    uint64_t most =
        chances->nodes < CHANCES_PLAY_NODES_MAX ? chances->nodes : CHANCES_PLAY_NODES_MAX;
    struct dear play = {.hand = step->hand, .step = step->step, .seat = game->turn};
    int own = rules->side_of[game->turn];

    if (most == 0 || solve_play(&chances->solver, game, rules, most, &result)) {
        chances->nodes -= result.nodes < most ? result.nodes : most;
        chances->left++;
        return;
    }
    chances->nodes -= result.nodes < chances->nodes ? result.nodes : chances->nodes;
    for (int side = 0; side < rules->side_count; side++)
        chances->now[side] = value_chance(game, rules, side, result.goal, result.value);
    replace_last(chances, rules);
    const struct solve_card *card = card_of(&result, action);
    if (!card || card->value == result.value)
        return;
    play.cost = chances->now[own];
    for (int side = 0; side < rules->side_count; side++)
        chances->now[side] = value_chance(game, rules, side, result.goal, card->value);
    play.cost -= chances->now[own];
    if (play.cost < CHANCES_DEAR_LEAST)
        return;
    action_format(action, play.action);
    best_word(&result, action, play.best);
    keep_dear(chances, &play);
}

static bool on_step(void *context, const struct replay_step *step)
{
    struct chances *chances = context;
    struct game after = *step->game;
    struct action action;

    if (step->hand != chances->hand)
        begin_hand(chances, step);
    chances->failed = true; /* cleared if all goes well */
    if (step->seat != step->game->turn || action_parse(step->word, strlen(step->word), &action))
        return false;
    action_settle(&action, (enum phase)after.phase);
    if (after.phase == PHASE_PLAY && after.contract.call != CALL_PASS)
        judge(chances, step, &action);
    if (game_apply(&after, step->rules, &action, NULL))
        return false;
    if (after.phase == PHASE_DEAL || after.phase == PHASE_OVER)
        score_chances(&after, step->rules, chances->now);
    append_now(chances, step->rules);
    chances->failed = false;
    return true;
}

static json_t *dear_value(const struct chances *chances)
{
    json_t *list = json_array();

    for (int i = 0; i < chances->dear_count; i++) {
        const struct dear *play = &chances->dear[i];
        json_array_append_new(list,
                              json_pack("{s:i, s:i, s:i, s:s, s:s, s:i}", "hand", play->hand,
                                        "step", play->step, "seat", (int)play->seat, "action",
                                        play->action, "best", play->best, "cost", play->cost));
    }
    return list;
}

char *chances_json_within(const char *record, uint64_t nodes)
{
    struct chances *chances = calloc(1, sizeof *chances);
    size_t bytes = solve_bytes(CHANCES_TABLE_BITS);
    void *memory = malloc(bytes);
    char *text = NULL;

    if (chances && memory && solve_init(&chances->solver, memory, bytes) == 0) {
        struct replay replay = {.step = on_step, .context = chances};
        chances->nodes = nodes;
        chances->hands = json_array();
        if (replay_run(record, strlen(record), &replay) == 0 && !chances->failed) {
            json_t *value = json_pack("{s:O, s:o, s:I}", "hands", chances->hands, "dear",
                                      dear_value(chances), "left", (json_int_t)chances->left);
            text = value ? json_dumps(value, JSON_COMPACT) : NULL;
            json_decref(value);
        }
        json_decref(chances->hands);
    }
    free(memory);
    free(chances);
    return text;
}

char *chances_json_game(const char *record)
{
    return chances_json_within(record, CHANCES_NODES_MAX);
}
