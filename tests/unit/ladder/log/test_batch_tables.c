/* test_batch_tables.c - batch tables of a log, directly and on their thread (ratings 3, 7). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <time.h>

#include "await.h"
#include "ladder_temp.h"
#include "log/batch_tables.h"

enum { BOTS = 8 };

static void on_done(void *context, const struct ladder_done *done)
{
    int *count = context;
    assert_int_equal(done->status, 0);
    ++*count;
}

/* b0 is the best; each next bot is weaker by 60 points. */
static void play(struct ladder *ladder, const char *prefix, int count, uint64_t seed)
{
    int done = 0;
    for (int i = 0; i < count; i++) {
        char game[32], a[8], b[8];
        uint32_t first = draw(&seed, BOTS), second = (first + 1 + draw(&seed, BOTS - 1)) % BOTS;
        double win = elo_expected(60.0 * ((double)second - (double)first));
        snprintf(game, sizeof game, "%s-%d", prefix, i);
        snprintf(a, sizeof a, "b%u", first);
        snprintf(b, sizeof b, "b%u", second);
        struct ladder_result result = duel(game, a, b, draw(&seed, 10000) < win * 10000 ? 2 : 0);
        result.wall_msec += i * 1000;
        assert_int_equal(writer_queue_submit(ladder, &result, on_done, &done), 0);
        if (i % 200 == 199) {
            writer_queue_wait(ladder);
            writer_queue_dispatch(ladder);
        }
    }
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    assert_int_equal(done, count);
}

static void update(struct batch_tables *ranking, struct store *store)
{
    assert_int_equal(store_begin(store, false), 0);
    if (batch_tables_update(ranking, store))
        fail_msg("%s", ranking->error);
    assert_int_equal(store_commit(store), 0);
}

static void assert_same_table(const struct rank_table *a, const struct rank_table *b)
{
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        assert_string_equal(a->lines[i].name, b->lines[i].name);
        assert_true(a->lines[i].row.rating == b->lines[i].row.rating);
        assert_true(a->lines[i].row.err95 == b->lines[i].row.err95);
        assert_int_equal(a->lines[i].row.rank, b->lines[i].row.rank);
    }
}

/* Read in parts the log gives the same as read at once; a void removes its result. */
static void test_a_function_of_the_log(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct batch_tables parts, whole;
    struct rank_table a, b, before;
    struct store *store;
    struct ladder_error error;
    int64_t seq;
    play(ladder, "one", 700, 1);
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    batch_tables_init(&parts);
    update(&parts, store);
    assert_int_equal(parts.boards[0].count, 700);
    play(ladder, "two", 300, 2);
    update(&parts, store);
    assert_int_equal(parts.boards[0].count, 1000);
    batch_tables_init(&whole);
    update(&whole, store);
    assert_int_equal(batch_tables_make(&parts, 0, &before), 0);
    assert_int_equal(batch_tables_make(&whole, 0, &b), 0);
    assert_same_table(&before, &b);
    rank_list_table_free(&b);
    writer_close(ladder);

    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_result_find(store, "one-5", &seq), 0);
    assert_int_equal(store_log_entry_add(store, LOG_ENTRY_VOID, seq, 1, ""), 0);
    assert_int_equal(store_commit(store), 0);
    update(&parts, store);
    assert_int_equal(parts.boards[0].count, 999);
    batch_tables_fini(&whole);
    batch_tables_init(&whole);
    update(&whole, store);
    assert_int_equal(batch_tables_make(&parts, 0, &a), 0);
    assert_int_equal(batch_tables_make(&whole, 0, &b), 0);
    assert_same_table(&a, &b);
    assert_true(a.lines[0].row.rating != before.lines[0].row.rating);
    rank_list_table_free(&a);
    rank_list_table_free(&b);
    rank_list_table_free(&before);
    batch_tables_fini(&parts);
    batch_tables_fini(&whole);
    store_close(store);
}

/* A table that is kept has the same ratings, also after a void, which begins it anew. */
static void test_a_kept_table(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct batch_tables kept, whole;
    struct store *store;
    struct ladder_error error;
    int64_t seq;
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    batch_tables_init(&kept);
    kept.keep_from = 1;
    for (int part = 0; part < 4; part++) {
        char name[8];
        struct rank_table a, b;
        snprintf(name, sizeof name, "p%d", part);
        if (part < 3)
            play(ladder, name, 200, (uint64_t)part + 9);
        if (part == 3) {
            writer_close(ladder);
            assert_int_equal(store_begin(store, true), 0);
            assert_int_equal(store_result_find(store, "p1-5", &seq), 0);
            assert_int_equal(store_log_entry_add(store, LOG_ENTRY_VOID, seq, 1, ""), 0);
            assert_int_equal(store_commit(store), 0);
        }
        batch_tables_init(&whole);
        update(&kept, store);
        update(&whole, store);
        assert_int_equal(batch_tables_make(&kept, 0, &a), 0);
        assert_int_equal(batch_tables_make(&whole, 0, &b), 0);
        assert_int_equal(a.count, b.count);
        assert_int_equal(a.resamples, BATCH_KEEP_DRAWS);
        for (int i = 0; i < a.count; i++) {
            assert_string_equal(a.lines[i].name, b.lines[i].name);
            assert_true(fabs(a.lines[i].row.rating - b.lines[i].row.rating) < 1e-4);
            assert_int_equal(a.lines[i].row.blocks, b.lines[i].row.blocks);
            assert_true(a.lines[i].row.err95 > 0.7 * b.lines[i].row.err95);
            assert_true(a.lines[i].row.err95 < 1.4 * b.lines[i].row.err95);
        }
        rank_list_table_free(&a);
        rank_list_table_free(&b);
        batch_tables_fini(&whole);
    }
    batch_tables_fini(&kept);
    store_close(store);
}

static void test_the_thread_sorts_the_list(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct ladder_error error;
    struct ladder_row rows[BOTS];
    struct ladder_batch batch = {.last_seq = 0};
    int total = 0;
    play(ladder, "g", 3000, 3);
    assert_false(writer_view_batch(ladder, "two-handed-draw.solo-2", &batch));
    assert_int_equal(batch_thread_start(ladder, temp->url, &error), 0);
    struct await limit = await_begin(30);
    while (batch.last_seq < 3000 && await_step(&limit))
        (void)writer_view_batch(ladder, "two-handed-draw.solo-2", &batch);
    assert_int_equal(batch.last_seq, 3000);
    assert_int_equal(batch.seed, 3000);
    assert_int_equal(batch.resamples, BATCH_RESAMPLES);
    assert_int_equal(writer_view_rows(ladder, NULL, 0, rows, BOTS, &total), BOTS);
    for (int i = 0; i < BOTS; i++) {
        assert_true(rows[i].in_batch);
        assert_false(rows[i].provisional);
        assert_int_equal(rows[i].rank, i + 1);
        assert_true(rows[i].err95 > 10 && rows[i].err95 < 80);
        assert_true(rows[i].first >= 1 && rows[i].first <= i + 1 && rows[i].last >= i + 1);
        assert_true(rows[i].last <= BOTS && !rows[i].few && rows[i].with[0] == '\0');
        if (i > 0)
            assert_true(rows[i - 1].rating - rows[i - 1].err95 >= rows[i].rating - rows[i].err95);
    }
    assert_string_equal(rows[0].name, "b0");
    assert_string_equal(rows[BOTS - 1].name, "b7");
    writer_close(ladder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_function_of_the_log, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_a_kept_table, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_the_thread_sorts_the_list, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
