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

/* Ratings stand beside their intervals and the contracts; without ratings there is no such table.
 */
static void ratings_have_intervals(void **state)
{
    static const char with[] =
        "{\"id\":\"x\",\"format\":\"swiss\",\"standings\":[{\"division\":1,\"rank\":1,\"entry\":\"<"
        "a>\","
        "\"contracts_bid\":4,\"contracts_made\":3,\"rating\":{\"rating\":50.0,\"err95\":25.0,"
        "\"first\":1,"
        "\"last\":2}},{\"division\":1,\"rank\":2,\"entry\":\"b\",\"rating\":{\"rating\":-100.0,"
        "\"err95\":null,\"first\":2,\"last\":2}}]}";
    char text[1 << 15];
    (void)state;
    for (int rated = 1; rated >= 0; rated--) {
        struct evbuffer *out = evbuffer_new();
        json_t *value =
            json_loads(rated ? with : "{\"id\":\"x\",\"standings\":[{\"entry\":\"b\"}]}", 0, NULL);
        assert_non_null(value);
        page_tournament(out, value);
        evbuffer_add(out, "", 1);
        assert_true(evbuffer_remove(out, text, sizeof text) < (int)sizeof text);
        assert_int_equal(strstr(text, "Ratings and contracts") != NULL, rated);
        if (rated) {
            assert_non_null(strstr(text, "M62.5 6H87.5"));
            assert_non_null(strstr(
                text, ">+50</td><td class=\"n\">&plusmn;&nbsp;25</td><td class=\"n\">1&ndash;2"));
            assert_non_null(strstr(text, "3 of 4"));
            assert_non_null(
                strstr(text, ">-100</td><td class=\"n soft\">too few</td><td class=\"n\">2</td>"));
        }
        json_decref(value);
        evbuffer_free(out);
    }
}

/* The page shows the organiser's rulings, disqualified entries and void results. */
static void rulings_are_shown(void **state)
{
    static const char ruled[] = "{\"id\":\"x\",\"format\":\"swiss\",\"standings\":[{\"division\":1,"
                                "\"rank\":1,\"entry\":\"a\","
                                "\"margin\":7,\"faults\":3},{\"division\":1,\"rank\":2,\"entry\":"
                                "\"<b>\",\"disqualified\":true}],"
                                "\"rulings\":[{\"ruling\":\"rerun\",\"meeting\":4,\"reason\":\"\"},"
                                "{\"ruling\":\"disqualify\","
                                "\"entry\":\"<b>\",\"reason\":\"two "
                                "<programs>\"}],\"void\":[{\"meeting\":4,\"a\":\"a\",\"b\":"
                                "\"<b>\",\"points_a\":1.5,\"points_b\":0.5,\"why\":\"rerun\"}]}";
    char text[1 << 15];
    (void)state;
    struct evbuffer *out = evbuffer_new();
    json_t *value = json_loads(ruled, 0, NULL);
    assert_non_null(value);
    page_tournament(out, value);
    evbuffer_add(out, "", 1);
    assert_true(evbuffer_remove(out, text, sizeof text) < (int)sizeof text);
    assert_non_null(strstr(text, "<td class=\"n\">7</td><td class=\"n\">3</td>"));
    assert_non_null(strstr(text, "&lt;b&gt; (disqualified)"));
    assert_non_null(strstr(text, "<li>Meeting 4 is played again</li>"));
    assert_non_null(strstr(text, "<li>&lt;b&gt; is disqualified: two &lt;programs&gt;</li>"));
    assert_non_null(strstr(text, "<li>Void by rerun: meeting 4, a 1.5 : 0.5 &lt;b&gt;</li>"));
    json_decref(value);
    evbuffer_free(out);
}

/* Only known keys of the organiser's file are published, each with its type. */
static void rulings_are_data(void **state)
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
        cmocka_unit_test(ratings_have_intervals),
        cmocka_unit_test(rulings_are_shown),
        cmocka_unit_test_setup_teardown(rulings_are_data, cups_setup, cups_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
