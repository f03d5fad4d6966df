/* test_store_account.c - owners and codes, in every kind of store: on an SQLite file; with
 * AVONDALE_TEST_STORE=postgresql://...?... on that database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "store/store_account.h"
#include "store_place.h"

static struct store_account account_of(const char *name, uint8_t token)
{
    struct store_account account = {.party = "net-1", .made_msec = 5};
    snprintf(account.name, sizeof account.name, "%s", name);
    memset(account.token_hash, token, sizeof account.token_hash);
    return account;
}

static void an_account_is_found_by_its_name_and_its_token(void **state)
{
    struct place *place = *state;
    struct store_account account = account_of("own-1", 7), read;
    struct store_account same_token = account_of("own-2", 7), same_name = account_of("own-1", 8);
    struct store_holder holder;
    uint8_t other[32] = {9};
    struct store *store = opened(place, 0);

    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_account_add(store, &account), 0);
    assert_int_equal(store_account_add(store, &same_token), STORE_THERE);
    assert_int_equal(store_account_add(store, &same_name), STORE_THERE);
    assert_int_equal(store_account_find(store, "own-1", &read), 0);
    assert_string_equal(read.party, "net-1");
    assert_memory_equal(read.token_hash, account.token_hash, 32);
    assert_int_equal(read.made_msec, 5);
    assert_int_equal(store_account_find(store, "own-2", &read), STORE_NONE);
    assert_int_equal(store_account_holder(store, account.token_hash, &holder), 0);
    assert_true(holder.account);
    assert_string_equal(holder.name, "own-1");
    assert_memory_equal(holder.token_hash, account.token_hash, 32);
    assert_int_equal(store_account_holder(store, other, &holder), STORE_NONE);
    assert_int_equal(store_account_token(store, "own-1", other), 0);
    assert_int_equal(store_account_holder(store, account.token_hash, &holder), STORE_NONE);
    assert_int_equal(store_account_holder(store, other, &holder), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static void a_bot_has_one_account(void **state)
{
    struct place *place = *state;
    struct standing ann = {.name = "ann", .has_token = true}, bob = {.name = "bob"}, read[4];
    struct store_holder holder;
    struct store *store = opened(place, 0);

    memset(ann.token_hash, 3, sizeof ann.token_hash);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_bot_add(store, &ann, 1), 0);
    assert_int_equal(store_bot_add(store, &bob, 1), 0);
    assert_int_equal(store_bots(store, 0, read, 4), 2);
    assert_string_equal(read[0].account, "");
    assert_false(read[0].stopped);
    assert_int_equal(store_account_bots(store, "own-1", read, 4), 0);
    assert_int_equal(store_account_give(store, ann.id, "own-1"), 0);
    assert_int_equal(store_account_give(store, bob.id, "own-1"), 0);
    assert_int_equal(store_account_stop(store, bob.id, true), 0);
    assert_int_equal(store_account_bots(store, "own-1", read, 4), 2);
    assert_string_equal(read[0].name, "ann");
    assert_true(read[1].stopped);
    assert_int_equal(store_account_bots(store, "own-1", read, 1), 1);
    assert_int_equal(store_account_give(store, bob.id, "own-2"), 0);
    assert_int_equal(store_account_stop(store, bob.id, false), 0);
    assert_int_equal(store_account_bots(store, "own-1", read, 4), 1);
    assert_int_equal(store_account_bots(store, "own-2", read, 4), 1);
    assert_false(read[0].stopped);
    assert_int_equal(store_account_holder(store, ann.token_hash, &holder), 0);
    assert_false(holder.account);
    assert_string_equal(holder.name, "ann");
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static void a_code_is_used_as_often_as_it_may(void **state)
{
    struct place *place = *state;
    struct store_invite invite = {.id = "aa", .uses = 2, .until_msec = 100, .made_msec = 1};
    struct store_invite endless = {.id = "bb", .uses = 1, .code_hash = {2}}, list[4];
    uint8_t unknown[32] = {7};
    struct store *store = opened(place, 0);

    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_account_invite_add(store, &invite), 0);
    assert_int_equal(store_account_invite_add(store, &invite), STORE_THERE);
    assert_int_equal(store_account_invite_add(store, &endless), 0);
    assert_int_equal(store_account_invite_use(store, unknown, 1), STORE_NONE);
    assert_int_equal(store_account_invite_use(store, invite.code_hash, 100), STORE_NONE);
    assert_int_equal(store_account_invite_use(store, invite.code_hash, 99), 0);
    assert_int_equal(store_account_invite_use(store, invite.code_hash, 99), 0);
    assert_int_equal(store_account_invite_use(store, invite.code_hash, 99), STORE_NONE);
    assert_int_equal(store_account_invite_use(store, endless.code_hash, INT64_MAX), 0);
    assert_int_equal(store_account_invite_find(store, invite.code_hash, &list[0]), 0);
    assert_int_equal(list[0].used, 2);
    assert_int_equal(store_account_invites(store, "", list, 4), 2);
    assert_string_equal(list[0].id, "aa");
    assert_int_equal(list[0].until_msec, 100);
    assert_int_equal(list[1].used, 1);
    assert_int_equal(store_account_invites(store, "aa", list, 4), 1);
    assert_int_equal(store_account_invite_drop(store, "aa"), 0);
    assert_int_equal(store_account_invite_drop(store, "aa"), STORE_NONE);
    assert_int_equal(store_account_invite_find(store, invite.code_hash, &list[0]), STORE_NONE);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

/* A use belongs to the transaction of the name that it admitted. */
static void a_use_is_taken_back_with_its_transaction(void **state)
{
    struct place *place = *state;
    struct store_invite invite = {.id = "aa", .uses = 1}, read;
    struct store *store = opened(place, 0);

    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_account_invite_add(store, &invite), 0);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_account_invite_use(store, invite.code_hash, 1), 0);
    store_rollback(store);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_account_invite_find(store, invite.code_hash, &read), 0);
    assert_int_equal(read.used, 0);
    store_rollback(store);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_account_is_found_by_its_name_and_its_token, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_bot_has_one_account, setup, teardown),
        cmocka_unit_test_setup_teardown(a_code_is_used_as_often_as_it_may, setup, teardown),
        cmocka_unit_test_setup_teardown(a_use_is_taken_back_with_its_transaction, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
