/* test_limits.c - every limit of the daemon, and its use. */
#include "asked_admin.h"

#include "daemon/admission.h"

/* Returns the value of the limit with that name, or -1 if there is none. */
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

static const char *refusal_of(const char *where)
{
    struct endpoint from;

    assert_int_equal(endpoint_parse(where, &from), 0);
    return admission_refusal(&arena, &config, endpoint_key(&from), 0, 0);
}

/* The addresses of one /64 are one household, which may have any number of them. */
static void addresses_of_a_network_share_a_limit(void **state)
{
    int before = config.peers_per_address_max;
    (void)state;

    config.peers_per_address_max = 2;
    int one = join_from("c", "[2001:db8:0:1::1]:7"), two = join_from("d", "[2001:db8:0:1::2]:7");
    assert_int_equal(limit_of("peers-per-address-max", "used"), 2);
    assert_string_equal(refusal_of("[2001:db8:0:1:ffff::3]:7"), "too many from its address");
    assert_null(refusal_of("[2001:db8:0:2::1]:7"));
    int other = join_from("e", "[2001:db8:0:2::1]:7");
    assert_null(refusal_of("[2001:db8:0:2::2]:7"));
    int four = join_from("f", "192.0.2.1:7"), same = join_from("g", "[::ffff:192.0.2.1]:7");
    assert_string_equal(refusal_of("192.0.2.1:9"), "too many from its address");
    assert_null(refusal_of("192.0.2.2:9"));
    config.peers_per_address_max = before;
    close(one);
    close(two);
    close(other);
    close(four);
    close(same);
}

/* Each numeric option has its limit printed, or is no limit. */
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
        TEST(addresses_of_a_network_share_a_limit),
        TEST(every_limiting_option_is_among_the_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
