/* test_token.c - a token proves the identity of a bot; the ladder keeps only its hash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <ctype.h>
#include <openssl/sha.h>
#include <string.h>

#include "ladder.h"
#include "base/token.h"

static void a_token_matches_its_hash(void **state)
{
    char one[TOKEN_HEX_BYTES], other[TOKEN_HEX_BYTES];
    uint8_t hash[32], other_hash[32];
    (void)state;
    assert_int_equal(token_make(one, hash), 0);
    assert_int_equal(token_make(other, other_hash), 0);
    assert_int_equal(strlen(one), TOKEN_HEX_BYTES - 1);
    assert_string_not_equal(one, other);
    assert_true(token_check(one, hash) && token_check(other, other_hash));
    assert_false(token_check(one, other_hash));
    for (char *at = one; *at; at++)
        *at = (char)toupper((unsigned char)*at);
    assert_true(token_check(one, hash));
    assert_int_equal(token_hash(one, other_hash), 0);
    assert_memory_equal(other_hash, hash, 32);
    one[0] = 'x';
    assert_int_equal(token_hash(one, other_hash), -1);
    assert_int_equal(token_hash("", other_hash), -1);
}

static void malformed_tokens_are_refused(void **state)
{
    char hex[TOKEN_HEX_BYTES + 1];
    uint8_t hash[32];
    (void)state;
    assert_int_equal(token_make(hex, hash), 0);
    assert_false(token_check(NULL, hash));
    /* It does not match the token of all zeros either. */
    uint8_t zeros[LADDER_TOKEN_BYTES] = {0}, hash_of_zeros[32];
    SHA256(zeros, sizeof zeros, hash_of_zeros);
    assert_false(token_check(NULL, hash_of_zeros) || token_check("", hash_of_zeros));
    assert_false(token_check("", hash));
    for (size_t i = 0; i < TOKEN_HEX_BYTES - 1; i++) {
        char good = hex[i];
        hex[i] = good == '0' ? '1' : '0';
        assert_false(token_check(hex, hash));
        hex[i] = 'x';
        assert_false(token_check(hex, hash));
        hex[i] = good;
    }
    hex[TOKEN_HEX_BYTES - 1] = '0';
    hex[TOKEN_HEX_BYTES] = 0;
    assert_false(token_check(hex, hash)); /* one digit too many */
    hex[TOKEN_HEX_BYTES - 2] = 0;
    assert_false(token_check(hex, hash)); /* one too few */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_token_matches_its_hash),
        cmocka_unit_test(malformed_tokens_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
