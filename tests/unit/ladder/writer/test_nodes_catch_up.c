/* test_nodes_catch_up.c - a node sees the writes of another: rows of results, without copying
 * all of them; and rows that change in place. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?... */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "await.h"
#include "store/chain.h"
#include "store_place.h"
#include "writer/writer.h"

static struct ladder *node_open(const struct place *place, const char *name)
{
    struct ladder_node node = {.address = "127.0.0.1:1"};
    struct ladder_error error = {""};
    struct ladder *ladder = NULL;
    snprintf(node.name, sizeof node.name, "%s", name);
    if (writer_open_node(&ladder, place->url, &node, &error))
        fail_msg("%s", error.text);
    return ladder;
}

static void on_done(void *context, const struct ladder_done *done)
{
    assert_int_equal(done->status, LADDER_STORED);
    ++*(int *)context;
}

static void store_some(struct ladder *ladder, const char *name, int from, int to)
{
    int count = 0;
    for (int i = from; i < to; i++) {
        char game[32], ann[16], bob[16];
        snprintf(game, sizeof game, "%s-%d", name, i);
        snprintf(ann, sizeof ann, "ann%d", i % 7);
        snprintf(bob, sizeof bob, "bob%d", i % 5);
        struct ladder_result result = duel(game, ann, bob, i % 3 ? 1 : 2);
        assert_int_equal(writer_queue_submit(ladder, &result, on_done, &count), 0);
    }
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    assert_int_equal(count, to - from);
}

static bool same_rows(struct ladder *a, struct ladder *b)
{
    struct ladder_row rows[2][64];
    int total[2];
    memset(rows, 0, sizeof rows);
    int count = writer_view_rows(a, NULL, 0, rows[0], 64, &total[0]);
    return count == writer_view_rows(b, NULL, 0, rows[1], 64, &total[1]) && total[0] == total[1] &&
           count > 0 && memcmp(rows[0], rows[1], sizeof rows[0]) == 0;
}

static uint64_t anew(struct ladder *ladder)
{
    pthread_mutex_lock(&ladder->mutex);
    uint64_t count = ladder->view_anew;
    pthread_mutex_unlock(&ladder->mutex);
    return count;
}

/* Numbers and chain of all entries. */
static void assert_log_whole(const struct place *place, int results)
{
    static struct store_result page[STORE_PAGE];
    uint8_t head[CHAIN_BYTES] = {0}, link[CHAIN_BYTES];
    struct store *store = opened(place, 0);
    int64_t seq = 0;
    int count;
    assert_int_equal(store_begin(store, false), 0);
    do {
        count = store_results(store, 0, seq, page, STORE_PAGE);
        for (int i = 0; i < count; i++) {
            assert_int_equal(page[i].seq, ++seq);
            chain_result(head, seq, &page[i].result, NULL,
                         page[i].hashed ? page[i].record_hash : NULL, link);
            assert_memory_equal(link, page[i].chain, CHAIN_BYTES);
            memcpy(head, link, CHAIN_BYTES);
        }
    } while (count == STORE_PAGE);
    assert_int_equal(seq, results);
    store_close(store);
}

static void results_are_taken_over(void **state)
{
    const struct place *place = *state;
    if (!place->server)
        skip();
    struct ladder *east = node_open(place, "east"), *west = node_open(place, "west");
    store_some(east, "e", 0, 20);
    store_some(west, "w", 0, 20);
    store_some(east, "f", 0, 20); /* each has read all rows of bots by now */
    uint64_t before = anew(east) + anew(west);
    for (int i = 0; i < 10; i++) { /* more than a page of the log, in turns */
        store_some(east, "g", 100 + 20 * i, 120 + 20 * i);
        store_some(west, "h", 100 + 20 * i, 120 + 20 * i);
    }
    struct await limit = await_begin(20);
    while (!same_rows(east, west) && await_step(&limit))
        ;
    assert_true(same_rows(east, west));
    assert_int_equal(anew(east) + anew(west), before);
    writer_close(east);
    writer_close(west);
    assert_log_whole(place, 460);
}

static void a_token_that_changes_is_seen(void **state)
{
    const struct place *place = *state;
    static const uint8_t hash[32] = {1, 2, 3};
    struct ladder_bot bot = {.has_token = false};
    if (!place->server)
        skip();
    struct ladder *east = node_open(place, "east");
    store_some(east, "e", 0, 5);
    struct store *store = opened(place, 0);
    for (int i = 1; i <= 2; i++) { /* the first time it reads all rows anyway */
        assert_int_equal(store_begin(store, true), 0);
        assert_int_equal(store_bot_token(store, i, hash), 0);
        assert_int_equal(store_commit(store), 0);
        store_some(east, "f", 10 * i, 10 * i + 5);
        assert_true(writer_view_bot(east, i == 1 ? "ann0" : "bob0", &bot));
        assert_true(bot.has_token);
    }
    store_close(store);
    writer_close(east);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(results_are_taken_over, setup, teardown),
        cmocka_unit_test_setup_teardown(a_token_that_changes_is_seen, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
