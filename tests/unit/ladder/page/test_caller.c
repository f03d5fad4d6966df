/* test_caller.c - a page learns whose token its request carries, or the request gets an error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <event2/buffer.h>

#include "base/token.h"
#include "store/store_account.h"
#include "store_place.h"
#include "data/site.h"
#include "page/caller.h"
#include "page/page.h"

static struct web_site site;

static bool ask(const char *authorization, const char *address, struct web_answer *answer,
                struct account_caller *caller)
{
    struct web_query query = {
        .path = "/api/v1/x", .authorization = authorization, .address = address};
    struct call call = {.site = &site, .query = &query, .answer = answer};
    *answer = (struct web_answer){.code = 200, .body = evbuffer_new()};
    bool known = caller_ask(&call, caller);
    assert_true(answer->secret);
    assert_false(answer->open); /* not for other sites */
    evbuffer_free(answer->body);
    return known;
}

static void callers_are_known_or_answered(void **state)
{
    struct store_account account = {.name = "own-1", .party = "net-1"};
    char token[TOKEN_HEX_BYTES], header[TOKEN_HEX_BYTES + 8];
    struct account_caller caller;
    struct web_answer answer;

    memset(&site, 0, sizeof site);
    site.store = opened(*state, 0);
    assert_int_equal(token_make(token, account.token_hash), 0);
    assert_int_equal(store_begin(site.store, true), 0);
    assert_int_equal(store_account_add(site.store, &account), 0);
    assert_int_equal(store_commit(site.store), 0);
    snprintf(header, sizeof header, "Bearer %s", token);
    assert_true(ask(header, "10.0.0.1", &answer, &caller));
    assert_string_equal(caller.name, "own-1");
    assert_false(ask(NULL, "10.0.0.1", &answer, &caller));
    assert_int_equal(answer.code, CODE_UNAUTHORIZED);
    assert_true(answer.bearer);
    /* A minute of wrong tokens concerns one address alone, with IPv6 its /64. */
    for (int i = 0; i < ACCOUNT_FAILURES_MAX; i++)
        assert_false(ask("Bearer x", "2001:db8::1", &answer, &caller));
    assert_false(ask(header, "2001:db8::2", &answer, &caller));
    assert_int_equal(answer.code, CODE_TOO_MANY);
    assert_false(answer.bearer);
    assert_true(ask(header, "2001:db8:0:1::2", &answer, &caller));
    store_close(site.store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(callers_are_known_or_answered, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
