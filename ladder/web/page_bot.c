/* page_bot.c - the page of a bot: its rating over time, its opponents, its play. */
#include "data/json_value.h"
#include "web/rating_plot.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------------------------- the curve */

/* One curve, if it is one. Returns the number of plots. */
static int add_curve(struct evbuffer *out, const struct web_site *site, const char *name,
                     const struct site_curve *curve, int number)
{
    char title[DATA_TITLE_MAX + 1];
    if (curve->count < 2)
        return 0;
    data_boards_title_named(site, curve->ladder, title);
    html_format(out, "<h3><a href=\"/standings?ladder=%u\">%s</a>%s%s</h3>\n", curve->ladder, title,
                curve->team[0] ? ", as " : "", curve->team);
    rating_plot_add(out, curve->team[0] ? curve->team : name, title, curve->points, curve->count,
                    number, false);
    return 1;
}

/* The curves of a ladder, or of all but that. Returns the number of plots. */
static int add_curves_of(struct evbuffer *out, const struct web_site *site,
                         const struct site_bot *all, bool others, int number)
{
    const char *ladder = json_value_text(all->facts, "ladder");
    int plots = 0;
    for (int i = 0; i < all->rows->curve_count; i++) {
        const struct site_curve *curve = &all->rows->curves[i];
        if ((strcmp(curve->ladder, ladder) == 0) != others)
            plots +=
                add_curve(out, site, json_value_text(all->facts, "name"), curve, number + plots);
    }
    return plots;
}

/* One curve for each ladder, and there for each team, because ratings of different games cannot be
 * compared. The ladder that the page is about comes first. */
static void add_curves(struct evbuffer *out, const struct web_site *site,
                       const struct site_bot *all)
{
    const json_t *bot = all->facts;
    html_add(out, "<h2>Online rating</h2>\n");
    int plots = add_curves_of(out, site, all, false, 0);
    plots += add_curves_of(out, site, all, true, plots);
    if (plots == 0)
        html_add(out, "<p class=\"empty\">Two rated results on a ladder make a curve.</p>\n");
    if (plots > 0)
        html_format(
            out,
            "<p class=\"soft\">After each of the last %d rated results or a part of them. The band "
            "holds the strength of 95 in 100 bots with such a history: it is what the formula "
            "of the rating leaves to chance. <a href=\"/bot/%u/history\">The whole history</a> has "
            "every rated result with its date.</p>\n",
            (int)json_value_number(bot, "results"), json_value_text(bot, "name"));
}

/* --------------------------------------------------------------------------------- the tables */

static void add_counts(struct evbuffer *out, int64_t games, int64_t wins, int64_t ties,
                       int64_t losses)
{
    html_format(out,
                "<td class=\"n\">%l</td><td class=\"n\">%l</td><td class=\"n\">%l</td>"
                "<td class=\"n\">%l</td><td class=\"n\">%l&nbsp;%%</td></tr>\n",
                games, wins, ties, losses,
                games > 0 ? (100 * (2 * wins + ties) + games) / (2 * games) : 0);
}

static void add_seat(struct evbuffer *out, const json_t *row, const json_t *bot)
{
    (void)bot;
    html_format(out, "<tr><th scope=\"row\">%l</th>", json_value_number(row, "seat"));
    add_counts(out, json_value_number(row, "games"), json_value_number(row, "wins"),
               json_value_number(row, "ties"), json_value_number(row, "losses"));
}

/* A part of a hundred as a bar; the number stands beside it. */
static void add_bar(struct evbuffer *out, double part)
{
    evbuffer_add_printf(out,
                        "<td><svg class=\"interval\" viewBox=\"0 0 100 12\" "
                        "aria-hidden=\"true\"><path class=\"grid\" d=\"M0 11.5H100\"/><path "
                        "d=\"M0 2H%.1fV10H0\"/></svg></td>",
                        part);
}

