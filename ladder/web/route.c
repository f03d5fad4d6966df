/* route.c - the routes: the page of each address, and its parameters. */
#include "base/clock.h"
#include "data/data_tournament.h"
#include "data/json_value.h"
#include "events/calendar_feed.h"
#include "events/page_calendar.h"
#include "events/page_entries.h"
#include "events/page_fairness.h"
#include "events/page_seasons.h"
#include "events/page_series.h"
#include "events/page_tournament.h"
#include "owner/hand_in.h"
#include "owner/page_account.h"
#include "owner/page_log.h"
#include "owner/page_versions.h"
#include "web/assets.h"
#include "web/page_history.h"
#include "web/kept_game.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <inttypes.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------ answers */

/* Answers 404 if the page's subject does not exist. Returns whether it does. */
static bool found(struct call *call, const json_t *value, const char *missing)
{
    if (!value)
        page_missing(call, missing);
    return value;
}

static void answer_page(struct call *call, void (*page)(struct evbuffer *out, const json_t *value),
                        json_t *value, const char *missing)
{
    if (found(call, value, missing))
        page(call->answer->body, value);
    json_decref(value);
}

/* ------------------------------------------------------------------------------------- pages */

static void show_standings(struct call *call)
{
    struct site_standings standings;
    if (!data_boards_standings_read(call, &standings)) {
        page_missing(call, "There is no ladder of that name.");
        return;
    }
    page_standings(call->answer->body, call->site, &standings,
                   writer_view_board_count(call->site->ladder));
    data_boards_standings_free(&standings);
}

/* A part of a list is the list, wherever it was asked for. */
static void show_home(struct call *call)
{
    struct home home = {.ladders = 0};
    struct ladder_board boards[HOME_LADDERS];
    if (call->after > 0 || call->place[0] || call->board[0]) {
        show_standings(call);
        return;
    }
    int count = page_boards(call->site, boards, HOME_LADDERS);
    struct call leaders = *call;
    leaders.limit = HOME_LEADERS;
    for (int i = 0; i < count; i++) {
        memcpy(leaders.board, boards[i].name, sizeof leaders.board);
        home.ladders += data_boards_standings_read(&leaders, &home.leaders[home.ladders]);
    }
    home.tables = page_live_data_tables(call->site, 0, HOME_TABLES);
    (void)data_results_recent(call->site, -1, HOME_GAMES, &home.recent); /* else none are shown */
    page_home(call->answer->body, call->site, &home);
    json_decref(home.tables);
    for (int i = 0; i < home.ladders; i++)
        data_boards_standings_free(&home.leaders[i]);
    data_results_free(&home.recent);
}

static void show_boards(struct call *call)
{
    answer_page(call, page_standings_boards, data_boards(call->site),
                "The ladders cannot be read now.");
}

static void show_seasons(struct call *call)
{
    json_t *seasons = page_seasons_data(call->site);
    if (found(call, seasons, "The seasons cannot be read now."))
        page_seasons(call->answer->body, call->site, seasons);
    json_decref(seasons);
}

static void show_season(struct call *call)
{
    json_t *season = page_seasons_data_season(call->site, call->segment);
    if (found(call, season, "There is no season of that name."))
        page_seasons_season(call->answer->body, call->site, season);
    json_decref(season);
}

static void api_seasons(struct call *call)
{
    page_json(call, page_seasons_data(call->site), "the seasons cannot be read now");
}

static void api_season(struct call *call)
{
    page_json(call, page_seasons_data_season(call->site, call->segment), "no season of that name");
}

static void show_games(struct call *call)
{
    struct site_results page;
    const char *missing;
    bool meet = call->wanted.against[0] && call->after < 0;
    int limit = meet && call->limit < SITE_MEETINGS_MAX ? SITE_MEETINGS_MAX : call->limit;
    if (data_games_read(call, limit, &page, &missing))
        page_games_recent(call->answer->body, call, &page, missing);
    else
        page_missing(call, "The list of games cannot be read now.");
    data_results_free(&page);
}

static void show_search(struct call *call)
{
    struct site_name *names = malloc(SITE_NAMES_MAX * sizeof *names);
    bool more = false;
    int count = names && call->part[0]
                    ? data_games_names(call->site, call->part, names, SITE_NAMES_MAX, &more)
                    : 0;
    page_games_search(call->answer->body, call->part, names, count, more);
    free(names);
}

