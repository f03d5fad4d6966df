/* test_record.c - the writer of records. */
#include "record_game.h"
#include <glob.h>

static uint8_t read_cards(const json_t *list, card_t *cards)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        assert_int_equal(card_parse(text, strlen(text), &cards[i]), 0);
    }
    return (uint8_t)json_array_size(list);
}

static void read_deal(const json_t *json, struct deal *deal)
{
    const json_t *hands = json_object_get(json, "hands");

    memset(deal, 0, sizeof *deal);
    deal->hand_count = (uint8_t)json_array_size(hands);
    for (size_t i = 0; i < json_array_size(hands); i++)
        deal->hand_cards = read_cards(json_array_get(hands, i), deal->hands[i]);
    deal->kitty_count = read_cards(json_object_get(json, "kitty"), deal->kitty);
    deal->exposed_count = read_cards(json_object_get(json, "exposed"), deal->exposed);
    deal->stock_count = read_cards(json_object_get(json, "stock"), deal->stock);
}

static void read_ruleset(const json_t *json, struct ruleset *rules)
{
    const char *preset = json_string_value(json_object_get(json, "preset")), *name;
    json_t *options = json_object_get(json, "options"), *value;
    struct ruleset_error error;

    assert_int_equal(ruleset_preset(rules, preset, strlen(preset), &error), 0);
    json_object_foreach(options, name, value)
    {
        const char *text = json_string_value(value);
        assert_int_equal(ruleset_set(rules, name, strlen(name), text, strlen(text), &error), 0);
    }
    assert_int_equal(ruleset_finish(rules, &error), 0);
}

/* Plays a hand in the engine, and writes it. */
static void write_hand(struct record *record, struct game *game, const struct ruleset *rules,
                       const json_t *hand)
{
    const json_t *deck_list = json_object_get(json_object_get(hand, "deal"), "deck"), *step;
    card_t deck[CARDS_MAX];
    struct deal deal;
    size_t i;

    read_deal(json_object_get(hand, "deal"), &deal);
    read_cards(deck_list, deck);
    record_deal(record, game->dealer, game->deal_number, game->attempt, &deal,
                deck_list ? deck : NULL);
    if (json_is_true(json_object_get(hand, "same_pack")))
        record_same_pack(record);
    assert_int_equal(game_deal(game, rules, &deal, NULL), 0);
    json_array_foreach(json_object_get(hand, "steps"), i, step)
    {
        const char *text = json_string_value(json_array_get(step, 2));
        struct action action;
        assert_int_equal(action_parse(text, strlen(text), &action), 0);
        record_step(record, game->turn, (enum phase)game->phase, &action, NULL, -1);
        assert_int_equal(game_apply(game, rules, &action, NULL), 0);
    }
    if (json_object_get(hand, "contract"))
        record_hand(record, &game->last);
}

static char *write_again(const json_t *json)
{
    const json_t *players = json_object_get(json, "players"), *hand;
    const json_t *result = json_object_get(json, "result");
    const char *names[SEATS_MAX] = {0};
    int32_t scores[SEATS_MAX] = {0};
    enum reason reason = REASON_TARGET;
    unsigned winners = 0;
    struct ruleset rules;
    struct game game;
    size_t i;

    read_ruleset(json_object_get(json, "ruleset"), &rules);
    for (i = 0; i < json_array_size(players); i++)
        names[i] = json_string_value(json_array_get(players, i));
    struct record *record =
        record_create(&rules, json_string_value(json_object_get(json, "game")), names);
    game_init(&game, &rules, (seat_t)json_integer_value(json_object_get(json, "dealer")));
    json_array_foreach(json_object_get(json, "hands"), i, hand)
        write_hand(record, &game, &rules, hand);
    while (strcmp(game_reason_name(reason), json_string_value(json_object_get(result, "reason"))) !=
           0)
        reason++;
    for (i = 0; i < json_array_size(json_object_get(result, "winners")); i++)
        winners |= 1u << json_integer_value(json_array_get(json_object_get(result, "winners"), i));
    for (i = 0; i < json_array_size(json_object_get(result, "scores")); i++)
        scores[i] =
            (int32_t)json_integer_value(json_array_get(json_object_get(result, "scores"), i));
    record_result(record, reason, (uint8_t)winners, scores);
    char *line = record_line(record);
    record_destroy(record);
    return line;
}

