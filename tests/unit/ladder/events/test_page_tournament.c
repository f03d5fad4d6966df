/* test_page_tournament.c - the pages of tournaments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "events/page_tournament.h"
#include "web_cups.h"

#include <event2/buffer.h>

static void a_tournament_is_listed_and_shown(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/tournaments"), 200);
    assert_non_null(strstr(body(), "<a href=\"/tournament/spring\">Cup &lt;script&gt;</a>"));
    assert_null(strstr(body(), "broken"));
    assert_int_equal(ask(fixture, "GET", "/tournament/spring"), 200);
    assert_non_null(strstr(body(), "<h1>Cup &lt;script&gt;</h1>"));
    assert_null(strstr(body(), "Cup <script>"));
    const char *ann = strstr(body(), "ann"), *bob = strstr(body(), "bob");
    assert_true(ann && bob && ann < bob);
    assert_int_equal(ask(fixture, "GET", "/tournament/broken"), 404);
}

/* Only known keys of the organiser's file are published, each with its type. */
static void rulings_are_json_too(void **state)
{
    const struct fixture *fixture = *state;
    cup_write(
        fixture, "spring",
        "{\"name\":\"x\",\"standings\":[{\"entry\":\"a\",\"disqualified\":true,\"faults\":2}],"
        "\"rulings\":[{\"ruling\":\"rerun\",\"meeting\":4,\"previous\":\"00\",\"reason\":7}],"
        "\"void\":[{\"meeting\":4,\"a\":\"a\",\"points_a\":1.5}]}");
    json_t *value = ask_json(fixture, "/api/v1/tournaments/spring", 200);
    char *text = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS);
    assert_non_null(
        strstr(text, "\"rulings\":[{\"after_blocks\":0,\"entry\":\"\",\"meeting\":4,\"reason\":"
                     "\"\",\"ruling\":\"rerun\",\"season\":0}]"));
    assert_non_null(strstr(text, "\"void\":[{\"a\":\"a\",\"b\":\"\",\"meeting\":4,\"points_a\":1.5,"
                                 "\"points_b\":0.0,\"why\":\"\"}]"));
    assert_non_null(strstr(text, "\"disqualified\":true"));
    free(text);
    json_decref(value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_tournament_is_listed_and_shown, cups_setup,
                                        cups_teardown),
        cmocka_unit_test_setup_teardown(rulings_are_json_too, cups_setup, cups_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
