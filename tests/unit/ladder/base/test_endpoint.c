/* test_endpoint.c - addresses, ports and paths as text, as values, and as numbers for limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/endpoint.h"

static const struct {
    const char *text;
    enum endpoint_kind kind;
    const char *as; /* NULL: the same */
} good[] = {
    {"127.0.0.1:5500", ENDPOINT_IP4, NULL},
    {"0.0.0.0:0", ENDPOINT_IP4, NULL},
    {"255.255.255.255:65535", ENDPOINT_IP4, NULL},
    {"192.0.2.1:00080", ENDPOINT_IP4, "192.0.2.1:80"},
    {"localhost:5500", ENDPOINT_IP4, "127.0.0.1:5500"},
    {"[::1]:5500", ENDPOINT_IP6, NULL},
    {"[::]:0", ENDPOINT_IP6, NULL},
    {"[2001:DB8:0:0:0:0:0:1]:1", ENDPOINT_IP6, "[2001:db8::1]:1"},
    {"[2001:db8:1:2:3:4:5:6]:65535", ENDPOINT_IP6, NULL},
    {"[fe80::1%7]:5500", ENDPOINT_IP6, NULL},
    {"[fe80::1%lo]:5500", ENDPOINT_IP6, "[fe80::1%1]:5500"},
    {"[::ffff:192.0.2.1]:5500", ENDPOINT_IP4, "192.0.2.1:5500"},
    {"[::ffff:7f00:1]:5500", ENDPOINT_IP4, "127.0.0.1:5500"},
    {"unix:/run/avondale/bots", ENDPOINT_UNIX, NULL},
    {"unix:bots.sock", ENDPOINT_UNIX, NULL},
    {"unix:a dir/b:1", ENDPOINT_UNIX, NULL},
    {"unix:/run/bots?mode=0600", ENDPOINT_UNIX, "unix:/run/bots"},
    {"unix:/run/bots?mode=0666", ENDPOINT_UNIX, "unix:/run/bots"},
    {"arena.example:5500", ENDPOINT_NAME, NULL},
    {"my-host:5500", ENDPOINT_NAME, NULL},
    {"3com.example:5500", ENDPOINT_NAME, NULL},
};

static const char *const bad[] = {
    "",
    ":",
    ":5500",
    "5500",
    "127.0.0.1",
    "127.0.0.1:",
    "127.0.0.1:65536",
    "127.0.0.1:-1",
    "127.0.0.1:+1",
    "127.0.0.1: 1",
    "127.0.0.1:1 ",
    "127.0.0.1:5500x",
    "127.0.0.1:0x10",
    "127.0.0.1:000001",
    " 127.0.0.1:5500",
    "127.0.0:5500",
    "127.1:5500",
    "127.0.0.256:5500",
    "127.0.0.1.1:5500",
    "0x7f.0.0.1:5500",
    "::1:5500",
    "2001:db8::1:5500",
    "[::1]",
    "[::1]:",
    "[::1]5500",
    "[::1:5500",
    "::1]:5500",
    "[]:5500",
    "[[::1]]:5500",
    "[127.0.0.1]:5500",
    "[localhost]:5500",
    "[::g]:5500",
    "[1:2:3:4:5:6:7:8:9]:5500",
    "[::1%]:5500",
    "[::1%nosuchif0]:5500",
    "[::ffff:1.2.3.256]:5500",
    "unix:",
    "unix:?mode=0660",
    "unix:/run/bots?",
    "unix:/run/bots?mode=",
    "unix:/run/bots?mode=660",
    "unix:/run/bots?mode=0661",
    "unix:/run/bots?mode=0777",
    "unix:/run/bots?mode=0668",
    "unix:/run/bots?mode=06600",
    "unix:/run/bots?group=bots",
    "unix:/run/\nbots",
    "unix:/run/\x7f",
    "a_b.example:5500",
    ".:5500",
    "example.:5500",
    "a..1:5500",
    "tcp://127.0.0.1:5500",
};

static void good_spellings_are_read(void **state)
{
    struct endpoint endpoint, again;
    char text[ENDPOINT_TEXT_BYTES];
    (void)state;

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (endpoint_parse(good[i].text, &endpoint))
            fail_msg("%s is refused", good[i].text);
        assert_int_equal(endpoint.kind, good[i].kind);
        assert_string_equal(endpoint_format(&endpoint, text),
                            good[i].as ? good[i].as : good[i].text);
        assert_int_equal(endpoint_parse(text, &again), 0);
        again.mode = endpoint.mode;
        assert_memory_equal(&again, &endpoint, sizeof again);
    }
}

