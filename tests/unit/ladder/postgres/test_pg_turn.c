/* test_pg_turn.c - writers that meet wait in rooms, and read there. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?... */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store_place.h"
#if __has_include("libpq-fe.h")
#include "pg_relative.h"
#include "postgres/pg.h"

/* Two bots and `results` results, committed. */
static void log_made(struct log *log, const struct place *place, int results)
{
    log_open(log, place);
    log_ann_and_bob(log);
    log_results(log, 1, results);
    assert_int_equal(store_commit(log->store), 0);
}

/* Another writer, which met others and knows the log up to result `seq` and all bots. */
static struct store *crowded(const struct place *place, int64_t seq)
{
    const struct store_place known = {.bot = 2, .seq = seq};
    struct store *store = opened(place, 0);
    pg_met(pg_of(store), true);
    store_foresee(store, &known);
    return store;
}

/* While one has the lock, the next one reads what was committed before; with the lock it reads the
 * rest. */
static void test_the_next_one_reads_without_the_lock(void **state)
{
    const struct place *place = *state;
    static struct store_result page[STORE_PAGE];
    struct log_entry entries[STORE_PAGE];
    struct standing bots[4];
    struct log log;
    bool changed = false;
    if (!place->server)
        skip();
    log_made(&log, place, 20);
    struct store *next = crowded(place, 0);
    assert_int_equal(store_begin(log.store, true), 0); /* the lock */
    log_results(&log, 21, 25);
    assert_int_equal(store_approach(next), 1);
    assert_int_equal(store_changed(next, &changed), 0);
    assert_true(changed);
    assert_int_equal(store_log_entries(next, 0, entries, STORE_PAGE), 0);
    assert_int_equal(store_bots(next, 2, bots, 4), 0);
    assert_int_equal(store_results(next, 0, 0, page, STORE_PAGE), 20);
    assert_int_equal(page[19].seq, 20);
    assert_int_equal(store_results(next, 0, 20, page, STORE_PAGE), 0);
    assert_int_equal(store_commit(log.store), 0);
    const struct store_place known = {.bot = 2, .seq = 20};
    store_foresee(next, &known);
    assert_int_equal(store_begin(next, true), 0);
    assert_int_equal(store_changed(next, &changed), 0);
    assert_true(changed);
    assert_int_equal(store_results(next, 0, 20, page, STORE_PAGE), 5);
    assert_int_equal(page[4].seq, 25);
    assert_int_equal(store_commit(next), 0);
    /* It meets nobody for a while: then it asks for the lock at once. */
    for (int i = 0; i < 10; i++) {
        store_foresee(next, &known);
        assert_in_range(store_approach(next), 0, 1);
        assert_int_equal(store_begin(next, true), 0);
        assert_int_equal(store_commit(next), 0);
    }
    assert_int_equal(pg_of(next)->crowded, 0);
    assert_int_equal(store_approach(next), 0);
    assert_false(pg_of(next)->open);
    store_close(next);
    store_close(log.store);
    replay_fini(&log.replay);
}

/* A node takes it that there are others; who opens the store alone does not. */
static void test_a_node_begins_in_a_room(void **state)
{
    const struct place *place = *state;
    struct store *store;
    if (!place->server)
        skip();
    store = opened(place, 0);
    assert_int_equal(pg_of(store)->crowded, 0);
    store_close(store);
    store = opened_node(place, "a");
    assert_int_equal(pg_of(store)->crowded, PG_CROWDED);
    store_close(store);
}

static int64_t renewed_rank(struct store *store, bool write)
{
    pg_of(store)->renewed_msec = 0;
    assert_int_equal(store_begin(store, write), 0);
    assert_int_equal(store_commit(store), 0);
    assert_true(pg_of(store)->renewed_msec > 0);
    return pg_of(store)->rank;
}

