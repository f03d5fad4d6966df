/* test_check_script.c - messages to a bot beyond the rules of the game. */
#include "findings.h"

static void a_scenario_answers_for_itself(void **state)
{
    (void)state;
    setup_report();
    report.scenario = CHECK_KEYS;
    check_report_seen(&report, CHECK_LEGAL); /* of a plain game only */
    check_report_fail(&report, CHECK_MESSAGES, NULL, "not a message");
    assert_int_equal(report.findings[CHECK_LEGAL].seen, 0);
    assert_int_equal(report.findings[CHECK_MESSAGES].result, CHECK_OPEN);
    assert_int_equal(report.findings[CHECK_KEYS].result, CHECK_FAILED);
    /* A point that already fails in plain games says nothing about the oddity. */
    report.scenario = CHECK_NO_POINT;
    check_report_fail(&report, CHECK_TIME, NULL, "late");
    report.scenario = CHECK_PIECES;
    check_report_fail(&report, CHECK_TIME, NULL, "late");
    assert_int_equal(report.findings[CHECK_PIECES].result, CHECK_SKIPPED);
    assert_string_equal(report.findings[CHECK_PIECES].why,
                        "it fails without that, too: see 'time'");
}

/* A message with extra keys must be the same message to a reader that does not know them. */
static void keys_are_added(enum encoding encoding, const struct message *message)
{
    static char plain[FRAME_BYTES_MAX], bytes[FRAME_BYTES_MAX + CHECK_KEYS_MAX],
        again[FRAME_BYTES_MAX];
    static struct message read;
    enum encoding found = ENCODING_UNKNOWN;
    size_t bad;

    int size = scribe_message(message, encoding, plain, sizeof plain);
    assert_true(size > 0);
    memcpy(bytes, plain, (size_t)size);
    size_t more = check_process_add_keys(encoding, bytes, (size_t)size);
    assert_true(more > (size_t)size && more <= (size_t)size + CHECK_KEYS_MAX);
    int taken = stream_next(&found, FROM_SERVER, bytes, more, &read, &bad);
    assert_int_equal(taken, more);
    assert_int_equal(found, encoding);
    assert_int_equal(scribe_message(&read, encoding, again, sizeof again), size);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scenario_answers_for_itself),
        cmocka_unit_test(extra_keys_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