static void bad_spellings_are_refused(void **state)
{
    struct endpoint endpoint;
    char path[5 + ENDPOINT_PATH_BYTES + 1] = "unix:", list[256];
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (endpoint_parse(bad[i], &endpoint) == 0)
            fail_msg("%s is taken", bad[i]);
        snprintf(list, sizeof list, "127.0.0.1:1,%s", bad[i]);
        struct endpoint both[ENDPOINT_LIST_MAX];
        assert_int_equal(endpoint_parse_list(list, both), -1);
    }
    memset(path + 5, 'p', ENDPOINT_PATH_BYTES - 1);
    assert_int_equal(endpoint_parse(path, &endpoint), 0);
    path[5 + ENDPOINT_PATH_BYTES - 1] = 'p';
    assert_int_equal(endpoint_parse(path, &endpoint), -1);
}

static void a_unix_socket_has_its_mode(void **state)
{
    struct endpoint endpoint;
    (void)state;

    assert_int_equal(endpoint_parse("unix:a", &endpoint), 0);
    assert_int_equal(endpoint.mode, 0660);
    assert_int_equal(endpoint_parse("unix:a?mode=0600", &endpoint), 0);
    assert_int_equal(endpoint.mode, 0600);
}

static void a_list_is_separated_by_commas(void **state)
{
    struct endpoint list[ENDPOINT_LIST_MAX];
    char text[512], small[20];
    (void)state;

    assert_int_equal(endpoint_parse_list("127.0.0.1:1,[::1]:1,unix:a?mode=0600", list), 3);
    endpoint_format_list(list, 3, text, sizeof text);
    assert_string_equal(text, "127.0.0.1:1,[::1]:1,unix:a");
    endpoint_format_list(list, 3, small, sizeof small);
    assert_string_equal(small, "127.0.0.1:1,[::1]:1");
    endpoint_format_list(list, 0, text, sizeof text);
    assert_string_equal(text, "");

    assert_int_equal(endpoint_parse_list("a:1,a:2,a:3,a:4,a:5,a:6,a:7,a:8", list), 8);
    assert_int_equal(endpoint_parse_list("a:1,a:2,a:3,a:4,a:5,a:6,a:7,a:8,a:9", list), -1);
    assert_int_equal(endpoint_parse_list("127.0.0.1:0,127.0.0.1:0", list), 2);
    assert_int_equal(endpoint_parse_list("127.0.0.1:1,[::ffff:127.0.0.1]:1", list), -1);
    assert_int_equal(endpoint_parse_list("unix:a,unix:a?mode=0600", list), -1);
    assert_int_equal(endpoint_parse_list("127.0.0.1:1,", list), -1);
    assert_int_equal(endpoint_parse_list(",127.0.0.1:1", list), -1);
}

static void both_families_may_have_one_port(void **state)
{
    struct endpoint list[ENDPOINT_LIST_MAX];
    (void)state;

    assert_int_equal(endpoint_parse_list("[::]:5500", list), 1);
    assert_false(list[0].only6);
    assert_int_equal(endpoint_parse_list("[::]:5500,0.0.0.0:5500", list), 2);
    assert_true(list[0].only6);
    assert_int_equal(endpoint_parse_list("0.0.0.0:5501,[::]:5500", list), 2);
    assert_false(list[1].only6);
}

static uint64_t key_of(const char *address)
{
    struct endpoint endpoint;

    if (endpoint_parse_address(address, &endpoint))
        fail_msg("%s is refused", address);
    return endpoint_key(&endpoint);
}

static void limits_count_by_address_and_network(void **state)
{
    (void)state;
    assert_true(key_of("192.0.2.1") == key_of("::ffff:192.0.2.1"));
    assert_true(key_of("192.0.2.1") != key_of("192.0.2.2"));
    assert_true(key_of("2001:db8:0:1::1") == key_of("2001:db8:0:1:ffff:ffff:ffff:ffff"));
    assert_true(key_of("2001:db8:0:1::1") != key_of("2001:db8:0:2::1"));
    assert_true(key_of("::1") != key_of("127.0.0.1"));
    assert_true(key_of("0.0.0.0") != 0 && key_of("::1") != 0 && key_of("::2") != 0);
    /* No IPv6 address counts as another client's IPv4 address or user. */
    struct endpoint user = {.kind = ENDPOINT_UNIX, .uid = 0xc0000201};
    assert_true(key_of("192.0.2.1") != endpoint_key(&user));
    for (int mark = 0; mark < 5; mark++) {
        char text[32];
        snprintf(text, sizeof text, "0:%d:c000:201::1", mark);
        assert_true(key_of(text) != key_of("192.0.2.1"));
        assert_true(key_of(text) != endpoint_key(&user));
        assert_true(key_of(text) != key_of("::1") && key_of(text) != 0);
    }
}

