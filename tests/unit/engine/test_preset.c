/* test_preset.c - presets equal the defaults except for the options that they name. */
#include "refused.h"

/* Each option named in preset_differs has the value given there; all others have the default. */
static void presets_differ_as_they_say(void **state)
{
    (void)state;
    const struct ruleset defaults = ruleset("wikipedia", NULL);
    for (int p = 0; p < preset_count(); p++) {
        struct ruleset rules = ruleset(preset_name(p), NULL);
        for (int i = 0; i < option_count(); i++) {
            char text[OPTION_TEXT_MAX], normal[OPTION_TEXT_MAX], word[300];
            option_format(&rules, i, text);
            option_format(&defaults, i, normal);
            const char *quote = strchr(text, ' ') ? "\"" : "";
            snprintf(word, sizeof word, "%s=%s%s%s", option_name(i), quote, text, quote);
            if (strcmp(text, normal) != 0 && !strstr(preset_differs(p), word))
                fail_msg("%s does not say %s", preset_name(p), word);
        }
        assert_true(strlen(preset_summary(p)) > 0);
    }
}

static void differences_from_the_preset_are_found(void **state)
{
    struct ruleset rules =
        ruleset("australian", "target=1000", "value.misere=250", "must_bid=yes", NULL);
    (void)state;
    for (int i = 0; i < option_count(); i++) {
        bool wanted = strcmp(option_name(i), "target") == 0 ||
                      strcmp(option_name(i), "value.misere") == 0; /* naming it moves the rank */
        assert_int_equal(ruleset_differs(&rules, i), wanted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_differ_as_they_say),
        cmocka_unit_test(differences_from_the_preset_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