/* cmocka truncates its output: this prints where two long lines differ. */
static void assert_same_text(const char *got, const char *expected)
{
    size_t i = 0, from;
    while (got[i] && got[i] == expected[i])
        i++;
    from = i > 100 ? i - 100 : 0;
    if (got[i] != expected[i])
        print_error("expected %.200s\n     got %.200s\n", expected + from, got + from);
    assert_int_equal(got[i], expected[i]);
}

/* The options may have another order: the rulesets are compared. */
static void assert_same_ruleset(const json_t *a, const json_t *b)
{
    struct ruleset made_of_a, made_of_b;
    read_ruleset(json_object_get(a, "ruleset"), &made_of_a);
    read_ruleset(json_object_get(b, "ruleset"), &made_of_b);
    assert_memory_equal(&made_of_a, &made_of_b, sizeof made_of_a);
}

/* Only the writer's additions and the vectors' extra keys may differ. */
static void strip(json_t *json)
{
    size_t i;
    json_t *hand;

    json_object_del(json, "ruleset");
    json_array_foreach(json_object_get(json, "hands"), i, hand)
    {
        json_object_del(hand, "d");
        json_object_del(hand, "a");
        json_object_del(hand, "legal");
    }
}

/* Every record of the rule vectors is written as it was read: same keys, same values, keys in
 * the same order. */
