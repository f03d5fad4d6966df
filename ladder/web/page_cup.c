/* page_cup.c - a meeting of a tournament with its games, and one of them on a board. */
#include "data/data_tournament.h"
#include "data/data_tournament_games.h"
#include "data/json_value.h"
#include "events/tournament_body.h"
#include "web/kept_game.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 2 * LADDER_GAME_ID_MAX + 64 };

/* ------------------------------------------------------------------------------------ meeting */

/* "12" of "t-000012": the page says of which tournament it is. */
static const char *short_name(const char *game)
{
    const char *digits = strrchr(game, '-');
    digits = digits ? digits + 1 : game;
    return digits + strspn(digits, "0");
}

static void add_games(struct evbuffer *out, const json_t *value)
{
    static const char *const heads[] = {"Game", "Result, winners first", "Ended by", NULL};
    const json_t *games = json_object_get(value, "games"), *game;
    char title[LADDER_SEATS_MAX * (LADDER_NAME_MAX + 16)];
    size_t i;
    if (json_array_size(games) == 0) {
        html_add(out, "<p class=\"empty\">No games of it are listed here.</p>\n");
        return;
    }
    page_table_open(out, "Games of the meeting", heads);
    json_array_foreach(games, i, game)
    {
        page_game_title(game, title, sizeof title);
        html_format(out,
                    "<tr><th scope=\"row\"><a href=\"/tournament/%u/game/%u\">%s</a></th><td "
                    "class=\"w\">%s</td><td>%s%s</td></tr>\n",
                    json_value_text(value, "tournament"), json_value_text(game, "game"),
                    short_name(json_value_text(game, "game")), title,
                    json_value_text(game, "reason"),
                    json_is_true(json_object_get(game, "void")) ? ", void by a ruling" : "");
    }
    page_table_close(out);
}

static void add_others(struct evbuffer *out, const json_t *value)
{
    const json_t *others = json_object_get(value, "others"), *other;
    size_t i;
    json_array_foreach(others, i, other)
    {
        html_format(
            out, "%s<a href=\"/tournament/%u/meeting/%l\">%l</a>",
            i ? ", " : "<p>Other meetings of the two: ", json_value_text(value, "tournament"),
            (int64_t)json_integer_value(other), (int64_t)json_integer_value(other));
    }
    html_add(out, json_array_size(others) ? ".</p>\n" : "");
}

static json_t *meeting_of(struct call *call)
{
    char *end;
    long long number = strtoll(call->second, &end, 10);
    return *end ? NULL
                : data_tournament_games_meeting(call->site, call->segment, number, call->after,
                                                call->limit);
}

void page_cup_meeting(struct call *call)
{
    struct evbuffer *out = call->answer->body;
    json_t *value = meeting_of(call);
    char title[LADDER_NAME_MAX * 2 + 40], path[PATH_BYTES], data[PATH_BYTES];
    if (!value) {
        page_missing(call, "There is no such meeting of a tournament.");
        return;
    }
    const json_t *meeting = json_object_get(value, "meeting");
    const char *other = json_value_text(meeting, "b");
    snprintf(title, sizeof title, *other ? "%.40s against %.40s" : "%.40s%.40s",
             json_value_text(meeting, "a"), other);
    snprintf(path, sizeof path, "/tournament/%s/meeting/%s", call->segment, call->second);
    snprintf(data, sizeof data, "/api/v1/tournaments/%s/meetings/%s", call->segment, call->second);
    page_open(out, title, NULL);
    html_format(out, "<p>Meeting %l of <a href=\"/tournament/%u#meeting-%l\">%s</a>, round %l: ",
                json_value_number(meeting, "number"), call->segment,
                json_value_number(meeting, "number"), json_value_text(value, "name"),
                json_value_number(meeting, "round"));
    tournament_body_add_meeting(out, meeting);
    html_add(out, ".</p>\n");
    add_games(out, value);
    page_next(out, path, json_value_next(value), "More games");
    add_others(out, value);
    page_close(out, data);
    json_decref(value);
}

/* --------------------------------------------------------------------------------------- game */

static char *record_of(const struct call *call)
{
    return data_tournament_games_record(call->site, call->segment, call->second);
}

static json_t *game_of(const struct call *call, const char *record)
{
    return data_tournament_games_game(call->site, call->segment, record);
}

void page_cup_game(struct call *call)
{
    char name[SITE_KEPT_NAME];
    uint64_t made_of = data_tournament_stamp(call->site, call->segment);
    snprintf(name, sizeof name, "%s/%s", call->segment, call->second);
    if (kept_game_add(call, name, made_of))
        return;
    char *text = record_of(call);
    json_t *game = game_of(call, text), *watch = data_watch_of(call->site, text);
    json_t *record = text ? json_loads(text, 0, NULL) : NULL;
    if (game) {
        page_game(call->answer->body, game, watch, json_object_get(record, "fair"));
        kept_game_keep(call, name, made_of);
    } else {
        page_missing(call, "There is no such game of a tournament, or it is not over yet.");
    }
    json_decref(game);
    json_decref(watch);
    json_decref(record);
    free(text);
}

/* --------------------------------------------------------------------------------------- data */

static const char missing[] = "no such meeting or game, or no record";

void page_cup_api_meeting(struct call *call)
{
    page_json(call, meeting_of(call), missing);
}

void page_cup_api_game(struct call *call)
{
    char *record = record_of(call);
    page_json(call, game_of(call, record), missing);
    free(record);
}

void page_cup_api_record(struct call *call)
{
    char *record = record_of(call);
    page_json_text(call, record, missing);
    free(record);
}

void page_cup_api_watch(struct call *call)
{
    char *record = record_of(call);
    page_json(call, data_watch_of(call->site, record), missing);
    free(record);
}

void page_cup_api_hints(struct call *call)
{
    char *record = record_of(call);
    page_json(call, data_hints_of(call->site, record, call->hand), missing);
    free(record);
}
