/* test_result.c - the shape of a result, and the ranks of its sides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "ladder_temp.h"
#include "base/result.h"

static void winners_rank_first_and_a_forfeit_last(void **state)
{
    struct ladder_result result = {.side_count = 4, .scores = {10, 40, 40, 90}};
    (void)state;
    result_ranks(&result, 0, -1);
    assert_true(result.ranks[3] == 1 && result.ranks[1] == 2 && result.ranks[2] == 2);
    assert_int_equal(result.ranks[0], 4);
    result_ranks(&result, 1u << 0, 3);
    assert_true(result.ranks[0] == 1 && result.ranks[1] == 2 && result.ranks[2] == 2);
    assert_int_equal(result.ranks[3], 4);
}

static void malformed_results_are_named(void **state)
{
    const struct ladder_result good = duel("g-1", "ann", "bob", 2);
    struct ladder_result bad;
    (void)state;
    assert_null(result_check(&good));
#define BAD(change, word)                                                                          \
    bad = good;                                                                                    \
    change;                                                                                        \
    assert_non_null(result_check(&bad));                                                           \
    assert_non_null(strstr(result_check(&bad), word))
    BAD(bad.game[0] = 0, "game id");
    BAD(memset(bad.game, 'g', sizeof bad.game), "game id");
    BAD(bad.game[0] = '.', "game id");
    BAD(memset(bad.ruleset, 'r', sizeof bad.ruleset), "no end");
    BAD(memset(bad.reason, 'r', sizeof bad.reason), "no end");
    BAD(bad.side_count = 1, "2 to 6 sides");
    BAD(bad.seat_count = 1, "2 to 6 seats");
    BAD(bad.seat_count = 7, "2 to 6 seats");
    BAD(bad.seats[1].bot[0] = '/', "name");
    BAD(bad.seats[1].side = 2, "out of range");
    BAD(bad.seats[1].side = -1, "out of range");
    BAD(bad.seats[1].side = 0, "1 to 3 seats");
    BAD(bad.ranks[0] = 0, "rank");
    BAD(bad.ranks[1] = 3, "rank");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(winners_rank_first_and_a_forfeit_last),
        cmocka_unit_test(malformed_results_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
