/* test_data_games.c - the results that a reader requests, and the search for names. */
#include "data/data_games.h"
#include "store/store.h"
#include "web_bots.h"

static const char record[] = "{\"hands\":[{\"contract\":{\"call\":\"8H\",\"by\":0}},"
                             "{\"contract\":null},{\"contract\":{\"call\":\"NO\",\"by\":1}}]}";

/* The games of a page by their ids, each with a space before it, newest first. */
static void shown(const struct fixture *fixture, const char *path, char list[512])
{
    assert_int_equal(ask(fixture, "GET", path), 200);
    list[0] = '\0';
    for (const char *at = body(); (at = strstr(at, "<th scope=\"row\"><a href=\"/game/"));) {
        at += strlen("<th scope=\"row\"><a href=\"/game/");
        size_t used = strlen(list);
        snprintf(list + used, 512 - used, " %.*s", (int)strcspn(at, "\""), at);
    }
}

static void fill(const struct fixture *fixture)
{
    struct ladder_result known = duel("g-3", "ann", "cy", 2);
    play(fixture, "g-1", "two-handed-draw", "ann", "bob", -9);
    play(fixture, "g-2", "two-handed-table", "cy", "bob", -8);
    known.wall_msec -= 3 * day_msec;
    submit(fixture, known, record);
    play(fixture, "g-4", "two-handed-draw", "bob", "ann", 0);
}

static void results_are_chosen(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const cases[][2] = {
        {"/games", " g-4 g-3 g-2 g-1"},
        {"/games?bot=", " g-4 g-3 g-2 g-1"},
        {"/games?bot=CY", " g-3 g-2"},
        {"/games?bot=ann&against=bob", " g-4 g-1"},
        {"/games?bot=bob&against=bob", " g-4 g-2 g-1"},
        {"/games?ladder=&bot=cy&against=&contract=&until=", " g-3 g-2"},
        {"/games?bot=nobody", ""},
        {"/games?bot=ann&against=nobody", ""},
        {"/games?ladder=two-handed-table.solo-2", " g-2"},
        {"/games?ladder=two-handed-table.solo-3", ""},
        {"/games?ladder=two-handed-draw.solo-2&bot=bob", " g-4 g-1"},
        {"/games?ladder=two-handed-table.solo-2&bot=ann", ""},
        {"/games?contract=8h", " g-3"},
        {"/games?contract=NO&bot=ann", " g-3"},
        {"/games?contract=7S", ""},
        {"/games?until=1999-01-01", ""},
        {"/games?until=2999-12-31", " g-4 g-3 g-2 g-1"},
        {"/games?limit=1&bot=ann", " g-4"},
        {"/games?limit=1&bot=ann&against=bob", " g-4"},
        {"/games?bot=ann&after=4", " g-3 g-1"},
    };
    char list[512], path[64], day[16];
    fill(fixture);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        shown(fixture, cases[i][0], list);
        assert_string_equal(list, cases[i][1]);
    }
    /* Up to the day of the second game. */
    struct ladder_result example = duel("g", "a", "b", 2);
    time_t then = (time_t)((example.wall_msec - 8 * day_msec) / 1000);
    struct tm parts;
    assert_true(strftime(day, sizeof day, "%Y-%m-%d", gmtime_r(&then, &parts)) > 0);
    snprintf(path, sizeof path, "/games?until=%s", day);
    shown(fixture, path, list);
    assert_string_equal(list, " g-2 g-1");
    snprintf(path, sizeof path, "value=\"%s\"", day);
    assert_non_null(strstr(body(), path));
}

static void two_bots_are_compared(void **state)
{
    const struct fixture *fixture = *state;
    fill(fixture);
    assert_int_equal(ask(fixture, "GET", "/games?bot=ann&against=bob&limit=1"), 200);
    assert_non_null(strstr(body(), "ann against bob"));
    assert_non_null(strstr(body(), "<dt>Games</dt><dd>2</dd>"));
    assert_non_null(strstr(body(), "<dd>1, 0, 1</dd>"));
    assert_non_null(strstr(body(), "50&nbsp;%"));
    assert_non_null(strstr(body(), "/games?bot=bob&amp;against=ann"));
    assert_non_null(strstr(body(), "href=\"/games?bot=ann&amp;against=bob&amp;after=4\""));
}

/* Unknown names and invalid values are reported; a filter without matches ends. */
static void bad_parameters_are_named(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const bad[][2] = {
        {"/games?bot=%3Cscript%3E", "bot: expected the name of a bot"},
        {"/games?against=ann", "against: expected only beside bot"},
        {"/games?until=2026-02-30", "until: expected a day"},
        {"/games?until=26-2-3", "until"},
        {"/games?until=%2D999999-1", "until"},
        {"/games?until=1969-12-31", "until"},
        {"/games?contract=8%20H", "contract: expected a call"},
        {"/games?ladder=..%2Fx", "ladder"},
        {"/games?after=-1", "after"},
        {"/search?q=%3Cb%3E", "q: expected up to 32"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(ask(fixture, "GET", bad[i][0]), 400);
        assert_non_null(strstr(body(), bad[i][1]));
        assert_null(strstr(body(), "<script>"));
    }
    assert_int_equal(ask(fixture, "GET", "/games?bot=nobody"), 200);
    assert_non_null(strstr(body(), "There is no bot or ladder of the name <strong>nobody"));
    assert_int_equal(ask(fixture, "GET", "/games?contract=8H&after=1000000000000000"), 200);
    assert_non_null(strstr(body(), "There is no such game"));
}

static void names_are_found(void **state)
{
    const struct fixture *fixture = *state;
    char name[16];
    play(fixture, "g-1", "two-handed-draw", "Annabel", "joanna", 0);
    play(fixture, "g-2", "two-handed-draw", "ann", "bob", 0);
    assert_int_equal(ask(fixture, "GET", "/search"), 200);
    assert_null(strstr(body(), "No bot has"));
    assert_int_equal(ask(fixture, "GET", "/search?q=AnN"), 200);
    const char *whole = strstr(body(), ">ann</a>"), *first = strstr(body(), ">Annabel</a>"),
               *later = strstr(body(), ">joanna</a>");
    assert_true(whole && first > whole && later > first && !strstr(body(), ">bob</a>"));
    assert_int_equal(ask(fixture, "GET", "/search?q=zoe"), 200);
    assert_non_null(strstr(body(), "No bot has that in its name"));
    /* A page has a fixed size, however many there are, and contains an exact match. */
    for (int i = 0; i < SITE_NAMES_MAX; i++) {
        snprintf(name, sizeof name, "x-ann-%d", i);
        play(fixture, name, "two-handed-draw", name, "bob", 0);
    }
    play(fixture, "g-last", "two-handed-draw", "nn", "bob", 0);
    assert_int_equal(ask(fixture, "GET", "/search?q=nn"), 200);
    assert_non_null(strstr(body(), ">nn</a>"));
    assert_non_null(strstr(body(), "There may be more"));
    int rows = 0;
    for (const char *at = body(); (at = strstr(at, "<th scope=\"row\">")); at++)
        rows++;
    assert_int_equal(rows, SITE_NAMES_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(results_are_chosen, setup, teardown),
        cmocka_unit_test_setup_teardown(two_bots_are_compared, setup, teardown),
        cmocka_unit_test_setup_teardown(bad_parameters_are_named, setup, teardown),
        cmocka_unit_test_setup_teardown(names_are_found, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
