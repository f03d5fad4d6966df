/* test_query.c - the parameters of a query, and pages of a list. */
#include "web_json.h"

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

/* Bots are added above and below the place where a reader continues, and the bot at that place
 * rises: the reader gets every bot, and none twice except the one that moved. */
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
    for (int i = 0; i < 5; i++) { /* two wins rank above one */
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
        {"/api/v1/standings?ladder=", "ladder: expected a name"},
        {"/api/v1/standings?after=-1", "after"},
        {"/api/v1/standings?after=p", "after"},
        {"/api/v1/standings?after=p0_0_0_0_0_0_", "after"},
        {"/api/v1/standings?after=p4_0_0_0_0_0_a", "after"},
        {"/api/v1/standings?after=p0_0_0_99999999999999999999999_0_0_a", "after"},
        {"/api/v1/standings?nothing=1", "there are ladder, limit and after"},
        {"/api/v1/recent?after=99999999999999999999999", "after"},
        {"/api/v1/bots/ann/results?offset=3",
         "offset: no such parameter; there are limit and after"},
        {"/api/v1/recent?offset=3", "bot, against, contract and until"},
        {"/api/v1/recent?until=",
         "until: expected a day"}, /* a form may leave it empty, a program may not */
        {"/api/v1/recent?bot=", "bot: expected the name"},
        {"/api/v1/recent?against=ann", "against: expected only beside bot"},
        {"/api/v1/rules?limit=3", "limit: no such parameter; there is none here"},
        {"/api/v1/recent?limit=2&limit=%3Cscript%3E", "limit"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        json_t *value = ask_json(fixture, bad[i][0], 400);
        assert_non_null(strstr(json_string_value(json_object_get(value, "error")), bad[i][1]));
        json_decref(value);
    }
    /* A place whose bits are no number: it gets an answer all the same. */
    json_decref(ask_json(fixture, "/api/v1/standings?after=p1_7ff8000000000000_0_0_0_0_a", 200));
    assert_int_equal(ask(fixture, "GET", "/?after=<b>"), 400);
    assert_null(strstr(body(), "<b>"));
    assert_int_equal(ask(fixture, "GET", "/games?limit=-1"), 400);
    assert_int_equal(ask(fixture, "GET", "/games?utm=1"), 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_paging, setup, teardown),
        cmocka_unit_test_setup_teardown(test_paging_does_not_slip, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bad_parameters, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
