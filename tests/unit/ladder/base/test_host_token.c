/* test_host_token.c - the token that a host sends for a hosted bot. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/host_token.h"

#include <string.h>

static void a_token_is_valid_for_one_bot_for_minutes(void **state)
{
    uint8_t key[32] = {1, 2, 3}, other[32] = {1, 2, 4};
    const int64_t now = 1000000000;
    char token[HOST_TOKEN_BYTES];
    (void)state;
    host_token_make(key, "ann", "1.0", now, token);
    assert_int_equal(strlen(token), HOST_TOKEN_BYTES - 1);
    assert_true(host_token_check(key, "ann", "1.0", now, token));
    assert_true(host_token_check(key, "ann", "1.0", now + HOST_TOKEN_SEC, token));
    assert_true(host_token_check(key, "ann", "1.0", now - HOST_TOKEN_SEC, token));
    assert_false(host_token_check(key, "ann", "1.0", now + 3 * HOST_TOKEN_SEC, token));
    assert_false(host_token_check(key, "ann", "1.0", now - 3 * HOST_TOKEN_SEC, token));
    assert_false(host_token_check(other, "ann", "1.0", now, token));
    assert_false(host_token_check(key, "bob", "1.0", now, token));
    assert_false(host_token_check(key, "ann", "1.1", now, token));
    assert_false(host_token_check(key, "ann", "", now, token));
    /* No two pairs of name and version give one text. */
    host_token_make(key, "a", "", now, token);
    assert_false(host_token_check(key, "", "a", now, token));
}

static void altered_tokens_are_refused(void **state)
{
    uint8_t key[32] = {0};
    char token[HOST_TOKEN_BYTES], changed[HOST_TOKEN_BYTES + 1], longer[200];
    (void)state;
    host_token_make(key, "ann", "1", 0, token);
    for (int i = 0; i < HOST_TOKEN_BYTES - 1; i++) {
        memcpy(changed, token, sizeof token);
        changed[i] = changed[i] == '0' ? '1' : '0';
        assert_false(host_token_check(key, "ann", "1", 0, changed));
    }
    assert_false(host_token_check(key, "ann", "1", 0, ""));
    memcpy(changed, token, sizeof token);
    strcat(changed, "0");
    assert_false(host_token_check(key, "ann", "1", 0, changed));
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    assert_false(host_token_check(key, longer, "1", 0, token));
    assert_false(host_token_check(key, "ann", longer, 0, token));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_token_is_valid_for_one_bot_for_minutes),
        cmocka_unit_test(altered_tokens_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
