/* page_tournament.c - the pages of tournaments: the list, and one with its standings, crosstable
 * and rounds. */
#include "events/page_tournament.h"

#include "data/json_value.h"
#include "data/site.h"
#include "events/bracket.h"
#include "page/crosstable.h"
#include "page/html.h"
#include "page/page.h"

#include <event2/buffer.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void add_points(struct evbuffer *out, double points)
{
    evbuffer_add_printf(out, "%g", points);
}

void page_tournament_list(struct evbuffer *out, const json_t *tournaments)
{
    static const char *const heads[] = {
        "Tournament", "Format", "Rules", ">Entries", ">Games", "First", "Latest result, UTC", NULL};
    const json_t *list = json_object_get(tournaments, "tournaments"), *one;
    size_t i;
    page_open(out, "Tournaments", NULL);
    if (json_array_size(list) == 0)
        html_add(out,
                 "<p class=\"empty\">No tournament is kept here: <code>avondale tournament "
                 "FILE.ini</code> plays one, and <code>serve --tournaments</code> shows those of "
                 "a directory. Meanwhile there are <a href=\"/seasons\">seasons</a> and the <a "
                 "href=\"/standings\">standings</a>.</p>\n");
    else
        page_table_open(out, "Tournaments", heads);
    json_array_foreach(list, i, one)
    {
        html_format(out,
                    "<tr><th scope=\"row\" class=\"w\"><a "
                    "href=\"/tournament/%u\">%s</a></th><td>%s</td><td>%s</td>"
                    "<td class=\"n\">%l</td><td class=\"n\">%l</td><td class=\"w\">%s%s</td><td>",
                    json_value_text(one, "id"),
                    *json_value_text(one, "name") ? json_value_text(one, "name")
                                                  : json_value_text(one, "id"),
                    json_value_text(one, "format"), json_value_text(one, "ruleset"),
                    json_value_number(one, "entries"), json_value_number(one, "games"),
                    json_value_text(one, "leader"),
                    json_is_true(json_object_get(one, "finished")) ? "" : " so far");
        html_time(out, json_value_number(one, "changed_msec"));
        html_add(out, "</td></tr>\n");
    }
    if (json_array_size(list) > 0)
        page_table_close(out);
    html_add(out, "<p class=\"pages\"><a href=\"/calendar\">Calendar</a></p>\n");
    page_close(out, "/api/v1/tournaments");
}

/* ------------------------------------------------------------------------------------ standings */

/* Two of the tie-breaks are columns already, unless byes make a difference. */
static bool is_shown(const char *tiebreak, bool byes)
{
    return byes || (strcmp(tiebreak, "game-points") != 0 && strcmp(tiebreak, "margin") != 0);
}

static void open_standings(struct evbuffer *out, const json_t *row, bool divisions, bool byes)
{
    const char *heads[24] = {">Rank", "Entry", ">Score",           ">Won",    ">Drawn",
                             ">Lost", ">Byes", ">Points of games", ">Margin", ">Faults"};
    char words[12][40], title[40] = "Standings";
    int count = 10, tie = 0;
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
        snprintf(title, sizeof title, "Division %d", (int)json_value_number(row, "division"));
    html_format(out, "<h2>%s</h2>\n", title);
    page_table_open(out, title, heads);
}

static void add_row(struct evbuffer *out, const json_t *row, bool byes)
{
    const char *name;
    json_t *value;
    html_format(out, "<tr><td class=\"n\">%l</td><th scope=\"row\">%s%s</th><td class=\"n\">",
                json_value_number(row, "rank"), json_value_text(row, "entry"),
                json_is_true(json_object_get(row, "disqualified")) ? " (disqualified)" : "");
    add_points(out, json_number_value(json_object_get(row, "score")));
    html_format(out,
                "</td><td class=\"n\">%l</td><td class=\"n\">%l</td><td class=\"n\">%l</td><td "
                "class=\"n\">%l</td>",
                json_value_number(row, "won"), json_value_number(row, "drawn"),
                json_value_number(row, "lost"), json_value_number(row, "byes"));
    html_add(out, "<td class=\"n\">");
    add_points(out, json_number_value(json_object_get(row, "game_points")));
    html_format(out, "</td><td class=\"n\">%l</td><td class=\"n\">%l</td>",
                json_value_number(row, "margin"), json_value_number(row, "faults"));
    json_object_foreach(json_object_get(row, "tiebreaks"), name, value)
    {
        if (!is_shown(name, byes))
            continue;
        html_add(out, "<td class=\"n\">");
        add_points(out, json_number_value(value));
        html_add(out, "</td>");
    }
    html_add(out, "</tr>\n");
}

