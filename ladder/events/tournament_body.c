/* tournament_body.c - see tournament_body.h. */
#include "events/tournament_body.h"

#include "data/json_value.h"
#include "data/site.h"
#include "events/bracket.h"
#include "page/crosstable.h"
#include "page/html.h"
#include "page/page.h"

#include <event2/buffer.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_points(struct evbuffer *out, double points)
{
    evbuffer_add_printf(out, "%g", points);
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

/* Of two rows of the standings: their games, and the first of their meetings. */
struct met {
    const json_t *pair;
    int meeting; /* from 1; 0: none */
    bool turned; /* `pair` has the column first */
};

struct crossing {
    const json_t *rows;
    struct met (*met)[SITE_CROSS_MAX];
};

static const char *name_at(const void *context, int row)
{
    const struct crossing *crossing = context;
    return json_value_text(json_array_get(crossing->rows, (size_t)row), "entry");
}

static bool pair_at(const void *context, int row, int column, struct crosstable_pair *cell)
{
    const struct crossing *crossing = context;
    const struct met *met = &crossing->met[row][column];
    if (!met->pair)
        return false;
    cell->points = (double)json_value_number(met->pair, met->turned ? "losses" : "wins") +
                   (double)json_value_number(met->pair, "ties") / 2;
    cell->games = json_value_number(met->pair, "games");
    cell->meeting = met->meeting;
    return true;
}

/* The row of an entry, from 1; 0: it has none. */
static int row_of(const json_t *places, const json_t *of, const char *key)
{
    return (int)json_value_number(places, json_value_text(of, key));
}

/* Files pairs and meetings under their rows: once, not for each cell. */
static void file_all(struct crossing *crossing, const json_t *tournament, const json_t *places)
{
    const json_t *pair, *meeting;
    size_t i;
    json_array_foreach(json_object_get(tournament, "pairs"), i, pair)
    {
        int a = row_of(places, pair, "first"), b = row_of(places, pair, "second");
        if (a == 0 || b == 0 || crossing->met[a - 1][b - 1].pair)
            continue;
        crossing->met[a - 1][b - 1].pair = crossing->met[b - 1][a - 1].pair = pair;
        crossing->met[b - 1][a - 1].turned = true;
    }
    json_array_foreach(json_object_get(tournament, "meetings"), i, meeting)
    {
        int a = row_of(places, meeting, "a"), b = row_of(places, meeting, "b");
        if (a == 0 || b == 0 || crossing->met[a - 1][b - 1].meeting)
            continue;
        crossing->met[a - 1][b - 1].meeting = crossing->met[b - 1][a - 1].meeting = (int)i + 1;
    }
}

static void add_crosstable(struct evbuffer *out, const json_t *tournament, const char *games)
{
    const json_t *rows = json_object_get(tournament, "standings"), *row;
    struct crossing crossing = {rows, NULL};
    size_t count = json_array_size(rows), i;
    struct crosstable table = {(int)count, name_at, pair_at, &crossing, games};

    if (count == 0 || count > SITE_CROSS_MAX ||
        !(crossing.met = calloc(SITE_CROSS_MAX, sizeof *crossing.met)))
        return;
    json_t *places = json_object();
    json_array_foreach(rows, i, row)
    {
        json_object_set_new(places, json_value_text(row, "entry"), json_integer((json_int_t)i + 1));
    }
    file_all(&crossing, tournament, places);
    html_add(out, "<h2>Crosstable</h2>\n<p class=\"soft\">Points of the row's games against the "
                  "column's, and their number.</p>\n");
    crosstable_add(out, &table);
    json_decref(places);
    free(crossing.met);
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

/* The games of a meeting that has some; `games`: as in tournament_body_add. */
static void add_games(struct evbuffer *out, const json_t *meeting, const char *games, int number)
{
    int64_t count = json_value_number(meeting, "games");
    if (count == 0)
        return;
    if (games)
        html_format(out, " <a href=\"%s%d\">%l %s</a>", games, number, count,
                    count == 1 ? "game" : "games");
    else
        html_format(out, " <span class=\"soft\">%l %s</span>", count,
                    count == 1 ? "game" : "games");
}

void tournament_body_add_meeting(struct evbuffer *out, const json_t *meeting)
{
    const char *winner = json_value_text(meeting, "winner"), *a = json_value_text(meeting, "a"),
               *b = json_value_text(meeting, "b");
    html_format(out, *winner && strcmp(winner, a) == 0 ? "<b>%s</b> " : "%s ", a);
    if (json_is_null(json_object_get(meeting, "b"))) {
        html_add(out, "has a bye");
    } else if (json_is_true(json_object_get(meeting, "played"))) {
        add_points(out, json_number_value(json_object_get(meeting, "points_a")));
        html_add(out, " : ");
        add_points(out, json_number_value(json_object_get(meeting, "points_b")));
        html_format(out, *winner && strcmp(winner, b) == 0 ? " <b>%s</b>" : " %s", b);
        add_decision(out, meeting);
    } else {
        html_format(out, "against %s, %s", b,
                    json_value_number(meeting, "games") > 0 ? "under way" : "to come");
    }
}

static void add_meeting(struct evbuffer *out, const json_t *meeting, const char *games, int number)
{
    html_format(out, "<li id=\"meeting-%d\">", number);
    tournament_body_add_meeting(out, meeting);
    add_games(out, meeting, games, number);
    html_add(out, "</li>\n");
}

static bool same_round(const json_t *one, const json_t *other)
{
    return json_value_number(one, "season") == json_value_number(other, "season") &&
           json_value_number(one, "round") == json_value_number(other, "round");
}

/* Opens the round of a meeting. */
static void open_round(struct evbuffer *out, const json_t *tournament, const json_t *meeting,
                       bool to_come)
{
    html_add(out, to_come ? "<details>\n<summary>" : "<details open>\n<summary>");
    if (json_value_number(meeting, "season") > 1 ||
        strcmp(json_value_text(tournament, "format"), "league") == 0)
        html_format(out, "Season %l, round %l", json_value_number(meeting, "season"),
                    json_value_number(meeting, "round"));
    else
        html_format(out, "Round %l", json_value_number(meeting, "round"));
    html_add(out, to_come ? ", to come</summary>\n<ul>\n" : "</summary>\n<ol class=\"talk\">\n");
}

/* Rounds that have not begun. Returns their number. */
static int64_t add_to_come(struct evbuffer *out, const json_t *tournament)
{
    const json_t *list = json_object_get(tournament, "to_come"), *meeting, *last = NULL;
    int64_t rounds = 0;
    size_t i;
    json_array_foreach(list, i, meeting)
    {
        if (!last || !same_round(last, meeting)) {
            html_add(out, last ? "</ul>\n</details>\n" : "");
            open_round(out, tournament, meeting, true);
            rounds++;
        }
        last = meeting;
        html_format(out, "<li>%s against %s</li>\n", json_value_text(meeting, "a"),
                    json_value_text(meeting, "b"));
    }
    html_add(out, last ? "</ul>\n</details>\n" : "");
    return rounds;
}

/* What is not known of the rounds to come, of a tournament that is not over. */
static void add_unknown(struct evbuffer *out, const json_t *tournament, int64_t shown)
{
    static const struct {
        const char *format, *words;
    } why[] = {
        {"swiss", "Only this round is known: the results decide who meets whom in the next."},
        {"knockout", "Only this round is known: its winners meet in the next."},
        {"double-knockout", "Only this round is known: its results decide who meets whom in the "
                            "next."},
        {"league", "If another season follows, its divisions depend on the results of this one."},
    };
    int64_t more = json_value_number(tournament, "rounds_to_come") - shown;
    if (json_is_true(json_object_get(tournament, "finished")))
        return;
    if (more > 0)
        html_format(out, "<p class=\"soft\">%l more round%s follow%s.</p>\n", more,
                    more == 1 ? "" : "s", more == 1 ? "s" : "");
    for (size_t i = 0; i < sizeof why / sizeof why[0]; i++) {
        if (strcmp(json_value_text(tournament, "format"), why[i].format) == 0)
            html_format(out, "<p class=\"soft\">%s</p>\n", why[i].words);
    }
}

static void add_rounds(struct evbuffer *out, const json_t *tournament, const char *games)
{
    const json_t *meetings = json_object_get(tournament, "meetings"), *meeting, *last = NULL;
    size_t i;
    if (json_array_size(meetings) == 0)
        return;
    html_add(out, "<h2>Rounds</h2>\n");
    json_array_foreach(meetings, i, meeting)
    {
        if (!last || !same_round(last, meeting)) {
            html_add(out, last ? "</ol>\n</details>\n" : "");
            open_round(out, tournament, meeting, false);
        }
        last = meeting;
        add_meeting(out, meeting, games, (int)i + 1);
    }
    html_add(out, "</ol>\n</details>\n");
    add_unknown(out, tournament, add_to_come(out, tournament));
}

static void add_bracket(struct evbuffer *out, const json_t *tournament, const char *games)
{
    struct evbuffer *table = evbuffer_new();
    const char *format = json_value_text(tournament, "format");
    const json_t *meetings = json_object_get(tournament, "meetings");
    if (table &&
        ((strcmp(format, "knockout") == 0 && bracket_add(table, meetings, games)) ||
         (strcmp(format, "double-knockout") == 0 && bracket_add_double(table, meetings, games)))) {
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
static void add_rulings(struct evbuffer *out, const json_t *tournament, const char *games)
{
    const json_t *rulings = json_object_get(tournament, "rulings"), *row;
    size_t i;

    if (json_array_size(rulings) == 0)
        return;
    html_add(out, "<h2 id=\"rulings\">Rulings of the organiser</h2>\n<ul>\n");
    json_array_foreach(rulings, i, row)
    {
        if (strcmp(json_value_text(row, "ruling"), "rerun") == 0)
            html_format(out, "<li>Meeting <a href=\"%s%l\">%l</a> is played again",
                        games ? games : "#meeting-", json_value_number(row, "meeting"),
                        json_value_number(row, "meeting"));
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

/* Faults by kind, of entries that have some. */
static void add_faults(struct evbuffer *out, const json_t *tournament)
{
    static const char *const heads[] = {"Entry", "Faults", ">Games lost by them", NULL};
    const json_t *row;
    json_t *count;
    const char *kind;
    bool open = false;
    size_t i;
    json_array_foreach(json_object_get(tournament, "standings"), i, row)
    {
        int shown = 0;
        bool never = json_is_true(json_object_get(row, "never_started"));
        if (json_object_size(json_object_get(row, "fault_kinds")) == 0 && !never)
            continue;
        if (!open) {
            html_add(out, "<h2 id=\"faults\">Faults</h2>\n");
            page_table_open(out, "Faults", heads);
            open = true;
        }
        html_format(out, "<tr><th scope=\"row\">%s</th><td class=\"w\">",
                    json_value_text(row, "entry"));
        html_add(out, never ? "<strong>never started</strong> " : "");
        json_object_foreach(json_object_get(row, "fault_kinds"), kind, count)
        {
            html_format(out, "%s%l %s", shown++ ? ", " : "", (int64_t)json_integer_value(count),
                        kind);
        }
        html_format(out, "</td><td class=\"n\">%l of %l</td></tr>\n",
                    json_value_number(row, "forfeits"), json_value_number(row, "games"));
    }
    if (open)
        page_table_close(out);
}

void tournament_body_add_head(struct evbuffer *out, const json_t *tournament)
{
    const json_t *option;
    size_t i;
    html_format(out, "%s, rules %s", json_value_text(tournament, "format"),
                json_value_text(tournament, "ruleset"));
    json_array_foreach(json_object_get(tournament, "options"), i, option)
    {
        html_format(out, "%s%s", i ? ", " : " with ", json_string_value(option));
    }
    html_format(out, "; %l games%s", json_value_number(tournament, "games"),
                json_is_true(json_object_get(tournament, "duplicate")) ? " on duplicate deals"
                                                                       : "");
}

void tournament_body_add(struct evbuffer *out, const json_t *tournament, const char *games)
{
    add_standings(out, tournament);
    add_rulings(out, tournament, games);
    add_bracket(out, tournament, games);
    add_ratings(out, tournament);
    add_crosstable(out, tournament, games);
    add_rounds(out, tournament, games);
    add_faults(out, tournament);
    if (*json_value_text(tournament, "seed"))
        html_format(out, "<p class=\"soft\">Seed of all its deals: <code>%s</code></p>\n",
                    json_value_text(tournament, "seed"));
}
