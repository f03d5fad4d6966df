/* page_seasons.c - seasons: the list, chips, and final tables with their signatures. */
#include "events/page_seasons.h"

#include "base/clock.h"
#include "data/data.h"
#include "data/json_value.h"
#include "log/season_table.h"
#include "page/html.h"
#include "page/page.h"

#include <event2/buffer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEASONS_SHOWN_MAX = 200 };

/* --------------------------------------------------------------------------------------- values */

static json_t *season_value(const struct ladder_season *season)
{
    return json_pack("{s:s, s:I, s:I, s:s, s:I, s:I, s:b, s:i}", "season", season->name,
                     "from_msec", (json_int_t)season->from_msec, "to_msec",
                     (json_int_t)season->to_msec, "ladder", season->board, "chips",
                     (json_int_t)season->chips, "buy_in", (json_int_t)season->buy_in, "over",
                     season->over, "bots", season->bots);
}

json_t *page_seasons_data(struct web_site *site)
{
    struct ladder_season *seasons = calloc(SEASONS_SHOWN_MAX, sizeof *seasons);
    json_t *list = json_array();
    int count = seasons ? writer_season_list(site->ladder, seasons, SEASONS_SHOWN_MAX) : 0;
    for (int i = 0; i < count; i++)
        json_array_append_new(list, season_value(&seasons[i]));
    free(seasons);
    return json_pack("{s:o}", "seasons", list);
}

static json_t *purse_value(struct web_site *site, const char *name)
{
    struct ladder_purse *purses = calloc(SITE_ROWS_MAX, sizeof *purses);
    json_t *list = json_array();
    int count = purses ? writer_season_purses(site->ladder, name, purses, SITE_ROWS_MAX) : 0;
    for (int i = 0; i < count; i++)
        json_array_append_new(list,
                              json_pack("{s:o, s:I}", "name", json_value_of_text(purses[i].name),
                                        "chips", (json_int_t)purses[i].chips));
    free(purses);
    return list;
}

/* The final table and its signature, as signed; JSON null while the season is open. */
static json_t *final_value(struct web_site *site, const char *season)
{
    char name[LADDER_NAME_MAX + 16], *text = NULL;
    json_t *value = NULL;
    season_table_document_name(season, name);
    if (store_begin(site->store, false) == 0) {
        if (store_document(site->store, name, &text) == 0)
            value = json_loads(text, 0, NULL);
        store_rollback(site->store);
    }
    free(text);
    return value ? value : json_null();
}

json_t *page_seasons_data_season(struct web_site *site, const char *name)
{
    struct ladder_season season;
    if (!writer_season_find(site->ladder, name, &season))
        return NULL;
    json_t *value = season_value(&season);
    json_object_set_new(value, "purse", purse_value(site, season.name));
    json_object_set_new(value, "final", final_value(site, season.name));
    return value;
}

/* ---------------------------------------------------------------------------------------- pages */

void page_seasons(struct evbuffer *out, const struct web_site *site, const json_t *seasons)
{
    static const char *const heads[] = {"Season", "From, UTC", "To, UTC", "Ladder",
                                        "Purse",  "State",     NULL};
    const json_t *list = json_object_get(seasons, "seasons"), *season;
    size_t i;
    page_open(out, "Seasons", NULL);
    if (json_array_size(list) == 0) {
        html_add(out, "<p class=\"empty\">There was no season yet. The <a "
                      "href=\"/standings\">standings</a> go on without one.</p>\n");
    } else {
        page_table_open(out, "Seasons", heads);
        json_array_foreach(list, i, season)
        {
            html_format(out, "<tr><th scope=\"row\"><a href=\"/season/%u\">%s</a></th><td>",
                        json_value_text(season, "season"), json_value_text(season, "season"));
            html_time(out, json_value_number(season, "from_msec"));
            html_add(out, "</td><td>");
            html_time(out, json_value_number(season, "to_msec"));
            html_add(out, "</td><td>");
            page_ladder_or(out, site, json_value_text(season, "ladder"), "all");
            html_format(out, "</td><td>%s</td><td>%s</td></tr>\n",
                        json_value_number(season, "chips") ? "yes" : "no",
                        json_is_true(json_object_get(season, "over")) ? "over" : "open");
        }
        page_table_close(out);
    }
    page_close(out, "/api/v1/seasons");
}