static void add_standings(struct evbuffer *out, const json_t *tournament)
{
    const json_t *rows = json_object_get(tournament, "standings"), *row;
    const json_t *reading = json_object_get(tournament, "reading"), *line;
    bool divisions = strcmp(json_value_text(tournament, "format"), "league") == 0, byes = false;
    int64_t division = -1;
    size_t i;
    json_array_foreach(rows, i, row)
    {
        byes = byes || json_value_number(row, "byes") > 0;
    }
    json_array_foreach(rows, i, row)
    {
        if (json_value_number(row, "division") != division) {
            if (i > 0)
                page_table_close(out);
            division = json_value_number(row, "division");
            open_standings(out, row, divisions, byes);
        }
        add_row(out, row, byes);
    }
    if (json_array_size(rows) > 0)
        page_table_close(out);
    if (json_array_size(reading) == 0)
        return;
    html_add(out, "<details>\n<summary>How to read the standings</summary>\n<ul>\n");
    json_array_foreach(reading, i, line)
    {
        html_format(out, "<li>%s</li>\n", json_string_value(line));
    }
    html_add(out, "</ul>\n</details>\n");
}

/* ----------------------------------------------------------------------------------- crosstable */

static const char *name_at(const void *tournament, int row)
{
    const json_t *rows = json_object_get(tournament, "standings");
    return json_value_text(json_array_get(rows, (size_t)row), "entry");
}

/* The place of the first meeting of two entries, from 1, or 0. */
static int meeting_of(const json_t *tournament, const char *own, const char *other)
{
    const json_t *meeting;
    size_t i;
    json_array_foreach(json_object_get(tournament, "meetings"), i, meeting)
    {
        const char *a = json_value_text(meeting, "a"), *b = json_value_text(meeting, "b");
        if ((strcmp(a, own) == 0 && strcmp(b, other) == 0) ||
            (strcmp(a, other) == 0 && strcmp(b, own) == 0))
            return (int)i + 1;
    }
    return 0;
}

static bool pair_at(const void *tournament, int row, int column, struct crosstable_pair *cell)
{
    const char *own = name_at(tournament, row), *other = name_at(tournament, column);
    const json_t *pair;
    size_t i;
    json_array_foreach(json_object_get(tournament, "pairs"), i, pair)
    {
        const char *a = json_value_text(pair, "first"), *b = json_value_text(pair, "second");
        bool first = strcmp(a, own) == 0 && strcmp(b, other) == 0;
        if (!first && (strcmp(a, other) != 0 || strcmp(b, own) != 0))
            continue;
        cell->points = (double)json_value_number(pair, first ? "wins" : "losses") +
                       (double)json_value_number(pair, "ties") / 2;
        cell->games = json_value_number(pair, "games");
        cell->meeting = meeting_of(tournament, own, other);
        return true;
    }
    return false;
}

static void add_crosstable(struct evbuffer *out, const json_t *tournament)
{
    size_t count = json_array_size(json_object_get(tournament, "standings"));
    struct crosstable table = {(int)count, name_at, pair_at, tournament};

    if (count == 0 || count > SITE_CROSS_MAX)
        return;
    html_add(out, "<h2>Crosstable</h2>\n<p class=\"soft\">Points of the row's games against the "
                  "column's, and their number.</p>\n");
    crosstable_add(out, &table);
}

/* --------------------------------------------------------------------------------------- rounds */

/* How a meeting was decided, if the points do not show it. */
static void add_decision(struct evbuffer *out, const json_t *meeting)
{
    const char *by = json_value_text(meeting, "decided_by");
    int64_t deciding = json_value_number(meeting, "deciding");
    bool level = json_number_value(json_object_get(meeting, "points_a")) ==
                 json_number_value(json_object_get(meeting, "points_b"));
    if (*json_value_text(meeting, "winner") && *by && strcmp(by, "games") != 0)
        html_format(out, "%s, to %s by %s", level ? " drawn" : "",
                    json_value_text(meeting, "winner"), by);
    if (level && strcmp(by, "margin") == 0)
        html_format(out, " (%s%l points over all its games)",
                    json_value_number(meeting, "margin") > 0 ? "+" : "",
                    json_value_number(meeting, "margin"));
    if (deciding > 0)
        html_format(out, " (%l deciding %s)", deciding, deciding == 1 ? "block" : "blocks");
}

