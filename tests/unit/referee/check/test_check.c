/* What avondale check says of a bot, and the oddities that it sends. */
#include "check/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct check_report report;

static void *setup_report(void)
{
    memset(&report, 0, sizeof report);
    report.scenario = CHECK_NO_POINT;
    return &report;
}

static void every_point_cites_a_heading(void **state)
{
    char *page = calloc(1, 1 << 17), heading[80];
    FILE *file = fopen("protocol/PROTOCOL.md", "r");
    (void)state;

    assert_non_null(file);
    assert_true(fread(page, 1, (1 << 17) - 1, file) > 0);
    fclose(file);
    for (int i = 0; i < CHECK_POINT_COUNT; i++) {
        snprintf(heading, sizeof heading, "\n## %s\n", check_point_heading((enum check_point)i));
        if (!strstr(page, heading))
            fail_msg("PROTOCOL.md has no heading '%s'", check_point_heading((enum check_point)i));
    }
    free(page);
}

static void every_phase_has_its_point(void **state)
{
    (void)state;
    for (int phase = PHASE_EXPOSE; phase <= PHASE_PLAY; phase++)
        assert_string_equal(check_point_name(check_point_of((enum phase)phase)),
                            phase_name((enum phase)phase));
}

static void every_ruleset_is_one(void **state)
{
    struct ruleset_error error;
    struct ruleset rules;
    (void)state;

    for (int i = 0; i < check_ruleset_count; i++)
        assert_int_equal(check_parse_ruleset(check_rulesets[i], &rules, &error), 0);
    assert_int_equal(check_parse_ruleset("walker target=700", &rules, &error), 0);
    assert_int_equal(rules.target, 700);
    assert_int_not_equal(check_parse_ruleset("", &rules, &error), 0);
    assert_int_not_equal(check_parse_ruleset("wikipedia target=7", &rules, &error), 0);
}

static void findings_add_up(void **state)
{
    (void)state;
    setup_report();
    check_seen(&report, CHECK_LEGAL);
    check_seen(&report, CHECK_ONCE);
    check_fail(&report, CHECK_ONCE, NULL, "n=%d", 6);
    check_fail(&report, CHECK_ONCE, NULL, "the second failure");
    check_skip(&report, CHECK_SESSION, "nobody said how");
    check_settle(&report);
    assert_int_equal(report.findings[CHECK_LEGAL].result, CHECK_PASSED);
    assert_int_equal(report.findings[CHECK_ONCE].result, CHECK_FAILED);
    assert_string_equal(report.findings[CHECK_ONCE].why, "n=6");
    assert_string_equal(report.findings[CHECK_SESSION].why, "nobody said how");
    assert_string_equal(report.findings[CHECK_SWAP].why, "not reached: see 'once'");
    assert_int_equal(check_count(&report, 1, CHECK_PASSED), 1);
    assert_int_equal(check_count(&report, 1, CHECK_FAILED), 1);
    assert_int_equal(check_count(&report, 1, CHECK_SKIPPED), CHECK_POINT_COUNT - 2);
}

static void a_scenario_answers_for_itself(void **state)
{
    (void)state;
    setup_report();
    report.scenario = CHECK_KEYS;
    check_seen(&report, CHECK_LEGAL); /* of a plain game only */
    check_fail(&report, CHECK_MESSAGES, NULL, "not a message");
    assert_int_equal(report.findings[CHECK_LEGAL].seen, 0);
    assert_int_equal(report.findings[CHECK_MESSAGES].result, CHECK_OPEN);
    assert_int_equal(report.findings[CHECK_KEYS].result, CHECK_FAILED);
    /* What fails in plain games already says nothing about the oddity. */
    report.scenario = CHECK_NO_POINT;
    check_fail(&report, CHECK_TIME, NULL, "late");
    report.scenario = CHECK_PIECES;
    check_fail(&report, CHECK_TIME, NULL, "late");
    assert_int_equal(report.findings[CHECK_PIECES].result, CHECK_SKIPPED);
    assert_string_equal(report.findings[CHECK_PIECES].why,
                        "it fails without that, too: see 'time'");
}

/* A message with the extra keys must be the same message to whoever does not know them. */
static void keys_are_added(enum encoding encoding, const struct message *message)
{
    static char plain[FRAME_BYTES_MAX], bytes[FRAME_BYTES_MAX + CHECK_KEYS_MAX],
        again[FRAME_BYTES_MAX];
    static struct message read;
    enum encoding found = ENCODING_UNKNOWN;
    size_t bad;

    int size = message_encode(message, encoding, plain, sizeof plain);
    assert_true(size > 0);
    memcpy(bytes, plain, (size_t)size);
    size_t more = check_add_keys(encoding, bytes, (size_t)size);
    assert_true(more > (size_t)size && more <= (size_t)size + CHECK_KEYS_MAX);
    int taken = stream_next(&found, FROM_SERVER, bytes, more, &read, &bad);
    assert_int_equal(taken, more);
    assert_int_equal(found, encoding);
    assert_int_equal(message_encode(&read, encoding, again, sizeof again), size);
    assert_memory_equal(plain, again, (size_t)size);
}

static void extra_keys_change_nothing(void **state)
{
    static struct message small, large;
    (void)state;

    message_init(&small, MESSAGE_BYE);
    message_set_string(&small, BYE_WHY, "so", 2);
    message_init(&large, MESSAGE_NEWS); /* 12 pairs and `t`: with three more the map's head grows */
    message_set_int(&large, NEWS_G, 1);
    message_set_string(&large, NEWS_K, "action", 6);
    message_set_int(&large, NEWS_SEAT, 1);
    message_set_int(&large, NEWS_HAND, 1);
    message_set_string(&large, NEWS_PHASE, "play", 4);
    message_set_string(&large, NEWS_A, "4H", 2);
    message_begin_list(&large, NEWS_CARDS);
    for (int i = 0; i < 3; i++)
        message_add_copy(&large, NEWS_CARDS, "2S", 2);
    message_set_int(&large, NEWS_COUNT, 3);
    message_set_string(&large, NEWS_WHERE, "hand", 4);
    message_set_string(&large, NEWS_CALL, "8H", 2);
    message_set_int(&large, NEWS_BY, 1);
    message_set_int(&large, NEWS_PARTNER, 3);
    message_set_int(&large, NEWS_OK, 1);
    for (enum encoding encoding = ENCODING_MSGPACK; encoding <= ENCODING_TEXT; encoding++) {
        keys_are_added(encoding, &small);
        keys_are_added(encoding, &large);
    }
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
    check_fail(&report, CHECK_LEGAL, NULL, "17X & <more>\x01");
    check_settle(&report);
    printed(check_print_junit, text, sizeof text);
    assert_non_null(strstr(text, "avondale check a &#34;bot&#34; &#60;&#38;&#62;\""));
    assert_non_null(strstr(text, "<failure message=\"17X &#38; &#60;more&#62;?\">"));
    assert_non_null(strstr(text, "failures=\"1\""));
    printed(check_print_json, text, sizeof text);
    assert_non_null(strstr(text, "\"failed\": 1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_point_cites_a_heading),
        cmocka_unit_test(every_phase_has_its_point),
        cmocka_unit_test(every_ruleset_is_one),
        cmocka_unit_test(findings_add_up),
        cmocka_unit_test(a_scenario_answers_for_itself),
        cmocka_unit_test(extra_keys_change_nothing),
        cmocka_unit_test(xml_is_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
