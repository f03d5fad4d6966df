/* test_page_bot.c - the page of a bot shows one ladder, and the reason when the bot cannot play;
 * waiting bots, and whether games begin at all. */
#include "web_bots.h"

/* ann played most on the main ladder, long ago, and once on another one recently. */
static void ann_moves(const struct fixture *fixture)
{
    char game[16];
    for (int i = 0; i < 3; i++) {
        snprintf(game, sizeof game, "old-%d", i);
        play(fixture, game, "two-handed-draw", "ann", "bob", 0);
    }
    play(fixture, "main-1", "two-handed-draw", "cy", "dan", 40);
    play(fixture, "main-2", "two-handed-draw", "cy", "dan", 40);
    play(fixture, "other-1", "two-handed-dead", "eve", "ann", 40);
}

/* Every figure of its head is of one ladder, the requested one. */
static void test_one_ladder(void **state)
{
    const struct fixture *fixture = *state;
    ann_moves(fixture);
    json_t *bot = ask_json(fixture, "/api/v1/bots/ann", 200);
    assert_string_equal(text(bot, "ladder"), "two-handed-dead.solo-2");
    assert_string_equal(text(bot, "state"), "provisional");
    assert_int_equal(json_integer_value(json_object_get(bot, "games")), 1);
    assert_int_equal(json_integer_value(json_object_get(bot, "losses")), 1);
    assert_true(json_number_value(json_object_get(bot, "rating")) == 1480);
    const json_t *curve = json_object_get(bot, "curve"), *point = json_array_get(curve, 0);
    assert_string_equal(text(point, "ladder"), "two-handed-dead.solo-2");
    assert_true(json_equal(json_object_get(bot, "error95"), json_object_get(point, "error95")));
    json_decref(bot);
    assert_int_equal(ask(fixture, "GET", "/bot/ann"), 200);
    assert_non_null(
        strstr(body(), "<dt>Ladder</dt><dd><a href=\"/standings?ladder=two-handed-dead.solo-2\">"));
    assert_non_null(strstr(body(), "<dt>Online</dt><dd>1480.0</dd>"));
    assert_non_null(strstr(body(), "<dt>Won, tied, lost</dt><dd>0, 0, 1</dd>"));
    assert_null(strstr(body(), "<dt>Rating</dt>"));
    assert_null(strstr(body(), "inactive"));
    /* bob is on no list now: the page shows its last game, and that it is inactive. */
    bot = ask_json(fixture, "/api/v1/bots/bob", 200);
    assert_string_equal(text(bot, "state"), "inactive");
    assert_string_equal(text(bot, "ladder"), "two-handed-draw.solo-2");
    assert_int_equal(json_integer_value(json_object_get(bot, "losses")), 3);
    json_decref(bot);
    assert_int_equal(ask(fixture, "GET", "/bot/bob"), 200);
    assert_non_null(strstr(body(), "inactive: no game for 30 days"));
}

static void test_ladder_asked_for(void **state)
{
    const struct fixture *fixture = *state;
    ann_moves(fixture);
    for (int i = 0; i < 2; i++) {
        char game[16];
        snprintf(game, sizeof game, "new-%d", i);
        play(fixture, game, "two-handed-draw", "ann", "cy", 41);
    }
    json_t *bot = ask_json(fixture, "/api/v1/bots/ann", 200);
    assert_string_equal(text(bot, "ladder"), "two-handed-draw.solo-2"); /* most games */
    assert_int_equal(json_integer_value(json_object_get(bot, "games")), 5);
    json_decref(bot);
    bot = ask_json(fixture, "/api/v1/bots/ann?ladder=two-handed-dead.solo-2", 200);
    assert_string_equal(text(bot, "ladder"), "two-handed-dead.solo-2");
    assert_int_equal(json_integer_value(json_object_get(bot, "games")), 1);
    assert_true(json_number_value(json_object_get(bot, "rating")) == 1480);
    json_decref(bot);
    assert_int_equal(ask(fixture, "GET", "/bot/ann?ladder=two-handed-dead.solo-2"), 200);
    assert_non_null(strstr(body(), "<dt>Online</dt><dd>1480.0</dd>"));
    assert_non_null(strstr(body(), "href=\"/bot/ann?ladder=two-handed-draw.solo-2\""));
    json_decref(ask_json(fixture, "/api/v1/bots/ann?ladder=nothing.solo-2", 404));
    json_decref(ask_json(fixture, "/api/v1/bots/bob?ladder=two-handed-dead.solo-2", 404));
    assert_int_equal(ask(fixture, "GET", "/bot/bob?ladder=two-handed-dead.solo-2"), 404);
}