static void add_meeting(struct evbuffer *out, const json_t *meeting, int number)
{
    html_format(out, "<li id=\"meeting-%d\"><b>%s</b> ", number, json_value_text(meeting, "a"));
    if (json_is_null(json_object_get(meeting, "b"))) {
        html_add(out, "has a bye");
    } else if (json_is_true(json_object_get(meeting, "played"))) {
        add_points(out, json_number_value(json_object_get(meeting, "points_a")));
        html_add(out, " : ");
        add_points(out, json_number_value(json_object_get(meeting, "points_b")));
        html_format(out, " <b>%s</b>", json_value_text(meeting, "b"));
        add_decision(out, meeting);
    } else {
        html_format(out, "against <b>%s</b>, not over", json_value_text(meeting, "b"));
    }
    html_add(out, "</li>\n");
}

static void add_rounds(struct evbuffer *out, const json_t *tournament)
{
    const json_t *meetings = json_object_get(tournament, "meetings"), *meeting;
    int64_t season = -1, round = -1;
    size_t i;
    if (json_array_size(meetings) == 0)
        return;
    html_add(out, "<h2>Rounds</h2>\n");
    json_array_foreach(meetings, i, meeting)
    {
        if (json_value_number(meeting, "season") != season ||
            json_value_number(meeting, "round") != round) {
            html_add(out, i > 0 ? "</ol>\n</details>\n" : "");
            season = json_value_number(meeting, "season");
            round = json_value_number(meeting, "round");
            html_add(out, "<details open>\n<summary>");
            if (season > 1 || strcmp(json_value_text(tournament, "format"), "league") == 0)
                html_format(out, "Season %l, round %l", season, round);
            else
                html_format(out, "Round %l", round);
            html_add(out, "</summary>\n<ol class=\"talk\">\n");
        }
        add_meeting(out, meeting, (int)i + 1);
    }
    html_add(out, "</ol>\n</details>\n");
}

static void add_bracket(struct evbuffer *out, const json_t *tournament)
{
    struct evbuffer *table = evbuffer_new();
    const char *format = json_value_text(tournament, "format");
    const json_t *meetings = json_object_get(tournament, "meetings");
    if (table &&
        ((strcmp(format, "knockout") == 0 && bracket_add(table, meetings)) ||
         (strcmp(format, "double-knockout") == 0 && bracket_add_double(table, meetings)))) {
        html_add(out, "<h2>Bracket</h2>\n");
        evbuffer_add_buffer(out, table);
    }
    if (table)
        evbuffer_free(table);
}

/* --------------------------------------------------------------------------------------- ratings
 */

/* How far from 0 a rating reaches, with its bar. */
static double reach(const json_t *rating)
{
    return fabs(json_number_value(json_object_get(rating, "rating"))) +
           json_number_value(json_object_get(rating, "err95"));
}

/* A rating and its 95 % interval on a line of 100 from -most to most. */
static void add_interval(struct evbuffer *out, const json_t *rating, double most)
{
    double value = json_number_value(json_object_get(rating, "rating"));
    double bar = json_number_value(json_object_get(rating, "err95"));
    evbuffer_add_printf(out,
                        "<td><svg class=\"interval\" viewBox=\"0 0 100 12\" aria-hidden=\"true\">"
                        "<path class=\"grid\" d=\"M0 11.5H100M50 0V12\"/><path class=\"curve\" "
                        "d=\"M%.1f 6H%.1f\"/><circle cx=\"%.1f\" cy=\"6\" r=\"3\"/></svg></td>",
                        50 + 50 * (value - bar) / most, 50 + 50 * (value + bar) / most,
                        50 + 50 * value / most);
}

static void add_contracts(struct evbuffer *out, const json_t *row)
{
    int64_t bid = json_value_number(row, "contracts_bid"),
            made = json_value_number(row, "contracts_made");
    double part = bid > 0 ? 100 * (double)made / (double)bid : 0;
    html_format(out, "<td class=\"n\">%l of %l</td>", made, bid);
    evbuffer_add_printf(out,
                        "<td><svg class=\"interval\" viewBox=\"0 0 100 12\" aria-hidden=\"true\">"
                        "<path class=\"grid\" d=\"M0 11.5H100\"/><path d=\"M0 2H%.1fV10H0\"/></svg>"
                        "</td>",
                        part);
}

static void add_rated(struct evbuffer *out, const json_t *row, double most)
{
    const json_t *rating = json_object_get(row, "rating");
    int64_t first = json_value_number(rating, "first"), last = json_value_number(rating, "last");
    html_format(out, "<tr><th scope=\"row\">%s</th>", json_value_text(row, "entry"));
    add_interval(out, rating, most);
    evbuffer_add_printf(out, "<td class=\"n\">%+.0f</td>",
                        json_number_value(json_object_get(rating, "rating")));
    if (json_is_number(json_object_get(rating, "err95")))
        evbuffer_add_printf(out, "<td class=\"n\">&plusmn;&nbsp;%.0f</td>",
                            json_number_value(json_object_get(rating, "err95")));
    else
        html_add(out, "<td class=\"n soft\">too few</td>");
    html_format(out, first == last ? "<td class=\"n\">%l</td>" : "<td class=\"n\">%l&ndash;%l</td>",
                first, last);
    add_contracts(out, row);
    html_add(out, "</tr>\n");
}

