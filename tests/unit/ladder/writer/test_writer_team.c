/* test_writer_team.c - teams as the writer's thread shows them, and in batch tables (ratings 3, 7).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ladder_temp.h"
#include "log/batch_tables.h"
#include "log/season_table.h"

static const char board[] = "two-handed-draw.pairs-2of4";

static int setup(void **state)
{
    static struct temp temp;
    temp_init(&temp);
    *state = &temp;
    return 0;
}

static int teardown(void **state)
{
    temp_fini(*state);
    return 0;
}

/* Bot K-N of owner K, for K from 0 to 5 and N from 0 to 2. */
static void owners_add(const struct temp *temp)
{
    struct store *store;
    struct ladder_error error;
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    for (int i = 0; i < 18; i++) {
        struct standing bot = {.id = 0};
        snprintf(bot.name, sizeof bot.name, "%d-%d", i / 3, i % 3);
        snprintf(bot.owner, sizeof bot.owner, "owner-%d", i / 3);
        assert_int_equal(store_bot_add(store, &bot, 1), 0);
    }
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

struct told {
    int count;
    struct ladder_done last;
};

static void on_done(void *context, const struct ladder_done *done)
{
    struct told *told = context;
    assert_int_equal(done->status, 0);
    told->count++;
    told->last = *done;
}

/* Bots x-0 and x-`with` against y-0 and y-`against`. */
static void submit(struct ladder *ladder, int number, int x, int with, int y, int against,
                   int score, struct told *told)
{
    char game[32];
    snprintf(game, sizeof game, "g-%d", number);
    struct ladder_result result = duel(game, "a", "b", score);
    result.seat_count = 4;
    result.wall_msec += number * 1000;
    for (int seat = 0; seat < 4; seat++) {
        snprintf(result.seats[seat].bot, sizeof result.seats[seat].bot, "%d-%d", seat % 2 ? y : x,
                 seat < 2   ? 0
                 : seat % 2 ? against
                            : with);
        result.seats[seat].side = seat % 2;
    }
    assert_int_equal(ladder_submit(ladder, &result, on_done, told), 0);
    if (number % 100 == 99) {
        ladder_wait(ladder);
        ladder_dispatch(ladder);
    }
}

static void settle(struct ladder *ladder)
{
    ladder_wait(ladder);
    ladder_dispatch(ladder);
}

static void test_what_is_shown(void **state)
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
    for (int seat = 0; seat < 4; seat++) /* both partners are told the same */
        assert_int_equal(told.last.changes[seat].after_milli,
                         told.last.changes[(seat + 2) % 4].after_milli);
    assert_true(ladder_row_find(ladder, board, "0-1+0-0", &row));
    assert_true(row.team);
    assert_string_equal(row.name, "0-0+0-1");
    assert_string_equal(row.owner, "owner-0");
    assert_string_equal(row.version, "");
    assert_int_equal(row.rating_milli, 1520000);
    assert_int_equal(row.games, 1);
    assert_false(ladder_row_find(ladder, board, "0-0", &row));
    assert_false(ladder_row_find(ladder, board, "0-0+1-0", &row));
    assert_int_equal(ladder_teams(ladder, "0-0", teams, 4), 2);
    assert_string_equal(teams[0].row.name, "0-0+0-2"); /* the latest first */
    assert_string_equal(teams[1].row.name, "0-0+0-1");
    assert_string_equal(teams[1].board, board);
    assert_int_equal(ladder_teams(ladder, "0-0", teams, 1), 1);
    assert_int_equal(ladder_teams(ladder, "0-2", teams, 4), 1);
    assert_int_equal(ladder_teams(ladder, "2-0", teams, 4), 0);
    assert_int_equal(ladder_teams(ladder, "nobody", teams, 4), 0);
    /* Of its own a bot has nothing. */
    assert_true(ladder_bot_find(ladder, "0-0", &bot));
    assert_int_equal(bot.games, 0);
    assert_int_equal(bot.rating_milli, 1500000);
    assert_true(bot.last_msec > 0);
    assert_int_equal(ladder_pasts(ladder, "0-2", pasts, 4), 1);
    assert_string_equal(pasts[0].team, "0-0+0-2");
    /* Who looks for opponents asks for the team. */
    const char *const names[] = {"0-1", "0-0"}, *const strangers[] = {"0-1", "0-2"};
    const char *const last = "0-0", *const nobody = "nobody";
    int64_t with_2 = told.last.changes[0].after_milli;
    assert_int_equal(ladder_team_rating(ladder, names, 2, "two-handed-draw", 2, 4), 1520000);
    assert_int_equal(ladder_team_rating(ladder, strangers, 2, "two-handed-draw", 2, 4), 1500000);
    assert_int_equal(ladder_team_rating(ladder, &last, 1, "two-handed-draw", 2, 4), with_2);
    assert_int_equal(ladder_team_rating(ladder, &nobody, 1, "two-handed-draw", 2, 4), 1500000);
    assert_int_equal(ladder_team_rating(ladder, names, 2, "wikipedia", 2, 4), 1500000);
    assert_int_equal(ladder_rating(ladder, "0-0", "two-handed-draw", 2, 4), 1500000);
    /* A member says that it is another program: at once its teams have not played yet. */
    assert_int_equal(ladder_version_begin(ladder, "0-1", "v2"), 0);
    settle(ladder);
    assert_true(ladder_row_find(ladder, board, "0-0+0-1", &row));
    assert_string_equal(row.version, "+v2");
    assert_int_equal(row.games, 0);
    assert_int_equal(row.rating_milli, 1520000);
    assert_true(ladder_row_find(ladder, board, "0-0+0-2", &row));
    assert_int_equal(row.games, 1);
    submit(ladder, 2, 0, 1, 1, 1, 2, &told);
    settle(ladder);
    assert_int_equal(told.last.changes[0].before_milli, 1520000);
    assert_true(ladder_row_find(ladder, board, "0-0+0-1", &row));
    assert_int_equal(row.games, 1);
    /* What was before is still there, team by team. */
    assert_int_equal(ladder_pasts(ladder, "0-1", pasts, 4), 2);
    assert_string_equal(pasts[0].board, board);
    assert_string_equal(pasts[0].team, "0-0+0-1");
    assert_string_equal(pasts[0].version, "");
    assert_int_equal(pasts[0].number, 0);
    assert_int_equal(pasts[0].rating_milli, 1520000);
    assert_string_equal(pasts[1].version, "+v2");
    assert_int_equal(pasts[1].number, 1);
    assert_int_equal(pasts[1].rating_milli, row.rating_milli);
    assert_int_equal(ladder_pasts(ladder, "0-0", pasts, 4), 3);
    assert_string_equal(pasts[0].team, "0-0+0-2"); /* the latest team first */
    assert_string_equal(pasts[1].team, "0-0+0-1");
    assert_int_equal(ladder_pasts(ladder, "0-0", pasts, 2), 2);
    ladder_close(ladder);
    ladder = temp_ladder(temp, true); /* what another process makes of the log */
    assert_true(ladder_row_find(ladder, board, "0-0+0-1", &again));
    assert_memory_equal(&row, &again, sizeof row);
    ladder_close(ladder);
}

