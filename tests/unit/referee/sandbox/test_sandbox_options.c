/* test_sandbox_options.c - the options, their defaults and their limits. */
#include "sandboxed.h"

static void limits_are_numbers_in_a_range(void **state)
{
    static const char *const names[SANDBOX_LIMIT_COUNT] = {
        [SANDBOX_MEMORY_MB] = "bot-memory-mb",
        [SANDBOX_CPU_SEC] = "bot-cpu-sec",
        [SANDBOX_FILES] = "bot-files",
        [SANDBOX_PROCESSES] = "bot-processes",
    };
    struct sandbox_config config;
    (void)state;

    sandbox_options_set_defaults(&config);
    assert_int_equal(config.mode, SANDBOX_NONE);
    for (int i = 0; i < SANDBOX_LIMIT_COUNT; i++) {
        assert_true(config.limits[i] > 0);
        assert_int_equal(take(&config, names[i], "77"), 0);
        assert_int_equal(config.limits[i], 77);
        assert_int_equal(take(&config, names[i], ""), -1);
        assert_int_equal(take(&config, names[i], "0"), -1);
        assert_int_equal(take(&config, names[i], "-5"), -1);
        assert_int_equal(take(&config, names[i], " 5"), -1);
        assert_int_equal(take(&config, names[i], "20x"), -1);
        assert_int_equal(take(&config, names[i], "99999999999999999999"), -1);
        assert_int_equal(config.limits[i], 77);
    }
    assert_int_equal(take(&config, "bot-memory-mb", "15"), -1);
    assert_int_equal(take(&config, "bot-memory-mb", "16"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_numbers_in_a_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
