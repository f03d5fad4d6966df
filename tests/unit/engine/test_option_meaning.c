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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_option_has_a_sentence)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
