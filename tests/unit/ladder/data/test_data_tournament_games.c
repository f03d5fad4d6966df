/* test_data_tournament_games.c - the games of meetings as data: the files may hold anything. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "web_cups.h"

static const char cup[] =
    "{\"name\":\"x\",\"block_games\":2,\"sides\":[0,1],\"meetings\":["
    "{\"a\":\"ann\",\"b\":\"bob\",\"games\":[{\"game\":1,\"blocks\":1,\"step\":2,\"void\":true},"
    "{\"game\":5,\"blocks\":2,\"step\":4}]},"
    "{\"a\":\"cy\",\"b\":\"di\",\"games\":[{\"game\":3,\"blocks\":1,\"step\":2},"
    "{\"game\":-1,\"blocks\":2147483646,\"step\":0},{\"game\":7,\"blocks\":1,\"step\":2},7]},"
    "{\"a\":\"bob\",\"b\":\"ann\"}]}";

/* Games 1 to 8; the winner of odd ones is ann. */
static void records_write(const struct fixture *fixture)
{
    char path[200];
    snprintf(path, sizeof path, "%s/cups/spring/records.jsonl", fixture->temp.dir);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 1; i <= 8; i++)
        fprintf(
            file,
            "{\"format\":\"avondale-record/1\",\"game\":\"t-%06d\",\"players\":[\"ann\",\"bob\"],"
            "\"result\":{\"reason\":\"target\",\"winners\":[%d],\"scores\":[%d,500]}}\n",
            i, (i + 1) % 2, i);
    fclose(file);
}

static int games_setup(void **state)
{
    int status = cups_setup(state);
    if (status == 0) {
        cup_write(*state, "spring", cup);
        records_write(*state);
    }
    return status;
}

static int games_teardown(void **state)
{
    const struct fixture *fixture = *state;
    char path[200];
    snprintf(path, sizeof path, "%s/cups/spring/records.jsonl", fixture->temp.dir);
    unlink(path);
    return cups_teardown(state);
}

static const char *game_text(const json_t *list, size_t i)
{
    return json_string_value(json_object_get(json_array_get(list, i), "game"));
}

static void a_meeting_has_its_games_in_order(void **state)
{
    static const char *const all[] = {"t-000001", "t-000002", "t-000005",
                                      "t-000006", "t-000009", "t-000010"};
    json_t *one = ask_json(*state, "/api/v1/tournaments/spring/meetings/1?limit=3", 200);
    const json_t *games = json_object_get(one, "games");
    assert_int_equal(json_array_size(games), 3);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(game_text(games, i), all[i]);
    assert_true(json_is_true(json_object_get(json_array_get(games, 0), "void")));
    assert_true(json_is_false(json_object_get(json_array_get(games, 2), "void")));
    assert_int_equal(integer_at(one, "next"), 3);
    assert_int_equal(integer_at(json_object_get(one, "meeting"), "games"), 6);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(one, "others"), 0)), 3);
    const json_t *players = json_object_get(json_array_get(games, 0), "players");
    assert_int_equal(integer_at(json_array_get(players, 0), "rank"), 1);
    assert_int_equal(integer_at(json_array_get(players, 1), "rank"), 2);
    json_decref(one);
    /* Games 9 and 10 are told, but have no record yet. */
    json_t *rest = ask_json(*state, "/api/v1/tournaments/spring/meetings/1?after=3", 200);
    assert_int_equal(json_array_size(json_object_get(rest, "games")), 1);
    assert_true(json_is_null(json_object_get(rest, "next")));
    json_decref(rest);
    json_t *none = ask_json(*state, "/api/v1/tournaments/spring/meetings/3", 200);
    assert_int_equal(json_array_size(json_object_get(none, "games")), 0);
    json_decref(none);
    json_decref(ask_json(*state, "/api/v1/tournaments/spring/meetings/0", 404));
    json_decref(ask_json(*state, "/api/v1/tournaments/spring/meetings/4", 404));
    json_decref(ask_json(*state, "/api/v1/tournaments/spring/meetings/1x", 404));
    json_decref(ask_json(*state, "/api/v1/tournaments/none/meetings/1", 404));
}

static void a_part_has_fifty_games(void **state)
{
    cup_write(*state, "spring",
              "{\"name\":\"x\",\"block_games\":2,\"sides\":[0,1],\"meetings\":[{\"a\":\"ann\","
              "\"b\":\"bob\","
              "\"games\":[{\"game\":1,\"blocks\":60,\"step\":2}]}]}");
    json_t *part = ask_json(*state, "/api/v1/tournaments/spring/meetings/1?limit=400", 200);
    assert_int_equal(integer_at(part, "next"), 50);
    json_decref(part);
}

static void a_game_knows_its_meeting(void **state)
{
    json_t *game = ask_json(*state, "/api/v1/tournaments/spring/games/t-000006", 200);
    assert_int_equal(integer_at(game, "meeting"), 1);
    assert_string_equal(json_string_value(json_object_get(game, "previous")), "t-000005");
    assert_string_equal(json_string_value(json_object_get(game, "next")), "t-000009");
    json_decref(game);
    game = ask_json(*state, "/api/v1/tournaments/spring/games/t-000008", 200);
    assert_int_equal(integer_at(game, "meeting"), 2);
    assert_true(json_is_null(json_object_get(game, "next")));
    json_decref(game);
    json_t *record = ask_json(*state, "/api/v1/tournaments/spring/games/t-000002/record", 200);
    assert_string_equal(json_string_value(json_object_get(record, "game")), "t-000002");
    json_decref(record);
    json_decref(ask_json(*state, "/api/v1/tournaments/spring/games/t-000009", 404));
    json_decref(ask_json(*state, "/api/v1/tournaments/spring/games/t-000009/record", 404));
    json_decref(ask_json(*state, "/api/v1/tournaments/broken/games/t-000001", 404));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_meeting_has_its_games_in_order, games_setup,
                                        games_teardown),
        cmocka_unit_test_setup_teardown(a_part_has_fifty_games, games_setup, games_teardown),
        cmocka_unit_test_setup_teardown(a_game_knows_its_meeting, games_setup, games_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