static double strength(int owner, int with)
{
    return 1300 + owner * 40 + (with == 1 ? 200 : 0);
}

/* The batch table has a line a team, and finds their strengths; a season's table is made of the
 * same lines. */
static void test_batch_tables(void **state)
{
    enum { RESULTS = 3000 };
    const struct temp *temp = *state;
    struct told told = {0};
    struct ranking ranking;
    struct rank_table table;
    struct store *store;
    struct ladder_error error;
    uint64_t seed = 5;
    owners_add(temp);
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(
        store_action_add(store, STORE_ACTION_SEASON, 0, 1, "spring 1 2000000000000 0 0 -"), 0);
    assert_int_equal(store_commit(store), 0);
    struct ladder *ladder = temp_ladder(temp, true);
    for (int i = 0; i < RESULTS; i++) {
        int x = (int)draw(&seed, 6), y = (x + 1 + (int)draw(&seed, 5)) % 6;
        int with = 1 + (int)draw(&seed, 2), against = 1 + (int)draw(&seed, 2);
        double win = elo_expected(strength(x, with) - strength(y, against));
        submit(ladder, i, x, with, y, against, draw(&seed, 100000) < win * 100000 ? 2 : 0, &told);
    }
    settle(ladder);
    assert_int_equal(told.count, RESULTS);
    ladder_close(ladder);
    ranking_init(&ranking);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(ranking_update(&ranking, store), 0);
    assert_int_equal(ranking.boards[0].results[0].seat_count, 2); /* a player a side */
    assert_int_equal(ranking_table(&ranking, 0, &table), 0);
    assert_int_equal(table.count, 12);
    double shift = 0;
    for (int i = 0; i < table.count; i++) {
        int owner, with;
        assert_int_equal(sscanf(rank_line_name(&table, i), "%d-0+%*d-%d", &owner, &with), 2);
        shift += (table.lines[i].row.rating - strength(owner, with)) / table.count;
    }
    for (int i = 0; i < table.count; i++) {
        int owner, with;
        (void)sscanf(rank_line_name(&table, i), "%d-0+%*d-%d", &owner, &with);
        double off = table.lines[i].row.rating - strength(owner, with) - shift;
        assert_true(table.lines[i].row.err95 > 15 && table.lines[i].row.err95 < 50);
        assert_true(off > -2 * table.lines[i].row.err95 && off < 2 * table.lines[i].row.err95);
    }
    rank_table_free(&table);
    ranking_fini(&ranking);
    store_rollback(store);
    assert_int_equal(store_begin(store, false), 0);
    char *text = season_table(store, "spring", 0, SEASON_FORMAT_NEWEST, &error);
    assert_non_null(text);
    assert_non_null(strstr(text, "\"name\":\"5-0+5-1\""));
    assert_null(strstr(text, "\"name\":\"5-0\""));
    free(text);
    store_close(store);
}

