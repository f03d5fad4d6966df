/* data_tournament_games.c - see data_tournament_games.h. */
#include "data/data_tournament_games.h"

#include "data/data.h"
#include "data/data_tournament.h"
#include "data/json_value.h"
#include "data/record_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 600, BLOCK_GAMES_MAX = 1000, PART_MAX = 50 };

/* ------------------------------------------------------------------------- games of a meeting */

/* A run of blocks; each value is in its range, or there are no blocks. */
struct run {
    int64_t game, blocks, step, size;
    bool is_void;
};

static struct run run_at(const json_t *runs, size_t i, int64_t block_games)
{
    const json_t *of = json_array_get(runs, i);
    struct run run = {json_value_number(of, "game"), json_value_number(of, "blocks"),
                      json_value_number(of, "step"), block_games,
                      json_is_true(json_object_get(of, "void"))};
    if (run.game < 1 || run.game >= INT32_MAX || run.blocks < 1 || run.blocks >= INT32_MAX ||
        run.step < 1 || run.step >= INT32_MAX || run.size < 1 || run.size > BLOCK_GAMES_MAX)
        return (struct run){.blocks = 0, .step = 1, .size = 1};
    return run;
}

/* The number of the game at a place of a meeting, from 0; 0: there is none. */
static int64_t game_at(const json_t *runs, int64_t block_games, int64_t place, bool *is_void)
{
    for (size_t i = 0; i < json_array_size(runs) && place >= 0; i++) {
        struct run run = run_at(runs, i, block_games);
        if (place < run.blocks * run.size) {
            *is_void = run.is_void;
            return run.game + place / run.size * run.step + place % run.size;
        }
        place -= run.blocks * run.size;
    }
    return 0;
}

/* The place of a game in a meeting; -1: it is not one of its games. */
static int64_t place_of(const json_t *runs, int64_t block_games, int64_t number)
{
    int64_t before = 0;
    for (size_t i = 0; i < json_array_size(runs); i++) {
        struct run run = run_at(runs, i, block_games);
        int64_t from = number - run.game, block = from / run.step;
        if (from >= 0 && block < run.blocks && from % run.step < run.size)
            return before + block * run.size + from % run.step;
        before += run.blocks * run.size;
    }
    return -1;
}

/* ------------------------------------------------------------------------------- one game */

static bool won(const json_t *winners, int64_t side)
{
    const json_t *winner;
    size_t i;
    json_array_foreach(winners, i, winner)
    {
        if (json_is_integer(winner) && json_integer_value(winner) == side)
            return true;
    }
    return false;
}

/* Winners are first, whatever their points; the others follow by theirs. */
static int64_t rank_of(const json_t *result, int64_t side)
{
    const json_t *winners = json_object_get(result, "winners"),
                 *scores = json_object_get(result, "scores"), *score;
    int64_t rank = 1;
    size_t other;
    if (won(winners, side))
        return 1;
    json_array_foreach(scores, other, score)
    {
        rank +=
            won(winners, (int64_t)other) ||
            json_integer_value(score) > json_integer_value(json_array_get(scores, (size_t)side));
    }
    return rank;
}

/* The players, scores and end of a record. */
static void take_result(json_t *row, const json_t *record, const json_t *sides)
{
    const json_t *result = json_object_get(record, "result"), *player, *score;
    json_t *players = json_array(), *scores = json_array();
    size_t seat, i;
    json_array_foreach(json_object_get(record, "players"), seat, player)
    {
        const json_t *told = json_array_get(sides, seat);
        int64_t side = json_is_integer(told) && json_integer_value(told) >= 0
                           ? json_integer_value(told)
                           : (int64_t)seat;
        const char *name = json_is_string(player) ? json_string_value(player) : "";
        json_array_append_new(players,
                              json_pack("{s:s, s:I, s:I}", "name", name, "side", (json_int_t)side,
                                        "rank", (json_int_t)rank_of(result, side)));
    }
    json_array_foreach(json_object_get(result, "scores"), i, score)
    {
        json_array_append_new(scores, json_integer(json_integer_value(score)));
    }
    json_object_set_new(row, "players", players);
    json_object_set_new(row, "scores", scores);
    json_object_set_new(row, "reason", json_string(json_value_text(result, "reason")));
}

static json_t *id_value(int64_t number)
{
    return number > 0 ? json_sprintf("t-%06lld", (long long)number) : json_null();
}

static bool open_records(const struct web_site *site, const char *id, struct record_file *file)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s/records.jsonl", site->tournaments, id);
    return record_file_open(file, path);
}

/* ---------------------------------------------------------------------------------- answers */

