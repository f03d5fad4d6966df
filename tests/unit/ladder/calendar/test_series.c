/* test_series.c - points of events add up: shared places, the order, and no point gained or
 * lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "calendar/series.h"
#include "splitmix.h"

#include <stdio.h>
#include <string.h>

static const int points[] = {25, 18, 15, 12};
enum { POINTS = sizeof points / sizeof points[0] };

static const struct series_row *row_of(const struct series *series, const char *entry)
{
    for (int i = 0; i < series->count; i++) {
        if (strcmp(series->rows[i].entry, entry) == 0)
            return &series->rows[i];
    }
    return NULL;
}

static void places_have_their_points(void **state)
{
    const struct series_placing one[] = {{"ann", 1}, {"bob", 2}, {"cy", 3}, {"di", 4}, {"eve", 5}};
    struct series series = {0};
    (void)state;
    assert_int_equal(series_add_event(&series, one, 5, points, POINTS), 0);
    assert_int_equal(row_of(&series, "ann")->points, 2500);
    assert_int_equal(row_of(&series, "di")->points, 1200);
    assert_null(row_of(&series, "eve")); /* no points, no row */
    assert_int_equal(series_add_event(&series, one, 2, points, POINTS), 0);
    assert_int_equal(row_of(&series, "bob")->points, 3600);
    assert_int_equal(row_of(&series, "bob")->events, 2);
    assert_int_equal(row_of(&series, "bob")->places[1], 2);
    series_free(&series);
}

static void level_entries_share(void **state)
{
    /* Two share the first rank, three the third; the last of these places has no points. */
    const struct series_placing level[] = {
        {"ann", 1}, {"bob", 1}, {"cy", 3}, {"di", 3}, {"eve", 3}};
    struct series series = {0};
    (void)state;
    assert_int_equal(series_add_event(&series, level, 5, points, POINTS), 0);
    assert_int_equal(row_of(&series, "ann")->points, (2500 + 1800) / 2);
    assert_int_equal(row_of(&series, "bob")->points, (2500 + 1800) / 2);
    assert_int_equal(row_of(&series, "eve")->points, (1500 + 1200) / 3);
    assert_int_equal(row_of(&series, "eve")->places[2], 1);
    series_order(&series);
    assert_int_equal(series.rows[0].rank, 1);
    assert_int_equal(series.rows[1].rank, 1);
    assert_string_equal(series.rows[1].entry, "bob");
    assert_int_equal(series.rows[4].rank, 3);
    series_free(&series);
}

static void the_same_points_are_ordered_by_places(void **state)
{
    static const int two[] = {2, 1, 1};
    const struct series_placing first[] = {{"ann", 1}, {"bob", 2}};
    const struct series_placing second[] = {{"cy", 1}, {"bob", 2}};
    struct series series = {0};
    (void)state;
    assert_int_equal(series_add_event(&series, first, 2, two, 3), 0);
    assert_int_equal(series_add_event(&series, second, 2, two, 3), 0);
    series_order(&series); /* all have 2: ann and cy were first once, bob second twice */
    assert_int_equal(series.rows[0].rank, 1);
    assert_int_equal(series.rows[1].rank, 1);
    assert_string_equal(series.rows[2].entry, "bob");
    assert_int_equal(series.rows[2].rank, 3);
    series_free(&series);
}

/* Random events: the order of the events does not matter, and the points given equal the worth
 * of the places, up to the hundredths that do not divide. */
static void points_are_neither_made_nor_lost(void **state)
{
    static char names[12][8];
    (void)state;
    for (int i = 0; i < 12; i++)
        snprintf(names[i], sizeof names[i], "bot-%d", i);
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        struct series_placing events[5][12];
        struct series forward = {0}, backward = {0};
        uint64_t random = seed;
        int counts[5];
        for (int e = 0; e < 5; e++) {
            int shift = (int)splitmix_below(&random, 12), rank = 1;
            counts[e] = 1 + (int)splitmix_below(&random, 12);
            for (int i = 0; i < counts[e]; i++) {
                rank = i > 0 && splitmix_below(&random, 3) == 0 ? rank : i + 1;
                events[e][i] = (struct series_placing){names[(i + shift) % 12], rank};
            }
        }
        int64_t worth = 0, given = 0;
        for (int e = 0; e < 5; e++) {
            assert_int_equal(series_add_event(&forward, events[e], counts[e], points, POINTS), 0);
            assert_int_equal(
                series_add_event(&backward, events[4 - e], counts[4 - e], points, POINTS), 0);
            for (int i = 0; i < counts[e] && i < POINTS; i++)
                worth += 100 * points[i];
        }
        series_order(&forward);
        series_order(&backward);
        assert_int_equal(forward.count, backward.count);
        for (int i = 0; i < forward.count; i++) {
            given += forward.rows[i].points;
            assert_memory_equal(&forward.rows[i], &backward.rows[i], sizeof forward.rows[i]);
        }
        assert_true(given <= worth && worth - given < 5 * 12);
        series_free(&forward);
        series_free(&backward);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_have_their_points),
        cmocka_unit_test(level_entries_share),
        cmocka_unit_test(the_same_points_are_ordered_by_places),
        cmocka_unit_test(points_are_neither_made_nor_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