static void add_purse(struct evbuffer *out, const json_t *season)
{
    static const char *const heads[] = {"Bot", ">Chips", NULL};
    const json_t *rows = json_object_get(season, "purse"), *row;
    size_t i;
    if (json_value_number(season, "chips") == 0)
        return;
    html_format(out,
                "<h2>Chips</h2>\n<p class=\"soft\">Each bot began with %l; a seat pays %l, and the "
                "winners share the pot.</p>\n",
                json_value_number(season, "chips"), json_value_number(season, "buy_in"));
    page_table_open(out, "Chips", heads);
    json_array_foreach(rows, i, row)
    {
        html_format(
            out,
            "<tr><th scope=\"row\"><a href=\"/bot/%u\">%s</a></th><td class=\"n\">%l</td></tr>\n",
            json_value_text(row, "name"), json_value_text(row, "name"),
            json_value_number(row, "chips"));
    }
    page_table_close(out);
}

/* Tables of the first format have no places, but always bars. */
static void add_final_numbers(struct evbuffer *out, const json_t *row)
{
    evbuffer_add_printf(out, "<td class=\"n\">%.1f</td>",
                        (double)json_value_number(row, "rating_milli") / 1000);
    if (json_is_integer(json_object_get(row, "err95_milli")))
        evbuffer_add_printf(out, "<td class=\"n\">&plusmn;&nbsp;%.0f</td>",
                            (double)json_value_number(row, "err95_milli") / 1000);
    else
        html_add(out, "<td class=\"n soft\">too few</td>");
    if (json_is_integer(json_object_get(row, "first")))
        html_format(out, "<td class=\"n\">%l&ndash;%l</td>", json_value_number(row, "first"),
                    json_value_number(row, "last"));
    else
        html_add(out, "<td></td>");
    evbuffer_add_printf(out, "<td class=\"n\">%.1f</td>",
                        (double)json_value_number(row, "online_milli") / 1000);
    html_format(out, "<td class=\"n\">%l</td><td class=\"n\">%l, %l, %l</td></tr>\n",
                json_value_number(row, "games"), json_value_number(row, "wins"),
                json_value_number(row, "ties"), json_value_number(row, "losses"));
}

/* The first of the ranked bots. */
static void add_champion(struct evbuffer *out, const json_t *row)
{
    if (json_value_number(row, "rank") != 1) {
        html_add(out, "<p class=\"soft\">Nobody played enough to be ranked, so there is no "
                      "champion.</p>\n");
        return;
    }
    html_add(out, "<p class=\"notice\">Champion: <strong>");
    page_player(out, json_value_text(row, "name"));
    html_format(out, "</strong>, %l of %l games won.</p>\n", json_value_number(row, "wins"),
                json_value_number(row, "games"));
}

/* The games of a ladder, from the last day of the season back. */
static void add_games(struct evbuffer *out, const char *board, int64_t to_msec)
{
    char day[CLOCK_TEXT_BYTES];
    if (!board[0] || !*clock_wall_format(to_msec, "%Y-%m-%d", day))
        return;
    html_format(out,
                "<p><a href=\"/games?ladder=%u&amp;until=%s\">The games of this ladder</a>, the "
                "last of the season first</p>\n",
                board, day);
}

static void add_final_board(struct evbuffer *out, const struct web_site *site, const json_t *board,
                            int64_t to_msec)
{
    static const char *const heads[] = {">Rank",   "Bot",    ">Rating",          ">95 %", ">Places",
                                        ">Online", ">Games", ">Won, tied, lost", NULL};
    const json_t *rows = json_object_get(board, "rows"), *row;
    char title[DATA_TITLE_MAX + 1];
    size_t i;
    data_boards_title_named(site, json_value_text(board, "ladder"), title);
    html_format(out, "<h2>%s <span class=\"soft\">%l result%s</span></h2>\n", title,
                json_value_number(board, "results"),
                json_value_number(board, "results") == 1 ? "" : "s");
    add_champion(out, json_array_get(rows, 0));
    page_table_open(out, title, heads);
    json_array_foreach(rows, i, row)
    {
        const json_t *rank = json_object_get(row, "rank");
        html_add(out, "<tr>");
        if (json_is_integer(rank))
            html_format(out, "<td class=\"n\">%l</td>", (int64_t)json_integer_value(rank));
        else
            html_add(out, "<td class=\"n q\">&ndash;</td>");
        html_add(out, "<th scope=\"row\" class=\"id\">");
        page_player(out, json_value_text(row, "name"));
        html_format(out, " <span class=\"soft\">%s</span>", json_value_text(row, "version"));
        if (json_value_text(row, "with")[0])
            html_format(out, " <span class=\"soft\">as a team with %s</span>",
                        json_value_text(row, "with"));
        html_add(out, "</th>");
        add_final_numbers(out, row);
    }
    page_table_close(out);
    add_games(out, json_value_text(board, "ladder"), to_msec);
}

