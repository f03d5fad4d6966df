/* test_option_meaning.c - each option of the rules has its own sentence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine.h"

#include <string.h>

static void test_every_option_has_a_sentence(void **state)
{
    (void)state;
    for (int i = 0; i < option_count(); i++) {
        const char *words = option_meaning(i);
        if (!words)
            fail_msg("%s has no sentence", option_name(i));
        assert_in_range(strlen(words), 10, 90);
        assert_true(words[0] >= 'A' && words[0] <= 'Z' && words[strlen(words) - 1] == '.');
        for (int other = 0; other < i; other++) { /* only a family shares one */
            if (strcmp(words, option_meaning(other)) == 0)
                assert_memory_equal(option_name(i), option_name(other),
                                    strcspn(option_name(i), ".") + 1);
        }
    }
}

/* Five groups, each in one piece. */
static void test_every_option_has_a_group(void **state)
{
    int groups = 0;
    (void)state;
    for (int i = 0; i < option_count(); i++) {
        assert_non_null(option_group(i));
        bool begins = i == 0 || strcmp(option_group(i), option_group(i - 1)) != 0;
        groups += begins;
        for (int before = 0; before < i && begins; before++)
            assert_string_not_equal(option_group(before), option_group(i));
    }
    assert_int_equal(groups, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_option_has_a_sentence),
                                       cmocka_unit_test(test_every_option_has_a_group)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
