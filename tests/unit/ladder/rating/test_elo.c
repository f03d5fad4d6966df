/* test_elo.c - online Elo against the published vectors, and cases that they do not cover. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "ladder.h"

#define NEAR(a, b) assert_true(fabs((a) - (b)) <= 1e-6)

static double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static json_t *vectors_load(void)
{
    json_error_t error;
    json_t *file = json_load_file("tests/vectors/ratings.json", 0, &error);
    if (!file)
        fail_msg("tests/vectors/ratings.json: %s", error.text);
    assert_true(json_is_array(json_object_get(file, "vectors")));
    return file;
}

static void check_scores(const json_t *input, const json_t *expected)
{
    const json_t *pairs = json_object_get(input, "pairs"),
                 *want = json_object_get(expected, "expected");
    assert_int_equal(json_array_size(pairs), json_array_size(want));
    for (size_t i = 0; i < json_array_size(pairs); i++) {
        const json_t *pair = json_array_get(pairs, i);
        double own = json_number_value(json_array_get(pair, 0));
        double other = json_number_value(json_array_get(pair, 1));
        NEAR(elo_expected(own - other), json_number_value(json_array_get(want, i)));
        NEAR(elo_expected(own - other) + elo_expected(other - own), 1);
    }
}

static void check_update(const json_t *input, const json_t *expected)
{
    struct elo_side sides[6] = {0};
    const json_t *in = json_object_get(input, "sides"), *want = json_object_get(expected, "sides");
    int count = (int)json_array_size(in);
    for (int i = 0; i < count; i++) {
        const json_t *side = json_array_get(in, (size_t)i),
                     *members = json_object_get(side, "members");
        sides[i].rank = (int)number(side, "rank");
        sides[i].member_count = (int)json_array_size(members);
        for (int p = 0; p < sides[i].member_count; p++) {
            sides[i].members[p].rating = number(json_array_get(members, (size_t)p), "rating");
            sides[i].members[p].k = number(json_array_get(members, (size_t)p), "k");
        }
    }
    elo_update(sides, count, number(input, "floor"));
    for (int i = 0; i < count; i++) {
        const json_t *side = json_array_get(want, (size_t)i),
                     *members = json_object_get(side, "members");
        NEAR(sides[i].side_rating, number(side, "side_rating"));
        NEAR(sides[i].expected, number(side, "expected_score"));
        NEAR(sides[i].actual, number(side, "actual_score"));
        for (int p = 0; p < sides[i].member_count; p++) {
            const json_t *member = json_array_get(members, (size_t)p);
            NEAR(sides[i].members[p].delta, number(member, "delta"));
            NEAR(sides[i].members[p].rating_new, number(member, "new"));
            assert_int_equal(sides[i].members[p].rating_new_milli, number(member, "new_milli"));
        }
    }
}

static void test_vectors(void **state)
{
    (void)state;
    json_t *file = vectors_load();
    const json_t *vectors = json_object_get(file, "vectors");
    int expected_count = 0, update_count = 0;
    for (size_t i = 0; i < json_array_size(vectors); i++) {
        const json_t *vector = json_array_get(vectors, i);
        const char *kind = json_string_value(json_object_get(vector, "kind"));
        const json_t *input = json_object_get(vector, "input");
        const json_t *expected = json_object_get(vector, "expected");
        if (strcmp(kind, "expected_score") == 0) {
            check_scores(input, expected);
            expected_count++;
        } else if (strcmp(kind, "elo_update") == 0) {
            check_update(input, expected);
            update_count++;
        }
    }
    assert_int_equal(expected_count, 1);
    assert_int_equal(update_count, 4);
    json_decref(file);
}

static void test_floor_holds_the_loser(void **state)
{
    (void)state;
    struct elo_side sides[2] = {
        {.rank = 2, .member_count = 1, .members = {{.rating = 105, .k = 40}}},
        {.rank = 1, .member_count = 1, .members = {{.rating = 105, .k = 40}}}};
    elo_update(sides, 2, 100);
    NEAR(sides[0].members[0].delta, -20);
    assert_int_equal(sides[0].members[0].rating_new_milli, 100000);
    assert_int_equal(sides[1].members[0].rating_new_milli, 125000);
}

/* 0.5 thousandths on either side of zero: both round away from it (ratings 2). */
static void test_half_rounds_away(void **state)
{
    (void)state;
    struct elo_side up[2] = {
        {.rank = 1, .member_count = 1, .members = {{.rating = 0.0625, .k = 0}}},
        {.rank = 2, .member_count = 1, .members = {{.rating = -0.0625, .k = 0}}}};
    elo_update(up, 2, -1000);
    assert_int_equal(up[0].members[0].rating_new_milli, 63);
    assert_int_equal(up[1].members[0].rating_new_milli, -63);
}

static void test_equal_k_sums_to_zero_for_any_sides(void **state)
{
    (void)state;
    for (int count = 2; count <= 6; count++) {
        struct elo_side sides[6] = {0};
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sides[i].rank = i / 2 + 1;
            sides[i].member_count = 1;
            sides[i].members[0] = (struct elo_member){.rating = 1200 + 137 * i, .k = 20};
        }
        elo_update(sides, count, 0);
        for (int i = 0; i < count; i++) {
            sum += sides[i].members[0].delta;
            assert_true(fabs(sides[i].members[0].delta) < 20);
        }
        NEAR(sum, 0);
    }
}

static void test_k_steps(void **state)
{
    (void)state;
    const int games[] = {0, 29, 30, 299, 300, 100000};
    const double k[] = {40, 40, 20, 20, 10, 10};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        NEAR(elo_k(games[i]), k[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_floor_holds_the_loser),
        cmocka_unit_test(test_half_rounds_away),
        cmocka_unit_test(test_equal_k_sums_to_zero_for_any_sides),
        cmocka_unit_test(test_k_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
