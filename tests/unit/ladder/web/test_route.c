/* test_route.c - what the pages and the interface say: lists, bots, games, slips, what is kept.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <time.h>
#include <unistd.h>

#include "web_fixture.h"

/* A JSON answer; the caller frees it. */
static json_t *ask_json(const struct fixture *fixture, const char *path, int code)
{
    assert_int_equal(ask(fixture, "GET", path), code);
    assert_non_null(strstr(reply, "\r\nContent-Type: application/json\r\n"));
    json_t *value = json_loads(body(), 0, NULL);
    assert_non_null(value);
    return value;
}

static json_int_t integer_at(const json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

/* Reads a list in parts of three to its end: every row once. */
static size_t read_list(const struct fixture *fixture, const char *path, const char *list_key,
                        const char *key)
{
    char address[256], seen[512] = "", word[40], after[200] = "";
    size_t count = 0, i;
    do {
        snprintf(address, sizeof address, "%s?limit=3%s%s", path, after[0] ? "&after=" : "", after);
        json_t *value = ask_json(fixture, address, 200), *next = json_object_get(value, "next");
        const json_t *list = json_object_get(value, list_key), *row;
        assert_true(json_array_size(list) <= 3);
        json_array_foreach(list, i, row)
        {
            snprintf(word, sizeof word, " %s ", json_string_value(json_object_get(row, key)));
            assert_null(strstr(seen, word));
            strcat(seen, word);
            count++;
        }
        after[0] = '\0';
        if (json_is_integer(next))
            snprintf(after, sizeof after, "%lld", (long long)json_integer_value(next));
        else if (json_is_string(next))
            snprintf(after, sizeof after, "%s", json_string_value(next));
        json_decref(value);
    } while (after[0]);
    return count;
}

static void test_paging(void **state)
{
    const struct fixture *fixture = *state;
    for (int i = 0; i < 7; i++) {
        char game[16], other[16];
        snprintf(game, sizeof game, "g-%d", i);
        snprintf(other, sizeof other, "b%d", i);
        submit(fixture, duel(game, "ann", other, 1 + i % 2), NULL);
    }
    assert_int_equal(read_list(fixture, "/api/v1/recent", "games", "game"), 7);
    assert_int_equal(read_list(fixture, "/api/v1/bots/ANN/results", "games", "game"), 7);
    assert_int_equal(read_list(fixture, "/api/v1/bots/b3/results", "games", "game"), 1);
    assert_int_equal(read_list(fixture, "/api/v1/standings", "standings", "name"), 8);
    assert_int_equal(ask(fixture, "GET", "/?limit=3&after=3"), 200);
    assert_non_null(
        strstr(body(), "href=\"/standings?ladder=two-handed-draw.solo-2&amp;after=p2_"));
    assert_int_equal(ask(fixture, "GET", "/?after=1000"), 200);
    assert_non_null(strstr(body(), "ends before this place"));
}

/* Bots come in above and below the place where a reader goes on, and one on which it stood rises:
 * who was not told is told, nobody twice but for the one that moved. */
static void test_paging_does_not_slip(void **state)
{
    const struct fixture *fixture = *state;
    char game[16], winner[16], loser[16], address[256];
    for (int i = 0; i < 6; i++) {
        snprintf(game, sizeof game, "g-%d", i);
        snprintf(winner, sizeof winner, "w%d", i);
        snprintf(loser, sizeof loser, "l%d", i);
        submit(fixture, duel(game, winner, loser, 2), NULL);
    }
    json_t *first = ask_json(fixture, "/api/v1/standings?limit=4", 200), *second;
    snprintf(address, sizeof address, "/api/v1/standings?limit=500&after=%s",
             json_string_value(json_object_get(first, "next")));
    for (int i = 0; i < 5; i++) { /* two wins stand above one */
        for (int k = 0; k < 2; k++) {
            snprintf(game, sizeof game, "h-%d-%d", i, k);
            snprintf(winner, sizeof winner, "new%d", i);
            snprintf(loser, sizeof loser, "low%d%d", i, k);
            submit(fixture, duel(game, winner, loser, 2), NULL);
        }
    }
    submit(fixture, duel("h-9", "w3", "low9", 2), NULL); /* the last that was told */
    second = ask_json(fixture, address, 200);
    const json_t *row, *list = json_object_get(second, "standings");
    char seen[1024] = " ", word[40];
    size_t i;
    json_array_foreach(list, i, row)
    {
        strcat(strcat(seen, json_string_value(json_object_get(row, "name"))), " ");
    }
    assert_int_equal(integer_at(second, "after"), 9); /* five new ones, w3, w0, w1 and w2 */
    for (int k = 0; k < 6; k++) {
        snprintf(word, sizeof word, " w%d ", k);
        assert_true((strstr(seen, word) != NULL) == (k >= 4));
        snprintf(word, sizeof word, " l%d ", k);
        assert_non_null(strstr(seen, word));
    }
    assert_null(strstr(seen, " new"));
    json_decref(first);
    json_decref(second);
}

static void test_bad_parameters(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const bad[][2] = {
        {"/api/v1/standings?limit=x", "limit: expected a number from 1 to 500, got 'x'"},
        {"/api/v1/standings?limit=0", "got '0'"},
        {"/api/v1/standings?limit=501", "limit"},
        {"/api/v1/standings?limit", "limit"},
        {"/api/v1/standings?limit=", "limit"},
        {"/api/v1/standings?after=-1", "after"},
        {"/api/v1/standings?after=p", "after"},
        {"/api/v1/standings?after=p0_0_0_0_0_0_", "after"},
        {"/api/v1/standings?after=p4_0_0_0_0_0_a", "after"},
        {"/api/v1/standings?after=p0_0_0_99999999999999999999999_0_0_a", "after"},
        {"/api/v1/standings?nothing=1", "there are ladder, limit and after"},
        {"/api/v1/recent?after=99999999999999999999999", "after"},
        {"/api/v1/recent?offset=3", "offset: no such parameter; there are limit and after"},
        {"/api/v1/rules?limit=3", "limit: no such parameter; there is none here"},
        {"/api/v1/recent?limit=2&limit=%3Cscript%3E", "limit"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        json_t *value = ask_json(fixture, bad[i][0], 400);
        assert_non_null(strstr(json_string_value(json_object_get(value, "error")), bad[i][1]));
        json_decref(value);
    }
    /* No number at all, as bits: an answer all the same. */
    json_decref(ask_json(fixture, "/api/v1/standings?after=p1_7ff8000000000000_0_0_0_0_a", 200));
    assert_int_equal(ask(fixture, "GET", "/?after=<b>"), 400);
    assert_null(strstr(body(), "<b>"));
    assert_int_equal(ask(fixture, "GET", "/games?limit=-1"), 400);
    assert_int_equal(ask(fixture, "GET", "/games?utm=1"), 200);
}

static void test_missing(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const missing[] = {"/api/v1/bots/nobody",      "/api/v1/bots/nobody/results",
                                          "/api/v1/games/none",       "/api/v1/games/none/watch",
                                          "/api/v1/games/none/hints", "/api/v1/rules/none",
                                          "/api/v2/standings",        "/api/"};
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
        json_t *value = ask_json(fixture, missing[i], 404);
        assert_true(json_is_string(json_object_get(value, "error")));
        json_decref(value);
    }
    assert_int_equal(ask(fixture, "GET", "/nothing"), 404);
    assert_non_null(strstr(body(), "href=\"/connect\"")); /* a way on */
}

/* Asks with one more header line. */
static int ask_with(const struct fixture *fixture, const char *path, const char *header)
{
    char request[1024];
    bool closed;
    int fd = dial(fixture);
    int bytes =
        snprintf(request, sizeof request,
                 "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s\r\n\r\n", path, header);
    (void)talk(fd, request, (size_t)bytes, reply, sizeof reply, NULL, &closed);
    close(fd);
    return atoi(reply + 9);
}

static void test_etags(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const paths[] = {"/api/v1/standings", "/static/style.css", "/"};
    char header[3][100];
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(ask(fixture, "GET", paths[i]), 200);
        const char *tag = strstr(reply, "\r\nETag: \"");
        assert_non_null(tag);
        snprintf(header[i], sizeof header[i], "If-None-Match: \"other\", %.26s", tag + 8);
        assert_int_equal(ask_with(fixture, paths[i], header[i]), 304);
        assert_string_equal(body(), "");
        assert_non_null(strstr(reply, "\r\nETag: \""));
        assert_int_equal(ask_with(fixture, paths[i], "If-None-Match: \"other\""), 200);
    }
    submit(fixture, duel("g-1", "ann", "bob", 2), NULL);
    assert_int_equal(ask_with(fixture, paths[0], header[0]), 200);
    assert_int_equal(ask_with(fixture, paths[1], header[1]), 304);
    assert_int_equal(ask_with(fixture, paths[2], header[2]), 200);
    /* What is missing has no name, and is told each time. */
    assert_int_equal(ask_with(fixture, "/nothing", "If-None-Match: *"), 404);
}

