/* Random games are written as records. Each must replay without a difference, read back and written
 * again it must be the same bytes, and with one number or word changed it must not replay. SEED and
 * GAMES in the environment; a failure prints the command that repeats it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "protocol.h"
#include "random_game.h"

static const char *const names[] = {"ann", "bob", "cy", "di", "\"ed\"", "fl\\o"};
static const char *const causes[] = {"time", "illegal", "gone"};
static long records, hands, steps, changes;

static const char *random_cause(uint32_t one_in)
{
    return below(one_in) ? NULL : causes[below(sizeof causes / sizeof causes[0])];
}

/* --------------------------------------------------------------------------------- writing */

static void write_deal(struct record *record, struct game *game, const struct ruleset *rules)
{
    card_t deck[CARDS_MAX];
    struct deal deal;
    bool same_pack = random_next_deal(game, rules, &deal, deck);

    (void)record_deal(record, game->dealer, game->deal_number, game->attempt, &deal,
                      below(2) ? deck : NULL);
    if (same_pack)
        record_same_pack(record);
    if (game_deal(game, rules, &deal, NULL))
        broken("a deal from the deck is refused");
}

static void write_step(struct record *record, struct game *game, const struct ruleset *rules,
                       bool clocks)
{
    struct action action;

    random_action(game, rules, &action);
    if (!below(200))
        (void)record_fault(record, (seat_t)below(rules->players), "garbage");
    (void)record_step(record, game->turn, (enum phase)game->phase, &action, random_cause(100),
                      clocks && below(4) ? (int64_t)below(5000) : -1);
    if (game_apply(game, rules, &action, NULL))
        broken("a legal action is refused");
    game_check(game, rules);
}

static char *write_game(struct ruleset *rules)
{
    struct game game;
    /* One in three is stopped somewhere: before the first deal, in a hand, between two. */
    uint32_t stop = below(3) ? UINT32_MAX : below(200);

    random_ruleset(rules);
    struct record *record = record_create(rules, "random", names);
    game_init(&game, rules, (seat_t)below(rules->players));
    for (uint32_t step = 0; game.phase != PHASE_OVER; step++) {
        if (step >= stop || step > 30000) {
            game_stop(&game, rules, below(2) ? REASON_FORFEIT : REASON_ABORTED, 1);
        } else if (game.phase == PHASE_DEAL) {
            if (!below(20))
                (void)record_fault(record, (seat_t)below(rules->players), "gone");
            write_deal(record, &game, rules);
            if (game.phase == PHASE_DEAL)
                (void)record_hand(record, &game.last); /* misdealt */
        } else {
            write_step(record, &game, rules, game.deal_number % 2);
            if (game.phase == PHASE_DEAL || game.phase == PHASE_OVER)
                (void)record_hand(record, &game.last);
        }
    }
    (void)record_result(record, (enum reason)game.reason, game.winners, game.scores);
    char *line = record_line(record);
    record_destroy(record);
    if (!line)
        broken("out of memory");
    return line;
}

/* ----------------------------------------------------------------------------- reading back */

static int read_cards(const json_t *list, card_t *cards)
{
    int count = (int)json_array_size(list);
    for (int i = 0; i < count; i++) {
        const char *word = json_string_value(json_array_get(list, (size_t)i));
        if (!word || card_parse(word, strlen(word), &cards[i]))
            broken("a record holds no card where one belongs");
    }
    return count;
}

