/* test_ruleset_name.c - ruleset names that distinguish ladders. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "table/ruleset_name.h"

static struct ruleset made(const char *preset, const char *const *words, int count)
{
    struct ruleset rules;
    struct ruleset_error error;
    if (ruleset_parse(&rules, preset, words, count, &error))
        fail_msg("%s", error.text);
    return rules;
}

static void test_presets_are_their_names(void **state)
{
    (void)state;
    for (int i = 0; i < preset_count(); i++) {
        char text[160];
        struct ruleset rules = made(preset_name(i), NULL, 0);
        ruleset_name_text(&rules, text, sizeof text);
        assert_string_equal(text, preset_name(i));
    }
}

static void test_changed_options_are_named(void **state)
{
    (void)state;
    char text[160], other[160];
    struct ruleset rules = made("wikipedia", (const char *const[]){"target=1000"}, 1);
    ruleset_name_text(&rules, text, sizeof text);
    assert_string_equal(text, "wikipedia+target=1000");
    /* Options appear in the order of the page, whatever their given order; a value equal to the
     * preset's is omitted. */
    struct ruleset one =
        made("wikipedia", (const char *const[]){"target=1000", "misere_hands=both"}, 2);
    struct ruleset two =
        made("wikipedia", (const char *const[]){"misere_hands=both", "target=1000"}, 2);
    ruleset_name_text(&one, text, sizeof text);
    ruleset_name_text(&two, other, sizeof other);
    assert_string_equal(text, other);
    assert_null(strpbrk(text, " \"\n"));
    rules = made("wikipedia", (const char *const[]){"target=500"}, 1);
    ruleset_name_text(&rules, text, sizeof text);
    assert_string_equal(text, "wikipedia");
}

static void test_long_names_end_in_a_hash(void **state)
{
    (void)state;
    char text[64], other[64];
    struct ruleset one = made("wikipedia",
                              (const char *const[]){"target=1000", "misere_hands=both",
                                                    "value.misere=260", "value.open-misere=510"},
                              4);
    struct ruleset two = made("wikipedia",
                              (const char *const[]){"target=1000", "misere_hands=both",
                                                    "value.misere=260", "value.open-misere=520"},
                              4);
    ruleset_name_text(&one, text, sizeof text);
    ruleset_name_text(&two, other, sizeof other);
    assert_memory_equal(text, "wikipedia+#", 11);
    assert_memory_equal(other, "wikipedia+#", 11);
    assert_string_not_equal(text, other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_presets_are_their_names),
        cmocka_unit_test(test_changed_options_are_named),
        cmocka_unit_test(test_long_names_end_in_a_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
