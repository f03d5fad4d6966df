/* test_limits.c - every limit of the daemon, and how much of it is in use. */
#include "asked_admin.h"

/* Of the limit with that name; -1 where there is none. */
static json_int_t limit_of(const char *name, const char *key)
{
    json_t *list = ask("show limits"), *one;
    json_int_t value = -1;
    size_t index;
    json_array_foreach(list, index, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "limit")), name) == 0)
            value = json_integer_value(json_object_get(one, key));
    }
    json_decref(list);
    return value;
}

static void limits_are_shown_with_their_use(void **state)
{
    (void)state;
    assert_int_equal(limit_of("peers-max", "value"), config.peers_max);
    assert_int_equal(limit_of("peers-max", "used"), 0);
    assert_int_equal(limit_of("message", "value"), FRAME_BYTES_MAX);
    assert_int_equal(limit_of("names-per-minute", "value"), config.names_per_minute);
    int one = join("a"), two = join("b");
    begin_game("one");
    assert_int_equal(limit_of("peers-max", "used"), 2);
    assert_int_equal(limit_of("peers-per-address-max", "used"), 2);
    assert_int_equal(limit_of("handshakes-max", "used"), 0);
    assert_int_equal(limit_of("messages-per-second", "used"), 1);
    assert_int_equal(limit_of("tables-max", "used"), 1);
    assert_int_equal(limit_of("admin-connections", "used"), 1);
    assert_true(limit_of("descriptors", "used") > 4);
    close(one);
    close(two);
}

/* Every option that is a number has its limit shown, or is none. */
static void every_limiting_option_is_among_the_limits(void **state)
{
    struct config_option option;
    (void)state;
    for (int i = 0; config_option(&config, i, &option); i++) {
        size_t size = strlen(option.name);
        bool limits = (size > 4 && strcmp(option.name + size - 4, "-max") == 0) ||
                      strstr(option.name, "-per-") || strstr(option.name, "-total") ||
                      (size > 3 && strcmp(option.name + size - 3, "-ms") == 0);
        if (limits && limit_of(option.name, "value") < 0)
            fail_msg("show limits leaves %s out", option.name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(limits_are_shown_with_their_use),
        TEST(every_limiting_option_is_among_the_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
