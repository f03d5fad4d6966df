/* test_host_child.c - the address at which the daemon's own worker reaches it. hosting.sh has
 * the rest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "daemon/host_child.h"
#include "ladder.h"

static void the_nearest_address_is_chosen(void **state)
{
    static const struct {
        const char *list;
        bool has_tls, plain_remote;
        const char *to; /* NULL: none */
        bool tls;
    } cases[] = {
        {"127.0.0.1:5500", false, false, "127.0.0.1:5500", false},
        {"0.0.0.0:5500", false, false, "127.0.0.1:5500", false},
        {"[::]:5500", true, false, "[::1]:5500", false},
        {"10.0.0.1:5500", false, false, NULL, false},
        {"10.0.0.1:5500", true, false, "10.0.0.1:5500", true},
        {"10.0.0.1:5500", false, true, "10.0.0.1:5500", false},
        {"10.0.0.1:5500,unix:/run/x", true, false, "unix:/run/x", false},
        {"10.0.0.1:5500,10.0.0.2:5500", true, false, "10.0.0.1:5500", true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct endpoint list[ENDPOINT_LIST_MAX], to;
        char text[ENDPOINT_TEXT_BYTES];
        bool tls = false;
        int count = endpoint_parse_list(cases[i].list, list);
        assert_true(count > 0);
        int status =
            host_child_find_way(list, count, cases[i].has_tls, cases[i].plain_remote, &to, &tls);
        assert_int_equal(status, cases[i].to ? 0 : -1);
        if (status == 0) {
            assert_string_equal(endpoint_format(&to, text), cases[i].to);
            assert_int_equal(tls, cases[i].tls);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_address_is_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