static void add_contract(struct evbuffer *out, const json_t *row, const json_t *bot)
{
    int64_t hands = json_value_number(row, "hands"), made = json_value_number(row, "made");
    html_format(out,
                "<tr><th scope=\"row\"><a href=\"/games?bot=%u&amp;contract=%u\">%s</a></th><td "
                "class=\"n\">%l</td><td class=\"n\">%l</td>",
                json_value_text(bot, "name"), json_value_text(row, "call"),
                json_value_text(row, "call"), hands, made);
    add_bar(out, 100 * (double)made / (double)hands);
    evbuffer_add_printf(out, "<td class=\"n\">%.0f&nbsp;%%</td><td class=\"n\">%+.0f</td></tr>\n",
                        100 * (double)made / (double)hands,
                        (double)json_value_number(row, "points") / (double)hands);
}

/* A hand to look at again. */
static void add_hand(struct evbuffer *out, const json_t *row, const json_t *bot)
{
    int64_t points = json_value_number(row, "points"), hand = json_value_number(row, "hand");
    (void)bot;
    html_format(out,
                "<tr><th scope=\"row\"><a href=\"/game/%u#hand-%l\">Game %l, hand %l</a></th>"
                "<td>%s%s</td><td class=\"n\">%s%l</td></tr>\n",
                json_value_text(row, "game"), hand, json_value_number(row, "seq"), hand,
                json_value_text(row, "call"),
                json_is_true(json_object_get(row, "own")) ? "" : " of others",
                points > 0 ? "+" : "", points);
}

static void add_time(struct evbuffer *out, const json_t *think)
{
    html_add(out, "<h2>Time</h2>\n");
    if (!json_is_object(think)) {
        html_add(out, "<p class=\"empty\">These records hold no times.</p>\n");
        return;
    }
    html_format(out, "<p>%l decisions: mean ", json_value_number(think, "decisions"));
    evbuffer_add_printf(out, "%.1f", json_number_value(json_object_get(think, "mean_ms")));
    html_format(out, " ms, median %l ms, 99 in 100 within %l ms, the longest %l ms.</p>\n",
                json_value_number(think, "median_ms"), json_value_number(think, "p99_ms"),
                json_value_number(think, "worst_ms"));
}

static void add_fault(struct evbuffer *out, const json_t *row, const json_t *bot)
{
    (void)bot;
    html_format(out, "<tr><th scope=\"row\">%s</th><td class=\"n\">%l</td></tr>\n",
                json_value_text(row, "cause"), json_value_number(row, "count"));
}

struct table {
    const char *key; /* of the list in the bot's facts */
    const char *title, *label;
    void (*add)(struct evbuffer *out, const json_t *row, const json_t *bot);
    const char *heads[8]; /* NULL-terminated */
    const char *empty;    /* in place of the table; NULL: without rows there is not even a title */
    bool joined;          /* stands in the section of the table before it */
};

#define COUNTS ">Games", ">Won", ">Tied", ">Lost", ">Points"
static const struct table plays[] = {
    {"contracts", "As contractor", "Contracts", add_contract,
     .empty = "No contract in these records.",
     .heads = {"Contract", ">Hands", ">Made", "Share made", ">Made", ">Points a hand"}},
    {"best", "Best hands", "Best hands", add_hand, .heads = {"Hand", "Contract", ">Points"}},
    {"worst", "Worst hands", "Worst hands", add_hand, .heads = {"Hand", "Contract", ">Points"},
     .joined = true},
};
static const struct table against = {
    .title = "Against", .label = "Against", .heads = {"Bot", COUNTS}};
static const struct table together = {
    .title = "Together with", .label = "Together with", .heads = {"Bot", COUNTS}};
static const struct table seats = {"seats", "By seat", "Results by seat", add_seat,
                                   .heads = {"Seat", COUNTS}};
static const struct table faults = {"faults",  "Faults",         "Faults",
                                    add_fault, .empty = "None.", .heads = {"Cause", ">Times"}};

