/* test_crosstable.c - the crosstable of a tournament, and the escaping of its text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "page/crosstable.h"
#include "page/html.h"

#include <event2/buffer.h>
#include <string.h>

static const char *const names[] = {"ann", "<b>&\"'", "cat"};

static const char *name_at(const void *context, int row)
{
    (void)context;
    return names[row];
}

/* The first two met in three games. */
static bool pair_at(const void *context, int row, int column, struct crosstable_pair *pair)
{
    (void)context;
    assert_int_not_equal(row, column);
    *pair = (struct crosstable_pair){row == 0 ? 2.5 : 0.5, 3, row};
    return row + column == 1;
}

static void test_crosstable(void **state)
{
    (void)state;
    struct crosstable table = {3, name_at, pair_at, NULL, NULL};
    struct evbuffer *out = evbuffer_new();
    crosstable_add(out, &table);
    evbuffer_add(out, "", 1);
    const char *text = (const char *)evbuffer_pullup(out, -1);
    assert_non_null(strstr(text, "<th scope=\"row\">1. ann</th><td class=\"n own\"></td>"
                                 "<td class=\"n\">2.5/3</td><td class=\"n\"></td></tr>"));
    assert_non_null(strstr(text, "2. &lt;b&gt;&amp;&quot;&#039;</th><td class=\"n\">"
                                 "<a href=\"#meeting-1\">0.5/3</a></td>"));
    assert_non_null(strstr(text, "<abbr title=\"&lt;b&gt;&amp;&quot;&#039;\">2</abbr>"));
    assert_null(strstr(text, "<b>"));
    assert_string_equal(text + strlen(text) - strlen("</table></div>\n"), "</table></div>\n");
    evbuffer_free(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_crosstable)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
