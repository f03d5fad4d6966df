/* test_stats.c - block statistics, SPRT and batch ratings against the published vectors and the
 * properties in their definitions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ladder.h"

#define NEAR(a, b) assert_true(fabs((a) - (b)) <= 1e-6)
enum { PLAYERS_MAX = 8, GAMES_MAX = 32 };

static double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static int counts_read(const json_t *input, double *counts)
{
    const json_t *results = json_object_get(input, "results");
    int count = (int)json_array_size(results);
    assert_in_range(count, 3, STATS_CLASSES_MAX);
    for (int i = 0; i < count; i++)
        counts[i] = json_number_value(json_array_get(results, (size_t)i));
    return count;
}

static void check_interval(const json_t *input, const json_t *expected)
{
    double counts[STATS_CLASSES_MAX];
    struct stats_interval out;
    stats_interval(counts, counts_read(input, counts), &out);
    NEAR(out.games, number(expected, "games"));
    NEAR(out.score, number(expected, "score"));
    NEAR(out.score_se, number(expected, "score_se"));
    NEAR(out.elo, number(expected, "elo"));
    NEAR(out.elo_err95, number(expected, "elo_err95"));
    NEAR(out.elo_low95, number(expected, "elo_low95"));
    NEAR(out.elo_high95, number(expected, "elo_high95"));
    NEAR(out.los, number(expected, "los"));
    NEAR(out.nelo, number(expected, "nelo"));
    NEAR(out.nelo_err95, number(expected, "nelo_err95"));
}

static void check_sprt(const json_t *input, const json_t *expected)
{
    static const char *const names[] = {"continue", "H0", "H1"};
    double counts[STATS_CLASSES_MAX];
    int count = counts_read(input, counts);
    const char *model = json_string_value(json_object_get(input, "model"));
    struct sprt sprt = {.model = strcmp(model, "normalized") == 0 ? SPRT_NORMALIZED : SPRT_LOGISTIC,
                        .elo0 = number(input, "elo0"),
                        .elo1 = number(input, "elo1"),
                        .alpha = number(input, "alpha"),
                        .beta = number(input, "beta")};
    stats_sprt(counts, count, &sprt);
    NEAR(sprt.llr, number(expected, "llr"));
    NEAR(sprt.lower, number(expected, "lower"));
    NEAR(sprt.upper, number(expected, "upper"));
    assert_string_equal(names[sprt.state], json_string_value(json_object_get(expected, "state")));
}

static int player_index(const json_t *players, const char *name)
{
    for (size_t i = 0; i < json_array_size(players); i++) {
        if (strcmp(json_string_value(json_array_get(players, i)), name) == 0)
            return (int)i;
    }
    fail_msg("no player %s", name);
    return -1;
}

static void check_ml(const json_t *input, const json_t *expected)
{
    const json_t *players = json_object_get(input, "players"),
                 *in = json_object_get(input, "games");
    struct ml_game games[GAMES_MAX];
    struct ml_rating ratings[PLAYERS_MAX];
    double cov[PLAYERS_MAX * PLAYERS_MAX];
    int n = (int)json_array_size(players), count = (int)json_array_size(in);
    assert_in_range(n, 1, PLAYERS_MAX);
    assert_in_range(count, 1, GAMES_MAX);
    for (int i = 0; i < count; i++) {
        const json_t *game = json_array_get(in, (size_t)i);
        games[i] = (struct ml_game){
            .a = player_index(players, json_string_value(json_object_get(game, "a"))),
            .b = player_index(players, json_string_value(json_object_get(game, "b"))),
            .n = number(game, "n"),
            .score_a = number(game, "score_a")};
    }
    assert_int_equal(stats_ml_ratings(games, count, n, number(input, "center"),
                                      number(input, "virtual_draws"), ratings, cov),
                     0);
    const json_t *want = json_object_get(expected, "ratings"),
                 *adjacent = json_object_get(expected, "adjacent");
    for (size_t i = 0; i < json_array_size(want); i++) {
        const json_t *row = json_array_get(want, i);
        int at = player_index(players, json_string_value(json_object_get(row, "id")));
        NEAR(ratings[at].rating, number(row, "rating"));
        NEAR(ratings[at].se, number(row, "se"));
        NEAR(ratings[at].err95, number(row, "err95"));
    }
    for (size_t i = 0; i < json_array_size(adjacent); i++) {
        const json_t *row = json_array_get(adjacent, i);
        int a = player_index(players, json_string_value(json_object_get(row, "a")));
        int b = player_index(players, json_string_value(json_object_get(row, "b")));
        double diff = ratings[a].rating - ratings[b].rating;
        double se = sqrt(cov[a * n + a] + cov[b * n + b] - 2 * cov[a * n + b]);
        NEAR(diff, number(row, "diff"));
        NEAR(se, number(row, "se_diff"));
        NEAR(0.5 * erfc(-diff / se / sqrt(2)), number(row, "los"));
    }
}

static void test_vectors(void **state)
{
    (void)state;
    json_error_t error;
    json_t *file = json_load_file("tests/vectors/ratings.json", 0, &error);
    if (!file)
        fail_msg("tests/vectors/ratings.json: %s", error.text);
    const json_t *vectors = json_object_get(file, "vectors");
    int interval_count = 0, sprt_count = 0, ml_count = 0;
    for (size_t i = 0; i < json_array_size(vectors); i++) {
        const json_t *vector = json_array_get(vectors, i);
        const char *kind = json_string_value(json_object_get(vector, "kind"));
        const json_t *input = json_object_get(vector, "input");
        const json_t *expected = json_object_get(vector, "expected");
        if (strcmp(kind, "elo_interval") == 0) {
            check_interval(input, expected);
            interval_count++;
        } else if (strcmp(kind, "sprt") == 0) {
            check_sprt(input, expected);
            sprt_count++;
        } else if (strcmp(kind, "ml_ratings") == 0) {
            check_ml(input, expected);
            ml_count++;
        }
    }
    assert_int_equal(interval_count, 2);
    assert_int_equal(sprt_count, 3);
    assert_int_equal(ml_count, 2);
    json_decref(file);
}

/* A first block, or a clean sweep, must give finite numbers (ratings 4: zero counts). */
static void test_one_sided_counts_are_finite(void **state)
{
    (void)state;
    const double sweeps[][5] = {
        {0, 0, 0, 0, 1}, {500, 0, 0, 0, 0}, {0, 0, 9, 0, 0}, {0, 0, 0, 0, 0}};
    for (size_t i = 0; i < sizeof sweeps / sizeof sweeps[0]; i++) {
        for (int model = SPRT_LOGISTIC; model <= SPRT_NORMALIZED; model++) {
            struct stats_interval interval;
            struct sprt sprt = {.model = (enum sprt_model)model,
                                .elo0 = -5,
                                .elo1 = 200,
                                .alpha = 0.05,
                                .beta = 0.1};
            stats_interval(sweeps[i], 5, &interval);
            stats_sprt(sweeps[i], 5, &sprt);
            assert_true(isfinite(interval.elo) && isfinite(interval.nelo) &&
                        isfinite(interval.los));
            assert_true(isfinite(sprt.llr));
        }
    }
}

