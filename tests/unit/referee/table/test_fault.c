/* test_fault.c - faults have names, policies are words, and a policy decides when a game is
 * lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka.h needs the first four headers above. */
#include <cmocka.h>

#include "protocol.h"
#include "table/fault.h"

static void faults_have_names(void **state)
{
    static const char *const names[] = {"none", "illegal", "time",  "garbage",
                                        "gone", "exit",    "flood", "start"};
    (void)state;
    assert_int_equal(FAULT_COUNT, sizeof names / sizeof names[0]);
    for (int fault = 0; fault < FAULT_COUNT; fault++)
        assert_string_equal(fault_name((enum fault)fault), names[fault]);
    for (int fault = FAULT_NONE + 1; fault < FAULT_COUNT; fault++) /* the words of records */
        assert_true(record_cause_is_known(fault_name((enum fault)fault)));
    assert_false(record_cause_is_known("none"));
    assert_false(record_cause_is_known(""));
    assert_false(record_cause_is_known("gone, exit"));
    assert_false(record_cause_is_known("something that is long"));
}

static struct fault_policy parsed(const char *text)
{
    struct fault_policy policy = {.kind = FAULT_POLICY_STRIKES, .strikes = 77};
    if (fault_policy_parse(text, &policy))
        fail_msg("'%s' is no policy", text);
    return policy;
}

static void policies_are_words(void **state)
{
    static const char *const words[] = {"strict", "lenient", "strikes=1", "strikes=3",
                                        "strikes=1000"};
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct fault_policy policy = parsed(words[i]);
        char text[16];
        assert_int_equal(fault_policy_format(&policy, text, sizeof text), strlen(words[i]));
        assert_string_equal(text, words[i]);
    }
    assert_int_equal(parsed("strict").kind, FAULT_POLICY_STRICT);
    assert_int_equal(parsed("lenient").kind, FAULT_POLICY_LENIENT);
    assert_int_equal(parsed("strikes=12").kind, FAULT_POLICY_STRIKES);
    assert_int_equal(parsed("strikes=12").strikes, 12);
}

static void unknown_policies_are_refused(void **state)
{
    static const char *const words[] = {"",
                                        "Strict",
                                        "strict ",
                                        " lenient",
                                        "strikes",
                                        "strikes=",
                                        "strikes=0",
                                        "strikes=03",
                                        "strikes=-1",
                                        "strikes=+1",
                                        "strikes= 1",
                                        "strikes=1 ",
                                        "strikes=x",
                                        "strikes=1x",
                                        "strikes=1001",
                                        "strikes=99999",
                                        "strikes=4294967297",
                                        "strikes=1e2",
                                        "none"};
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct fault_policy policy = {.kind = FAULT_POLICY_STRIKES, .strikes = 77};
        if (fault_policy_parse(words[i], &policy) != -1)
            fail_msg("'%s' is taken", words[i]);
        assert_int_equal(policy.kind, FAULT_POLICY_STRIKES);
        assert_int_equal(policy.strikes, 77);
    }
}

static void when_a_game_is_lost(void **state)
{
    static const struct {
        const char *policy;
        int count;
        bool loses;
    } cases[] = {
        {"strict", 1, true},          {"strict", 2, true},         {"strikes=1", 1, true},
        {"strikes=3", 1, false},      {"strikes=3", 2, false},     {"strikes=3", 3, true},
        {"strikes=3", 4, true},       {"lenient", 1, false},       {"lenient", 100000, false},
        {"strikes=1000", 999, false}, {"strikes=1000", 1000, true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fault_policy policy = parsed(cases[i].policy);
        if (fault_policy_loses(&policy, cases[i].count) != cases[i].loses)
            fail_msg("%s, fault %d", cases[i].policy, cases[i].count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_have_names),
        cmocka_unit_test(policies_are_words),
        cmocka_unit_test(unknown_policies_are_refused),
        cmocka_unit_test(when_a_game_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
