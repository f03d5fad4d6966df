/* test_writer_team.c - teams of a bot, and a team's rating. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "writer_teams.h"

static void a_team_is_rated_where_it_has_played(void **state)
{
    const struct temp *temp = *state;
    struct told told = {.count = 0};
    struct ladder_line teams[8];
    struct ladder *ladder;
    owners_add(temp);
    ladder = temp_ladder(temp, true);
    assert_int_equal(writer_team_list(ladder, "0-0", teams, 8), 0);
    for (int i = 0; i < 40; i++)
        submit(ladder, i, 0, 1 + i % 2, 1, 1, 2, &told);
    settle(ladder);
    assert_int_equal(told.count, 40);
    assert_int_equal(writer_team_list(ladder, "0-0", teams, 8), 2);
    assert_true(strchr(teams[0].row.name, '+') != NULL);
    assert_int_equal(teams[0].row.games, 20);
    assert_int_equal(writer_team_list(ladder, "1-1", teams, 8), 1);
    assert_int_equal(writer_team_list(ladder, "2-0", teams, 8), 0);
    writer_close(ladder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_team_is_rated_where_it_has_played, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
