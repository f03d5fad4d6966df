/* test_page_cup.c - the pages of a meeting of a tournament and of its games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "web_cups.h"

static void a_meeting_lists_its_games(void **state)
{
    const struct fixture *fixture = *state;
    char path[200];
    cup_write(
        fixture, "spring",
        "{\"name\":\"<x>\",\"block_games\":2,\"sides\":[0,1],\"meetings\":[{\"round\":1,"
        "\"a\":\"ann\",\"b\":\"<bob>\",\"points_a\":1,\"points_b\":1,\"decided_by\":\"margin\","
        "\"winner\":\"ann\",\"games\":[{\"game\":1,\"blocks\":1,\"step\":2,\"void\":true}]}]}");
    cup_records(fixture, 2, "", path);
    assert_int_equal(ask(fixture, "GET", "/tournament/spring/meeting/1"), 200);
    assert_non_null(strstr(body(), "<h1>ann against &lt;bob&gt;</h1>"));
    assert_non_null(strstr(body(),
                           "<a href=\"/tournament/spring#meeting-1\">&lt;x&gt;</a>, round 1: "
                           "<b>ann</b> 1 : 1 &lt;bob&gt; drawn, to ann by margin"));
    assert_non_null(strstr(body(), "<a href=\"/tournament/spring/game/t-000002\">2</a></th><td "
                                   "class=\"w\">&lt;bob&gt; 500 : ann -40</td><td>target, void"));
    assert_int_equal(ask(fixture, "GET", "/tournament/spring/meeting/1?limit=1"), 200);
    assert_null(strstr(body(), "t-000002"));
    assert_non_null(strstr(body(), "href=\"/tournament/spring/meeting/1?after=1\""));
    assert_int_equal(ask(fixture, "GET", "/tournament/spring/meeting/2"), 404);
    assert_int_equal(ask(fixture, "GET", "/tournament/spring/game/t-000002"), 200);
    assert_non_null(strstr(body(), "<a href=\"/tournament/spring/meeting/1\">meeting 1</a>"));
    assert_non_null(strstr(body(), "<a rel=\"prev\" href=\"/tournament/spring/game/t-000001\">"));
    assert_null(strstr(body(), "rel=\"next\""));
    assert_non_null(strstr(body(), "href=\"/api/v1/tournaments/spring/games/t-000002/record\""));
    assert_null(strstr(body(), "/bot/"));
    assert_int_equal(ask(fixture, "GET", "/tournament/spring/game/t-000003"), 404);
    unlink(path);
}

/* The page of a game replays it once, and again when the results change. */
static void a_game_is_replayed_once(void **state)
{
    const struct fixture *fixture = *state;
    char path[200];
    cup_records(fixture, 2, "watchable", path);
    watched = 0;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ask(fixture, "GET", "/tournament/spring/game/t-000001"), 200);
        assert_non_null(strstr(body(), "id=\"table\""));
        assert_non_null(strstr(body(), "t-000001"));
    }
    assert_int_equal(watched, 1);
    assert_int_equal(ask(fixture, "GET", "/tournament/spring/game/t-000002"), 200);
    assert_non_null(strstr(body(), "t-000002"));
    assert_int_equal(watched, 2);
    assert_int_equal(ask(fixture, "GET", "/tournament/springs/game/t-000001"), 404);
    cup_write(fixture, "spring", "{\"name\":\"another name\"}");
    assert_int_equal(ask(fixture, "GET", "/tournament/spring/game/t-000001"), 200);
    assert_non_null(strstr(body(), "another name"));
    assert_int_equal(watched, 3);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_game_is_replayed_once, cups_setup, cups_teardown),
        cmocka_unit_test_setup_teardown(a_meeting_lists_its_games, cups_setup, cups_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