static void test_other_origins(void **state)
{
    const struct fixture *fixture = *state;
    struct ladder_error error;
    struct web_config config = {
        .address = "127.0.0.1", .store = fixture->temp.url, .origin = "https://a.example"};
    struct fixture open = *fixture;
    assert_int_equal(web_create(&open.web, &config, fixture->ladder, &error), 0);
    assert_int_equal(ask(&open, "GET", "/api/v1/standings"), 200);
    assert_non_null(strstr(reply, "\r\nAccess-Control-Allow-Origin: https://a.example\r\n"));
    assert_non_null(strstr(reply, "\r\nAccess-Control-Expose-Headers: ETag\r\n"));
    assert_null(strstr(reply, "Access-Control-Allow-Methods"));
    assert_int_equal(ask(&open, "OPTIONS", "/api/v1/standings"), 204);
    assert_non_null(strstr(reply, "\r\nAccess-Control-Allow-Origin: https://a.example\r\n"));
    assert_non_null(strstr(reply, "\r\nAccess-Control-Allow-Methods: GET, HEAD\r\n"));
    assert_non_null(
        strstr(reply, "\r\nAccess-Control-Allow-Headers: If-None-Match, Last-Event-ID\r\n"));
    assert_non_null(strstr(reply, "\r\nAccess-Control-Max-Age: 86400\r\n"));
    assert_int_equal(ask(&open, "PUT", "/api/v1/standings"), 405);
    assert_non_null(strstr(reply, "\r\nAccess-Control-Allow-Origin: https://a.example\r\n"));
    assert_int_equal(ask(&open, "GET", "/"), 200);
    assert_null(strstr(reply, "Access-Control"));
    assert_int_equal(ask(&open, "GET", "/rules"), 404); /* nobody tells any */
    web_destroy(open.web);
}

