/* test_pg_program.c - workers of one database claim programs at the same time. Needs a server,
 * in AVONDALE_TEST_STORE=postgresql://...?...; test_store_program.c tests every kind of store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program_place.h"

/* Two claims in open transactions have different programs, and neither waits for the other. */
static void two_workers_claim_without_waiting(void **state)
{
    const struct place *place = *state;
    struct store_program first, second;
    if (!place->server)
        skip();
    struct store *one = opened(place, 0), *two = opened(place, 0);
    assert_int_equal(store_begin(one, true), 0);
    int64_t bot = program_bot(one, "ann", "own-a");
    program_handed_in(one, bot, "own-a", "1", 1);
    program_handed_in(one, bot, "own-a", "2", 2);
    assert_int_equal(store_commit(one), 0);
    assert_int_equal(store_work_begin(one), 0);
    assert_int_equal(store_program_claim(one, "w1", 60000, &first), 0);
    assert_int_equal(store_work_begin(two), 0);
    int status = store_program_claim(two, "w2", 60000, &second);
    if (status == 0)
        assert_true(first.id != second.id);
    else
        assert_int_equal(status, STORE_NONE); /* the one row that it tried was taken */
    assert_int_equal(store_commit(one), 0);
    assert_int_equal(store_commit(two), 0);
    store_close(one);
    store_close(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_workers_claim_without_waiting, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
