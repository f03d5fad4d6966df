/* page_tournament.c - the pages of tournaments: the list, and one with its standings, crosstable
 * and rounds. */
#include "web/json_value.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <stdio.h>
#include <string.h>

static void add_points(struct evbuffer *out, double points)
{
    evbuffer_add_printf(out, "%g", points);
}

void page_tournaments(struct evbuffer *out, const json_t *tournaments)
{
    static const char *const heads[] = {
        "Tournament", "Format", "Rules", ">Entries", ">Games", "First", "Latest result, UTC", NULL};
    const json_t *list = json_object_get(tournaments, "tournaments"), *one;
    size_t i;
    page_open(out, "Tournaments", NULL);
    if (json_array_size(list) == 0)
        html(out, "<p class=\"empty\">No tournament is kept here.</p>\n");
    else
        table_open(out, "Tournaments", heads);
    json_array_foreach(list, i, one)
    {
        html_format(out,
                    "<tr><th scope=\"row\" class=\"w\"><a "
                    "href=\"/tournament/%u\">%s</a></th><td>%s</td><td>%s</td>"
                    "<td class=\"n\">%l</td><td class=\"n\">%l</td><td class=\"w\">%s%s</td><td>",
                    text_of(one, "id"),
                    *text_of(one, "name") ? text_of(one, "name") : text_of(one, "id"),
                    text_of(one, "format"), text_of(one, "ruleset"), number_of(one, "entries"),
                    number_of(one, "games"), text_of(one, "leader"),
                    json_is_true(json_object_get(one, "finished")) ? "" : " so far");
        html_time(out, number_of(one, "changed_msec"));
        html(out, "</td></tr>\n");
    }
    if (json_array_size(list) > 0)
        table_close(out);
    page_close(out, "/api/v1/tournaments");
}

/* ------------------------------------------------------------------------------------ standings */

/* Two of the tie-breaks are columns anyway, unless byes make a difference. */
static bool is_shown(const char *tiebreak, bool byes)
{
    return byes || (strcmp(tiebreak, "game-points") != 0 && strcmp(tiebreak, "margin") != 0);
}

static void open_standings(struct evbuffer *out, const json_t *row, bool divisions, bool byes)
{
    const char *heads[24] = {">Rank", "Entry", ">Score",           ">Won",   ">Drawn",
                             ">Lost", ">Byes", ">Points of games", ">Margin"};
    char words[12][40], title[40] = "Standings";
    int count = 9, tie = 0;
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(row, "tiebreaks"), name, value)
    {
        if (tie == 12 || !is_shown(name, byes))
            continue;
        snprintf(words[tie], sizeof words[tie], ">%.30s", name);
        heads[count++] = words[tie++];
    }
    heads[count] = NULL;
    if (divisions)
        snprintf(title, sizeof title, "Division %d", (int)number_of(row, "division"));
    html_format(out, "<h2>%s</h2>\n", title);
    table_open(out, title, heads);
}

static void add_row(struct evbuffer *out, const json_t *row, bool byes)
{
    const char *name;
    json_t *value;
    html_format(out, "<tr><td class=\"n\">%l</td><th scope=\"row\">%s</th><td class=\"n\">",
                number_of(row, "rank"), text_of(row, "entry"));
    add_points(out, json_number_value(json_object_get(row, "score")));
    html_format(out,
                "</td><td class=\"n\">%l</td><td class=\"n\">%l</td><td class=\"n\">%l</td><td "
                "class=\"n\">%l</td>",
                number_of(row, "won"), number_of(row, "drawn"), number_of(row, "lost"),
                number_of(row, "byes"));
    html(out, "<td class=\"n\">");
    add_points(out, json_number_value(json_object_get(row, "game_points")));
    html_format(out, "</td><td class=\"n\">%l</td>", number_of(row, "margin"));
    json_object_foreach(json_object_get(row, "tiebreaks"), name, value)
    {
        if (!is_shown(name, byes))
            continue;
        html(out, "<td class=\"n\">");
        add_points(out, json_number_value(value));
        html(out, "</td>");
    }
    html(out, "</tr>\n");
}

static void add_standings(struct evbuffer *out, const json_t *tournament)
{
    const json_t *rows = json_object_get(tournament, "standings"), *row;
    const json_t *reading = json_object_get(tournament, "reading"), *line;
    bool divisions = strcmp(text_of(tournament, "format"), "league") == 0, byes = false;
    int64_t division = -1;
    size_t i;
    json_array_foreach(rows, i, row)
    {
        byes = byes || number_of(row, "byes") > 0;
    }
    json_array_foreach(rows, i, row)
    {
        if (number_of(row, "division") != division) {
            if (i > 0)
                table_close(out);
            division = number_of(row, "division");
            open_standings(out, row, divisions, byes);
        }
        add_row(out, row, byes);
    }
    if (json_array_size(rows) > 0)
        table_close(out);
    if (json_array_size(reading) == 0)
        return;
    html(out, "<details>\n<summary>How to read the standings</summary>\n<ul>\n");
    json_array_foreach(reading, i, line)
    {
        html_format(out, "<li>%s</li>\n", json_string_value(line));
    }
    html(out, "</ul>\n</details>\n");
}

/* ----------------------------------------------------------------------------------- crosstable */

/* Points of `a` against `b` and their games; none where they did not meet. */
static void add_cell(struct evbuffer *out, const json_t *pairs, const char *a, const char *b)
{
    const json_t *pair;
    size_t i;
    json_array_foreach(pairs, i, pair)
    {
        bool first =
            strcmp(text_of(pair, "first"), a) == 0 && strcmp(text_of(pair, "second"), b) == 0;
        bool second =
            strcmp(text_of(pair, "first"), b) == 0 && strcmp(text_of(pair, "second"), a) == 0;
        if (!first && !second)
            continue;
        add_points(out, (double)number_of(pair, first ? "wins" : "losses") +
                            (double)number_of(pair, "ties") / 2);
        html_format(out, "/%l", number_of(pair, "games"));
        return;
    }
}