static const char record_of_ann[] =
    "{\"hands\":[{\"contract\":{\"call\":\"8H\",\"by\":0},\"delta\":[300,20],\"steps\":[[0,"
    "\"auction\",\"8H\"],[1,\"auction\",\"pass\"],[0,\"play\",\"AH\"]],\"ms\":[10,500,30],"
    "\"faults\":[[0,0,\"late\"],[1,1,\"illegal\"]]},{\"contract\":{\"call\":\"8H\",\"by\":0},"
    "\"delta\":[-300,20],\"steps\":[],\"faults\":[[null,9,\"x\"],7]},7],\"faults\":[[2,0,"
    "\"late\"]]}";

static void test_bot(void **state)
{
    const struct fixture *fixture = *state;
    submit(fixture, duel("g-1", "ann", "bob", 2), record_of_ann);
    submit(fixture, duel("g-2", "bob", "ann", 2), "no JSON");
    submit(fixture, duel("g-3", "ann", "cy", 1), NULL);
    json_t *bot = ask_json(fixture, "/api/v1/bots/ann", 200);
    const json_t *think = json_object_get(bot, "think"), *faults = json_object_get(bot, "faults");
    const json_t *contract = json_array_get(json_object_get(bot, "contracts"), 0);
    assert_int_equal(json_array_size(json_object_get(bot, "curve")), 3);
    assert_int_equal(json_array_size(json_object_get(bot, "opponents")), 2);
    assert_int_equal(json_array_size(json_object_get(bot, "partners")), 0);
    assert_int_equal(json_array_size(json_object_get(bot, "seats")), 2);
    assert_int_equal(integer_at(bot, "records"), 1);
    assert_int_equal(integer_at(think, "decisions"), 2);
    assert_int_equal(integer_at(think, "worst_ms"), 30);
    assert_int_equal(integer_at(contract, "hands"), 2);
    assert_int_equal(integer_at(contract, "made"), 1);
    assert_int_equal(json_array_size(faults), 1);
    assert_int_equal(integer_at(json_array_get(faults, 0), "count"), 2);
    json_decref(bot);
    assert_int_equal(ask(fixture, "GET", "/bot/ann"), 200);
    assert_non_null(strstr(body(), "<polyline class=\"curve\""));
    assert_null(strstr(body(), "style="));
}

