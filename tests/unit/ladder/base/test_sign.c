/* test_sign.c - keys, signatures, and signatures of another key. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "await.h"
#include "ladder_temp.h"
#include "log/replay.h"
#include "base/sign.h"

static void test_signatures(void **state)
{
    (void)state;
    struct temp temp;
    struct ladder_error error;
    char path[128], public[SIGN_KEY_HEX], signature[SIGN_HEX];
    temp_init(&temp);
    snprintf(path, sizeof path, "%s/key", temp.dir);
    assert_null(sign_key_read(path, &error));
    assert_int_equal(sign_key_make(path, &error), 0);
    assert_int_equal(sign_key_make(path, &error), -1); /* an existing key is never overwritten */
    struct sign_key *key = sign_key_read(path, &error);
    assert_non_null(key);
    assert_int_equal(sign_public(key, public), 0);
    assert_int_equal(sign_text(key, "a table", signature), 0);
    assert_true(sign_valid(public, "a table", signature));
    assert_false(sign_valid(public, "a tablE", signature));
    assert_false(sign_valid(public, "a table", public));
    assert_false(sign_valid("", "a table", signature));
    signature[0] = signature[0] == '0' ? '1' : '0';
    assert_false(sign_valid(public, "a table", signature));
    sign_key_free(key);
    sign_digest("abc", public);
    assert_string_equal(public, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    temp_fini(&temp);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signatures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
