/* test_tournament_body.c - what the pages of a tournament show, here and offline. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "events/tournament_body.h"

#include <event2/buffer.h>
#include <string.h>

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
        tournament_body_add(out, value, NULL);
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
    tournament_body_add(out, value, NULL);
    evbuffer_add(out, "", 1);
    assert_true(evbuffer_remove(out, text, sizeof text) < (int)sizeof text);
    assert_non_null(strstr(text, "<td class=\"n\">7</td><td class=\"n\">3</td>"));
    assert_non_null(strstr(text, "&lt;b&gt; (disqualified)"));
    assert_non_null(strstr(text, "<li>Meeting <a href=\"#meeting-4\">4</a> is played again</li>"));
    assert_non_null(strstr(text, "<li>&lt;b&gt; is disqualified: two &lt;programs&gt;</li>"));
    assert_non_null(strstr(text, "<li>Void by rerun: meeting 4, a 1.5 : 0.5 &lt;b&gt;</li>"));
    json_decref(value);
    evbuffer_free(out);
}

/* Crosstable and lines lead to the games of a meeting, where there are pages of them. The schedule
 * says what is to come, and why a drawn meeting was won. */
static void meetings_lead_to_their_games(void **state)
{
    static const char cup[] =
        "{\"format\":\"swiss\",\"standings\":[{\"division\":1,\"rank\":1,\"entry\":\"ann\"},"
        "{\"division\":1,\"rank\":2,\"entry\":\"<bob>\"},"
        "{\"division\":1,\"rank\":3,\"entry\":\"cy\",\"never_started\":true,\"games\":4,"
        "\"forfeits\":4,\"fault_kinds\":{\"start\":4}}],"
        "\"pairs\":[{\"first\":\"ann\",\"second\":\"<bob>\",\"games\":4,\"wins\":1,\"ties\":2,"
        "\"losses\":1}],\"meetings\":[{\"season\":1,\"round\":1,\"a\":\"<bob>\",\"b\":\"ann\","
        "\"played\":true,\"points_a\":2.0,\"points_b\":2.0,\"margin\":-30,\"decided_by\":"
        "\"margin\","
        "\"winner\":\"ann\",\"games\":4},"
        "{\"season\":1,\"round\":2,\"a\":\"ann\",\"b\":\"cy\",\"played\":false,\"games\":2},"
        "{\"season\":1,\"round\":2,\"a\":\"<bob>\",\"b\":\"cy\",\"played\":false,\"games\":0}]}";
    static const char *const links[] = {"/tournament/x/meeting/", NULL};
    char text[1 << 15];
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct evbuffer *out = evbuffer_new();
        json_t *value = json_loads(cup, 0, NULL);
        assert_non_null(value);
        tournament_body_add(out, value, links[i]);
        evbuffer_add(out, "", 1);
        assert_true(evbuffer_remove(out, text, sizeof text) < (int)sizeof text);
        assert_non_null(strstr(text, "<li id=\"meeting-1\">&lt;bob&gt; 2 : 2 <b>ann</b> drawn, to "
                                     "ann by margin (-30 points over all its games)"));
        assert_non_null(strstr(text, "ann against cy, under way"));
        assert_non_null(strstr(text, "&lt;bob&gt; against cy, to come</li>"));
        assert_non_null(strstr(text, "<strong>never started</strong> 4 start</td>"));
        assert_non_null(strstr(text, "4 of 4</td>"));
        assert_null(strstr(text, "<bob>"));
        assert_int_equal(strstr(text, "<a href=\"/tournament/x/meeting/1\">2/4</a>") != NULL,
                         i == 0);
        assert_int_equal(strstr(text, "<a href=\"#meeting-1\">2/4</a>") != NULL, i == 1);
        assert_int_equal(strstr(text, "<a href=\"/tournament/x/meeting/2\">2 games</a>") != NULL,
                         i == 0);
        assert_null(strstr(text, "meeting/3"));
        json_decref(value);
        evbuffer_free(out);
    }
}

static void shown(const char *json, char *text, size_t size)
{
    struct evbuffer *out = evbuffer_new();
    json_t *value = json_loads(json, 0, NULL);
    assert_non_null(value);
    tournament_body_add(out, value, NULL);
    evbuffer_add(out, "", 1);
    assert_true(evbuffer_remove(out, text, size) < (int)size);
    json_decref(value);
    evbuffer_free(out);
}

/* Rounds to come follow those that have begun, as far as they are known; what is not known is said.
 */
static void rounds_to_come_are_listed(void **state)
{
#define BEGUN                                                                                      \
    "\"standings\":[],\"meetings\":[{\"season\":1,\"round\":1,\"a\":\"x\",\"b\":\"y\",\"played\":" \
    "false}],"
    char text[1 << 14];
    (void)state;
    shown("{\"format\":\"round-robin\"," BEGUN "\"to_come\":["
          "{\"season\":1,\"round\":2,\"a\":\"<x>\",\"b\":\"z\"},"
          "{\"season\":1,\"round\":2,\"a\":\"y\",\"b\":\"w\"},"
          "{\"season\":1,\"round\":3,\"a\":\"x\",\"b\":\"w\"}],\"rounds_to_come\":4}",
          text, sizeof text);
    assert_non_null(strstr(text, "<summary>Round 2, to come</summary>\n<ul>\n"
                                 "<li>&lt;x&gt; against z</li>\n<li>y against w</li>\n</ul>"));
    assert_non_null(strstr(text, "<summary>Round 3, to come</summary>"));
    assert_non_null(strstr(text, "2 more rounds follow."));
    shown("{\"format\":\"swiss\"," BEGUN "\"rounds_to_come\":0}", text, sizeof text);
    assert_non_null(strstr(text, "Only this round is known"));
    assert_null(strstr(text, "more round"));
    shown("{\"format\":\"swiss\",\"finished\":true," BEGUN "\"rounds_to_come\":0}", text,
          sizeof text);
    assert_null(strstr(text, "Only this round is known"));
    shown("{\"format\":\"league\"," BEGUN "\"to_come\":[{\"season\":1,\"round\":2,\"a\":\"x\","
          "\"b\":\"z\"}],\"rounds_to_come\":1}",
          text, sizeof text);
    assert_non_null(strstr(text, "Season 1, round 2, to come"));
    assert_non_null(strstr(text, "its divisions depend on"));
    assert_null(strstr(text, "more round"));
#undef BEGUN
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_to_come_are_listed),
        cmocka_unit_test(ratings_have_intervals),
        cmocka_unit_test(rulings_are_shown),
        cmocka_unit_test(meetings_lead_to_their_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
