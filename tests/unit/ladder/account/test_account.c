/* test_account.c - whose token a request carries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "account/account.h"
#include "base/token.h"
#include "store/store_account.h"
#include "store_place.h"

enum { MINUTE = 60000000 };

struct people {
    struct store *store;
    char owner[TOKEN_HEX_BYTES], bot[TOKEN_HEX_BYTES];
    struct name_rate failures;
};

static void people_open(struct people *people, const struct place *place)
{
    struct store_account account = {.name = "own-1", .party = "net-1"};
    struct standing ann = {.name = "ann", .has_token = true};

    memset(people, 0, sizeof *people);
    people->store = opened(place, 0);
    assert_int_equal(token_make(people->owner, account.token_hash), 0);
    assert_int_equal(token_make(people->bot, ann.token_hash), 0);
    assert_int_equal(store_begin(people->store, true), 0);
    assert_int_equal(store_account_add(people->store, &account), 0);
    assert_int_equal(store_bot_add(people->store, &ann, 1), 0);
    assert_int_equal(store_account_give(people->store, ann.id, "own-1"), 0);
    assert_int_equal(store_account_stop(people->store, ann.id, true), 0);
    assert_int_equal(store_commit(people->store), 0);
}

static enum account_verdict ask(struct people *people, const char *scheme, const char *token,
                                uint64_t address, int64_t now, struct account_caller *caller)
{
    char header[200];
    snprintf(header, sizeof header, "%s%s", scheme, token);
    return account_ask(&people->failures, people->store, header, address, now, caller);
}

static void tokens_identify_owners_and_bots(void **state)
{
    static struct people people;
    struct account_caller caller;

    people_open(&people, *state);
    assert_int_equal(ask(&people, "Bearer ", people.owner, 1, 0, &caller), ACCOUNT_KNOWN);
    assert_int_equal(caller.kind, ACCOUNT_OWNER);
    assert_string_equal(caller.name, "own-1");
    assert_string_equal(caller.owner, "own-1");
    assert_int_equal(ask(&people, "bearer  ", people.bot, 1, 0, &caller), ACCOUNT_KNOWN);
    assert_int_equal(caller.kind, ACCOUNT_BOT);
    assert_string_equal(caller.name, "ann");
    assert_string_equal(caller.owner, "own-1");
    assert_true(caller.stopped && !caller.banned);
    store_close(people.store);
}

static void invalid_tokens_are_refused(void **state)
{
    static const char *const not_tokens[] = {
        "", "Bearer", "Bearer ", "Basic YTpi", "Bearer 12", "Bearer token",
    };
    static struct people people;
    struct account_caller caller;
    char longer[TOKEN_HEX_BYTES + 1], other[TOKEN_HEX_BYTES];

    people_open(&people, *state);
    assert_int_equal(account_ask(&people.failures, people.store, NULL, 1, 0, &caller),
                     ACCOUNT_NO_TOKEN);
    for (size_t i = 0; i < sizeof not_tokens / sizeof not_tokens[0]; i++)
        assert_int_equal(account_ask(&people.failures, people.store, not_tokens[i], 1, 0, &caller),
                         ACCOUNT_NO_TOKEN);
    snprintf(longer, sizeof longer, "%s0", people.owner);
    assert_int_equal(ask(&people, "Bearer ", longer, 1, 0, &caller), ACCOUNT_NO_TOKEN);
    assert_int_equal(ask(&people, "Basic ", people.owner, 1, 0, &caller), ACCOUNT_NO_TOKEN);
    snprintf(other, sizeof other, "%s", people.owner);
    other[5] = other[5] == '0' ? '1' : '0';
    assert_int_equal(ask(&people, "Bearer ", other, 1, 0, &caller), ACCOUNT_WRONG);
    store_close(people.store);
}

/* From then on all requests of the address are refused, even with the right token, so that
 * guessing on teaches nothing. A refusal does not use the store, which is closed here. */
static void too_many_wrong_tokens_block_the_address(void **state)
{
    enum { TRIES = 10000 };
    static struct people people;
    struct account_caller caller;
    char wrong[TOKEN_HEX_BYTES];

    people_open(&people, *state);
    memset(wrong, 'a', sizeof wrong - 1);
    wrong[sizeof wrong - 1] = '\0';
    for (int i = 0; i < ACCOUNT_FAILURES_MAX; i++)
        assert_int_equal(ask(&people, "Bearer ", wrong, 1, i, &caller), ACCOUNT_WRONG);
    assert_int_equal(ask(&people, "Bearer ", people.bot, 2, 50, &caller), ACCOUNT_KNOWN);
    struct store *store = people.store;
    people.store = NULL;
    for (int i = 0; i < TRIES; i++)
        assert_int_equal(ask(&people, "Bearer ", i % 2 ? wrong : people.owner, 1, 100, &caller),
                         ACCOUNT_TOO_MANY);
    people.store = store;
    assert_int_equal(ask(&people, "Bearer ", people.owner, 1, MINUTE + 100, &caller),
                     ACCOUNT_KNOWN);
    store_close(people.store);
}

static void each_verdict_has_its_code(void **state)
{
    (void)state;
    assert_int_equal(account_http_code(ACCOUNT_KNOWN), 200);
    assert_int_equal(account_http_code(ACCOUNT_NO_TOKEN), 401);
    assert_int_equal(account_http_code(ACCOUNT_WRONG), 401);
    assert_int_equal(account_http_code(ACCOUNT_TOO_MANY), 429);
    assert_int_equal(account_http_code(ACCOUNT_TROUBLE), 503);
    assert_non_null(strstr(account_words(ACCOUNT_NO_TOKEN), "Bearer"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tokens_identify_owners_and_bots, setup, teardown),
        cmocka_unit_test_setup_teardown(invalid_tokens_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(too_many_wrong_tokens_block_the_address, setup, teardown),
        cmocka_unit_test(each_verdict_has_its_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
