/* test_writer_view.c - queries of a page about a ladder of teams. */
#include "writer_teams.h"

static const char board[] = "two-handed-draw.pairs-2of4";

static void test_published_values(void **state)
{
    const struct temp *temp = *state;
    struct told told = {0};
    struct ladder_row row, again;
    struct ladder_line teams[4];
    struct ladder_bot bot;
    struct ladder_past pasts[4];
    owners_add(temp);
    struct ladder *ladder = temp_ladder(temp, true);
    submit(ladder, 0, 0, 1, 1, 1, 2, &told);
    submit(ladder, 1, 0, 2, 1, 1, 0, &told);
    settle(ladder);
    assert_int_equal(told.count, 2);
    for (int seat = 0; seat < 4; seat++) /* both partners get the same */
        assert_int_equal(told.last.changes[seat].after_milli,
                         told.last.changes[(seat + 2) % 4].after_milli);
    assert_true(writer_view_row(ladder, board, "0-1+0-0", &row));
    assert_true(row.team);
    assert_string_equal(row.name, "0-0+0-1");
    assert_string_equal(row.owner, "owner-0");
    assert_string_equal(row.version, "");
    assert_int_equal(row.rating_milli, 1520000);
    assert_int_equal(row.games, 1);
    assert_false(writer_view_row(ladder, board, "0-0", &row));
    assert_false(writer_view_row(ladder, board, "0-0+1-0", &row));
    assert_int_equal(writer_team_list(ladder, "0-0", teams, 4), 2);
    assert_string_equal(teams[0].row.name, "0-0+0-2"); /* the latest first */
    assert_string_equal(teams[1].row.name, "0-0+0-1");
    assert_string_equal(teams[1].board, board);
    assert_int_equal(writer_team_list(ladder, "0-0", teams, 1), 1);
    assert_int_equal(writer_team_list(ladder, "0-2", teams, 4), 1);
    assert_int_equal(writer_team_list(ladder, "2-0", teams, 4), 0);
    assert_int_equal(writer_team_list(ladder, "nobody", teams, 4), 0);
    /* The bot itself has no rating. */
    assert_true(writer_view_bot(ladder, "0-0", &bot));
    assert_int_equal(bot.games, 0);
    assert_int_equal(bot.rating_milli, 1500000);
    assert_true(bot.last_msec > 0);
    assert_int_equal(writer_view_pasts(ladder, "0-2", pasts, 4), 1);
    assert_string_equal(pasts[0].team, "0-0+0-2");
    /* The search for opponents uses the team. */
    const char *const names[] = {"0-1", "0-0"}, *const strangers[] = {"0-1", "0-2"};
    const char *const last = "0-0", *const nobody = "nobody";
    int64_t with_2 = told.last.changes[0].after_milli;
    assert_int_equal(writer_team_rating(ladder, names, 2, "two-handed-draw", 2, 4), 1520000);
    assert_int_equal(writer_team_rating(ladder, strangers, 2, "two-handed-draw", 2, 4), 1500000);
    assert_int_equal(writer_team_rating(ladder, &last, 1, "two-handed-draw", 2, 4), with_2);
    assert_int_equal(writer_team_rating(ladder, &nobody, 1, "two-handed-draw", 2, 4), 1500000);
    assert_int_equal(writer_team_rating(ladder, names, 2, "wikipedia", 2, 4), 1500000);
    assert_int_equal(writer_view_rating(ladder, "0-0", "two-handed-draw", 2, 4), 1500000);
    /* A member names a new version: at once its teams have no games. */
    assert_int_equal(writer_version_begin(ladder, "0-1", "v2"), 0);
    settle(ladder);
    assert_true(writer_view_row(ladder, board, "0-0+0-1", &row));
    assert_string_equal(row.version, "+v2");
    assert_int_equal(row.games, 0);
    assert_int_equal(row.rating_milli, 1520000);
    assert_true(writer_view_row(ladder, board, "0-0+0-2", &row));
    assert_int_equal(row.games, 1);
    submit(ladder, 2, 0, 1, 1, 1, 2, &told);
    settle(ladder);
    assert_int_equal(told.last.changes[0].before_milli, 1520000);
    assert_true(writer_view_row(ladder, board, "0-0+0-1", &row));
    assert_int_equal(row.games, 1);
    /* The earlier entries still exist, team by team. */
    assert_int_equal(writer_view_pasts(ladder, "0-1", pasts, 4), 2);
    assert_string_equal(pasts[0].board, board);
    assert_string_equal(pasts[0].team, "0-0+0-1");
    assert_string_equal(pasts[0].version, "");
    assert_int_equal(pasts[0].number, 0);
    assert_int_equal(pasts[0].rating_milli, 1520000);
    assert_string_equal(pasts[1].version, "+v2");
    assert_int_equal(pasts[1].number, 1);
    assert_int_equal(pasts[1].rating_milli, row.rating_milli);
    assert_int_equal(writer_view_pasts(ladder, "0-0", pasts, 4), 3);
    assert_string_equal(pasts[0].team, "0-0+0-2"); /* the latest team first */
    assert_string_equal(pasts[1].team, "0-0+0-1");
    assert_int_equal(writer_view_pasts(ladder, "0-0", pasts, 2), 2);
    writer_close(ladder);
    ladder = temp_ladder(temp, true); /* another process's replay of the log */
    assert_true(writer_view_row(ladder, board, "0-0+0-1", &again));
    assert_memory_equal(&row, &again, sizeof row);
    writer_close(ladder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_published_values, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
