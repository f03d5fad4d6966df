/* test_phrase.c - the phrases of the chat. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "protocol.h"

#include <string.h>

static void keys_lead_to_their_texts(void **state)
{
    int count = 0;
    (void)state;
    for (const char *key; (key = phrase_key(count)) != NULL; count++) {
        assert_non_null(phrase_text(key, strlen(key)));
        assert_null(phrase_text(key, strlen(key) - 1));
        for (int other = 0; other < count; other++)
            assert_string_not_equal(key, phrase_key(other));
    }
    assert_true(count > 3);
    assert_null(phrase_key(count + 1));
}

static void unknown_keys_have_no_text(void **state)
{
    (void)state;
    assert_null(phrase_text("", 0));
    assert_null(phrase_text("my partner has the joker", 24));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_lead_to_their_texts),
        cmocka_unit_test(unknown_keys_have_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
