/* test_webhook_sign.c - the signature is that of another implementation; which secrets are taken.
 */
#include "webhook/webhook_sign.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ladder_temp.h"

static const char body[] = "{\"id\":\"00000000000000000000000000000001\",\"kind\":\"event-over\"}";

static int read_secret(const struct temp *temp, const char *text, size_t size,
                       struct webhook_secret *secret, char why[200])
{
    char path[100];
    snprintf(path, sizeof path, "%s/secret", temp->dir);
    FILE *file = fopen(path, "w");
    assert_true(file && fwrite(text, 1, size, file) == size);
    fclose(file);
    return webhook_sign_read(secret, path, why, 200);
}

/* python3 -c 'import hmac; print(hmac.new(b"0123456789abcdef", b"1764271800." + BODY,
 * "sha256").hexdigest())' */
static void a_known_signature_is_made(void **state)
{
    struct webhook_secret secret;
    char signature[WEBHOOK_SIGNATURE_BYTES], later[WEBHOOK_SIGNATURE_BYTES], why[200];

    assert_int_equal(read_secret(*state, "0123456789abcdef\r\n", 18, &secret, why), 0);
    assert_int_equal(secret.size, 16);
    assert_int_equal(webhook_sign(&secret, 1764271800, body, signature), 0);
    assert_string_equal(
        signature,
        "t=1764271800,v1=6ca35824841ecdeb9778bd3c3e46ecab1b311489b666953e4a6e2d8d05b52cd8");
    /* The time is signed: a replay cannot have another one. */
    assert_int_equal(webhook_sign(&secret, 1764271801, body, later), 0);
    assert_string_not_equal(strchr(later, ','), strchr(signature, ','));
}

static void bad_secrets_are_refused(void **state)
{
    struct webhook_secret secret;
    char why[200], large[WEBHOOK_SECRET_MAX + 1];

    memset(large, 'x', sizeof large);
    assert_int_equal(webhook_sign_read(&secret, "/nowhere/secret", why, sizeof why), -1);
    assert_string_equal(why, "No such file or directory");
    assert_int_equal(webhook_sign_read(&secret, "/", why, sizeof why), -1);
    assert_int_equal(read_secret(*state, "", 0, &secret, why), -1);
    assert_string_equal(why, "expected a line of 16 to 512 bytes");
    assert_int_equal(read_secret(*state, "0123456789abcde\n", 16, &secret, why), -1);
    assert_int_equal(read_secret(*state, large, sizeof large, &secret, why), -1);
    assert_int_equal(read_secret(*state, large, sizeof large - 1, &secret, why), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_known_signature_is_made, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(bad_secrets_are_refused, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
