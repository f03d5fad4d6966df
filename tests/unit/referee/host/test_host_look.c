/* test_host_look.c - an arena that cannot be reached. hosting.sh tests a real one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "host/host_look.h"

#include <string.h>

static void an_unreachable_arena_gives_no_answer(void **state)
{
    struct host_place place = {.addresses = {"127.0.0.1:1", "127.0.0.1:2"}, .address_count = 2};
    struct host_look_answer answer;
    (void)state;
    struct host_look *look = host_look_create(&place);
    assert_non_null(look);
    for (int i = 0; i < 1000; i++)
        assert_false(host_look_step(look, &answer));
    host_look_destroy(look);
}

static void a_missing_certificate_file_is_refused(void **state)
{
    struct host_place place = {
        .addresses = {"127.0.0.1:1"}, .address_count = 1, .tls = true, .tls_ca = "/no/such/file"};
    (void)state;
    assert_null(host_look_create(&place));
    host_look_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unreachable_arena_gives_no_answer),
        cmocka_unit_test(a_missing_certificate_file_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