struct lines {
    int count;
    char last[400];
};

static void on_line(void *context, const char *line)
{
    struct lines *lines = context;
    lines->count++;
    snprintf(lines->last, sizeof lines->last, "%s", line);
}

/* One team gives way to one other, and plays as well as anybody else does: the report names both.
 */
static void test_residuals_are_of_teams(void **state)
{
    enum { RESULTS = 3000 };
    const struct temp *temp = *state;
    struct told told = {0};
    struct lines lines = {0};
    struct ranking ranking;
    struct rank_table table;
    struct store *store;
    struct ladder_error error;
    uint64_t seed = 8;
    int64_t pairs = 0;
    owners_add(temp);
    struct ladder *ladder = temp_ladder(temp, true);
    for (int i = 0; i < RESULTS; i++) {
        int x = (int)draw(&seed, 6), y = (x + 1 + (int)draw(&seed, 5)) % 6;
        int with = 1 + (int)draw(&seed, 2), against = 1 + (int)draw(&seed, 2);
        int score = 2 * (int)draw(&seed, 2);
        if (with == 1 && against == 1 && x + y == 5 && x * y == 0) /* owners 0 and 5 */
            score = x == 0 ? 2 : 0;
        submit(ladder, i, x, with, y, against, score, &told);
    }
    settle(ladder);
    ladder_close(ladder);
    ranking_init(&ranking);
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(ranking_update(&ranking, store), 0);
    assert_int_equal(ranking_table(&ranking, 0, &table), 0);
    assert_int_equal(ranking_residuals(&ranking, 0, &table, on_line, &lines, &pairs), 0);
    assert_int_equal(pairs, 12 * 10); /* those of an owner never meet */
    assert_int_equal(lines.count, 2); /* each of the two with the other */
    assert_non_null(strstr(lines.last, "0-0+0-1"));
    assert_non_null(strstr(lines.last, "5-0+5-1"));
    rank_table_free(&table);
    ranking_fini(&ranking);
    store_rollback(store);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_is_shown, setup, teardown),
        cmocka_unit_test_setup_teardown(test_batch_tables, setup, teardown),
        cmocka_unit_test_setup_teardown(test_residuals_are_of_teams, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
