/* page_live.c - running games: the list and one game, as pages and as JSON. */
#include "base/clock.h"
#include "data/json_value.h"
#include "live/live.h"
#include "web/small_table.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------- data */

static json_t *about_value(const struct live_about *about)
{
    json_t *players = json_array(), *scores = json_array();
    for (int seat = 0; seat < about->seat_count; seat++)
        json_array_append_new(players, json_pack("{s:s, s:i}", "name", about->players[seat], "side",
                                                 about->sides[seat]));
    for (int side = 0; side < about->side_count; side++)
        json_array_append_new(scores, json_integer(about->scores[side]));
    return json_pack("{s:s, s:s, s:b, s:s, s:s, s:I, s:i, s:i, s:b, s:o, s:o}", "game", about->game,
                     "ruleset", about->ruleset, "rated", (int)about->rated, "chat", about->chat,
                     "commitment", about->commitment, "wall_msec", (json_int_t)about->wall_msec,
                     "hands", about->hands, "watchers", about->watchers, "over", (int)about->over,
                     "scores", scores, "players", players);
}

json_t *page_live_data_tables(struct web_site *site, int64_t after, int limit)
{
    struct live_about *rows = calloc((size_t)limit, sizeof *rows);
    json_t *list = json_array();
    int total = 0;
    int count = rows && site->live
                    ? live_list(site->live, after > 0 ? after : INT64_MAX, rows, limit, &total)
                    : 0;
    int64_t next = count == limit && rows[count - 1].opened > 1 ? rows[count - 1].opened : -1;
    for (int i = 0; i < count; i++)
        json_array_append_new(list, about_value(&rows[i]));
    free(rows);
    return json_pack("{s:o, s:i, s:I, s:o}", "tables", list, "total", total, "after",
                     (json_int_t)(after > 0 ? after : 0), "next",
                     next < 0 ? json_null() : json_integer(next));
}

struct told {
    json_t *states, *said;
};

static void add_told(void *context, enum live_kind kind, int64_t number, const char *text)
{
    struct told *told = context;
    json_t *value = json_loads(text, 0, NULL);
    if (!value)
        return;
    json_object_set_new(value, "n", json_integer(number));
    json_array_append_new(kind == LIVE_SAID ? told->said : told->states, value);
}

json_t *page_live_data_table(struct web_site *site, const char *game, enum live_status *status)
{
    struct live_about about;
    struct told told = {json_array(), json_array()};
    *status = site->live ? live_look(site->live, game, 0, clock_now_msec(), add_told, &told, &about)
                         : LIVE_NONE;
    if (*status != LIVE_OK) {
        json_decref(told.states);
        json_decref(told.said);
        return NULL;
    }
    json_t *value = about_value(&about);
    json_object_set_new(value, "states", told.states);
    json_object_set_new(value, "said", told.said);
    return value;
}

/* --------------------------------------------------------------------------------------- pages */

static void add_names(struct evbuffer *out, const json_t *table)
{
    const json_t *players = json_object_get(table, "players"), *player;
    size_t seat;
    json_array_foreach(players, seat, player)
    {
        html_format(out, "%s<a href=\"/bot/%u\">%s</a>", seat ? ", " : "",
                    json_value_text(player, "name"), json_value_text(player, "name"));
    }
}

static void add_numbers(struct evbuffer *out, const json_t *numbers)
{
    for (size_t i = 0; i < json_array_size(numbers); i++)
        html_format(out, "%s%l", i ? " : " : "",
                    (int64_t)json_integer_value(json_array_get(numbers, i)));
}

void page_live_tables(struct evbuffer *out, struct web_site *site, const json_t *tables)
{
    const json_t *list = json_object_get(tables, "tables");
    page_open_live(out, "Games under way", "live.js");
    html_add(out, "<div id=\"tables\">\n");
    page_waiting_state(out, site);
    if (json_array_size(list) == 0) {
        html_add(out, "<p class=\"empty\">Nobody plays just now. These are the <a "
                      "href=\"/games\">latest games</a>.</p>\n");
    } else {
        small_table_list(out, site, tables);
        html_format(out, "<p class=\"soft\">%l %s under way.</p>\n",
                    json_value_number(tables, "total"),
                    json_value_number(tables, "total") == 1 ? "game is" : "games are");
    }
    page_waiting_list(out, site, NULL);
    html_add(out, "</div>\n");
    page_next(out, "/live", json_value_next(tables), "More of them");
    page_close(out, "/api/v1/tables");
}