/* What was found is kept until the next result, and no longer. */
static void test_bot_again(void **state)
{
    const struct fixture *fixture = *state;
    submit(fixture, duel("g-1", "ann", "bob", 2), record_of_ann);
    for (int i = 0; i < 3; i++) {
        json_t *bot = ask_json(fixture, "/api/v1/bots/ANN", 200);
        assert_int_equal(integer_at(bot, "records"), 1);
        json_decref(bot);
    }
    submit(fixture, duel("g-2", "ann", "bob", 2), record_of_ann);
    json_t *bot = ask_json(fixture, "/api/v1/bots/ann", 200);
    assert_int_equal(json_array_size(json_object_get(bot, "curve")), 2);
    assert_int_equal(integer_at(bot, "records"), 2);
    json_decref(bot);
}

/* A bot that plays two games has two curves, each with an error that begins anew. */
static void test_curves_by_ladder(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const expected[][2] = {{"two-handed-dead.solo-2", "g-1"},
                                              {"two-handed-dead.solo-2", "g-3"},
                                              {"two-handed-draw.solo-2", "g-0"},
                                              {"two-handed-draw.solo-2", "g-2"},
                                              {"two-handed-draw.solo-2", "g-4"}};
    for (int k = 0; k < 6; k++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", k);
        struct ladder_result result = duel(game, "ann", "bob", 2);
        if (k % 2)
            snprintf(result.ruleset, sizeof result.ruleset, "two-handed-dead");
        if (k == 5) /* not rated: of no curve */
            snprintf(result.unrated, sizeof result.unrated, "aborted");
        submit(fixture, result, NULL);
    }
    struct ladder_result newest = duel("g-6", "ann", "bob", 2);
    snprintf(newest.ruleset, sizeof newest.ruleset, "two-handed-dead");
    submit(fixture, newest, NULL);
    json_t *bot = ask_json(fixture, "/api/v1/bots/ann", 200),
           *curve = json_object_get(bot, "curve");
    assert_int_equal(json_array_size(curve), 6);
    assert_string_equal(json_string_value(json_object_get(json_array_get(curve, 2), "game")),
                        "g-6");
    json_array_remove(curve, 2);
    for (size_t i = 0; i < 5; i++) {
        const json_t *point = json_array_get(curve, i);
        assert_string_equal(json_string_value(json_object_get(point, "ladder")), expected[i][0]);
        assert_string_equal(json_string_value(json_object_get(point, "game")), expected[i][1]);
    }
    assert_true(json_equal(json_object_get(json_array_get(curve, 0), "error95"),
                           json_object_get(json_array_get(curve, 2), "error95")));
    json_decref(bot);
    assert_int_equal(ask(fixture, "GET", "/bot/ann"), 200);
    assert_non_null(strstr(
        body(), "<title id=\"curve-title-0\">Online rating of ann in two-handed-dead.solo-2: "));
    assert_non_null(strstr(
        body(), "<title id=\"curve-title-1\">Online rating of ann in two-handed-draw.solo-2: "));
    assert_null(strstr(body(), "curve-title-2"));
}

