/* test_pg_account.c - an invitation code in a database: two connections never use it more often
 * than allowed. test_store_account.c tests the rows for every kind of store. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?... */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "store/store_account.h"
#include "store_place.h"

static int use(struct store *store, const uint8_t hash[32])
{
    assert_int_equal(store_begin(store, true), 0);
    int status = store_account_invite_use(store, hash, 1);
    assert_int_equal(store_commit(store), 0);
    return status;
}

static void two_connections_share_the_uses_of_a_code(void **state)
{
    const struct place *place = *state;
    struct store_invite invite = {.id = "aa", .uses = 5};
    int used = 0;
    if (!place->server)
        skip();
    struct store *one = opened(place, 0), *two = opened(place, 0);
    bool changed = false;

    assert_int_equal(store_begin(one, true), 0);
    assert_int_equal(store_account_invite_add(one, &invite), 0);
    assert_int_equal(store_commit(one), 0);
    for (int i = 0; i < 8; i++)
        used += use(i % 2 ? one : two, invite.code_hash) == 0;
    assert_int_equal(used, 5);
    /* Other nodes are notified of the change, because stops and tokens must reach them. */
    assert_int_equal(store_begin(two, false), 0);
    assert_int_equal(store_changed(two, &changed), 0);
    assert_true(changed);
    store_rollback(two);
    store_close(one);
    store_close(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_connections_share_the_uses_of_a_code, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
