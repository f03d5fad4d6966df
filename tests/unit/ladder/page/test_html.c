/* test_html.c - untrusted text in a page, numbers and times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <event2/buffer.h>
#include <stdio.h>
#include <string.h>

#include "ladder.h"
#include "page/html.h"

static char text[400];

static const char *drained(struct evbuffer *out)
{
    ssize_t size = evbuffer_remove(out, text, sizeof text - 1);
    text[size > 0 ? size : 0] = 0;
    evbuffer_free(out);
    return text;
}

static void markup_is_escaped(void **state)
{
    struct evbuffer *out = evbuffer_new();
    (void)state;
    html_text(out, "<a href=\"x\">Tom & 'Jerry'</a>");
    assert_string_equal(drained(out),
                        "&lt;a href=&quot;x&quot;&gt;Tom &amp; &#039;Jerry&#039;&lt;/a&gt;");
    out = evbuffer_new();
    html_text(out, "");
    html_text(out, "<");
    html_text(out, "plain \xe2\x99\xa0");
    assert_string_equal(drained(out), "&lt;plain \xe2\x99\xa0");
}

static void formats_escape_by_their_kind(void **state)
{
    struct evbuffer *out = evbuffer_new();
    (void)state;
    html_format(out, "<b>%s</b> %u %d %l 100%%", "<i>", "a/b<\xc3\xa4", -5, INT64_MIN);
    assert_string_equal(drained(out),
                        "<b>&lt;i&gt;</b> a%2Fb%3C%C3%A4 -5 -9223372036854775808 100%");
    out = evbuffer_new();
    html_format(out, "%t %t %t %t", INT64_C(1500049), INT64_C(1500050), INT64_C(-49),
                INT64_C(-1250));
    assert_string_equal(drained(out), "1500.0 1500.1 0.0 -1.3");
}

static void times_are_for_people_and_programs(void **state)
{
    struct evbuffer *out = evbuffer_new();
    (void)state;
    html_time(out, INT64_C(86400000) * 365);
    assert_string_equal(drained(out), "<time datetime=\"1971-01-01T00:00:00Z\" "
                                      "title=\"1971-01-01T00:00:00Z\">01 Jan 1971 00:00</time>");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markup_is_escaped),
        cmocka_unit_test(formats_escape_by_their_kind),
        cmocka_unit_test(times_are_for_people_and_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
