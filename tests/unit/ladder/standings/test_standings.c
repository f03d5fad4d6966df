/* test_standings.c - bots, versions and seasons: the value of the log so far. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "ladder_temp.h"
#include "standings/standings.h"

static void thousands_are_found_whatever_their_case(void **state)
{
    enum { BOTS = 3000 };
    struct standings standings, copy;
    char name[LADDER_NAME_MAX + 1];
    (void)state;
    standings_init(&standings);
    for (int i = 0; i < BOTS; i++) {
        snprintf(name, sizeof name, "Bot-%d", i);
        assert_int_equal(standings_add(&standings, name, i % 2 ? "owner" : ""), i);
    }
    standings_init(&copy);
    assert_int_equal(standings_copy(&copy, &standings), 0);
    for (int i = 0; i < BOTS; i++) {
        snprintf(name, sizeof name, "bOT-%d", i);
        assert_int_equal(standings_find(&standings, name), i);
        assert_int_equal(standings_find(&copy, name), i);
    }
    assert_int_equal(standings_find(&standings, "Bot-3000"), -1);
    assert_int_equal(standings_find(&standings, ""), -1);
    struct standing changed = standings.bots[7];
    strcpy(changed.owner, "another");
    assert_int_equal(standings_put(&standings, &changed), 7);
    assert_int_equal(standings.count, BOTS);
    assert_string_equal(standings.bots[7].owner, "another");
    assert_string_equal(copy.bots[7].owner, "owner");
    standings_fini(&copy);
    standings_fini(&standings);
}

static void a_version_is_from_a_result_on(void **state)
{
    struct standings standings;
    (void)state;
    standings_init(&standings);
    int ann = standings_add(&standings, "ann", ""), bob = standings_add(&standings, "bob", "");
    const struct version versions[] = {{.bot = ann, .number = 1, .label = "v2", .after_seq = 10},
                                       {.bot = bob, .number = 1, .label = "other", .after_seq = 15},
                                       {.bot = ann, .number = 2, .label = "v3", .after_seq = 20}};
    for (int i = 0; i < 3; i++)
        assert_int_equal(standings_put_version(&standings, &versions[i]), i);
    standings.bots[ann].version = 2;
    standings.bots[bob].version = 1;
    assert_string_equal(standings_label(&standings, ann, 0), "");
    assert_string_equal(standings_label(&standings, ann, 2), "v3");
    assert_string_equal(standings_version_at(&standings, ann, 10), "");
    assert_string_equal(standings_version_at(&standings, ann, 11), "v2");
    assert_string_equal(standings_version_at(&standings, ann, 20), "v2");
    assert_string_equal(standings_version_at(&standings, ann, 21), "v3");
    assert_string_equal(standings_version_at(&standings, bob, 21), "other");
    standings_fini(&standings);
}

static void boards_are_made_once(void **state)
{
    struct standings standings;
    (void)state;
    standings_init(&standings);
    assert_int_equal(standings_main(&standings), -1);
    int one = standings_board_of(&standings, "australian", "solo-2");
    int other = standings_board_of(&standings, "australian", "pairs");
    assert_true(one == 0 && other == 1);
    assert_int_equal(standings_board_of(&standings, "australian", "solo-2"), one);
    assert_int_equal(standings_board(&standings, "australian.pairs"), other);
    assert_int_equal(standings_board(&standings, "australian"), -1);
    standings_fini(&standings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thousands_are_found_whatever_their_case),
        cmocka_unit_test(a_version_is_from_a_result_on),
        cmocka_unit_test(boards_are_made_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
