/* test_store_hosting.c - turns of hosted programs in every store. Runs on an SQLite file; with
 * AVONDALE_TEST_STORE=postgresql://...?... on that database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program_place.h"
#include "store/store_hosting.h"

enum { LEASE = 60000 };

static void only_playable_programs_are_listed(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_hosted list[8];

    assert_int_equal(store_begin(store, true), 0);
    int64_t ann = program_bot(store, "ann", "own-a"), bob = program_bot(store, "bob", "own-b"),
            eve = program_bot(store, "eve", "own-b");
    struct store_program one = program_activated(store, ann, "own-a", "1");
    program_activated(store, bob, "own-b", "1");
    program_handed_in(store, eve, "own-b", "1", 1);
    assert_int_equal(store_hosting_page(store, 0, list, 8), 2);
    assert_string_equal(list[0].program.bot, "ann");
    assert_int_equal(list[0].turn_msec, 0);
    assert_int_equal(list[0].wait_msec, 0);
    assert_false(list[0].held);
    assert_string_equal(list[0].games, "");
    assert_int_equal(store_hosting_page(store, one.id, list, 8), 1);
    assert_string_equal(list[0].program.bot, "bob");
    assert_int_equal(store_account_stop(store, ann, true), 0);
    assert_int_equal(store_hosting_page(store, 0, list, 8), 1);
    assert_int_equal(store_hosting_take(store, one.id, "w", LEASE, list), STORE_NONE);
    assert_int_equal(store_account_stop(store, ann, false), 0);
    assert_int_equal(store_account_give(store, ann, ""), 0);
    assert_int_equal(store_hosting_page(store, 0, list, 8), 1);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static void a_turn_has_one_worker(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_hosted got, other;

    assert_int_equal(store_begin(store, true), 0);
    int64_t ann = program_bot(store, "ann", "own-a");
    struct store_program one = program_activated(store, ann, "own-a", "1");
    assert_int_equal(store_hosting_take(store, one.id, "w", LEASE, &got), 0);
    assert_true(got.held && got.wait_msec > LEASE / 2 && got.turn_msec > 0);
    assert_string_equal(got.program.archive, one.archive);
    assert_int_equal(store_hosting_take(store, one.id, "x", LEASE, &other), STORE_NONE);
    assert_int_equal(store_hosting_renew(store, ann, "w", LEASE), 0);
    assert_int_equal(store_hosting_renew(store, ann, "x", LEASE), STORE_NONE);
    assert_int_equal(store_hosting_leave(store, ann, "x", 0, 0, ""), STORE_NONE);
    assert_int_equal(store_hosting_leave(store, ann, "w", LEASE, 3, "..F"), 0);
    assert_int_equal(store_hosting_leave(store, ann, "w", 0, 0, ""), STORE_NONE);
    assert_int_equal(store_hosting_page(store, 0, &got, 1), 1);
    assert_false(got.held);
    assert_true(got.wait_msec > LEASE / 2);
    assert_int_equal(got.failures, 3);
    assert_string_equal(got.games, "..F");
    assert_int_equal(store_hosting_take(store, one.id, "x", LEASE, &other), STORE_NONE);
    /* A worker that died: its lease has expired. */
    assert_int_equal(store_hosting_renew(store, ann, "w", LEASE), STORE_NONE);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static void a_lease_ends_by_itself(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_hosted got;

    assert_int_equal(store_begin(store, true), 0);
    int64_t ann = program_bot(store, "ann", "own-a");
    struct store_program one = program_activated(store, ann, "own-a", "1");
    assert_int_equal(store_hosting_take(store, one.id, "w", 0, &got), 0);
    assert_false(got.held);
    assert_int_equal(store_hosting_take(store, one.id, "x", LEASE, &got), 0);
    assert_true(got.held);
    assert_int_equal(store_hosting_leave(store, ann, "w", 0, 9, "F"), STORE_NONE);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

/* The next version starts from zero once the last game of the one before it is over. */
static void a_version_follows_another(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_hosted got;

    assert_int_equal(store_begin(store, true), 0);
    int64_t ann = program_bot(store, "ann", "own-a");
    struct store_program one = program_activated(store, ann, "own-a", "1");
    assert_int_equal(store_hosting_take(store, one.id, "w", LEASE, &got), 0);
    struct store_program two = program_activated(store, ann, "own-a", "2");
    assert_int_equal(store_hosting_page(store, 0, &got, 1), 1);
    assert_int_equal(got.program.id, two.id);
    assert_true(got.held);
    assert_int_equal(store_hosting_take(store, two.id, "x", LEASE, &got), STORE_NONE);
    assert_int_equal(store_hosting_renew(store, ann, "w", LEASE), 0);
    assert_int_equal(store_hosting_leave(store, ann, "w", LEASE, 5, "FF"), 0);
    assert_int_equal(store_hosting_page(store, 0, &got, 1), 1);
    assert_int_equal(got.wait_msec, 0);
    assert_string_equal(got.games, "");
    assert_int_equal(store_hosting_take(store, two.id, "x", LEASE, &got), 0);
    assert_int_equal(got.failures, 0);
    assert_int_equal(store_hosting_take(store, one.id, "y", LEASE, &got), STORE_NONE);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_playable_programs_are_listed, setup, teardown),
        cmocka_unit_test_setup_teardown(a_turn_has_one_worker, setup, teardown),
        cmocka_unit_test_setup_teardown(a_lease_ends_by_itself, setup, teardown),
        cmocka_unit_test_setup_teardown(a_version_follows_another, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
