/* test_pg_record.c - records in a database only: deleted rows are dropped with their table, and
 * dictionaries of several programs coexist. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?... */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "store_place.h"

static struct store_sizes sizes_of(struct store *store)
{
    struct store_sizes sizes;
    assert_int_equal(store_begin(store, false), 0);
    if (store_sizes(store, &sizes))
        fail_msg("%s", store_error(store));
    store_rollback(store);
    return sizes;
}

static void compacting_frees_pages(void **state)
{
    const struct place *place = *state;
    struct log log;
    if (!place->server)
        skip();
    log_open(&log, place);
    log_bots(&log);
    log_fill(&log, 1, 0, 200);
    log_close(&log);
    sql(place, "INSERT INTO record SELECT seq, (SELECT string_agg(md5(seq || ' ' || i), '')"
               " FROM generate_series(1, 200) i) FROM result");
    sql(place, "DELETE FROM packed_record");
    struct store *store = opened(place, STORE_MUST_EXIST);
    struct store_sizes before = sizes_of(store);
    assert_int_equal(before.plain, 200);
    assert_int_equal(before.plain_bytes, 200 * 6400);
    /* While one row is left nothing is dropped. */
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_compact(store, 199), 199);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(store_shrink(store), 0);
    assert_int_equal(sizes_of(store).plain, 1);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_compact(store, 199), 1);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(store_shrink(store), 0);
    struct store_sizes after = sizes_of(store);
    assert_int_equal(after.plain, 0);
    assert_int_equal(after.records, 200);
    assert_true(after.record_pages < before.record_pages);
    store_close(store);
}

/* CockroachDB has no functions for sizes on disk; an unknown size is not shown. */
static void a_server_may_have_no_functions_for_sizes(void **state)
{
    struct place *place = *state;
    if (!place->server)
        skip();
    struct store *store = opened(place, 0);
    struct store_sizes sizes = sizes_of(store);
    assert_true(sizes.bytes > 0 && sizes.record_pages > 0);
    store_close(store);
    sql(place, "CREATE TABLE pg_proc (proname TEXT)");
    strcat(place->url, ",pg_catalog");
    store = opened(place, STORE_MUST_EXIST);
    sizes = sizes_of(store);
    assert_int_equal(sizes.bytes, -1);
    assert_int_equal(sizes.record_pages, -1);
    assert_int_equal(sizes.dictionaries, 1);
    store_close(store);
}

static void several_dictionaries_are_kept(void **state)
{
    const struct place *place = *state;
    if (!place->server)
        skip();
    store_close(opened(place, 0));
    sql(place, "UPDATE dictionary SET number = 5");
    store_close(opened(place, 0));
    struct store *store = opened(place, 0);
    assert_int_equal(sizes_of(store).dictionaries, 2);
    assert_false(store_migrated(store));
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(compacting_frees_pages, setup, teardown),
        cmocka_unit_test_setup_teardown(a_server_may_have_no_functions_for_sizes, setup, teardown),
        cmocka_unit_test_setup_teardown(several_dictionaries_are_kept, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