static void show_bot(struct call *call)
{
    struct site_bot bot;
    if (!data_bot_read(call, call->limit, false, &bot)) {
        page_missing(call, call->board[0] ? "There is no such bot on that ladder now."
                                          : "There is no bot of that name.");
        return;
    }
    page_bot(call->answer->body, call->site, &bot);
    data_bot_free(&bot);
}

static void go_to(struct call *call, const char *room, const char *game)
{
    call->answer->code = CODE_SEE_OTHER;
    snprintf(call->answer->see, sizeof call->answer->see, "%s%s", room, game);
}

/* A game's short name is the number of its result. Returns false if `segment` is no such number. */
static bool short_name(struct call *call, char game[LADDER_GAME_ID_MAX + 1])
{
    char *end;
    if (strspn(call->segment, "0123456789") != strlen(call->segment) || call->segment[0] == '0')
        return false;
    errno = 0;
    long long number = strtoll(call->segment, &end, 10);
    return errno == 0 && data_game_numbered(call->site, number, game);
}

/* If there is no such game the list of games continues. */
static void show_beside(struct call *call, int step)
{
    char game[LADDER_GAME_ID_MAX + 1];
    if (data_game_beside(call->site, call->segment, step, game))
        go_to(call, "/game/", game);
    else
        go_to(call, "/games", "");
}

static void show_previous(struct call *call)
{
    show_beside(call, -1);
}

static void show_next(struct call *call)
{
    show_beside(call, 1);
}

static void show_game(struct call *call)
{
    char named[LADDER_GAME_ID_MAX + 1];
    uint64_t past = writer_view_past_changes(call->site->ladder);
    if (kept_game_add(call, call->segment, past))
        return;
    json_t *game = data_game(call->site, call->segment);
    json_t *watch = game ? data_watch(call->site, call->segment) : NULL;
    char *text = game ? data_record(call->site, call->segment, NULL) : NULL;
    json_t *record = text ? json_loads(text, 0, NULL) : NULL;
    if (game) {
        page_game(call->answer->body, game, watch, json_object_get(record, "fair"));
        kept_game_keep(call, call->segment, past);
    } else if (short_name(call, named)) {
        go_to(call, "/game/", named);
    } else {
        page_missing(call, "There is no such game, or it is not over yet.");
    }
    json_decref(game);
    json_decref(watch);
    json_decref(record);
    free(text);
}

static void show_tables(struct call *call)
{
    json_t *tables =
        page_live_data_tables(call->site, call->after < 0 ? 0 : call->after, call->limit);
    page_live_tables(call->answer->body, call->site, tables);
    json_decref(tables);
}

static const char *const live_words[] = {[LIVE_OK] = "",
                                         [LIVE_NONE] = "no such game is under way",
                                         [LIVE_FULL_TABLE] = "this table has too many spectators",
                                         [LIVE_FULL] =
                                             "there are too many spectators; try again later"};

/* A game that has ended meanwhile moved to its own page. */
static void show_table(struct call *call)
{
    enum live_status status;
    json_t *table = page_live_data_table(call->site, call->segment, &status);
    /* a table that is over is kept while it has spectators */
    bool over = table ? json_is_true(json_object_get(table, "over")) : status == LIVE_NONE;
    json_t *game = over ? data_game(call->site, call->segment) : NULL;
    json_t *chat =
        table ? page_chat_data(call->site, call->segment, call->query->address, &status) : NULL;
    if (table && !game) {
        call->answer->secret =
            strcmp(json_value_text(chat, "chat"), "none") != 0; /* the pass of a form */
        page_live_table(call->answer->body, table,
                        strcmp(json_value_text(chat, "chat"), "none") ? chat : NULL);
    } else if (game) {
        page_open(call->answer->body, "The game is over", NULL);
        html_format(call->answer->body,
                    "<p>All of it is at <a href=\"/game/%u\">its page</a>; others are <a "
                    "href=\"/live\">under way</a>.</p>\n",
                    call->segment);
        page_close(call->answer->body, NULL);
    } else {
        call->answer->code = status == LIVE_NONE ? HTTP_NOTFOUND : HTTP_SERVUNAVAIL;
        page_message(call->answer->body, status == LIVE_NONE ? "Not Found" : "Full",
                     status == LIVE_NONE ? "No such game is under way." : live_words[status]);
    }
    json_decref(table);
    json_decref(game);
    json_decref(chat);
}

