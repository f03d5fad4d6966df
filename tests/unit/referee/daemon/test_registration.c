/* test_registration.c - who may use a new name. claim.sh has the rest, with a whole daemon. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "daemon/registration.h"

static void test_requirements_for_a_new_name(void **state)
{
    static const struct {
        enum registration way;
        struct hello_words words;
        enum wire_error refused;
    } cases[] = {
        {REGISTRATION_OPEN, {.claim = false}, WIRE_ERROR_NONE},
        {REGISTRATION_OPEN, {.claim = true}, WIRE_ERROR_NONE},
        {REGISTRATION_OPEN, {.session = true}, WIRE_ERROR_NONE}, /* the arena decides */
        {REGISTRATION_CLAIM, {.claim = false}, WIRE_ERROR_CLAIM},
        {REGISTRATION_CLAIM, {.token = {"77", 2}}, WIRE_ERROR_CLAIM},
        {REGISTRATION_CLAIM, {.claim = true}, WIRE_ERROR_NONE},
        {REGISTRATION_CLAIM, {.claim = true, .token = {"77", 2}}, WIRE_ERROR_NONE},
        {REGISTRATION_CLAIM, {.claim = true, .session = true}, WIRE_ERROR_SESSION},
        {REGISTRATION_INVITE, {.claim = false}, WIRE_ERROR_INVITE},
        {REGISTRATION_INVITE, {.invite = {"c0de", 4}}, WIRE_ERROR_INVITE},
        {REGISTRATION_INVITE, {.claim = true}, WIRE_ERROR_NONE}, /* the ladder needs no code */
        {REGISTRATION_INVITE, {.claim = true, .invite = {"c0de", 4}}, WIRE_ERROR_NONE},
        {REGISTRATION_INVITE, {.claim = true, .session = true}, WIRE_ERROR_SESSION},
        {REGISTRATION_TOKEN, {.claim = false}, WIRE_ERROR_TOKEN},
        {REGISTRATION_TOKEN, {.claim = true}, WIRE_ERROR_TOKEN},
        {REGISTRATION_TOKEN, {.claim = true, .token = {"77", 2}}, WIRE_ERROR_TOKEN},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(registration_judge_new(cases[i].way, &cases[i].words), cases[i].refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_requirements_for_a_new_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