static void add_ratings(struct evbuffer *out, const json_t *tournament)
{
    static const char *const heads[] = {"Entry",   "Interval",        ">Rating", ">95 %",
                                        ">Places", ">Contracts made", "Part",    NULL};
    const json_t *row;
    double most = 50;
    bool any = false;
    size_t i;
    json_array_foreach(json_object_get(tournament, "standings"), i, row)
    {
        any = any || json_is_object(json_object_get(row, "rating"));
        most = fmax(most, reach(json_object_get(row, "rating")));
    }
    if (!any)
        return;
    html_add(out, "<h2>Ratings and contracts</h2>\n<p class=\"soft\">Ratings of all games at once, "
                  "as distances to the mean of all entries; places: where 95 % of the resamples "
                  "have an entry.</p>\n");
    page_table_open(out, "Ratings and contracts", heads);
    json_array_foreach(json_object_get(tournament, "standings"), i, row)
    {
        if (json_is_object(json_object_get(row, "rating")))
            add_rated(out, row, most);
    }
    page_table_close(out);
}

/* What the organiser decided, and the results that do not count because of it. */
static void add_rulings(struct evbuffer *out, const json_t *tournament)
{
    const json_t *rulings = json_object_get(tournament, "rulings"), *row;
    size_t i;

    if (json_array_size(rulings) == 0)
        return;
    html_add(out, "<h2>Rulings of the organiser</h2>\n<ul>\n");
    json_array_foreach(rulings, i, row)
    {
        if (strcmp(json_value_text(row, "ruling"), "rerun") == 0)
            html_format(out, "<li>Meeting %l is played again", json_value_number(row, "meeting"));
        else
            html_format(out, "<li>%s is disqualified", json_value_text(row, "entry"));
        html_format(out, *json_value_text(row, "reason") ? ": %s</li>\n" : "%s</li>\n",
                    json_value_text(row, "reason"));
    }
    json_array_foreach(json_object_get(tournament, "void"), i, row)
    {
        html_format(out, "<li>Void by %s: meeting %l, %s ", json_value_text(row, "why"),
                    json_value_number(row, "meeting"), json_value_text(row, "a"));
        add_points(out, json_number_value(json_object_get(row, "points_a")));
        html_add(out, " : ");
        add_points(out, json_number_value(json_object_get(row, "points_b")));
        html_format(out, " %s</li>\n", json_value_text(row, "b"));
    }
    html_add(out, "</ul>\n");
}

void page_tournament(struct evbuffer *out, const json_t *tournament)
{
    const json_t *option;
    char data[LADDER_GAME_ID_MAX + 32];
    size_t i;
    snprintf(data, sizeof data, "/api/v1/tournaments/%s", json_value_text(tournament, "id"));
    page_open(out,
              *json_value_text(tournament, "name") ? json_value_text(tournament, "name")
                                                   : json_value_text(tournament, "id"),
              NULL);
    html_format(out, "<p>%s, rules %s", json_value_text(tournament, "format"),
                json_value_text(tournament, "ruleset"));
    json_array_foreach(json_object_get(tournament, "options"), i, option)
    {
        html_format(out, "%s%s", i ? ", " : " with ", json_string_value(option));
    }
    html_format(out, "; %l games%s. ", json_value_number(tournament, "games"),
                json_is_true(json_object_get(tournament, "duplicate")) ? " on duplicate deals"
                                                                       : "");
    html_add(out, json_is_true(json_object_get(tournament, "finished"))
                      ? "Over, "
                      : "Under way; latest result ");
    html_time(out, json_value_number(tournament, "changed_msec"));
    html_add(out, ".</p>\n");
    add_standings(out, tournament);
    add_rulings(out, tournament);
    add_bracket(out, tournament);
    add_ratings(out, tournament);
    add_crosstable(out, tournament);
    add_rounds(out, tournament);
    if (*json_value_text(tournament, "seed"))
        html_format(out, "<p class=\"soft\">Seed of all its deals: <code>%s</code></p>\n",
                    json_value_text(tournament, "seed"));
    html_add(out, "<p class=\"pages\"><a href=\"/tournaments\">All tournaments</a></p>\n");
    page_close(out, data);
}