static void show_chat(struct call *call)
{
    enum live_status status;
    json_t *chat = page_chat_data(call->site, call->segment, call->query->address, &status);
    if (chat && strcmp(json_value_text(chat, "chat"), "none") == 0) {
        json_decref(chat);
        chat = NULL;
    }
    call->answer->secret = true; /* the pass of the form */
    answer_page(call, page_chat, chat,
                status == LIVE_OK ? "Spectators may not chat at this table." : live_words[status]);
    if (status == LIVE_FULL)
        call->answer->code = HTTP_SERVUNAVAIL;
}

static void show_tournaments(struct call *call)
{
    answer_page(call, page_tournament_list, data_tournament_list(call->site), "");
}

static void show_tournament(struct call *call)
{
    answer_page(call, page_tournament, data_tournament(call->site, call->segment),
                "There is no tournament of that name.");
}

static void show_rules(struct call *call)
{
    answer_page(call, page_rules_presets, data_rules(call->site, NULL), "No rules are told here.");
}

static void show_preset(struct call *call)
{
    answer_page(call, page_rules_preset, data_rules(call->site, call->segment),
                "There is no ruleset of that name.");
}

/* ----------------------------------------------------------------------------------- the data */

static void api_standings(struct call *call)
{
    page_json(call, data_boards_standings(call), "no ladder of that name");
}

static void api_boards(struct call *call)
{
    page_json(call, data_boards(call->site), "the ladders cannot be read now");
}

static void api_recent(struct call *call)
{
    struct site_results page = {.rows = NULL};
    const char *missing;
    bool good = data_games_read(call, call->limit, &page, &missing) && !missing;
    page_json(call, good ? data_results_value(call->site, &page) : NULL,
              missing ? "no bot or ladder of that name" : "the results cannot be read now");
    data_results_free(&page);
}

static void api_bot(struct call *call)
{
    page_json(call, data_bot(call),
              call->board[0] ? "no such bot on that ladder now" : "no bot of that name");
}

static void api_results(struct call *call)
{
    page_json(call, data_results(call->site, call->segment, call->after, call->limit),
              "no bot of that name");
}

static void api_game(struct call *call)
{
    page_json(call, data_game(call->site, call->segment), "no such game, or it is not over yet");
}

/* Of a value that is made from the record of a game: `missing` where there is no record. */
static void answer_of_record(struct call *call, json_t *value, const char *missing)
{
    bool left = false;
    if (!value)
        free(data_record(call->site, call->segment, &left));
    page_json(call, value,
              left ? "the record of that game was deleted; an archive may have it" : missing);
}

/* The record as stored, byte for byte, so that others can verify it. */
static void api_record(struct call *call)
{
    char *text = data_record(call->site, call->segment, NULL);
    if (text)
        page_json_text(call, text, NULL);
    else
        answer_of_record(call, NULL, "no record of that game");
    free(text);
}

static void api_watch(struct call *call)
{
    answer_of_record(call, data_watch(call->site, call->segment), "no record of that game");
}

static void api_hints(struct call *call)
{
    answer_of_record(call, data_hints(call->site, call->segment, call->hand),
                     "no record of that game, or no such hand in it");
}

static void api_tables(struct call *call)
{
    page_json(call,
              page_live_data_tables(call->site, call->after < 0 ? 0 : call->after, call->limit),
              "");
}

static void api_waiting(struct call *call)
{
    page_json(call, page_waiting_data(call->site), "");
}

static void api_table(struct call *call)
{
    enum live_status status;
    json_t *table = page_live_data_table(call->site, call->segment, &status);
    page_json(call, table, live_words[status]);
    if (status == LIVE_FULL)
        call->answer->code = HTTP_SERVUNAVAIL;
}

static void api_chat(struct call *call)
{
    enum live_status status;
    json_t *chat = page_chat_data(call->site, call->segment, call->query->address, &status);
    call->answer->secret = true; /* the pass */
    page_json(call, chat, live_words[status]);
    if (status == LIVE_FULL)
        call->answer->code = HTTP_SERVUNAVAIL;
}

/* The stream takes over from here, if there is such a table, and room. */
static void api_events(struct call *call)
{
    enum live_status status = LIVE_NONE;
    if (call->site->live)
        status = live_come(call->site->live, call->segment, clock_now_msec());
    if (status == LIVE_OK) {
        call->answer->open = true;
        call->answer->type = "text/event-stream";
        memcpy(call->answer->stream, call->segment, sizeof call->segment);
        return;
    }
    page_json(call, NULL, live_words[status]);
    if (status != LIVE_NONE)
        call->answer->code = HTTP_SERVUNAVAIL;
}