/* Swapping the sides reverses the counts: H1 of one is H0 of the other. */
static void test_sprt_is_antisymmetric(void **state)
{
    (void)state;
    const double counts[5] = {112, 421, 980, 503, 139}, turned[5] = {139, 503, 980, 421, 112};
    for (int model = SPRT_LOGISTIC; model <= SPRT_NORMALIZED; model++) {
        struct sprt a = {
            .model = (enum sprt_model)model, .elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
        struct sprt b = {
            .model = (enum sprt_model)model, .elo0 = -10, .elo1 = 0, .alpha = 0.05, .beta = 0.05};
        stats_sprt(counts, 5, &a);
        stats_sprt(turned, 5, &b);
        NEAR(a.llr, -b.llr);
        assert_int_equal(a.state, SPRT_H1);
        assert_int_equal(b.state, SPRT_H0);
    }
}

static void test_ml_refuses_a_graph_that_falls_apart(void **state)
{
    (void)state;
    struct ml_rating ratings[4];
    /* 2 beat 0 and 1 without a loss: its rating has no bound. */
    const struct ml_game sweep[] = {{0, 1, 10, 4}, {2, 0, 5, 5}, {2, 1, 5, 5}};
    assert_int_equal(stats_ml_ratings(sweep, 3, 3, 1500, 0, ratings, NULL), STATS_APART);
    assert_int_equal(stats_ml_ratings(sweep, 3, 3, 1500, 1, ratings, NULL), 0);
    assert_true(ratings[2].rating > ratings[1].rating && ratings[1].rating > ratings[0].rating);
    /* Two groups that never met. */
    const struct ml_game islands[] = {{0, 1, 10, 4}, {2, 3, 10, 4}};
    assert_int_equal(stats_ml_ratings(islands, 2, 4, 1500, 0, ratings, NULL), STATS_APART);
    /* A ring in which each beat the next once: connected, and all equal. */
    const struct ml_game ring[] = {{0, 1, 1, 1}, {1, 2, 1, 1}, {2, 0, 1, 1}};
    assert_int_equal(stats_ml_ratings(ring, 3, 3, 1500, 0, ratings, NULL), 0);
    for (int i = 0; i < 3; i++)
        NEAR(ratings[i].rating, 1500);
}

/* At the maximum each player's score equals its expected score; the mean is the centre. */
static void test_ml_expects_what_was_scored(void **state)
{
    (void)state;
    enum { N = 60 };
    struct ml_game *games = calloc(N * N, sizeof *games);
    struct ml_rating ratings[N];
    uint64_t seed = 7;
    int count = 0;
    for (int a = 0; a < N; a++) {
        for (int b = 0; b < a; b++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            double share =
                elo_expected(31.0 * (a - b)) * 18 + 1; /* 1 to 19 of 20, up to about +-1800 */
            games[count++] = (struct ml_game){a, b, 20, floor(share + (double)(seed >> 63))};
        }
    }
    assert_int_equal(stats_ml_ratings(games, count, N, 2000, 0, ratings, NULL), 0);
    double sum = 0, owed[N] = {0};
    for (int i = 0; i < count; i++) {
        double off = games[i].score_a -
                     20 * elo_expected(ratings[games[i].a].rating - ratings[games[i].b].rating);
        owed[games[i].a] += off;
        owed[games[i].b] -= off;
    }
    for (int i = 0; i < N; i++) {
        NEAR(owed[i], 0);
        assert_true(ratings[i].se > 0);
        sum += ratings[i].rating;
    }
    NEAR(sum / N, 2000);
    free(games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_one_sided_counts_are_finite),
        cmocka_unit_test(test_sprt_is_antisymmetric),
        cmocka_unit_test(test_ml_refuses_a_graph_that_falls_apart),
        cmocka_unit_test(test_ml_expects_what_was_scored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