static const char *player_of(const json_t *table, int64_t seat)
{
    const json_t *players = json_object_get(table, "players");
    return json_value_text(json_array_get(players, (size_t)(seat < 0 ? 0 : seat)), "name");
}

/* Table hands of two players stand after theirs, in the same order. */
static const char *owner_of(const json_t *table, int64_t hand)
{
    size_t seats = json_array_size(json_object_get(table, "players"));
    return (size_t)hand < seats ? player_of(table, hand)
           : seats == 2         ? player_of(table, hand - 2)
                                : "dead hand";
}

static void add_contract(struct evbuffer *out, const json_t *table, const json_t *contract)
{
    if (json_is_object(contract))
        html_format(out, "%s by %s", json_value_text(contract, "call"),
                    player_of(table, json_value_number(contract, "by")));
    else
        html_add(out, "no contract");
}

static void add_news(struct evbuffer *out, const json_t *table, const json_t *news)
{
    const char *kind = json_value_text(news, "k"),
               *who = player_of(table, json_value_number(news, "seat"));
    html_add(out, "<li>");
    if (strcmp(kind, "action") == 0) {
        html_format(out, "<b>%s</b> ", who);
        if (strcmp(json_value_text(news, "phase"), "play") == 0)
            page_game_cards(out, json_value_text(news, "action"), " ");
        else
            page_game_action(out, json_value_text(news, "action"));
    } else if (strcmp(kind, "trick") == 0) {
        html_format(out, "The trick goes to <b>%s</b>", who);
    } else if (strcmp(kind, "deal") == 0) {
        html_format(out, "<b>%s</b> deals", who);
    } else if (strcmp(kind, "contract") == 0) {
        html_add(out, "Contract: ");
        add_contract(out, table, json_object_get(news, "contract"));
    } else if (strcmp(kind, "kitty") == 0) {
        html_format(out, "<b>%s</b> takes the kitty", who);
    } else if (strcmp(kind, "hand") == 0) {
        html_add(out, "The hand is over: ");
        add_contract(out, table, json_object_get(news, "contract"));
        html_add(out, ", tricks ");
        add_numbers(out, json_object_get(news, "tricks"));
        html_add(out, ", score ");
        add_numbers(out, json_object_get(news, "scores"));
    } else if (strcmp(kind, "over") == 0) {
        if (json_is_integer(json_object_get(news, "forfeit")))
            html_format(out, "The game is over: <b>%s</b> forfeits, ",
                        player_of(table, json_value_number(news, "forfeit")));
        else
            html_format(out, "The game is over: %s, ", json_value_text(news, "reason"));
        add_numbers(out, json_object_get(news, "scores"));
    } else if (strcmp(kind, "chat") == 0) {
        html_format(out, "<b>%s</b> says: %s", who, json_value_text(news, "text"));
    } else if (strcmp(kind, "claim") == 0) {
        html_format(out, "The claim of <b>%s</b> %s", who,
                    json_is_true(json_object_get(news, "ok")) ? "stands" : "is void");
    } else {
        html_format(out, "<b>%s</b>: %s ", who, kind);
        page_game_cards(out, json_value_text(news, "cards"), " ");
    }
    html_add(out, "</li>\n");
}

/* The present state: a row for each hand. */
static void add_hands(struct evbuffer *out, const json_t *table, const json_t *state)
{
    static const char *const heads[] = {"Player",  "On the table", ">Cards left",
                                        ">Tricks", "Open cards",   NULL};
    const json_t *hands = json_object_get(state, "hands"), *hand,
                 *trick = json_object_get(state, "trick");
    const json_t *card;
    size_t i, k;
    page_table_open(out, "The table", heads);
    json_array_foreach(hands, i, hand)
    {
        html_format(out, "<tr><th scope=\"row\">%s</th><td>", owner_of(table, (int64_t)i));
        json_array_foreach(trick, k, card)
        {
            if (json_value_number(card, "hand") == (int64_t)i)
                page_game_cards(out, json_value_text(card, "card"), " ");
        }
        html_format(out, "</td><td class=\"n\">%l</td><td class=\"n\">%l</td><td class=\"w\">",
                    json_value_number(hand, "count"), json_value_number(hand, "won"));
        page_game_cards(out, json_value_text(hand, "cards"), " ");
        html_add(out, "</td></tr>\n");
    }
    page_table_close(out);
}