static void api_tournaments(struct call *call)
{
    page_json(call, data_tournament_list(call->site), "");
}

static void api_tournament(struct call *call)
{
    page_json(call, data_tournament(call->site, call->segment), "no tournament of that name");
}

static void api_presets(struct call *call)
{
    page_json(call, data_rules(call->site, NULL), "no rules are told here");
}

static void api_preset(struct call *call)
{
    page_json(call, data_rules(call->site, call->segment), "no ruleset of that name");
}

static void api_play(struct call *call)
{
    page_json_text(call, call->site->play, "nobody plays here");
}

static void api_built(struct call *call)
{
    page_json(call, data_built(call->site, call->segment, call->options),
              "no ruleset of that name is played here");
}

/* ------------------------------------------------------------------------------------- routes */

const struct web_route web_routes[] = {
    {"/", show_home, TAKES_PLACE | TAKES_LADDER},
    {"/standings", show_standings, TAKES_PLACE | TAKES_LADDER},
    {"/ladders", show_boards, 0},
    {"/seasons", show_seasons, 0},
    {"/season/*", show_season, 0},
    {"/games", show_games, TAKES_PART | TAKES_FILTER},
    {"/search", show_search, TAKES_NAME},
    {"/bot/*", show_bot, TAKES_PART | TAKES_LADDER},
    {"/bot/*/history", page_history_show, TAKES_PART | TAKES_LADDER},
    {"/bot/*/versions", page_versions, 0},
    {"/game/*", show_game, 0},
    {"/game/*/previous", show_previous, 0},
    {"/game/*/next", show_next, 0},
    {"/play", page_file_play, 0},
    {"/play/table", page_file_play_table, 0},
    {"/live", show_tables, TAKES_PART},
    {"/live/*", show_table, 0},
    {"/live/*/chat", show_chat, TAKES_POST},
    {"/calendar", page_calendar_show, 0},
    {"/calendar.ics", calendar_feed_show_ics, 0},
    {"/calendar.atom", calendar_feed_show_atom, 0},
    {"/event/*", page_calendar_show_event, TAKES_POST},
    {"/event/*/fairness", page_fairness_show, 0},
    {"/series/*", page_series_show, 0},
    {"/tournaments", show_tournaments, 0},
    {"/tournament/*", show_tournament, 0},
    {"/tournament/*/meeting/*", page_cup_meeting, TAKES_PART},
    {"/tournament/*/game/*", page_cup_game, 0},
    {"/rules", show_rules, 0},
    {"/rules/*", show_preset, 0},
    {"/history", page_file_history, 0},
    {"/connect", page_file_connect, 0},
    {"/protocol", page_file_protocol, 0},
    {"/about", page_file_about, 0},
    {"/account", page_account, TAKES_POST},
    {"/static/*", assets_show, 0},
    {"/metrics", metrics_show, 0},
    {"/healthz", metrics_health, 0},
    {"/health", metrics_health, 0},
    {"/readyz", metrics_ready, 0},
    {"/api/v1/openapi.json", assets_show_description, ROUTE_DATA},
    {"/api/v1/ladders", api_boards, ROUTE_DATA},
    {"/api/v1/seasons", api_seasons, ROUTE_DATA},
    {"/api/v1/seasons/*", api_season, ROUTE_DATA},
    {"/api/v1/standings", api_standings, ROUTE_DATA | TAKES_PLACE | TAKES_LADDER},
    {"/api/v1/recent", api_recent, ROUTE_DATA | TAKES_PART | TAKES_FILTER},
    {"/api/v1/bots/*", api_bot, ROUTE_DATA | TAKES_LADDER},
    {"/api/v1/bots/*/results", api_results, ROUTE_DATA | TAKES_PART},
    {"/api/v1/bots/*/history", page_history_api, ROUTE_DATA | TAKES_PART | TAKES_LADDER},
    {"/api/v1/bots/*/versions", page_versions_api, ROUTE_DATA},
    {"/api/v1/bots/*/versions/*", hand_in_api_one, ROUTE_DATA | TAKES_PUT},
    {"/api/v1/bots/*/versions/*/stop", hand_in_api_one, ROUTE_DATA | TAKES_POST},
    {"/api/v1/bots/*/versions/*/start", hand_in_api_one, ROUTE_DATA | TAKES_POST},
    {"/api/v1/bots/*/games", page_log_api_list, ROUTE_DATA},
    {"/api/v1/bots/*/games/*/log", page_log_api, ROUTE_DATA},
    {"/api/v1/account", page_account_api, ROUTE_DATA | TAKES_POST},
    {"/api/v1/account/token", page_account_api, ROUTE_DATA | TAKES_POST},
    {"/api/v1/account/bots/*", page_account_api, ROUTE_DATA | TAKES_POST},
    {"/api/v1/account/bots/*/token", page_account_api, ROUTE_DATA | TAKES_POST},
    {"/api/v1/account/bots/*/stop", page_account_api, ROUTE_DATA | TAKES_POST},
    {"/api/v1/account/bots/*/start", page_account_api, ROUTE_DATA | TAKES_POST},
    {"/api/v1/games/*", api_game, ROUTE_DATA},
    {"/api/v1/games/*/record", api_record, ROUTE_DATA},
    {"/api/v1/games/*/watch", api_watch, ROUTE_DATA},
    {"/api/v1/games/*/hints", api_hints, ROUTE_DATA | TAKES_HAND},
    {"/api/v1/games/*/chances", page_chances_api, ROUTE_DATA},
    {"/api/v1/tables", api_tables, ROUTE_DATA | TAKES_PART},
    {"/api/v1/waiting", api_waiting, ROUTE_DATA},
    {"/api/v1/play", api_play, ROUTE_DATA},
    {"/api/v1/play/rules/*", api_built, ROUTE_DATA | TAKES_OPTIONS},
    {"/api/v1/tables/*", api_table, ROUTE_DATA},
    {"/api/v1/tables/*/chat", api_chat, ROUTE_DATA | TAKES_POST},
    {"/api/v1/tables/*/events", api_events, ROUTE_DATA},
    {"/api/v1/events", page_calendar_api, ROUTE_DATA},
    {"/api/v1/events/*", page_calendar_api_event, ROUTE_DATA},
    {"/api/v1/events/*/entries", page_calendar_api_entries, ROUTE_DATA | TAKES_POST | TAKES_DELETE},
    {"/api/v1/series/*", page_series_api, ROUTE_DATA},
    {"/api/v1/tournaments", api_tournaments, ROUTE_DATA},
    {"/api/v1/tournaments/*", api_tournament, ROUTE_DATA},
    {"/api/v1/tournaments/*/meetings/*", page_cup_api_meeting, ROUTE_DATA | TAKES_PART},
    {"/api/v1/tournaments/*/games/*", page_cup_api_game, ROUTE_DATA},
    {"/api/v1/tournaments/*/games/*/chances", page_chances_api_cup, ROUTE_DATA},
    {"/api/v1/tournaments/*/games/*/record", page_cup_api_record, ROUTE_DATA},
    {"/api/v1/tournaments/*/games/*/watch", page_cup_api_watch, ROUTE_DATA},
    {"/api/v1/tournaments/*/games/*/hints", page_cup_api_hints, ROUTE_DATA | TAKES_HAND},
    {"/api/v1/rules", api_presets, ROUTE_DATA},
    {"/api/v1/rules/*", api_preset, ROUTE_DATA},
};
const int web_route_count = sizeof web_routes / sizeof web_routes[0];