static int read_int(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static void read_rules(const json_t *root, struct ruleset *rules)
{
    const json_t *json = json_object_get(root, "ruleset");
    const char *preset = json_string_value(json_object_get(json, "preset")), *key;
    struct ruleset_error error;
    json_t *value;

    if (ruleset_preset(rules, preset, strlen(preset), &error))
        broken("%s", error.text);
    json_object_foreach(json_object_get(json, "options"), key, value)
    {
        const char *text = json_string_value(value);
        if (ruleset_set(rules, key, strlen(key), text, strlen(text), &error))
            broken("%s", error.text);
    }
    if (ruleset_finish(rules, &error))
        broken("%s", error.text);
}

static void copy_deal(struct record *record, const json_t *hand, struct game *game,
                      const struct ruleset *rules)
{
    const json_t *json = json_object_get(hand, "deal"), *list = json_object_get(json, "hands");
    const json_t *shuffled = json_object_get(json, "deck");
    card_t deck[CARDS_MAX];
    struct deal deal;

    memset(&deal, 0, sizeof deal);
    deal.hand_count = (uint8_t)json_array_size(list);
    for (size_t i = 0; i < deal.hand_count; i++)
        deal.hand_cards = (uint8_t)read_cards(json_array_get(list, i), deal.hands[i]);
    deal.kitty_count = (uint8_t)read_cards(json_object_get(json, "kitty"), deal.kitty);
    deal.exposed_count = (uint8_t)read_cards(json_object_get(json, "exposed"), deal.exposed);
    deal.stock_count = (uint8_t)read_cards(json_object_get(json, "stock"), deal.stock);
    read_cards(shuffled, deck);
    (void)record_deal(record, (seat_t)read_int(hand, "dealer"), (uint32_t)read_int(hand, "d"),
                      (uint32_t)read_int(hand, "a"), &deal, shuffled ? deck : NULL);
    if (json_is_true(json_object_get(hand, "same_pack")))
        record_same_pack(record);
    if (game_deal(game, rules, &deal, NULL))
        broken("the deal of a record is refused");
}

/* Faults without a step, up to the next one that has a step; returns where that is. */
static size_t copy_faults(struct record *record, const json_t *faults, size_t at)
{
    const json_t *fault;
    while ((fault = json_array_get(faults, at)) && json_is_null(json_array_get(fault, 0))) {
        (void)record_fault(record, (seat_t)json_integer_value(json_array_get(fault, 1)),
                           json_string_value(json_array_get(fault, 2)));
        at++;
    }
    return at;
}

static void copy_steps(struct record *record, const json_t *hand, struct game *game,
                       const struct ruleset *rules)
{
    const json_t *list = json_object_get(hand, "steps"), *ms = json_object_get(hand, "ms");
    const json_t *faults = json_object_get(hand, "faults");
    size_t fault = 0;

    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *step = json_array_get(list, i), *at = NULL;
        const char *word = json_string_value(json_array_get(step, 2)), *cause = NULL;
        struct action action;
        if (action_parse(word, strlen(word), &action))
            broken("a record holds the action '%s'", word);
        fault = copy_faults(record, faults, fault);
        at = json_array_get(faults, fault);
        if (at && json_integer_value(json_array_get(at, 0)) == (json_int_t)i) {
            cause = json_string_value(json_array_get(at, 2));
            fault++;
        }
        (void)record_step(record, (seat_t)json_integer_value(json_array_get(step, 0)),
                          (enum phase)game->phase, &action, cause,
                          ms ? json_integer_value(json_array_get(ms, i)) : -1);
        if (game_apply(game, rules, &action, NULL))
            broken("a step of a record is refused");
        game_check(game, rules);
        steps++;
    }
    copy_faults(record, faults, fault);
}

static size_t copy_game_faults(struct record *record, const json_t *root, size_t at, size_t hand)
{
    const json_t *fault;
    while ((fault = json_array_get(json_object_get(root, "faults"), at)) &&
           (size_t)json_integer_value(json_array_get(fault, 0)) == hand) {
        (void)record_fault(record, (seat_t)json_integer_value(json_array_get(fault, 1)),
                           json_string_value(json_array_get(fault, 2)));
        at++;
    }
    return at;
}

static enum reason read_reason(const json_t *result)
{
    const char *word = json_string_value(json_object_get(result, "reason"));
    enum reason reason = REASON_NONE;
    while (reason < REASON_COUNT && strcmp(game_reason_name(reason), word) != 0)
        reason++;
    return reason;
}