/* The rooms are equally long, whoever comes and leaves. */
static void test_nodes_spread_over_rooms(void **state)
{
    const struct place *place = *state;
    struct store *nodes[4];
    static const char *const names[] = {"d", "a", "c", "b"}; /* as they come */
    static const int64_t at_first[] = {0, 0, 1, 1}, later[] = {3, 0, 2, 1};
    if (!place->server)
        skip();
    for (int i = 0; i < 4; i++) {
        nodes[i] = opened_node(place, names[i]);
        assert_int_equal(pg_of(nodes[i])->rank, at_first[i]);
    }
    for (int i = 0; i < 4; i++)
        assert_int_equal(renewed_rank(nodes[i], i % 2), later[i]);
    store_close(nodes[1]);
    assert_int_equal(renewed_rank(nodes[0], true), 2);
    assert_int_equal(renewed_rank(nodes[3], false), 0);
    sql(place, "UPDATE lease SET until_msec = 0 WHERE name = 'node:b'");
    assert_int_equal(renewed_rank(nodes[0], true), 1);
    store_close(nodes[0]);
    store_close(nodes[2]);
    store_close(nodes[3]);
}

/* An entry may void what is known: it is read with the lock. So is a result that is not packed. */
static void test_entries_are_read_with_the_lock(void **state)
{
    const struct place *place = *state;
    static struct store_result page[STORE_PAGE];
    struct log_entry entries[STORE_PAGE];
    struct log log;
    if (!place->server)
        skip();
    log_made(&log, place, 20);
    assert_int_equal(store_begin(log.store, true), 0);
    assert_int_equal(store_log_entry_add(log.store, LOG_ENTRY_VOID, 3, 1, ""), 0);
    assert_int_equal(store_commit(log.store), 0);
    struct store *next = crowded(place, 0);
    assert_int_equal(store_approach(next), 0);
    assert_int_equal(store_begin(next, true), 0);
    assert_int_equal(store_log_entries(next, 0, entries, STORE_PAGE), 1);
    assert_int_equal(store_results(next, 0, 0, page, STORE_PAGE), 20);
    store_rollback(next);
    store_close(next);
    sql(place, "DELETE FROM feed");
    next = crowded(place, 0);
    pg_of(next)->foreseen_from[1] = 1; /* the entry is known */
    assert_int_equal(store_approach(next), 1);
    assert_int_equal(store_results(next, 0, 0, page, STORE_PAGE), 0);
    assert_int_equal(store_begin(next, true), 0);
    assert_int_equal(store_results(next, 0, 0, page, STORE_PAGE), 20);
    assert_int_equal(store_commit(next), 0);
    store_close(next);
    store_close(log.store);
    replay_fini(&log.replay);
}

/* Where the server does not know such locks, that of the row is the only one. */
static void test_a_server_without_rooms(void **state)
{
    const struct place *place = *state;
    struct pg_relative relative = {.conflict_after = -1};
    struct log log;
    if (!place->server)
        skip();
    log_made(&log, place, 20);
    pg_relative_start(&relative, place->url);
    relative.no_rooms = true;
    struct place other = *place;
    snprintf(other.url, sizeof other.url, "%.590s", relative.url);
    struct store *next = crowded(&other, 0);
    assert_int_equal(store_approach(next), 0);
    assert_true(pg_of(next)->no_rooms);
    assert_int_equal(relative.altered, 1);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(store_approach(next), 0);
        assert_int_equal(store_begin(next, true), 0);
        assert_int_equal(store_commit(next), 0);
    }
    assert_int_equal(relative.altered, 1);
    store_close(next);
    /* Where a transaction sees one moment the lock fails after a room: it is left out then. */
    relative.no_rooms = false;
    relative.isolation = "REPEATABLE READ";
    next = crowded(&other, 0);
    assert_int_equal(store_approach(next), 1);
    assert_int_equal(store_begin(log.store, true), 0);
    log_results(&log, 21, 21);
    assert_int_equal(store_commit(log.store), 0);
    assert_int_equal(store_begin(next, true), STORE_FAILED);
    assert_true(store_again(next));
    assert_true(pg_of(next)->no_rooms);
    assert_int_equal(store_begin(next, true), 0);
    assert_int_equal(store_commit(next), 0);
    store_close(next);
    pg_relative_stop(&relative);
    store_close(log.store);
    replay_fini(&log.replay);
}
#endif

int main(void)
{
#if __has_include("libpq-fe.h")
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_node_begins_in_a_room, setup, teardown),
        cmocka_unit_test_setup_teardown(test_nodes_spread_over_rooms, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_next_one_reads_without_the_lock, setup, teardown),
        cmocka_unit_test_setup_teardown(test_entries_are_read_with_the_lock, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_server_without_rooms, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
#else
    return 77;
#endif
}
