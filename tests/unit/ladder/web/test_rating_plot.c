/* test_rating_plot.c - a plot by results has a band, one by dates has its points where they were.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "web/rating_plot.h"

#include <event2/buffer.h>
#include <string.h>

static void places_are_results_or_moments(void **state)
{
    static const struct site_point points[] = {{.wall_msec = 1000, .rating = 1500, .error95 = 100},
                                               {.wall_msec = 2000, .rating = 1510, .error95 = 90},
                                               {.wall_msec = 11000, .rating = 1490, .error95 = 80}};
    char text[1 << 14];
    (void)state;
    for (int dated = 0; dated < 2; dated++) {
        struct evbuffer *out = evbuffer_new();
        rating_plot_add(out, "<who>", "<x>", points, 3, 3, dated);
        evbuffer_add(out, "", 1);
        assert_true(evbuffer_remove(out, text, sizeof text) < (int)sizeof text);
        assert_non_null(strstr(text, "curve-title-3"));
        assert_non_null(strstr(text, "&lt;who&gt; in &lt;x&gt;: from 1500 to 1490 in 3 steps"));
        assert_int_equal(strstr(text, "polygon") != NULL, !dated);
        /* The plot is from 34 to 352: the second point stands in the middle, or at a tenth. */
        assert_int_equal(strstr(text, "cx=\"193.0\"") != NULL, !dated);
        assert_int_equal(strstr(text, "cx=\"65.8\"") != NULL, dated);
        assert_non_null(strstr(text, "<title>01 Jan 1970: 1510.0</title>"));
        evbuffer_free(out);
    }
    /* All at the same moment. */
    static const struct site_point still[] = {{.wall_msec = 5, .rating = 1},
                                              {.wall_msec = 5, .rating = 2}};
    struct evbuffer *out = evbuffer_new();
    rating_plot_add(out, "x", "y", still, 2, 0, true);
    evbuffer_free(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(places_are_results_or_moments)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
