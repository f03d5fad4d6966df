/* test_rank_place.c - a place in the standings as text, and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "ladder_temp.h"
#include "standings/rank_index.h"
#include "standings/rank_place.h"

static void a_place_round_trips(void **state)
{
    char text[LADDER_PLACE_MAX + 1], again[LADDER_PLACE_MAX + 1];
    struct ladder_batch batch = {.last_seq = 77};
    struct rank_place place;
    (void)state;
    for (int i = 0; i < 8; i++) {
        struct ladder_row row = {.rating = 1500.123456789 - 100 * i,
                                 .err95 = 31.5,
                                 .rating_milli = 1499999 - i,
                                 .games = 40 + i,
                                 .in_batch = i & 1,
                                 .provisional = !(i & 1) && (i & 2)};
        snprintf(row.name, sizeof row.name, "Bot-%d", i);
        rank_place_format(&row, i & 1 ? &batch : NULL, text);
        assert_true(strlen(text) <= LADDER_PLACE_MAX);
        assert_null(strpbrk(text, " &?#%<>\"'/")); /* valid in a URL */
        assert_int_equal(rank_place_parse(text, &place), 0);
        assert_int_equal(rank_list_compare(&row, &place.row), 0);
        assert_int_equal(place.table_seq, i & 1 ? 77 : 0);
        rank_place_format(&place.row, i & 1 ? &batch : NULL, again);
        assert_string_equal(text, again);
    }
}

static void malformed_places_are_refused(void **state)
{
    static const char *const bad[] = {"",      "x",    "1",   "-1",
                                      "0.0.0", "....", "bot", "99999999999999999999999999"};
    struct rank_place place;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(rank_place_parse(bad[i], &place), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_round_trips),
        cmocka_unit_test(malformed_places_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