static void users_of_this_machine_count_apart(void **state)
{
    struct endpoint one = {.kind = ENDPOINT_UNIX, .uid = 1000, .pid = 7}, other = one;
    const struct endpoint none = {.kind = ENDPOINT_NONE};
    char text[ENDPOINT_TEXT_BYTES];
    (void)state;

    assert_string_equal(endpoint_format(&one, text), "unix:1000:7");
    other.pid = 8;
    assert_true(endpoint_key(&one) == endpoint_key(&other));
    other.uid = 0;
    assert_true(endpoint_key(&one) != endpoint_key(&other));
    assert_true(endpoint_key(&other) != 0);
    assert_true(endpoint_key(&none) == 0);
    assert_string_equal(endpoint_format(&none, text), "-");
}

static void local_addresses_are_recognised(void **state)
{
    static const struct {
        const char *text;
        bool local, any;
    } cases[] = {{"127.0.0.1:1", true, false},  {"127.255.0.9:1", true, false},
                 {"[::1]:1", true, false},      {"[::ffff:127.0.0.1]:1", true, false},
                 {"unix:a", true, false},       {"localhost:1", true, false},
                 {"0.0.0.0:1", false, true},    {"[::]:1", false, true},
                 {"128.0.0.1:1", false, false}, {"[::2]:1", false, false},
                 {"[7f00::1]:1", false, false}, {"[fe80::1%1]:1", false, false},
                 {"a.example:1", false, false}};
    struct endpoint endpoint;
    (void)state;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(endpoint_parse(cases[i].text, &endpoint), 0);
        assert_int_equal(endpoint_is_local(&endpoint), cases[i].local);
        assert_int_equal(endpoint_is_any(&endpoint), cases[i].any);
        assert_int_equal(endpoint_key_is_local(endpoint_key(&endpoint)), cases[i].local);
    }
    assert_false(endpoint_key_is_local(0));
}

/* Owners of bots are made from these bytes: those of an IPv4 address are the same as before
 * IPv6. */
static void a_key_has_the_bytes_of_its_address(void **state)
{
    static const uint8_t four[] = {192, 0, 2, 1}, six[] = {0x20, 1, 0xd, 0xb8, 0, 0, 0, 1, 6};
    const struct endpoint user = {.kind = ENDPOINT_UNIX, .uid = 1000};
    uint8_t bytes[ENDPOINT_KEY_BYTES];
    (void)state;

    assert_int_equal(endpoint_key_bytes(key_of("192.0.2.1"), bytes), 4);
    assert_memory_equal(bytes, four, 4);
    assert_int_equal(endpoint_key_bytes(key_of("2001:db8:0:1::7"), bytes), sizeof six);
    assert_memory_equal(bytes, six, sizeof six);
    assert_int_equal(endpoint_key_bytes(key_of("::1"), bytes), 0);
    assert_int_equal(endpoint_key_bytes(endpoint_key(&user), bytes), 0);
    assert_int_equal(endpoint_key_bytes(0, bytes), 0);
}

static void an_address_without_a_port_is_parsed(void **state)
{
    struct endpoint endpoint;
    char text[ENDPOINT_TEXT_BYTES];
    (void)state;

    assert_int_equal(endpoint_parse_address("[::1]", &endpoint), -1);
    assert_int_equal(endpoint_parse_address("192.0.2.1:1", &endpoint), -1);
    assert_int_equal(endpoint_parse_address("localhost", &endpoint), -1);
    assert_int_equal(endpoint_parse_address("", &endpoint), -1);
    assert_int_equal(endpoint_parse_address("2001:db8::1", &endpoint), 0);
    endpoint_format_host(&endpoint, text);
    assert_string_equal(text, "2001:db8::1");
    assert_int_equal(endpoint_parse("unix:a", &endpoint), 0);
    endpoint_format_host(&endpoint, text);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_spellings_are_read),
        cmocka_unit_test(bad_spellings_are_refused),
        cmocka_unit_test(a_unix_socket_has_its_mode),
        cmocka_unit_test(a_list_is_separated_by_commas),
        cmocka_unit_test(both_families_may_have_one_port),
        cmocka_unit_test(limits_count_by_address_and_network),
        cmocka_unit_test(users_of_this_machine_count_apart),
        cmocka_unit_test(local_addresses_are_recognised),
        cmocka_unit_test(a_key_has_the_bytes_of_its_address),
        cmocka_unit_test(an_address_without_a_port_is_parsed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