/* What answers a POST. */
static const struct {
    const char *pattern;
    void (*run)(struct call *call);
} posts[] = {
    {"/live/*/chat", page_chat_answer},
    {"/api/v1/tables/*/chat", page_chat_answer},
    {"/account", page_account_post},
    {"/event/*", page_entries_post},
    {"/api/v1/events/*/entries", page_entries_api_enter},
    {"/api/v1/bots/*/versions/*/stop", hand_in_api_act},
    {"/api/v1/bots/*/versions/*/start", hand_in_api_act},
    {"/api/v1/account", page_account_api_create},
    {"/api/v1/account/token", page_account_api_renew},
    {"/api/v1/account/bots/*", page_account_api_act},
    {"/api/v1/account/bots/*/token", page_account_api_act},
    {"/api/v1/account/bots/*/stop", page_account_api_act},
    {"/api/v1/account/bots/*/start", page_account_api_act},
};

/* Names are compared byte by byte: an escaped one does not match. `next`: where the name in place
 * of a second star goes. */
static bool route_matches(const char *pattern, const char *path, char segment[SEGMENT_MAX + 1],
                          char *next)
{
    const char *star = strchr(pattern, '*');
    if (!star)
        return strcmp(pattern, path) == 0;
    if (!segment)
        return false;
    size_t before = (size_t)(star - pattern);
    if (strncmp(pattern, path, before) != 0)
        return false;
    size_t size = strcspn(path + before, "/");
    if (size == 0 || size > SEGMENT_MAX ||
        !route_matches(star + 1, path + before + size, next, NULL))
        return false;
    memcpy(segment, path + before, size);
    segment[size] = '\0';
    return name_is_game_id(segment);
}

