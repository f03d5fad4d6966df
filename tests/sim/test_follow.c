/* A bot's knowledge from its messages equals what seen_make gives for its seat: random play
 * under random rulesets at a real table, compared at every turn, field by field. So hints and
 * analyses, which have no messages, know what the bot knew. SEED and GAMES in the environment,
 * or as arguments in this order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "advice.h"
#include "random_game.h"
#include "table/table_private.h"

static struct table table;
static struct seen told[SEATS_MAX]; /* by the messages */
static struct seen_turn asked;      /* by the latest of them */
static struct seen_history history;
static usec_t now;
static bool over;
static long turns, hints;

static void feed(struct table_input *input);

static void drain(seat_t seat)
{
    static struct message message;
    struct ruleset_error error;
    bool turn = false;

    while (table_message(&table, seat, 1, now, &message)) {
        turn = message.kind == MESSAGE_TURN;
        if (message.kind == MESSAGE_GAME && follow_game(&told[seat], &message, &error))
            broken("the ruleset is refused: %s", error.text);
        follow_message(&told[seat], &message);
        if (turn)
            follow_turn(&asked, &told[seat], &message);
    }
    if (turn) {
        struct table_input input = {.kind = TABLE_SENT, .seat = seat};
        feed(&input);
    }
}

static void deal(void)
{
    static struct table_input input;

    memset(&input, 0, sizeof input);
    input.kind = TABLE_DEAL;
    random_next_deal(table_game(&table), table.config.rules, &input.deal, NULL);
    feed(&input);
}

static void carry_out(const struct effect *effect)
{
    struct table_input input = {.kind = TABLE_MIX};

    if (effect->kind == EFFECT_OUTPUT)
        drain(effect->seat);
    else if (effect->kind == EFFECT_MIX)
        feed(&input);
    else if (effect->kind == EFFECT_DEAL)
        deal();
    else if (effect->kind == EFFECT_OVER) {
        input.kind = TABLE_TOLD;
        feed(&input);
    } else if (effect->kind == EFFECT_CLOSED)
        over = true;
}

static void feed(struct table_input *input)
{
    struct table_effects effects;
    table_step(&table, input, now, &effects);
    table_check(&table);
    for (int i = 0; i < effects.count; i++)
        carry_out(&effects.items[i]);
}

#define SAME(field)                                                                                \
    do {                                                                                           \
        if (memcmp(&a->field, &b->field, sizeof a->field) != 0)                                    \
            broken("%s, seat %d in phase %s: %s differs", preset_name(a->rules.preset), a->seat,   \
                   game_phase_name(asked.phase), #field);                                          \
    } while (0)

/* The partner's card is public, and its holder may be deduced: the view uses the rules for that,
 * too. */
static void compare(const struct seen *a, const struct seen *b)
{
    SAME(seat);
    SAME(scores);
    SAME(hand);
    SAME(high);
    SAME(high_by);
    SAME(call_count);
    SAME(play_count);
    for (int i = 0; i < a->call_count; i++) {
        SAME(calls[i].seat);
        SAME(calls[i].call);
    }
    for (int i = 0; i < a->play_count; i++) {
        SAME(plays[i].hand);
        SAME(plays[i].named);
        SAME(plays[i].card);
        SAME(plays[i].under);
    }
    SAME(dealer);
    if (asked.phase == PHASE_PLAY) {
        SAME(contract.call);
        SAME(contract.by);
        SAME(contract.slam);
        SAME(contract.breach);
        SAME(played);
        SAME(on_table);
        SAME(shown);
        SAME(gone);
        SAME(kitty_up);
    }
    if (a->on_table > 0) {
        SAME(leader);
        SAME(table);
    }
}

static void compare_turn(const struct seen_turn *a, const struct seen_turn *b)
{
    if (a->phase != b->phase || a->hand != b->hand || a->choose != b->choose ||
        a->from != b->from || a->out != b->out || a->legal_count != b->legal_count ||
        memcmp(a->legal, b->legal, (size_t)a->legal_count * sizeof a->legal[0]) != 0)
        broken("the question of phase %s differs", game_phase_name(a->phase));
}

/* Basic's action is legal, has a reason, and is the same from both. */
static void compare_advice(const struct seen *seen)
{
    struct adviser adviser;
    struct advice a, b;
    struct game copy = table.game;

    advice_init(&adviser, ADVICE_BASIC, 1, 0, NULL);
    advice_give(&adviser, seen, &asked, &a);
    advice_give(&adviser, &told[seen->seat], &asked, &b);
    if (memcmp(&a, &b, sizeof a) != 0)
        broken("two hints for one seat in phase %s", game_phase_name(asked.phase));
    if (!a.why[0] || strchr(a.why, '\n') || game_apply(&copy, table.config.rules, &a.action, NULL))
        broken("no hint in phase %s: %s", game_phase_name(asked.phase), a.why);
    hints++;
}

static void play_turn(void)
{
    const struct game *game = &table.game;
    struct table_input input = {
        .kind = TABLE_ACT, .seat = game->turn, .number = table_number(&table)};
    struct seen seen;
    struct seen_turn turn;
    struct action action;
    char word[ACTION_TEXT_MAX];

    seen_make(&seen, game, table.config.rules, game->turn, &history);
    seen_ask(&turn, game, table.config.rules);
    compare(&told[game->turn], &seen);
    compare_turn(&asked, &turn);
    compare_advice(&seen);
    turns++;
    random_action(game, table.config.rules, &action);
    if (action.kind == ACTION_CLAIM) /* after a void one the referee plays a card by itself */
        default_action(game, table.config.rules, &action);
    seen_note(&history, game, &action);
    input.text = (struct slice){word, action_format(&action, word)};
    feed(&input);
}

static void make_config(struct table_config *config)
{
    static struct ruleset rules;

    memset(config, 0, sizeof *config);
    random_ruleset(&rules);
    config->rules = &rules;
    snprintf(config->game_id, sizeof config->game_id, "follow");
    snprintf(config->set_id, sizeof config->set_id, "follow");
    config->policy = (struct fault_policy){.kind = FAULT_POLICY_STRICT};
    config->event_hold_usec = 1000000;
    for (int seat = 0; seat < config->rules->players; seat++) {
        snprintf(config->seats[seat].name, sizeof config->seats[seat].name, "bot%d", seat);
        config->seats[seat].here = true;
        config->seats[seat].eager = below(4) == 0;
    }
}

static void play_game(void)
{
    struct table_input input = {.kind = TABLE_START};
    struct table_config config;

    now = 1000000;
    over = false;
    memset(told, 0, sizeof told);
    memset(&history, 0, sizeof history);
    make_config(&config);
    table_init(&table, &config);
    feed(&input);
    for (int i = 0; i < 3000 && !over; i++)
        play_turn();
}

static void messages_tell_what_a_seat_knows(void **state)
{
    uint64_t seed = random_env("SEED", 1), games = random_games(600);
    (void)state;
    random_program = "sim_test_follow";
    for (uint64_t game = 0; game < games; game++) {
        seed_game(seed + game);
        play_game();
    }
    printf("%llu games, %ld turns, %ld hints\n", (unsigned long long)games, turns, hints);
    if (games >= 100)
        assert_true(turns > 40 * (long)games);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(messages_tell_what_a_seat_knows)};
    if (argc > 1)
        setenv("SEED", argv[1], 1);
    if (argc > 2)
        setenv("GAMES", argv[2], 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
