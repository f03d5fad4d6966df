/* test_check_report.c - the report on a bot. */
#include "findings.h"

static void findings_add_up(void **state)
{
    (void)state;
    setup_report();
    check_report_seen(&report, CHECK_LEGAL);
    check_report_seen(&report, CHECK_ONCE);
    check_report_fail(&report, CHECK_ONCE, NULL, "n=%d", 6);
    check_report_fail(&report, CHECK_ONCE, NULL, "the second failure");
    check_report_skip(&report, CHECK_SESSION, "nobody said how");
    check_report_settle(&report);
    assert_int_equal(report.findings[CHECK_LEGAL].result, CHECK_PASSED);
    assert_int_equal(report.findings[CHECK_ONCE].result, CHECK_FAILED);
    assert_string_equal(report.findings[CHECK_ONCE].why, "n=6");
    assert_string_equal(report.findings[CHECK_SESSION].why, "nobody said how");
    assert_string_equal(report.findings[CHECK_SWAP].why, "not reached: see 'once'");
    assert_int_equal(check_report_count(&report, 1, CHECK_PASSED), 1);
    assert_int_equal(check_report_count(&report, 1, CHECK_FAILED), 1);
    assert_int_equal(check_report_count(&report, 1, CHECK_SKIPPED), CHECK_POINT_COUNT - 2);
}

static void printed(int (*print)(const struct check_report *, int, const char *, FILE *),
                    char *text, size_t size)
{
    FILE *file = fmemopen(text, size, "w");
    assert_non_null(file);
    assert_int_equal(print(&report, 1, "a \"bot\" <&>", file), 0);
    fclose(file);
}

static void xml_is_escaped(void **state)
{
    static char text[1 << 16];
    (void)state;

    setup_report();
    check_report_fail(&report, CHECK_LEGAL, NULL, "17X & <more>\x01");
    check_report_settle(&report);
    printed(check_report_print_junit, text, sizeof text);
    assert_non_null(strstr(text, "avondale check a &#34;bot&#34; &#60;&#38;&#62;\""));
    assert_non_null(strstr(text, "<failure message=\"17X &#38; &#60;more&#62;?\">"));
    assert_non_null(strstr(text, "failures=\"1\""));
    printed(check_report_print_json, text, sizeof text);
    assert_non_null(strstr(text, "\"failed\": 1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(findings_add_up),
        cmocka_unit_test(xml_is_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
