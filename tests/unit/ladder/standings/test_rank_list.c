/* test_rank_list.c - the members of a rank list, and their order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "ladder_temp.h"
#include "standings/rank_list.h"

static struct ladder_row row_of(const char *name, double rating, bool provisional)
{
    struct ladder_row row = {.rating = rating,
                             .err95 = name[0] == 'w' ? 300 : 50,
                             .in_batch = !provisional && strcmp(name, "out") != 0,
                             .rating_milli = (int64_t)(rating * 1000),
                             .provisional = provisional};
    snprintf(row.name, sizeof row.name, "%s", name);
    return row;
}

static void the_ranked_come_first_then_the_better(void **state)
{
    struct ladder_row rows[] = {row_of("low", 1400, false),  row_of("new", 1900, true),
                                row_of("high", 1600, false), row_of("mid", 1500, false),
                                row_of("wide", 1620, false), row_of("out", 1800, false)};
    /* by the lower end of the bar; bots without a table come after those */
    static const char *const order[] = {"high", "mid", "low", "wide", "out", "new"};
    (void)state;
    assert_true(rank_list_class(&rows[1]) > rank_list_class(&rows[0]));
    rank_list_order(rows, 6);
    for (int i = 0; i < 6; i++)
        assert_string_equal(rows[i].name, order[i]);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            int there = rank_list_compare(&rows[i], &rows[j]),
                back = rank_list_compare(&rows[j], &rows[i]);
            assert_true(i == j  ? there == 0
                        : i < j ? there < 0 && back > 0
                                : there > 0 && back < 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ranked_come_first_then_the_better),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
