/* test_host.c - a host without a store. hosting.sh tests whole hosts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "host/host.h"

static void a_host_needs_a_store(void **state)
{
    static struct sandbox_config sandbox;
    const struct host_config config = {.url = "sqlite:/no/such/place/db",
                                       .cache = "/tmp",
                                       .name = "w",
                                       .jobs = 1,
                                       .lease_sec = 3,
                                       .sandbox = &sandbox};
    struct host *host;
    (void)state;
    assert_int_equal(host_create(&host, &config), -1);
    assert_null(host);
    host_destroy(host);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_host_needs_a_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
