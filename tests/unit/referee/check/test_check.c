/* The report of avondale check on a bot, and the oddities that it sends. */
#include "findings.h"

static void every_point_cites_a_heading(void **state)
{
    char *page = calloc(1, 1 << 17), heading[80];
    FILE *file = fopen("protocol/PROTOCOL.md", "r");
    (void)state;

    assert_non_null(file);
    assert_true(fread(page, 1, (1 << 17) - 1, file) > 0);
    fclose(file);
    for (int i = 0; i < CHECK_POINT_COUNT; i++) {
        snprintf(heading, sizeof heading, "\n## %s\n",
                 check_report_point_heading((enum check_point)i));
        if (!strstr(page, heading))
            fail_msg("PROTOCOL.md has no heading '%s'",
                     check_report_point_heading((enum check_point)i));
    }
    free(page);
}

static void every_phase_has_its_point(void **state)
{
    (void)state;
    for (int phase = PHASE_EXPOSE; phase <= PHASE_PLAY; phase++)
        assert_string_equal(check_report_point_name(check_report_point_of((enum phase)phase)),
                            game_phase_name((enum phase)phase));
}

static void every_ruleset_is_one(void **state)
{
    struct ruleset_error error;
    struct ruleset rules;
    (void)state;

    for (int i = 0; i < check_ruleset_count; i++)
        assert_int_equal(check_script_parse_ruleset(check_rulesets[i], &rules, &error), 0);
    assert_int_equal(check_script_parse_ruleset("walker target=700", &rules, &error), 0);
    assert_int_equal(rules.target, 700);
    assert_int_not_equal(check_script_parse_ruleset("", &rules, &error), 0);
    assert_int_not_equal(check_script_parse_ruleset("walker bust=0 bust=0", &rules, &error), 0);
    static char many[5000];
    for (int i = 0; i < 300; i++)
        strcat(many, i ? " target=700" : "walker");
    assert_int_not_equal(check_script_parse_ruleset(many, &rules, &error), 0);
    assert_non_null(strstr(error.text, "stands here twice"));
    for (int i = 0; i < 100; i++)
        strcat(many, " target=700");
    assert_int_not_equal(check_script_parse_ruleset(many, &rules, &error), 0);
    assert_non_null(strstr(error.text, "expected less than 4096 bytes"));
    assert_int_not_equal(check_script_parse_ruleset("wikipedia target=7", &rules, &error), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_point_cites_a_heading),
        cmocka_unit_test(every_phase_has_its_point),
        cmocka_unit_test(every_ruleset_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
