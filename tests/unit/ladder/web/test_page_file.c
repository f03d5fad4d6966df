/* test_page_file.c - pages whose text is a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "web_json.h"

static void the_address_for_bots_is_in_the_text(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/connect"), 200);
    assert_non_null(strstr(body(), "arena&lt;1&gt;:5500"));
    assert_null(strstr(body(), "{bots}"));
    assert_non_null(strstr(body(), "</html>"));
    assert_int_equal(ask(fixture, "GET", "/about"), 200);
    assert_null(strstr(body(), "{bots}"));
    assert_non_null(strstr(body(), "</html>"));
}

/* It is generated from PROTOCOL.md when the program is built: tables, blocks, and a place for
 * each message. */
static void the_protocol_is_a_page(void **state)
{
    static const char *const parts[] = {
        "<li><a href=\"#9-messages\">9. Messages</a></li>",
        "<h2 id=\"9-messages\">9. Messages</h2>",
        "<h4 id=\"from-the-bot-hello\"><code>hello</code></h4>",
        "<td class=\"w\"><code>seats</code></td>",
        "<a href=\"/rules\">",
        "&gt; hello v=1 name=ann\n",
    };
    static const char *const sources[] = {"**", "```", "](", "|--", "| ---", "{bots}"};
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/protocol"), 200);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (!strstr(body(), parts[i]))
            fail_msg("not in the page: %s", parts[i]);
    }
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        if (strstr(body(), sources[i]))
            fail_msg("left as in the source: %s", sources[i]);
    }
    assert_non_null(strstr(body(), "</html>"));
    assert_int_equal(ask(fixture, "GET", "/connect"), 200);
    assert_non_null(strstr(body(), "href=\"/protocol\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_protocol_is_a_page, setup, teardown),
        cmocka_unit_test_setup_teardown(the_address_for_bots_is_in_the_text, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
