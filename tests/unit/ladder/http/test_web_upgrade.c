/* test_web_upgrade.c - which requests become WebSockets, and the state of their sockets
 * afterwards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "await.h"
#include "http/web_upgrade.h"
#include "web_fixture.h"

static const struct upgrade_request good = {.upgrade = "WebSocket",
                                            .connection = "keep-alive, Upgrade",
                                            .version = "13",
                                            .key = "dGhlIHNhbXBsZSBub25jZQ==",
                                            .host = "arena.example:8500",
                                            .is_get = true};

static int fault_of(struct upgrade_request asked, const char *allowed)
{
    int status = 0;
    const char *fault = web_upgrade_fault(&asked, allowed, &status);
    return fault ? status : 0;
}

#define WITH(field, value) fault_with(offsetof(struct upgrade_request, field), value)
static int fault_with(size_t field, const char *value)
{
    struct upgrade_request asked = good;
    memcpy((char *)&asked + field, &value, sizeof value);
    return fault_of(asked, "https://friend.example");
}

static void test_faults(void **state)
{
    struct upgrade_request asked = good;
    (void)state;
    assert_int_equal(fault_of(good, ""), 0);
    asked.is_get = false;
    assert_int_equal(fault_of(asked, ""), 426);
    assert_int_equal(WITH(upgrade, NULL), 426);
    assert_int_equal(WITH(upgrade, "h2c"), 426);
    assert_int_equal(WITH(connection, "upgraded, keep-alive"), 426);
    assert_int_equal(WITH(connection, "close,upgrade"), 0);
    assert_int_equal(WITH(version, NULL), 426);
    assert_int_equal(WITH(version, "8"), 426);
    assert_int_equal(WITH(key, NULL), 400);
    assert_int_equal(WITH(key, "dGhlIHNhbXBsZSBub25jZQ="), 400);
    assert_int_equal(WITH(key, "dGhlIHNhbXBsZSBub25jZQAA"), 400);
    assert_int_equal(WITH(key, "dGhlIHNhbXBsZSBub25j\r\n=="), 400);
    assert_int_equal(WITH(origin, "http://arena.example:8500"), 0);
    assert_int_equal(WITH(origin, "https://friend.example"), 0);
    assert_int_equal(WITH(origin, "https://friend.example.evil"), 403);
    assert_int_equal(WITH(origin, "http://arena.example:8501"), 403);
    assert_int_equal(WITH(origin, "null"), 403);
    assert_int_equal(WITH(origin, ""), 403);
    asked = good;
    asked.origin = "https://anybody.example";
    assert_int_equal(fault_of(asked, ""), 403);
    assert_int_equal(fault_of(asked, "*"), 0);
    asked.host = NULL;
    assert_int_equal(fault_of(asked, ""), 403);
}

/* The example of RFC 6455. */
static void test_accept(void **state)
{
    char accept[UPGRADE_ACCEPT_BYTES];
    (void)state;
    assert_int_equal(web_upgrade_accept(good.key, accept), 0);
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

/* Without a WebSocket handler the address is an unknown page. */
static void test_without_a_handler_the_page_is_unknown(void **state)
{
    assert_int_equal(ask(*state, "GET", "/play/socket"), 404);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_accept),
        cmocka_unit_test_setup_teardown(test_without_a_handler_the_page_is_unknown, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
