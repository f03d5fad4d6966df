/* test_chances_json.c - chances with all cards known: one number for each step, no play helps
 * its own side, the most expensive plays are the drops of the curve, the last number is the
 * result. */
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/chances_json.h"
#include "record/watch_json.h"

static int number(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static int at(const json_t *hand, int side, size_t place)
{
    const json_t *list = json_array_get(json_object_get(hand, "chances"), (size_t)side);
    const json_t *value = json_array_get(list, place);
    assert_true(json_is_integer(value));
    return (int)json_integer_value(value);
}

/* A hand has one number more than steps, in thousandths. A card never raises the chance of its
 * own side, because the number before it assumes the best play. */
static int check_hand(const json_t *hand, const json_t *seen, const json_t *sides, bool bids)
{
    const json_t *steps = json_object_get(seen, "steps"), *step, *list;
    size_t side, i;
    int drops = 0;
    json_array_foreach(json_object_get(hand, "chances"), side, list)
    {
        assert_int_equal(json_array_size(list), json_array_size(steps) + 1);
        for (i = 0; i < json_array_size(list); i++)
            assert_in_range(at(hand, (int)side, i), 0, 1000);
    }
    json_array_foreach(steps, i, step)
    {
        int own = (int)json_integer_value(json_array_get(sides, (size_t)number(step, "seat")));
        const char *phase = json_string_value(json_object_get(step, "phase"));
        bool last = i + 1 == json_array_size(steps);
        if (strcmp(phase, "play") != 0 || last || !bids)
            continue;
        assert_true(at(hand, own, i) >= at(hand, own, i + 1));
        drops += at(hand, own, i) > at(hand, own, i + 1);
    }
    return drops;
}

static void check_dear(const json_t *value, const json_t *watch)
{
    const json_t *dear = json_object_get(value, "dear"), *play;
    int before = 1000;
    size_t i;
    assert_true(json_array_size(dear) <= CHANCES_DEAR_MAX);
    json_array_foreach(dear, i, play)
    {
        const json_t *hand =
            json_array_get(json_object_get(value, "hands"), (size_t)number(play, "hand") - 1);
        const json_t *steps = json_object_get(
            json_array_get(json_object_get(watch, "hands"), (size_t)number(play, "hand") - 1),
            "steps");
        const json_t *step = json_array_get(steps, (size_t)number(play, "step") - 1);
        int own = (int)json_integer_value(
            json_array_get(json_object_get(watch, "sides"), (size_t)number(play, "seat")));
        assert_string_equal(json_string_value(json_object_get(step, "action")),
                            json_string_value(json_object_get(play, "action")));
        assert_int_equal(number(step, "seat"), number(play, "seat"));
        assert_string_not_equal(json_string_value(json_object_get(play, "best")),
                                json_string_value(json_object_get(play, "action")));
        assert_in_range(number(play, "cost"), CHANCES_DEAR_LEAST, before);
        before = number(play, "cost");
        if ((size_t)number(play, "step") <
            json_array_size(steps)) /* then the score itself counts */
            assert_int_equal(at(hand, own, (size_t)number(play, "step") - 1) -
                                 at(hand, own, (size_t)number(play, "step")),
                             number(play, "cost"));
    }
}

/* Returns the plays that lost something. */
static int check_record(const char *line)
{
    char *text = chances_json_game(line), *seen = watch_json_game(line);
    json_t *value = text ? json_loads(text, 0, NULL) : NULL, *watch = json_loads(seen, 0, NULL);
    const json_t *hands = json_object_get(value, "hands"), *hand,
                 *result = json_object_get(watch, "result");
    int drops = 0;
    size_t i;
    assert_non_null(value);
    json_array_foreach(hands, i, hand)
    {
        drops += check_hand(hand, json_array_get(json_object_get(watch, "hands"), i),
                            json_object_get(watch, "sides"), strstr(line, "\"wikipedia\"") != NULL);
    }
    check_dear(value, watch);
    const char *reason = json_string_value(json_object_get(result, "reason"));
    if (reason && strcmp(reason, "forfeit") != 0 && strcmp(reason, "aborted") != 0 &&
        json_array_size(hands) > 0) {
        const json_t *winners = json_object_get(result, "winners"), *winner;
        const json_t *last = json_array_get(hands, json_array_size(hands) - 1);
        const json_t *list = json_array_get(json_object_get(last, "chances"), 0);
        json_array_foreach(winners, i, winner)
        {
            assert_int_equal(at(last, (int)json_integer_value(winner), json_array_size(list) - 1),
                             1000);
        }
    }
    json_decref(value);
    json_decref(watch);
    free(text);
    free(seen);
    return drops;
}

static void test_records(void **state)
{
    char *line = NULL;
    size_t capacity = 0;
    int drops = 0, records = 0;
    glob_t files;
    (void)state;
    assert_int_equal(glob("tests/vectors/rules/*.jsonl", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc;
         i += 3) { /* a third of them: each takes a tenth of a second */
        FILE *file = fopen(files.gl_pathv[i], "r");
        assert_non_null(file);
        if (getline(&line, &capacity, file) > 0) {
            drops += check_record(line);
            records++;
        }
        fclose(file);
    }
    globfree(&files);
    free(line);
    assert_true(records > 15);
    assert_true(drops > 2);
}

/* No record takes more than its nodes: missing values are counted, and all others are there. */
static void test_limit(void **state)
{
    FILE *file = fopen("tests/vectors/rules/set.jsonl", "r");
    char *line = NULL;
    size_t capacity = 0;
    (void)state;
    assert_non_null(file);
    assert_true(getline(&line, &capacity, file) > 0);
    fclose(file);
    char *whole = chances_json_game(line), *part = chances_json_within(line, 3000);
    json_t *all = json_loads(whole, 0, NULL), *some = json_loads(part, 0, NULL);
    assert_int_equal(number(all, "left"), 0);
    assert_true(number(some, "left") > 10);
    assert_int_equal(json_array_size(json_object_get(some, "hands")),
                     json_array_size(json_object_get(all, "hands")));
    json_decref(all);
    json_decref(some);
    free(whole);
    free(part);
    free(line);
}

static void test_not_a_record(void **state)
{
    (void)state;
    assert_null(chances_json_game(""));
    assert_null(chances_json_game("{}"));
    assert_null(chances_json_game("{\"ruleset\":{\"preset\":\"none\",\"options\":{}}}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_records), cmocka_unit_test(test_limit),
                                       cmocka_unit_test(test_not_a_record)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