enum { ROWS_MAX = 30 /* of a table; the page is to be read */ };

/* Returns how many of `count` rows follow; if there are any, table_close must. */
static int table_open(struct evbuffer *out, const struct table *table, int count)
{
    if (count > 0 || table->empty)
        html_format(out, "<h2>%s</h2>\n", table->title);
    if (count > 0)
        page_table_open(out, table->label, table->heads);
    else if (table->empty)
        html_format(out, "<p class=\"empty\">%s</p>\n", table->empty);
    return count < ROWS_MAX ? count : ROWS_MAX;
}

static void table_close(struct evbuffer *out, const json_t *bot, int count)
{
    page_table_close(out);
    if (count > ROWS_MAX)
        html_format(out,
                    "<p class=\"soft\">The first %d of %d. <a href=\"/api/v1/bots/%u\">All</a>, as "
                    "data.</p>\n",
                    (int)ROWS_MAX, count, json_value_text(bot, "name"));
}

static void add_table(struct evbuffer *out, const json_t *bot, const struct table *table)
{
    const json_t *rows = json_object_get(bot, table->key);
    int count = (int)json_array_size(rows), shown = table_open(out, table, count);
    for (int i = 0; i < shown; i++)
        table->add(out, json_array_get(rows, (size_t)i), bot);
    if (shown > 0)
        table_close(out, bot, count);
}

/* Bots that it met. */
static void add_met(struct evbuffer *out, const json_t *bot, const struct table *table,
                    const struct site_tally *rows, int count)
{
    int shown = table_open(out, table, count);
    for (int i = 0; i < shown; i++) {
        html_format(out,
                    "<tr><th scope=\"row\"><a href=\"/games?bot=%u&amp;against=%u\">%s</a></th>",
                    json_value_text(bot, "name"), rows[i].name, rows[i].name);
        add_counts(out, rows[i].games, rows[i].wins, rows[i].ties, rows[i].losses);
    }
    if (shown > 0)
        table_close(out, bot, count);
}

static void add_section(struct evbuffer *out)
{
    html_add(out, "</section><section>\n");
}

/* The columns: its play, and whom it met. */
static void add_tables(struct evbuffer *out, const struct site_bot *all)
{
    const json_t *bot = all->facts;
    for (size_t i = 0; i < sizeof plays / sizeof plays[0]; i++) {
        if (i > 0 && !plays[i].joined)
            add_section(out);
        add_table(out, bot, &plays[i]);
    }
    add_section(out);
    add_met(out, bot, &against, all->rows->opponents, all->rows->opponent_count);
    add_section(out);
    add_met(out, bot, &together, all->rows->partners, all->rows->partner_count);
    add_section(out);
    add_table(out, bot, &seats);
    add_section(out);
    add_time(out, json_object_get(bot, "think"));
    add_section(out);
    add_table(out, bot, &faults);
}

static void add_standing(struct evbuffer *out, const json_t *bot, const struct ladder_line *line)
{
    static const struct {
        const char *state, *words;
    } states[] = {{"provisional", "provisional: too few results or owners"},
                  {"inactive", "inactive: no game for 30 days"},
                  {"banned", "banned"},
                  {"new", "no rated game yet"}};
    const char *state = json_value_text(bot, "state");
    html_add(out, "<div><dt>Rank</dt><dd>");
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        if (strcmp(state, states[i].state) == 0)
            html_format(out, "<span class=\"soft\">%s</span>", states[i].words);
    }
    if (line && strcmp(state, "ranked") == 0)
        html_format(out, "%d", line->row.rank);
    html_add(out, "</dd></div>");
}

