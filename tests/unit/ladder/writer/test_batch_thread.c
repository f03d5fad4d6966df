/* test_batch_thread.c - the thread that makes the batch tables and the reports of suspect
 * results. */
#include "writer_teams.h"

static double strength(int owner, int with)
{
    return 1300 + owner * 40 + (with == 1 ? 200 : 0);
}

/* The batch table has a line for each team, and finds their strengths; a season's table consists
 * of the same lines. */
static void test_batch_tables(void **state)
{
    enum { RESULTS = 3000 };
    const struct temp *temp = *state;
    struct told told = {0};
    struct batch_tables ranking;
    struct rank_table table;
    struct store *store;
    struct ladder_error error;
    uint64_t seed = 5;
    owners_add(temp);
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(
        store_log_entry_add(store, LOG_ENTRY_SEASON, 0, 1, "spring 1 2000000000000 0 0 -"), 0);
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
    writer_close(ladder);
    batch_tables_init(&ranking);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(batch_tables_update(&ranking, store), 0);
    assert_int_equal(ranking.boards[0].results[0].seat_count, 2); /* one player for each side */
    assert_int_equal(batch_tables_make(&ranking, 0, &table), 0);
    assert_int_equal(table.count, 12);
    double shift = 0;
    for (int i = 0; i < table.count; i++) {
        int owner, with;
        assert_int_equal(sscanf(rank_list_line_name(&table, i), "%d-0+%*d-%d", &owner, &with), 2);
        shift += (table.lines[i].row.rating - strength(owner, with)) / table.count;
    }
    for (int i = 0; i < table.count; i++) {
        int owner, with;
        (void)sscanf(rank_list_line_name(&table, i), "%d-0+%*d-%d", &owner, &with);
        double off = table.lines[i].row.rating - strength(owner, with) - shift;
        assert_true(table.lines[i].row.err95 > 15 && table.lines[i].row.err95 < 50);
        assert_true(off > -2 * table.lines[i].row.err95 && off < 2 * table.lines[i].row.err95);
    }
    rank_list_table_free(&table);
    batch_tables_fini(&ranking);
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

/* One team loses to one other on purpose, and plays normally against the rest: the report names
 * both. */
static void test_residuals_are_of_teams(void **state)
{
    enum { RESULTS = 3000 };
    const struct temp *temp = *state;
    struct told told = {0};
    struct lines lines = {0};
    struct batch_tables ranking;
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
    writer_close(ladder);
    batch_tables_init(&ranking);
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(batch_tables_update(&ranking, store), 0);
    assert_int_equal(batch_tables_make(&ranking, 0, &table), 0);
    assert_int_equal(batch_tables_residuals(&ranking, 0, &table, on_line, &lines, &pairs), 0);
    assert_int_equal(pairs, 12 * 10); /* bots of one owner never meet */
    assert_int_equal(lines.count, 2); /* each of the two with the other */
    assert_non_null(strstr(lines.last, "0-0+0-1"));
    assert_non_null(strstr(lines.last, "5-0+5-1"));
    rank_list_table_free(&table);
    batch_tables_fini(&ranking);
    store_rollback(store);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_batch_tables, setup, teardown),
        cmocka_unit_test_setup_teardown(test_residuals_are_of_teams, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