/* Everything from the line: nothing of the game that was written is at hand here. */
static char *write_again(const char *line)
{
    json_t *root = json_loads(line, 0, NULL);
    const json_t *list = json_object_get(root, "hands"), *result = json_object_get(root, "result");
    struct ruleset rules;
    struct game game;
    int32_t scores[SEATS_MAX];
    uint8_t winners = 0;
    size_t fault = 0;

    read_rules(root, &rules);
    struct record *record =
        record_create(&rules, json_string_value(json_object_get(root, "game")), names);
    game_init(&game, &rules, (seat_t)read_int(root, "dealer"));
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *hand = json_array_get(list, i);
        fault = copy_game_faults(record, root, fault, i);
        copy_deal(record, hand, &game, &rules);
        copy_steps(record, hand, &game, &rules);
        if (json_object_get(hand, "tricks"))
            (void)record_hand(record, &game.last);
        hands++;
    }
    copy_game_faults(record, root, fault, json_array_size(list));
    for (int side = 0; side < rules.side_count; side++)
        scores[side] = (int32_t)json_integer_value(
            json_array_get(json_object_get(result, "scores"), (size_t)side));
    for (size_t i = 0; i < json_array_size(json_object_get(result, "winners")); i++)
        winners |= (uint8_t)(1 << json_integer_value(
                                 json_array_get(json_object_get(result, "winners"), i)));
    (void)record_result(record, read_reason(result), winners, scores);
    char *again = record_line(record);
    record_destroy(record);
    json_decref(root);
    return again;
}

/* --------------------------------------------------------------------------------- the checks */

static void keep_report(void *context, const char *text)
{
    snprintf(context, 400, "%s", text);
}

static int replay(const char *line, char report[400])
{
    struct replay judge = {.report = keep_report, .context = report, .strict = true};
    report[0] = 0;
    return replay_run(line, strlen(line), &judge);
}

static json_t *random_item(json_t *list)
{
    size_t size = json_array_size(list);
    return size ? json_array_get(list, below((uint32_t)size)) : NULL;
}

/* One change of what a replay compares; false where the hand drawn has nothing to change. */
static bool change(json_t *root)
{
    json_t *hand = random_item(json_object_get(root, "hands")), *list, *step;
    static const char *const numbers[] = {"tricks", "delta", "scores"};

    switch (below(4)) {
    case 0:
        list = json_object_get(hand, numbers[below(3)]);
        break;
    case 1: /* as it is written where the end was decided outside the rules */
        if (read_reason(json_object_get(root, "result")) >= REASON_FORFEIT)
            return false;
        list = json_object_get(json_object_get(root, "result"), "scores");
        break;
    case 2: /* a seat that is not due */
        step = random_item(json_object_get(hand, "steps"));
        return step &&
               json_array_set_new(
                   step, 0, json_integer(json_integer_value(json_array_get(step, 0)) + 1)) == 0;
    default: /* a decision too many, of nobody */
        list = json_object_get(hand, "steps");
        return list && json_object_get(hand, "tricks") &&
               json_array_append_new(list, json_pack("[iss]", 0, "play", "AS")) == 0;
    }
    size_t size = json_array_size(list), at = size ? below((uint32_t)size) : 0;
    return size &&
           json_array_set_new(list, at,
                              json_integer(json_integer_value(json_array_get(list, at)) + 10)) == 0;
}

static void check_change(const char *line)
{
    json_t *root = json_loads(line, 0, NULL);
    char report[400];

    if (change(root)) {
        char *changed = json_dumps(root, JSON_COMPACT);
        if (replay(changed, report) <= 0)
            broken("a record replays though it was changed: %s", changed);
        free(changed);
        changes++;
    }
    json_decref(root);
}

static void records_replay_to_the_same_game(void **context)
{
    uint64_t first = random_env("SEED", 1), count = random_games(1500);
    char report[400];
    const char *path = getenv("RECORDS"); /* for another reader of the rules */
    FILE *file = path ? fopen(path, "w") : NULL;

    (void)context;
    random_program = "sim_test_records";
    for (uint64_t i = 0; i < count; i++) {
        struct ruleset rules;
        seed_game(first + i);
        char *line = write_game(&rules);
        if (replay(line, report) != 0)
            broken("the record does not replay: %s\n%s", report, line);
        char *again = write_again(line);
        if (!again || strcmp(line, again) != 0)
            broken("written again the record differs:\n%s\n%s", line, again ? again : "-");
        check_change(line);
        records++;
        if (file)
            fprintf(file, "%s\n", line);
        free(again);
        free(line);
    }
    printf("%ld records, %ld hands, %ld steps, %ld changes found\n", records, hands, steps,
           changes);
    assert_true(count < 100 || changes > records / 2);
    assert_true((path != NULL) == (file != NULL) && (!file || fclose(file) == 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(records_replay_to_the_same_game)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