static void test_vectors(void **state)
{
    glob_t files;
    char *line = NULL;
    size_t capacity = 0;
    int records = 0;

    (void)state;
    assert_int_equal(glob("tests/vectors/rules/*.jsonl", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        FILE *file = fopen(files.gl_pathv[i], "r");
        assert_non_null(file);
        while (getline(&line, &capacity, file) > 0) {
            json_t *json = json_loads(line, 0, NULL);
            char *again = write_again(json);
            json_t *written = json_loads(again, 0, NULL);
            assert_same_ruleset(json, written);
            strip(json);
            strip(written);
            char *expected = json_dumps(json, JSON_COMPACT);
            char *got = json_dumps(written, JSON_COMPACT);
            assert_same_text(got, expected);
            json_decref(written);
            free(expected);
            free(got);
            free(again);
            records++;
            json_decref(json);
        }
        fclose(file);
    }
    free(line);
    globfree(&files);
    assert_int_equal(records, 233 + 16 * 100);
}

static void test_same_calls_same_bytes(void **state)
{
    char *lines[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct played played;
        played_start(&played, "everything", NULL, 0, 5);
        played_go(&played, 100000);
        lines[i] = played_line(&played);
        played_end(&played);
    }
    assert_string_equal(lines[0], lines[1]);
    assert_replays(replay_line(lines[0], strlen(lines[0]), false));
    free(lines[0]);
    free(lines[1]);
}

/* The options that differ from the preset, in the order of the rules page. */
static void test_options(void **state)
{
    static const char *const options[] = {"target=1000", "ban=2", "joker_nt=not-void",
                                          "value.misere=300"};
    struct played played;

    (void)state;
    played_start(&played, "australian", options, 4, 6);
    char *line = played_line(&played);
    assert_non_null(strstr(line, "\"ruleset\":{\"preset\":\"australian\",\"options\":{"
                                 "\"value.misere\":\"300\",\"ban\":\"2\",\"target\":\"1000\"}}"));
    free(line);
    played_end(&played);
}

/* A game may stop before its first deal, at any step, and between hands. */
static void test_stopped_anywhere(void **state)
{
    static const char *const options[] = {"target=10000", "floor=0"};

    (void)state;
    for (int steps = 0; steps < 120; steps++) {
        struct played played;
        played_start(&played, "five-handed", options, 2, 7);
        played_go(&played, steps);
        char *line = played_line(&played);
        assert_replays(replay_line(line, strlen(line), false));
        json_t *json = json_loads(line, 0, NULL);
        const json_t *result = json_object_get(json, "result");
        assert_string_equal(json_string_value(json_object_get(result, "reason")), "aborted");
        assert_int_equal(json_array_size(json_object_get(result, "winners")), 0);
        json_decref(json);
        free(line);
        played_end(&played);
    }
}

static void test_faults_and_clocks(void **state)
{
    struct played played;
    size_t last;

    (void)state;
    played_start(&played, "wikipedia", NULL, 0, 8);
    record_fault(played.record, 3, "start");
    played_deal(&played);
    played_step(&played, NULL, 12);
    record_fault(played.record, 2, "gone");
    played_step(&played, "time", -1);
    played_step(&played, NULL, 0);
    char *line = played_line(&played);
    assert_replays(replay_line(line, strlen(line), false));
    json_t *json = json_loads(line, 0, NULL);
    const json_t *hands = json_object_get(json, "hands");
    last = json_array_size(hands) - 1;
    const json_t *hand = json_array_get(hands, last);
    json_t *expected =
        json_pack("{s:[i,i,i],s:[[n,i,s],[i,O,s]],s:[[i,i,s]]}", "ms", 12, -1, 0, "faults", 2,
                  "gone", 1, json_array_get(json_array_get(json_object_get(hand, "steps"), 1), 0),
                  "time", "game", 0, 3, "start");
    assert_non_null(expected);
    assert_true(json_equal(json_object_get(hand, "ms"), json_object_get(expected, "ms")));
    assert_true(json_equal(json_object_get(hand, "faults"), json_object_get(expected, "faults")));
    assert_true(json_equal(json_object_get(json, "faults"), json_object_get(expected, "game")));
    json_decref(expected);
    json_decref(json);
    free(line);
    played_end(&played);
}

/* The clocks of one hand do not appear in the next, and a hand without clocks has no list. */
static void test_clocks_end_with_the_hand(void **state)
{
    struct played played;

    (void)state;
    played_start(&played, "wikipedia", NULL, 0, 9);
    played_deal(&played);
    played_step(&played, "time", 5);
    while (played.game.phase != PHASE_DEAL)
        played_step(&played, NULL, -1);
    played_deal(&played);
    played_step(&played, NULL, -1);
    char *line = played_line(&played);
    json_t *json = json_loads(line, 0, NULL);
    const json_t *hands = json_object_get(json, "hands");
    assert_non_null(json_object_get(json_array_get(hands, 0), "ms"));
    assert_non_null(json_object_get(json_array_get(hands, 0), "faults"));
    assert_null(json_object_get(json_array_get(hands, 1), "ms"));
    assert_null(json_object_get(json_array_get(hands, 1), "faults"));
    json_decref(json);
    free(line);
    played_end(&played);
}

/* Names may hold any bytes: the line stays one line of JSON. */
static void test_hostile_names(void **state)
{
    const char *names[] = {"\"],\"dealer\":9,\"x\":[\"", "a\\", "\n\t\x01\x7f", "\xff\xfe"};
    struct ruleset_error error;
    struct ruleset rules;
    int32_t scores[SEATS_MAX] = {0};

    (void)state;
    assert_int_equal(ruleset_parse(&rules, "wikipedia", NULL, 0, &error), 0);
    struct record *record = record_create(&rules, "\"g\n", names);
    record_result(record, REASON_ABORTED, 0, scores);
    char *line = record_line(record);
    assert_null(strchr(line, '\n'));
    json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    const json_t *players = json_object_get(json, "players");
    assert_int_equal(json_array_size(players), 4);
    for (int i = 0; i < 3; i++)
        assert_string_equal(json_string_value(json_array_get(players, (size_t)i)), names[i]);
    assert_int_equal(json_integer_value(json_object_get(json, "dealer")), 0);
    assert_replays(replay_line(line, strlen(line), false));
    json_decref(json);
    free(line);
    record_destroy(record);
}

/* With all decks and two-handed games the deal is read back, and the proof of its shuffle holds. */
static void test_presets(void **state)
{
    (void)state;
    for (int i = 0; i < preset_count(); i++) {
        struct played played;
        played_start(&played, preset_name(i), NULL, 0, (uint32_t)i + 20);
        played_go(&played, 100000);
        char *line = played_line(&played);
        assert_replays(replay_line(line, strlen(line), false));
        free(line);
        played_end(&played);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),           cmocka_unit_test(test_same_calls_same_bytes),
        cmocka_unit_test(test_options),           cmocka_unit_test(test_stopped_anywhere),
        cmocka_unit_test(test_faults_and_clocks), cmocka_unit_test(test_clocks_end_with_the_hand),
        cmocka_unit_test(test_hostile_names),     cmocka_unit_test(test_presets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
