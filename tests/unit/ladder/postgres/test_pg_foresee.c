/* test_pg_foresee.c - pages of the log that arrive with the begin. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?... */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store_place.h"
#if __has_include("libpq-fe.h")
#include "postgres/pg.h"

/* They equal what the server would send, and are used once: later reads see later rows. */
static void test_pages_come_with_the_begin(void **state)
{
    const struct place *place = *state;
    static struct store_result page[STORE_PAGE];
    struct store_place known = {0};
    struct standing bots[4];
    struct log_entry entries[4];
    struct log log;
    if (!place->server)
        skip();
    log_open(&log, place);
    log_ann_and_bob(&log);
    log_results(&log, 1, 300);
    assert_int_equal(store_commit(log.store), 0);
    struct pg_store *pg = pg_of(log.store);
    known.seq = 40;
    store_foresee(log.store, &known);
    assert_int_equal(store_begin(log.store, true), 0);
    assert_int_equal(pg->foreseen_unused, 7);
    assert_int_equal(store_results(log.store, 0, 40, page, STORE_PAGE), 256);
    assert_int_equal(pg->foreseen_unused, 3);
    assert_int_equal(page[0].seq, 41);
    assert_int_equal(page[255].seq, 296);
    assert_string_equal(page[255].result.seats[1].bot, "bob");
    assert_int_equal(store_results(log.store, 0, 296, page, STORE_PAGE), 4);
    assert_string_equal(page[3].result.seats[1].bot, "bob");
    log_results(&log, 301, 301);
    assert_int_equal(store_results(log.store, 0, 299, page, STORE_PAGE), 2);
    assert_int_equal(store_results(log.store, 0, 40, page, STORE_PAGE), 256);
    assert_int_equal(store_bots(log.store, 0, bots, 1), 1); /* another size: it asks the server */
    assert_int_equal(store_log_entries(log.store, 0, entries, 4), 0);
    assert_int_equal(store_commit(log.store), 0);
    assert_int_equal(pg->foreseen_unused, 0);
    assert_null(pg->foreseen[0]);
    store_close(log.store);
    replay_fini(&log.replay);
}

/* Only the next begin has them, and a rollback drops them. */
static void test_foreseen_pages_end_with_the_transaction(void **state)
{
    const struct place *place = *state;
    const struct store_place known = {0};
    if (!place->server)
        skip();
    struct store *store = opened(place, 0);
    store_foresee(store, &known);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(pg_of(store)->foreseen_unused, 7);
    store_rollback(store);
    assert_int_equal(pg_of(store)->foreseen_unused, 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(pg_of(store)->foreseen_unused, 0);
    store_rollback(store);
    store_close(store);
}
#endif

int main(void)
{
#if __has_include("libpq-fe.h")
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pages_come_with_the_begin, setup, teardown),
        cmocka_unit_test_setup_teardown(test_foreseen_pages_end_with_the_transaction, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
#else
    return 77;
#endif
}