/* The error of a rating falls from the spread of all to what K lets it settle at. */
static void test_error_band(void **state)
{
    const struct fixture *fixture = *state;
    double before = 1e9;
    const json_t *point;
    size_t i;
    for (int k = 0; k < 40; k++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", k);
        submit(fixture, duel(game, "ann", "bob", k % 2 ? 2 : 0), NULL);
    }
    json_t *bot = ask_json(fixture, "/api/v1/bots/ann", 200);
    assert_int_equal(json_array_size(json_object_get(bot, "curve")), 40);
    json_array_foreach(json_object_get(bot, "curve"), i, point)
    {
        double error = json_number_value(json_object_get(point, "error95"));
        assert_true(error < before);
        before = error;
    }
    /* K = 20 settles at 1.96 * sqrt(K / (2 q)) = 82. */
    assert_true(before > 82 && before < 200);
    json_decref(bot);
}

static void test_game(void **state)
{
    const struct fixture *fixture = *state;
    submit(fixture, duel("g-1", "ann", "bob", 2), "watchable");
    submit(fixture, duel("g-2", "ann", "bob", 2), NULL);
    assert_int_equal(ask(fixture, "GET", "/game/g-1"), 200);
    assert_non_null(strstr(body(), "<span class=\"card red\">10\u2665</span>"));
    assert_non_null(strstr(body(), "<span class=\"card red\">Joker as \u2660</span>"));
    assert_non_null(strstr(body(), "discard <span class=\"card black\">Q\u2660</span>"));
    assert_non_null(strstr(body(), "<td class=\"won\">"));
    assert_non_null(strstr(body(), "(late&lt;)"));
    assert_non_null(strstr(body(), "Hand 2: no contract yet, cut off"));
    assert_non_null(strstr(body(), " of <strong>bob</strong> (time&lt;)"));
    assert_non_null(strstr(body(), "href=\"/api/v1/games/g-1/hints?hand=1\""));
    assert_null(strstr(body(), "hints?hand=2")); /* nobody did anything there */
    assert_null(strstr(body(), "<em>"));
    assert_null(strstr(body(), "<u>"));
    assert_int_equal(ask(fixture, "GET", "/game/g-2"), 200);
    assert_non_null(strstr(body(), "No record of this game is kept."));
    json_t *game = ask_json(fixture, "/api/v1/games/g-1", 200);
    assert_true(json_is_true(json_object_get(game, "record")));
    assert_int_equal(json_array_size(json_object_get(game, "players")), 2);
    json_decref(game);
    json_decref(ask_json(fixture, "/api/v1/games/g-1/watch", 200));
    json_decref(ask_json(fixture, "/api/v1/games/g-2/watch", 404));
}

/* A list of games names who forfeited; of partners it knows the side. */
static void test_forfeits(void **state)
{
    const struct fixture *fixture = *state;
    struct ladder_result result = duel("g-1", "ann", "bob", 1);
    snprintf(result.reason, sizeof result.reason, "forfeit");
    result_ranks(&result, 1, 1);
    submit(fixture, result, NULL);
    result = duel("g-2", "cy", "dan", 1);
    snprintf(result.reason, sizeof result.reason, "forfeit");
    result.seat_count = 4;
    for (int seat = 2; seat < 4; seat++) {
        snprintf(result.seats[seat].bot, sizeof result.seats[seat].bot, "e%d", seat);
        result.seats[seat].side = seat % 2;
    }
    result_ranks(&result, 2, 0);
    submit(fixture, result, NULL);
    assert_int_equal(ask(fixture, "GET", "/games"), 200);
    assert_non_null(strstr(body(), "<td>forfeit of bob</td>"));
    assert_non_null(strstr(body(), "<td>forfeit of cy, e2 (one of them)</td>"));
}