/* A ladder with changed options has one title everywhere; its name, a hash, is for addresses. */
static void test_changed_options_in_words(void **state)
{
    static const char title[] = "two-handed-draw+misere=no,no_trumps=no, each alone";
    static const char *const paths[] = {
        "/",
        "/standings",
        "/ladders",
        "/games",
        "/bot/ann",
        "/bot/ann/history",
        "/games?bot=ann&against=bob",
        "/standings?ladder=%s",
        "/games?ladder=%s",
        "/season/spring",
        "/seasons",
    };
    const struct fixture *fixture = *state;
    for (int i = 0; i < 3; i++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", i);
        play(fixture, game, "two-handed-draw+misere=no,no_trumps=no", "ann", "bob", 40 + i);
    }
    json_t *ladders = ask_json(fixture, "/api/v1/ladders", 200);
    const json_t *ladder = json_array_get(json_object_get(ladders, "ladders"), 0);
    char name[80], shown[90], path[160],
        *words[] = {"season", "start", "spring", "--to", "2100-01-01", "--ladder", name};
    snprintf(name, sizeof name, "%s", text(ladder, "ladder"));
    assert_string_equal(text(ladder, "title"), title);
    assert_non_null(strchr(name, '.'));
    assert_null(strstr(name, "misere"));
    FILE *out = fopen("/dev/null", "w");
    assert_int_equal(command_table_run(fixture->temp.url, 7, words, false, out, out), 0);
    fclose(out);
    play(fixture, "g-3", "two-handed-draw+misere=no,no_trumps=no", "ann", "bob", 43);
    snprintf(shown, sizeof shown, ">%s", name);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        snprintf(path, sizeof path, paths[i], name);
        assert_int_equal(ask(fixture, "GET", path), 200);
        if (!strstr(body(), title))
            fail_msg("%s has not the title", path);
        /* As text the name stands only where it is said to be a name. */
        for (const char *at = body(); (at = strstr(at, shown)); at++)
            assert_memory_equal(at - strlen("<code"), "<code", strlen("<code"));
        assert_null(strstr(body(), "in two-handed-draw-"));
    }
    json_t *bot = ask_json(fixture, "/api/v1/bots/ann", 200);
    assert_string_equal(text(json_array_get(json_object_get(bot, "ladders"), 0), "title"), title);
    json_decref(bot);
    json_decref(ladders);
}

static void season(const struct fixture *fixture, const char *name, const char *chips)
{
    char *words[] = {"season",     "start",   (char *)(uintptr_t)name,  "--to",
                     "2100-01-01", "--chips", (char *)(uintptr_t)chips, "--buy-in",
                     "5"};
    char *said = NULL;
    size_t size;
    FILE *out = open_memstream(&said, &size);
    int status = command_table_run(fixture->temp.url, 9, words, false, out, out);
    fclose(out);
    if (status)
        print_error("%s\n", said);
    free(said);
    assert_int_equal(status, 0);
}

/* A bot without chips cannot be paired: its page and its data show it. */
static void test_no_chips(void **state)
{
    const struct fixture *fixture = *state;
    season(fixture, "spring", "5");
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    result.wall_msec = ((int64_t)now.tv_sec + 1) * 1000; /* after its start */
    submit(fixture, result, NULL);
    json_t *bot = ask_json(fixture, "/api/v1/bots/bob", 200);
    const json_t *purse = json_array_get(json_object_get(bot, "purses"), 0);
    assert_string_equal(text(purse, "season"), "spring");
    assert_int_equal(json_integer_value(json_object_get(purse, "chips")), 0);
    assert_int_equal(json_integer_value(json_object_get(purse, "buy_in")), 5);
    assert_true(json_is_false(json_object_get(purse, "can_play")));
    json_decref(bot);
    assert_int_equal(ask(fixture, "GET", "/bot/bob"), 200);
    assert_non_null(strstr(body(), "<strong>It cannot be paired</strong>"));
    assert_non_null(strstr(body(), "it has 0 chips left, and a seat costs 5"));
    assert_int_equal(ask(fixture, "GET", "/bot/ann"), 200);
    assert_null(strstr(body(), "cannot be paired"));
    assert_non_null(strstr(body(), "10 chips in season"));
}

static const char *const present[] = {"/", "/standings", "/live", "/games", "/bot/ann", "/connect"};

/* The pages show what /readyz reports. */
static void test_paused(void **state)
{
    const struct fixture *fixture = *state;
    struct web_counters counters = {.unready = "paused"};
    play(fixture, "g-1", "two-handed-draw", "ann", "bob", 0);
    web_server_set_counters(fixture->web, &counters);
    assert_int_equal(ask(fixture, "GET", "/readyz"), 503);
    for (size_t i = 0; i < sizeof present / sizeof present[0]; i++) {
        assert_int_equal(ask(fixture, "GET", present[i]), 200);
        assert_non_null(
            strstr(body(), "<strong>No new games begin</strong>: the arena is paused."));
    }
    json_t *waiting = ask_json(fixture, "/api/v1/waiting", 200);
    assert_string_equal(text(waiting, "unready"), "paused");
    json_decref(waiting);
    counters.unready = NULL;
    web_server_set_counters(fixture->web, &counters);
    for (size_t i = 0; i < sizeof present / sizeof present[0]; i++) {
        assert_int_equal(ask(fixture, "GET", present[i]), 200);
        assert_null(strstr(body(), "No new games begin"));
    }
    waiting = ask_json(fixture, "/api/v1/waiting", 200);
    assert_true(json_is_null(json_object_get(waiting, "unready")));
    json_decref(waiting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_changed_options_in_words, setup, teardown),
        cmocka_unit_test_setup_teardown(test_one_ladder, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ladder_asked_for, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_chips, setup, teardown),
        cmocka_unit_test_setup_teardown(test_paused, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
