/* test_page.c - the parts that all pages share: heads, tables, messages, the link to the next
 * part. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <event2/buffer.h>
#include <stdio.h>
#include <string.h>

#include "page/page.h"

static char text[20000];

static const char *drained(struct evbuffer *out)
{
    text[evbuffer_remove(out, text, sizeof text - 1)] = 0;
    evbuffer_free(out);
    return text;
}

static void a_message_is_a_page_without_markup_of_others(void **state)
{
    struct evbuffer *out = evbuffer_new();
    (void)state;
    page_message(out, "<b>Not found</b>", "There is no <i>such</i> page.");
    const char *page = drained(out);
    assert_memory_equal(page, "<!doctype html>", 15);
    assert_non_null(strstr(page, "<h1>&lt;b&gt;Not found&lt;/b&gt;</h1>"));
    assert_non_null(strstr(page, "There is no &lt;i&gt;such&lt;/i&gt; page."));
    assert_true(!strstr(page, "<i>") && !strstr(page, "<b>"));
    assert_non_null(strstr(page, "</html>"));
}

static void the_next_part_is_linked_where_there_is_one(void **state)
{
    struct evbuffer *out = evbuffer_new();
    (void)state;
    page_next(out, "/games", 0, "Older");
    page_next(out, "/bot/ann?x=1", 25, "Older");
    page_next(out, "/live", -1, "More");
    const char *page = drained(out);
    assert_non_null(strstr(page, "href=\"/games?after=0\""));
    assert_non_null(strstr(page, "href=\"/bot/ann?x=1&amp;after=25\""));
    assert_null(strstr(page, "/live"));
}

static void numbers_are_right_aligned(void **state)
{
    static const char *const heads[] = {"Name", ">Games", NULL};
    struct evbuffer *out = evbuffer_new();
    (void)state;
    page_table_open(out, "A \"list\"", heads);
    page_table_close(out);
    const char *page = drained(out);
    assert_non_null(strstr(page, "aria-label=\"A &quot;list&quot;\""));
    assert_non_null(strstr(page, "<th scope=\"col\">Name</th><th scope=\"col\" class=\"n\">Games"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_a_page_without_markup_of_others),
        cmocka_unit_test(the_next_part_is_linked_where_there_is_one),
        cmocka_unit_test(numbers_are_right_aligned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