/* The page of a game is made once, and again when the past changed: here by a command from the
 * shell. */
static void test_game_is_kept(void **state)
{
    const struct fixture *fixture = *state;
    static char before[sizeof reply];
    char *voids[] = {"void", "g-1"}, *text = NULL;
    size_t bytes;
    submit(fixture, duel("g-1", "ann", "bob", 2), "watchable");
    watched = 0;
    assert_int_equal(ask(fixture, "GET", "/game/g-1"), 200);
    snprintf(before, sizeof before, "%s", body());
    assert_int_equal(ask(fixture, "GET", "/game/g-1"), 200);
    assert_string_equal(body(), before);
    assert_int_equal(watched, 1);
    FILE *out = open_memstream(&text, &bytes);
    assert_int_equal(ladder_command(fixture->temp.url, 2, voids, false, out, out), 0);
    fclose(out);
    free(text);
    submit(fixture, duel("g-2", "ann", "bob", 2), "watchable"); /* the writer sees both */
    assert_int_equal(ask(fixture, "GET", "/game/g-1"), 200);
    assert_int_equal(watched, 2);
    assert_string_not_equal(body(), before);
}

static void test_hints(void **state)
{
    const struct fixture *fixture = *state;
    submit(fixture, duel("g-1", "ann", "bob", 2), "watchable");
    submit(fixture, duel("g-2", "ann", "bob", 2), NULL);
    static const char *const answers[][2] = {
        {"hints", "first"}, {"hints?hand=1", "first"}, {"hints?hand=2", "second"}};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "/api/v1/games/g-1/%s", answers[i][0]);
        json_t *hints = ask_json(fixture, path, 200);
        const json_t *hint = json_array_get(json_object_get(hints, "hints"), 0);
        assert_string_equal(json_string_value(json_object_get(hint, "why")), answers[i][1]);
        assert_int_equal(json_integer_value(json_object_get(hints, "hand")), i < 2 ? 1 : 2);
        json_decref(hints);
    }
    json_decref(ask_json(fixture, "/api/v1/games/g-1/hints?hand=3", 404));
    json_decref(ask_json(fixture, "/api/v1/games/g-2/hints", 404));
    json_decref(ask_json(fixture, "/api/v1/games/g-1/hints?hand=0", 400));
    json_decref(ask_json(fixture, "/api/v1/games/g-1/hints?limit=1", 400));
    json_decref(ask_json(fixture, "/api/v1/games/g-1/watch?hand=1", 400));
}

static void test_rules_and_words(void **state)
{
    const struct fixture *fixture = *state;
    assert_int_equal(ask(fixture, "GET", "/rules"), 200);
    assert_non_null(strstr(body(), "&lt;i&gt;As"));
    assert_int_equal(ask(fixture, "GET", "/rules/plain"), 200);
    assert_non_null(strstr(body(), "&lt;2&gt;"));
    assert_int_equal(ask(fixture, "GET", "/connect"), 200);
    assert_non_null(strstr(body(), "--connect arena&lt;1&gt;:5500"));
    assert_null(strstr(body(), "{bots}"));
    assert_int_equal(ask(fixture, "GET", "/about"), 200);
}

static double metric(const char *name)
{
    char line[100];
    snprintf(line, sizeof line, "\n%s ", name);
    const char *at = strstr(body(), line);
    assert_non_null(at);
    return atof(at + strlen(line));
}