static void add_states(struct evbuffer *out, const json_t *table)
{
    const json_t *states = json_object_get(table, "states"), *state, *news;
    size_t i, k, count = json_array_size(states);
    if (count == 0) {
        html_add(out,
                 "<p class=\"empty\">What may be told comes with the end of this hand, or in a "
                 "moment.</p>\n<p>Score ");
        add_numbers(out, json_object_get(table, "scores"));
        html_format(out, " after %l hands</p>\n", json_value_number(table, "hands"));
        return;
    }
    state = json_array_get(states, count - 1);
    html_add(out, "<p>");
    add_contract(out, table, json_object_get(state, "contract"));
    html_add(out, ", score ");
    add_numbers(out, json_object_get(state, "scores"));
    html_add(out, "</p>\n");
    add_hands(out, table, state);
    html_add(out, "<h2>What happened</h2>\n<ol class=\"talk\">\n");
    json_array_foreach(states, i, state)
    {
        json_array_foreach(json_object_get(state, "news"), k, news)
        {
            add_news(out, table, news);
        }
    }
    html_add(out, "</ol>\n");
}

/* Chat of spectators; a script adds to the list, and shows the form. The list grows below the form.
 */
static void add_said(struct evbuffer *out, const json_t *table, const json_t *chat)
{
    const json_t *line;
    size_t i;
    html_add(out, "<section aria-label=\"Chat of the spectators\">\n<h2>Spectators</h2>\n");
    page_chat_form(out, chat, true);
    html_format(out,
                "<p id=\"say-status\" class=\"soft\" role=\"status\"></p>\n"
                "<noscript><p><a href=\"/live/%u/chat\">Say something</a></p></noscript>\n"
                "<ol id=\"said\" class=\"talk\">\n",
                json_value_text(chat, "game"));
    json_array_foreach(json_object_get(table, "said"), i, line)
    {
        html_format(out, "<li><b>%s</b> <span class=\"soft\">(spectator)</span>: %s</li>\n",
                    json_value_text(line, "name"), json_value_text(line, "text"));
    }
    html_add(out, "</ol>\n</section>\n");
}

void page_live_table(struct evbuffer *out, const json_t *table, const json_t *chat)
{
    char title[LADDER_GAME_ID_MAX + 16], data[LADDER_GAME_ID_MAX + 32];
    snprintf(title, sizeof title, "Game %s", json_value_text(table, "game"));
    snprintf(data, sizeof data, "/api/v1/tables/%s", json_value_text(table, "game"));
    page_open_live(out, title, "live.js");
    html_format(out, "<p>Under way. Rules: <a href=\"/rules/%u\">%s</a>. Begun ",
                json_value_text(table, "ruleset"), json_value_text(table, "ruleset"));
    html_time(out, json_value_number(table, "wall_msec"));
    html_add(out, ". Players: ");
    add_names(out, table);
    html_add(out, ".");
    html_add(out, json_is_true(json_object_get(table, "rated")) ? "" : " Not rated.");
    html_format(
        out,
        " When it is over, everything about it is at <a href=\"/game/%u\">its page</a>.</p>\n"
        "<section id=\"live\" data-game=\"%u\" aria-label=\"The game as cards on a table\" "
        "hidden></section>\n<div id=\"plain\">\n",
        json_value_text(table, "game"), json_value_text(table, "game"));
    add_states(out, table);
    html_add(out, "</div>\n");
    if (chat)
        add_said(out, table, chat);
    html_add(out, "<section id=\"hand\" aria-label=\"What happened\" hidden></section>\n");
    html_format(out,
                "<p class=\"soft\">Commitment to the shuffles, published before the first "
                "card: <code>%s</code></p>\n",
                json_value_text(table, "commitment"));
    page_close(out, data);
}