/* Figures of one ladder, with the headings of the lists. */
static void add_head(struct evbuffer *out, const struct web_site *site, const json_t *bot,
                     const struct ladder_line *line)
{
    const char *ladder = json_value_text(bot, "ladder");
    html_add(out, "<dl class=\"facts\">");
    if (ladder[0]) {
        html_format(out, "<div><dt>Ladder</dt><dd><a href=\"/standings?ladder=%u\">", ladder);
        page_ladder_named(out, site, ladder);
        html_add(out, "</a></dd></div>");
    }
    add_standing(out, bot, line);
    if (line && line->row.in_batch) {
        html_add(out, "<div><dt>Rating, 95 %</dt><dd>");
        page_rating(out, &line->row);
        html_add(out, "</dd></div>");
    }
    html_format(out, "<div><dt>Online</dt><dd>%t</dd></div>",
                html_milli(json_number_value(json_object_get(bot, "rating"))));
    html_format(out,
                "<div><dt>Rated games</dt><dd>%l</dd></div><div><dt>Won, tied, "
                "lost</dt><dd>%l, %l, %l</dd></div><div><dt>Owner</dt><dd>%s</dd></div></dl>\n",
                json_value_number(bot, "games"), json_value_number(bot, "wins"),
                json_value_number(bot, "ties"), json_value_number(bot, "losses"),
                json_value_text(bot, "owner"));
}

/* A bot that cannot pay the buy-in is not paired; only this page says so. */
static void add_purses(struct evbuffer *out, const struct web_site *site, const json_t *bot)
{
    const json_t *list = json_object_get(bot, "purses"), *purse;
    size_t i;
    json_array_foreach(list, i, purse)
    {
        const char *season = json_value_text(purse, "season");
        if (json_is_true(json_object_get(purse, "can_play"))) {
            html_format(out,
                        "<p class=\"soft\">%l chips in season <a href=\"/season/%u\">%s</a>.</p>\n",
                        json_value_number(purse, "chips"), season, season);
            continue;
        }
        html_format(out,
                    "<p class=\"notice\"><strong>It cannot be paired</strong> for games of season "
                    "<a href=\"/season/%u\">%s</a> (",
                    season, season);
        page_ladder_or(out, site, json_value_text(purse, "ladder"), "every ladder");
        html_format(out, "): it has %l chips left, and a seat costs %l.</p>\n",
                    json_value_number(purse, "chips"), json_value_number(purse, "buy_in"));
    }
}

void page_bot(struct evbuffer *out, const struct web_site *site, const struct site_bot *all)
{
    const json_t *bot = all->facts;
    const struct ladder_line *line = NULL;
    char path[80], data[80];
    if (*json_value_text(bot, "ladder"))
        line = data_boards_line_choose(all->lines, all->line_count, json_value_text(bot, "ladder"));
    snprintf(path, sizeof path, "/bot/%s", json_value_text(bot, "name"));
    snprintf(data, sizeof data, "/api/v1/bots/%s", json_value_text(bot, "name"));
    page_open(out, json_value_text(bot, "name"), NULL);
    page_waiting_state(out, site);
    add_head(out, site, bot, line);
    add_purses(out, site, bot);
    page_waiting_of_bot(out, site, json_value_text(bot, "name"));
    add_curves(out, site, all);
    page_standings_of_bot(out, site, all->lines, all->line_count);
    page_team_of_bot(out, site, all->teams, all->team_count);
    html_format(
        out,
        "<p class=\"soft\">The rest of the page is about the last %l results, rated or not; "
        "contracts, hands, time and faults are of the newest %l records.</p>\n<div "
        "class=\"columns\"><section>\n",
        json_value_number(bot, "results"), json_value_number(bot, "records"));
    add_tables(out, all);
    html_add(out, "</section></div>\n");
    page_standings_versions(out, site, json_object_get(bot, "versions"));
    if (site->intake)
        html_format(
            out,
            "<p class=\"pages\"><a href=\"/bot/%u/versions\">Versions that its owner handed "
            "in</a></p>\n",
            json_value_text(bot, "name"));
    html_add(out, "<h2>Games</h2>\n");
    page_games(out, &all->results);
    page_next(out, path, all->results.next, "Older games");
    page_close(out, data);
}