static void test_operator(void **state)
{
    const struct fixture *fixture = *state;
    struct web_counters counters = {
        .games_started = 5, .decisions = 1234, .waiting = 3, .unready = "paused"};
    assert_int_equal(ask(fixture, "GET", "/healthz"), 200);
    assert_int_equal(ask(fixture, "GET", "/readyz"), 503);
    web_set_counters(fixture->web, &counters);
    assert_int_equal(ask(fixture, "GET", "/readyz"), 503);
    assert_string_equal(body(), "not ready: paused\n");
    counters.unready = NULL;
    const int64_t think[] = {0, 100, 101, 2999, 3000, 10000000, 10000001};
    for (size_t i = 0; i < sizeof think / sizeof think[0]; i++)
        histogram_add(&counters.think, think[i]);
    web_set_counters(fixture->web, &counters);
    assert_int_equal(ask(fixture, "GET", "/readyz"), 200);
    submit(fixture, duel("g-1", "ann", "bob", 2), NULL);
    assert_int_equal(ask(fixture, "GET", "/metrics"), 200);
    assert_true(metric("avondale_games_started_total") == 5);
    assert_true(metric("avondale_decisions_total") == 1234);
    assert_true(metric("avondale_peers_waiting") == 3);
    assert_true(metric("avondale_store_commit_seconds_count") == 1);
    assert_true(metric("avondale_store_commit_seconds_sum") > 0);
    assert_true(metric("avondale_store_commit_seconds_bucket{le=\"+Inf\"}") == 1);
    assert_true(metric("avondale_store_commit_seconds_bucket{le=\"0.0001\"}") == 0 ||
                metric("avondale_store_commit_seconds_sum") <= 0.0001);
    assert_true(metric("avondale_store_failures_total") == 0);
    assert_true(metric("avondale_queue_results") == 0);
    assert_true(metric("avondale_think_seconds_bucket{le=\"0.0001\"}") == 2);
    assert_true(metric("avondale_think_seconds_bucket{le=\"0.003\"}") == 5);
    assert_true(metric("avondale_think_seconds_bucket{le=\"10\"}") == 6);
    assert_true(metric("avondale_think_seconds_bucket{le=\"+Inf\"}") == 7);
    assert_true(metric("avondale_think_seconds_count") == 7);
    assert_true(metric("avondale_think_seconds_sum") > 20.006);
    assert_true(metric("avondale_http_request_seconds_count") >= 4);
    assert_true(metric("avondale_standings_bots") == 2);
    double start = metric("process_start_time_seconds"), now = (double)time(NULL);
    assert_true(start <= now && start > now - 3600);
    assert_true(metric("process_cpu_seconds_total") > 0);
    assert_true(metric("process_resident_memory_bytes") > 100000);
    assert_true(metric("process_virtual_memory_bytes") >= metric("process_resident_memory_bytes"));
    assert_true(metric("process_open_fds") > 3);
    assert_true(metric("process_max_fds") > metric("process_open_fds"));
    double files = metric("process_open_fds");
    int more = dup(1);
    assert_int_equal(ask(fixture, "GET", "/metrics"), 200);
    assert_true(metric("process_open_fds") == files + 1);
    close(more);
    assert_non_null(
        strstr(body(), "\navondale_build_info{version=\"" AVONDALE_VERSION "\",compiler=\""));
    static const char *const secrets[] = {"password", "token", "/tmp"};
    for (size_t i = 0; i < sizeof secrets / sizeof secrets[0]; i++)
        assert_null(strstr(body(), secrets[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_paging, setup, teardown),
        cmocka_unit_test_setup_teardown(test_paging_does_not_slip, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bad_parameters, setup, teardown),
        cmocka_unit_test_setup_teardown(test_missing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_etags, setup, teardown),
        cmocka_unit_test_setup_teardown(test_other_origins, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bot, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bot_again, setup, teardown),
        cmocka_unit_test_setup_teardown(test_curves_by_ladder, setup, teardown),
        cmocka_unit_test_setup_teardown(test_error_band, setup, teardown),
        cmocka_unit_test_setup_teardown(test_game, setup, teardown),
        cmocka_unit_test_setup_teardown(test_forfeits, setup, teardown),
        cmocka_unit_test_setup_teardown(test_game_is_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hints, setup, teardown),
        cmocka_unit_test_setup_teardown(test_rules_and_words, setup, teardown),
        cmocka_unit_test_setup_teardown(test_operator, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
