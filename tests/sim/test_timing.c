/* The arena's timing reveals nothing. A card without a choice is requested like any other: only
 * its seat plays it, the seat has the same time to answer, and the next seat is asked at the
 * same moment as after a free choice. Random games on a fake clock; all bots take the same time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "table/table_private.h"
#include "random_game.h"

enum { THINK_USEC = 1000, PHASES = 32 };

static struct table table;
static usec_t now;

/* The request that is out. */
static struct asked {
    seat_t seat;
    int64_t number;
    usec_t at;
    enum phase phase;
    bool only; /* there is one legal action */
} asked;

static bool over, acting; /* acting: the input is an answer of the seat on turn */
static int steps_of_input, requests, steps;
static long only_count, free_count;
static usec_t time_of_phase[PHASES]
                           [2]; /* from the request to its deadline, by phase and by `only` */

static void feed(struct table_input *input);

static bool one_is_legal(void)
{
    struct legal legal;
    struct action list[LEGAL_LIST_MAX];
    game_legal(&table.game, table.config.rules, &legal);
    return !legal.choose && legal_list(&legal, table.config.rules, list) == 1;
}

static void drain(seat_t seat)
{
    static struct message message;
    while (table_message(&table, seat, 1, now, &message)) {
        if (message.kind != MESSAGE_TURN)
            continue;
        if (seat != table.game.turn)
            broken("seat %d is asked out of turn", seat);
        asked = (struct asked){.seat = seat,
                               .number = message_int(&message, TURN_N),
                               .at = now,
                               .phase = (enum phase)table.game.phase,
                               .only = one_is_legal()};
        requests++;
        *(asked.only ? &only_count : &free_count) += 1;
        struct table_input input = {.kind = TABLE_SENT, .seat = seat};
        feed(&input);
    }
}

static void deal(void)
{
    struct table_input input = {.kind = TABLE_DEAL};
    random_next_deal(&table.game, table.config.rules, &input.deal, NULL);
    feed(&input);
}

static void carry_out(const struct effect *effect)
{
    struct table_input mix = {.kind = TABLE_MIX, .nonces = table_nonces(&table)};
    struct table_input told = {.kind = TABLE_TOLD};

    if (effect->kind == EFFECT_OUTPUT) {
        drain(effect->seat);
    } else if (effect->kind == EFFECT_MIX) {
        mix.contributors = table.config.rules->players;
        feed(&mix);
    } else if (effect->kind == EFFECT_DEAL) {
        deal();
    } else if (effect->kind == EFFECT_STEP) {
        steps++;
        steps_of_input++;
        if (!acting)
            broken("somebody played without an answer");
    } else if (effect->kind == EFFECT_OVER) {
        feed(&told);
    } else if (effect->kind == EFFECT_CLOSED) {
        over = true;
    }
}

static void feed(struct table_input *input)
{
    struct table_effects effects;
    table_step(&table, input, now, &effects);
    table_check(&table);
    if (input->kind == TABLE_SENT) {
        usec_t *time = &time_of_phase[asked.phase][asked.only];
        if (*time && *time != effects.deadline - now)
            broken("phase %d: %lld and %lld us to answer", (int)asked.phase, (long long)*time,
                   (long long)(effects.deadline - now));
        *time = effects.deadline - now;
    }
    for (int i = 0; i < effects.count; i++)
        carry_out(&effects.items[i]);
}

/* The answer, after the time that every answer takes. */
static void act(void)
{
    struct action action;
    char word[ACTION_TEXT_MAX];
    struct asked before = asked;
    struct table_input input = {.kind = TABLE_ACT, .seat = asked.seat, .number = asked.number};

    random_action(&table.game, table.config.rules, &action);
    input.text = (struct slice){word, action_format(&action, word)};
    bool claims = action.kind == ACTION_CLAIM;
    now += THINK_USEC;
    steps_of_input = 0;
    acting = true;
    feed(&input);
    acting = false;
    /* A claim that is void names its card: the one step that the arena takes itself, and all see
     * why. */
    if (steps_of_input != 1 && !(claims && steps_of_input == 2))
        broken("one answer, %d steps", steps_of_input);
    if (!over && (asked.number == before.number || asked.at != now))
        broken("the next seat is not asked at once");
}

static void make_config(struct table_config *config)
{
    static struct ruleset rules;

    memset(config, 0, sizeof *config);
    random_ruleset(&rules);
    config->rules = &rules;
    snprintf(config->game_id, sizeof config->game_id, "timing");
    snprintf(config->set_id, sizeof config->set_id, "timing");
    config->time.auction = config->time.exchange = config->time.play = 5000000;
    config->time.startup = 1000000;
    config->policy = (struct fault_policy){.kind = FAULT_POLICY_STRICT};
    config->event_hold_usec = 3600 * (usec_t)1000000; /* the deadline is that of the decision */
    for (int seat = 0; seat < config->rules->players; seat++)
        config->seats[seat].here = true;
}

static void a_forced_card_is_asked_for(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < random_games(300); i++) {
        struct table_config config;
        struct table_input start = {.kind = TABLE_START};
        seed_game(random_env("SEED", 1) + i);
        make_config(&config);
        over = false;
        requests = steps = 0;
        now = 1000000;
        table_init(&table, &config);
        feed(&start);
        for (int turns = 0; !over && turns < 400; turns++)
            act();
    }
    assert_true(only_count > 1000 && free_count > 1000);
    for (int phase = 0; phase < PHASES; phase++) {
        if (time_of_phase[phase][0] && time_of_phase[phase][1])
            assert_int_equal(time_of_phase[phase][0], time_of_phase[phase][1]);
    }
    assert_true(time_of_phase[PHASE_PLAY][0] > 0 && time_of_phase[PHASE_PLAY][1] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_forced_card_is_asked_for)};
    random_program = "sim_test_timing";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