/* Adds the games from a place on to `list`. Returns the place after them, or -1 at the end. */
static int64_t add_games(json_t *list, struct record_file *records, const json_t *results,
                         const json_t *runs, int64_t place, int limit)
{
    int64_t block_games = json_value_number(results, "block_games"), number;
    bool is_void = false;
    for (int i = 0; i < limit; i++, place++) {
        if ((number = game_at(runs, block_games, place, &is_void)) == 0)
            return -1;
        char *line = record_file_take(records, number);
        json_t *record = line ? json_loads(line, 0, NULL) : NULL;
        json_t *row = json_pack("{s:o, s:b}", "game", id_value(number), "void", is_void);
        take_result(row, record, json_object_get(results, "sides"));
        if (record)
            json_array_append(list, row);
        json_decref(row);
        json_decref(record);
        free(line);
    }
    return game_at(runs, block_games, place, &is_void) ? place : -1;
}

static bool same_two(const json_t *one, const json_t *other)
{
    const char *a = json_value_text(one, "a"), *b = json_value_text(one, "b"),
               *c = json_value_text(other, "a"), *d = json_value_text(other, "b");
    return (strcmp(a, c) == 0 && strcmp(b, d) == 0) || (strcmp(a, d) == 0 && strcmp(b, c) == 0);
}

/* The numbers of the other meetings of the same two. */
static json_t *others_of(const json_t *meetings, const json_t *meeting)
{
    json_t *list = json_array();
    const json_t *other;
    size_t i;
    json_array_foreach(meetings, i, other)
    {
        if (other != meeting && *json_value_text(meeting, "b") && same_two(meeting, other))
            json_array_append_new(list, json_integer((json_int_t)i + 1));
    }
    return list;
}

json_t *data_tournament_games_meeting(struct web_site *site, const char *id, int64_t number,
                                      int64_t after, int limit)
{
    int64_t place = after < 0 ? 0 : after;
    int count = limit < PART_MAX ? limit : PART_MAX; /* each is a record to be parsed */
    json_t *results = data_tournament_results(site, id), *all = data_tournament(site, id);
    size_t at = (size_t)(number - 1);
    json_t *meeting = number > 0 ? json_array_get(json_object_get(all, "meetings"), at) : NULL;
    json_t *value = NULL;
    struct record_file records;
    if (meeting) {
        json_t *games = json_array();
        int64_t next = -1;
        const json_t *runs =
            json_object_get(json_array_get(json_object_get(results, "meetings"), at), "games");
        if (open_records(site, id, &records)) {
            next = add_games(games, &records, results, runs, place, count);
            record_file_close(&records);
        }
        value = json_pack("{s:s, s:s, s:O, s:o, s:o, s:o}", "tournament", id, "name",
                          json_value_text(all, "name"), "meeting", meeting, "others",
                          others_of(json_object_get(all, "meetings"), meeting), "games", games,
                          "next", next < 0 ? json_null() : json_integer(next));
    }
    json_decref(all);
    json_decref(results);
    return value;
}

char *data_tournament_games_record(struct web_site *site, const char *id, const char *game)
{
    int64_t number = record_file_number(game);
    json_t *results = data_tournament_results(site, id);
    struct record_file records;
    char *line = NULL;
    if (results && number > 0 && open_records(site, id, &records)) {
        line = record_file_take(&records, number);
        record_file_close(&records);
    }
    json_decref(results);
    return line;
}

/* Adds the meeting that a game belongs to, and its neighbours there. */
static void take_place(json_t *value, const json_t *results, int64_t number)
{
    int64_t block_games = json_value_number(results, "block_games"), place = -1;
    const json_t *meetings = json_object_get(results, "meetings"), *runs = NULL;
    size_t found = 0;
    bool is_void = false;
    while (place < 0 && found < json_array_size(meetings)) {
        runs = json_object_get(json_array_get(meetings, found++), "games");
        place = place_of(runs, block_games, number);
    }
    if (place < 0) {
        runs = NULL;
        found = 0;
    }
    json_object_set_new(value, "meeting", json_integer((json_int_t)found));
    json_object_set_new(value, "previous",
                        id_value(game_at(runs, block_games, place - 1, &is_void)));
    json_object_set_new(value, "next", id_value(game_at(runs, block_games, place + 1, &is_void)));
}

json_t *data_tournament_games_game(struct web_site *site, const char *id, const char *line)
{
    json_t *results = data_tournament_results(site, id);
    json_t *record = line ? json_loads(line, 0, NULL) : NULL, *value = NULL;
    if (results && json_is_object(record)) {
        value = json_pack("{s:s, s:s, s:s, s:s, s:b, s:b}", "game", json_value_text(record, "game"),
                          "tournament", id, "name", json_value_text(results, "name"), "ruleset",
                          json_value_text(results, "ruleset"), "rated", 0, "record", 1);
        take_result(value, record, json_object_get(results, "sides"));
        take_place(value, results, record_file_number(json_value_text(record, "game")));
    }
    json_decref(record);
    json_decref(results);
    return value;
}