static void add_crosstable(struct evbuffer *out, const json_t *tournament)
{
    const json_t *rows = json_object_get(tournament, "standings"),
                 *pairs = json_object_get(tournament, "pairs");
    size_t count = json_array_size(rows);
    if (count == 0 || count > SITE_CROSS_MAX)
        return;
    html(out, "<h2>Crosstable</h2>\n<p class=\"soft\">Points of the row's games against the "
              "column's, and their "
              "number.</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
              "aria-label=\"Crosstable\"><table>\n"
              "<thead><tr><th scope=\"col\">Entry</th>");
    for (size_t i = 0; i < count; i++)
        html_format(out, "<th scope=\"col\" class=\"n\"><abbr title=\"%s\">%d</abbr></th>",
                    text_of(json_array_get(rows, i), "entry"), (int)i + 1);
    html(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < count; i++) {
        const char *own = text_of(json_array_get(rows, i), "entry");
        html_format(out, "<tr><th scope=\"row\">%d. %s</th>", (int)i + 1, own);
        for (size_t k = 0; k < count; k++) {
            html(out, i == k ? "<td class=\"n own\">" : "<td class=\"n\">");
            if (i != k)
                add_cell(out, pairs, own, text_of(json_array_get(rows, k), "entry"));
            html(out, "</td>");
        }
        html(out, "</tr>\n");
    }
    table_close(out);
}

/* --------------------------------------------------------------------------------------- rounds */

/* Where the points do not say it, or not how they came about. */
static void add_decision(struct evbuffer *out, const json_t *meeting)
{
    const char *by = text_of(meeting, "decided_by");
    int64_t deciding = number_of(meeting, "deciding");
    if (*text_of(meeting, "winner") && *by && strcmp(by, "games") != 0)
        html_format(out, ", to %s by %s", text_of(meeting, "winner"), by);
    if (deciding > 0)
        html_format(out, " (%l deciding %s)", deciding, deciding == 1 ? "block" : "blocks");
}

static void add_meeting(struct evbuffer *out, const json_t *meeting)
{
    html_format(out, "<li><b>%s</b> ", text_of(meeting, "a"));
    if (json_is_null(json_object_get(meeting, "b"))) {
        html(out, "has a bye");
    } else if (json_is_true(json_object_get(meeting, "played"))) {
        add_points(out, json_number_value(json_object_get(meeting, "points_a")));
        html(out, " : ");
        add_points(out, json_number_value(json_object_get(meeting, "points_b")));
        html_format(out, " <b>%s</b>", text_of(meeting, "b"));
        add_decision(out, meeting);
    } else {
        html_format(out, "against <b>%s</b>, not over", text_of(meeting, "b"));
    }
    html(out, "</li>\n");
}

static void add_rounds(struct evbuffer *out, const json_t *tournament)
{
    const json_t *meetings = json_object_get(tournament, "meetings"), *meeting;
    int64_t season = -1, round = -1;
    size_t i;
    if (json_array_size(meetings) == 0)
        return;
    html(out, "<h2>Rounds</h2>\n");
    json_array_foreach(meetings, i, meeting)
    {
        if (number_of(meeting, "season") != season || number_of(meeting, "round") != round) {
            html(out, i > 0 ? "</ol>\n</details>\n" : "");
            season = number_of(meeting, "season");
            round = number_of(meeting, "round");
            html(out, "<details open>\n<summary>");
            if (season > 1 || strcmp(text_of(tournament, "format"), "league") == 0)
                html_format(out, "Season %l, round %l", season, round);
            else
                html_format(out, "Round %l", round);
            html(out, "</summary>\n<ol class=\"talk\">\n");
        }
        add_meeting(out, meeting);
    }
    html(out, "</ol>\n</details>\n");
}

void page_tournament(struct evbuffer *out, const json_t *tournament)
{
    const json_t *option;
    char data[LADDER_GAME_ID_MAX + 32];
    size_t i;
    snprintf(data, sizeof data, "/api/v1/tournaments/%s", text_of(tournament, "id"));
    page_open(
        out, *text_of(tournament, "name") ? text_of(tournament, "name") : text_of(tournament, "id"),
        NULL);
    html_format(out, "<p>%s, rules %s", text_of(tournament, "format"),
                text_of(tournament, "ruleset"));
    json_array_foreach(json_object_get(tournament, "options"), i, option)
    {
        html_format(out, "%s%s", i ? ", " : " with ", json_string_value(option));
    }
    html_format(out, "; %l games%s. ", number_of(tournament, "games"),
                json_is_true(json_object_get(tournament, "duplicate")) ? " on duplicate deals"
                                                                       : "");
    html(out, json_is_true(json_object_get(tournament, "finished")) ? "Over, "
                                                                    : "Under way; latest result ");
    html_time(out, number_of(tournament, "changed_msec"));
    html(out, ".</p>\n");
    add_standings(out, tournament);
    add_crosstable(out, tournament);
    add_rounds(out, tournament);
    if (*text_of(tournament, "seed"))
        html_format(out, "<p class=\"soft\">Seed of all its deals: <code>%s</code></p>\n",
                    text_of(tournament, "seed"));
    html(out, "<p class=\"pages\"><a href=\"/tournaments\">All tournaments</a></p>\n");
    page_close(out, data);
}
