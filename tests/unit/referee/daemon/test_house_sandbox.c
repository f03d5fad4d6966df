/* test_house_sandbox.c - without house bots no sandbox is prepared. house.sh has the rest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "daemon/house_sandbox.h"

#include <string.h>

static void without_house_bots_the_sandbox_is_unchanged(void **state)
{
    static struct config config;
    struct sandbox_config sandbox, before;
    (void)state;
    memset(&sandbox, 0, sizeof sandbox);
    before = sandbox;
    assert_int_equal(house_sandbox_prepare(&sandbox, &config), 0);
    assert_memory_equal(&sandbox, &before, sizeof sandbox);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_house_bots_the_sandbox_is_unchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