static void answer_post(struct call *call, const struct web_route *route)
{
    for (size_t i = 0; i < sizeof posts / sizeof posts[0]; i++) {
        if (strcmp(posts[i].pattern, route->pattern) == 0) {
            posts[i].run(call);
            return;
        }
    }
}

static const char *methods_of(const struct web_route *route)
{
    if (route->takes & TAKES_PUT)
        return "GET, HEAD, OPTIONS, PUT";
    static const char *const words[] = {"GET, HEAD", "GET, HEAD, POST", "GET, HEAD, OPTIONS",
                                        "GET, HEAD, OPTIONS, POST"};
    if (route->takes & TAKES_DELETE)
        return "GET, HEAD, OPTIONS, POST, DELETE";
    return words[(route->takes & ROUTE_DATA ? 2 : 0) + (route->takes & TAKES_POST ? 1 : 0)];
}

static const struct web_route *route_find(const char *path, char segment[SEGMENT_MAX + 1],
                                          char second[SEGMENT_MAX + 1])
{
    for (int i = 0; i < web_route_count; i++) {
        if (route_matches(web_routes[i].pattern, path, segment, second))
            return &web_routes[i];
    }
    return NULL;
}

static void answer_route(struct call *call, const struct web_route *route)
{
    struct web_answer *answer = call->answer;
    enum web_method method = call->query->method;
    bool data = route->takes & ROUTE_DATA;
    char message[200];

    answer->allow = methods_of(route);
    if (method == WEB_OPTIONS &&
        data) { /* also the preflight of a browser for a page of another origin */
        answer->code = HTTP_NOCONTENT;
        answer->open = true;
    } else if (method == WEB_POST && route->takes & TAKES_POST) {
        answer_post(call, route);
    } else if (method == WEB_DELETE && route->takes & TAKES_DELETE) {
        if (query_parse(call, ROUTE_DATA | TAKES_ENTRY, call->query->query, message,
                        sizeof message))
            page_entries_api_leave(call);
        else
            page_refuse(answer, data, HTTP_BADREQUEST, "Bad Request", message);
    } else if (method != WEB_READ) {
        page_refuse(answer, data, HTTP_BADMETHOD, "Method Not Allowed", "this can only be read");
    } else if (!query_parse(call, route->takes, call->query->query, message, sizeof message)) {
        page_refuse(answer, data, HTTP_BADREQUEST, "Bad Request", message);
    } else {
        route->run(call);
    }
}

static bool is_data(const struct web_query *query)
{
    return query->path && strncmp(query->path, "/api/", 5) == 0;
}

void route_refuse(const struct web_query *query, struct web_answer *answer, int code,
                  const char *title, const char *why)
{
    page_refuse(answer, is_data(query), code, title, why);
}

void route_answer(struct web_site *site, const struct web_query *query, struct web_answer *answer)
{
    struct call call = {
        .site = site, .query = query, .answer = answer, .after = -1, .limit = SITE_ROWS, .hand = 1};
    const struct web_route *route =
        route_find(query->path ? query->path : "", call.segment, call.second);
    answer->stream[0] = '\0';
    if (route)
        answer_route(&call, route);
    else
        page_refuse(answer, is_data(query), HTTP_NOTFOUND, "Not Found",
                    is_data(query) ? "no such address; see /api/v1/openapi.json"
                                   : "There is nothing at this address.");
}

void route_fini(struct web_site *site)
{
    store_close(site->store);
    data_tournament_forget(site);
    for (int i = 0; i < SITE_CACHE; i++)
        data_facts_free(site->cache[i].facts);
    for (int i = 0; i < SITE_GAMES_KEPT; i++)
        free(site->games[i].page);
}