/* How far an open season is, and where it stands. */
static void add_progress(struct evbuffer *out, const json_t *season)
{
    enum { DAY_MSEC = 86400000 };
    int64_t from = json_value_number(season, "from_msec"),
            to = json_value_number(season, "to_msec");
    int64_t now = clock_wall_msec(), past = now < from ? 0 : now < to ? now - from : to - from;
    const char *board = json_value_text(season, "ladder");
    if (now < from)
        html_add(out, "<p class=\"notice\">It has not begun.</p>\n");
    else if (now >= to)
        html_add(out, "<p class=\"notice\">Its time is over; its final table is being made.</p>\n");
    else
        html_format(out,
                    "<p class=\"notice\">Day <strong>%l</strong> of %l <progress max=\"1000\" "
                    "value=\"%l\" aria-label=\"Progress of the season\"></progress></p>\n",
                    past / DAY_MSEC + 1, (to - from + DAY_MSEC - 1) / DAY_MSEC,
                    (int64_t)(1000 * (double)past / (double)(to > from ? to - from : 1)));
    if (board[0])
        html_format(
            out,
            "<p>Who leads now: the <a href=\"/standings?ladder=%u\">standings</a>. What was "
            "played: its <a href=\"/games?ladder=%u\">games</a>.</p>\n",
            board, board);
    else
        html_add(out,
                 "<p>Who leads now: the <a href=\"/ladders\">ladders</a>. What was played: the "
                 "<a href=\"/games\">games</a>. When it is over its final tables and the "
                 "champions stand here, signed.</p>\n");
}

static void add_final(struct evbuffer *out, const struct web_site *site, const json_t *season)
{
    const json_t *final = json_object_get(season, "final"), *board;
    json_t *table = json_loads(json_value_text(final, "table"), 0, NULL);
    size_t i;
    if (!json_is_object(final)) {
        add_progress(out, season);
        json_decref(table);
        return;
    }
    json_array_foreach(json_object_get(table, "ladders"), i, board)
    {
        add_final_board(out, site, board, json_value_number(season, "to_msec"));
    }
    html_format(
        out,
        "<h2>Signature</h2>\n<p>The table is frozen: of the log up to result %l, whose hash is "
        "<code class=\"w\">%s</code>. Signed with Ed25519, public key <code "
        "class=\"w\">%s</code>, signature <code class=\"w\">%s</code>: over the bytes of "
        "<code>final.table</code> in the data below.</p>\n<div id=\"signature\" "
        "data-season=\"%s\" hidden><p><button type=\"button\">Check it in this "
        "browser</button></p><p role=\"status\"></p></div>\n",
        json_value_number(json_object_get(table, "log"), "last_seq"),
        json_value_text(json_object_get(table, "log"), "head"), json_value_text(final, "key"),
        json_value_text(final, "signature"), json_value_text(season, "season"));
    json_decref(table);
}

void page_seasons_season(struct evbuffer *out, const struct web_site *site, const json_t *season)
{
    char data[80];
    snprintf(data, sizeof data, "/api/v1/seasons/%.32s", json_value_text(season, "season"));
    page_open(out, json_value_text(season, "season"),
              json_is_object(json_object_get(season, "final")) ? "season.js" : NULL);
    html_add(out, "<p class=\"soft\">From ");
    html_time(out, json_value_number(season, "from_msec"));
    html_add(out, " to ");
    html_time(out, json_value_number(season, "to_msec"));
    html_add(out, ", ");
    page_ladder_or(out, site, json_value_text(season, "ladder"), "all ladders");
    html_add(out, ".</p>\n");
    add_final(out, site, season);
    add_purse(out, season);
    page_close(out, data);
}
