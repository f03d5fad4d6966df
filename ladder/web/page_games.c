/* page_games.c - the table of games, the page of games that a reader asks for, and that of a search
 * for names. */
#include "base/clock.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <stdio.h>
#include <string.h>

/* Whose forfeit: their side comes last (result_ranks). */
static void add_forfeit(struct evbuffer *out, const struct ladder_result *result)
{
    int last = 0, count = 0;
    if (strcmp(result->reason, "forfeit") != 0)
        return;
    for (int side = 1; side < result->side_count; side++)
        last = result->ranks[side] > result->ranks[last] ? side : last;
    for (int seat = 0; seat < result->seat_count; seat++) {
        if (result->seats[seat].side == last)
            html_format(out, "%s%s", count++ ? ", " : " of ", result->seats[seat].bot);
    }
    html_add(out, count > 1 ? " (one of them)" : "");
}

/* "ann + cy 640 +9.5": a side with its points and, where the game is rated, what it changed. */
static void add_side(struct evbuffer *out, const struct store_result *row, int side)
{
    const struct ladder_result *result = &row->result;
    int count = 0, first = -1;
    for (int seat = 0; seat < result->seat_count; seat++) {
        const char *name = result->seats[seat].bot;
        if (result->seats[seat].side != side)
            continue;
        first = first < 0 ? seat : first;
        html_format(out, "%s<a href=\"/bot/%u\">%s</a>", count++ ? " + " : "", name, name);
    }
    html_format(out, " <strong>%d</strong>", (int)result->scores[side]);
    if (row->change.rated && first >= 0)
        evbuffer_add_printf(
            out, " <span class=\"soft\">%+.1f</span>",
            (double)(row->change.seats[first].after_milli - row->change.seats[first].before_milli) /
                1000);
}

/* A line: the winners come first. */
static void add_game(struct evbuffer *out, const struct store_result *row)
{
    const struct ladder_result *result = &row->result;
    int shown = 0;
    html_format(out,
                "<tr><th scope=\"row\"><a href=\"/game/%u\" title=\"%s\">%l</a></th>"
                "<td class=\"w\">",
                result->game, result->game, row->seq);
    for (int rank = 1; rank <= result->side_count; rank++) {
        for (int side = 0; side < result->side_count; side++) {
            if (result->ranks[side] != rank)
                continue;
            html_add(out, shown++ ? " : " : "");
            add_side(out, row, side);
        }
    }
    html_format(out, "</td><td>%s", result->reason);
    add_forfeit(out, result);
    html_format(out, "</td><td class=\"w\">%s</td><td>", result->ruleset);
    html_time(out, result->wall_msec);
    html_add(out, "</td></tr>\n");
}

void page_games(struct evbuffer *out, const struct site_results *page)
{
    static const char *const heads[] = {
        "Game", "Result, winners first", "Ended by", "Rules", "When, UTC", NULL};
    if (page->count == 0) {
        html_add(out, "<p class=\"empty\">No game has ended yet. <a href=\"/connect\">Connect a "
                      "bot</a>, or see <a href=\"/live\">who plays</a>.</p>\n");
        return;
    }
    page_table_open(out, "Games", heads);
    for (int i = 0; i < page->count; i++)
        add_game(out, &page->rows[i]);
    page_table_close(out);
}

/* ------------------------------------------------------------------------------------ the filter
 */

enum { CHOICES_MAX = 30 };

static void add_ladders(struct evbuffer *out, const struct web_site *site, const char *chosen)
{
    struct ladder_board boards[CHOICES_MAX];
    int count = page_boards(site, boards, CHOICES_MAX);
    bool listed = !chosen[0];
    html_add(out, "<label>Ladder <select name=\"ladder\"><option value=\"\">any</option>");
    for (int i = 0; i < count; i++) {
        bool here = strcmp(boards[i].name, chosen) == 0;
        listed = listed || here;
        html_format(out, here ? "<option value=\"%s\" selected>" : "<option value=\"%s\">",
                    boards[i].name);
        page_ladder(out, &boards[i]);
        html_add(out, "</option>");
    }
    if (!listed) {
        html_format(out, "<option value=\"%s\" selected>", chosen);
        page_ladder_named(out, site, chosen);
        html_add(out, "</option>");
    }
    html_add(out, "</select></label>\n");
}

static void add_filter(struct evbuffer *out, const struct call *call)
{
    char day[CLOCK_TEXT_BYTES] = "";
    if (call->wanted.until_msec)
        clock_wall_format(call->wanted.until_msec, "%Y-%m-%d", day);
    html_format(out,
                "<form class=\"controls\" action=\"/games\">\n<label>Bot <input name=\"bot\" "
                "value=\"%s\" maxlength=\"32\"></label>\n<label>Met <input name=\"against\" "
                "value=\"%s\" maxlength=\"32\"></label>\n",
                call->wanted.bot, call->wanted.against);
    add_ladders(out, call->site, call->board);
    html_format(out,
                "<label>Contract <input name=\"contract\" value=\"%s\" size=\"6\" "
                "maxlength=\"20\" placeholder=\"8H\"></label>\n<label>Until <input "
                "type=\"date\" name=\"until\" value=\"%s\"></label>\n"
                "<button>Show</button></form>\n",
                call->wanted.contract, day);
}

/* The address of the same choice. */
static void choice_path(const struct call *call, const char *room, char *path, size_t size)
{
    const struct {
        const char *name, *value;
    } parts[] = {{"bot", call->wanted.bot},
                 {"against", call->wanted.against},
                 {"ladder", call->board},
                 {"contract", call->wanted.contract}};
    size_t used = (size_t)snprintf(path, size, "%s", room);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i].value[0] && used < size)
            used += (size_t)snprintf(path + used, size - used, "%c%s=%s",
                                     strchr(path, '?') ? '&' : '?', parts[i].name, parts[i].value);
    }
}

/* Of two bots, how it went. */
static void add_meetings(struct evbuffer *out, const struct call *call,
                         const struct site_results *page, bool all)
{
    struct site_meetings met = data_games_meetings(page, call->wanted.bot, call->wanted.against);
    html_format(out, "<h2>%s against %s</h2>\n<dl class=\"facts\">", call->wanted.bot,
                call->wanted.against);
    html_format(out,
                "<div><dt>%s</dt><dd>%d</dd></div><div><dt>Won, tied, lost</dt><dd>%d, %d, "
                "%d</dd></div>",
                all ? "Games" : "Games, of the latest", met.games, met.wins, met.ties, met.losses);
    if (met.games)
        html_format(out,
                    "<div><dt>Points</dt><dd>%d&nbsp;%%</dd></div><div><dt>Rating gained</dt>"
                    "<dd>%s%t</dd></div>",
                    (100 * (2 * met.wins + met.ties) + met.games) / (2 * met.games),
                    met.gain_milli > 0 ? "+" : "", met.gain_milli);
    if (met.together)
        html_format(out, "<div><dt>On one side</dt><dd>%d</dd></div>", met.together);
    html_add(out, "</dl>\n");
    html_format(out,
                "<p><a href=\"/bot/%u\">%s</a> and <a href=\"/bot/%u\">%s</a>, <a "
                "href=\"/games?bot=%u&amp;against=%u\">seen from the other side</a>.</p>\n",
                call->wanted.bot, call->wanted.bot, call->wanted.against, call->wanted.against,
                call->wanted.against, call->wanted.bot);
}

static void add_none(struct evbuffer *out, const struct site_results *page, const char *missing)
{
    if (missing)
        html_format(out,
                    "<p class=\"empty\">There is no bot or ladder of the name <strong>%s</strong>. "
                    "<a href=\"/search?q=%u\">Search for it</a>, or see <a href=\"/games\">all "
                    "games</a>.</p>\n",
                    missing, missing);
    else if (page->next >= 0)
        html_add(out, "<p class=\"empty\">None among those looked at; older ones may be: go on by "
                      "&ldquo;Older games&rdquo;, or ask for less above.</p>\n");
    else
        html_add(out, "<p class=\"empty\">There is no such game. See <a href=\"/games\">all "
                      "games</a>.</p>\n");
}

void page_games_recent(struct evbuffer *out, const struct call *call, struct site_results *page,
                       const char *missing)
{
    char path[sizeof call->wanted + sizeof call->board + 64];
    bool filtered = data_games_filtered(call);
    page_open(out, "Games", NULL);
    page_waiting_state(out, call->site);
    add_filter(out, call);
    if (call->wanted.against[0] && !missing && call->after < 0)
        add_meetings(out, call, page, page->next < 0);
    if (page->count > call->limit) { /* more were read to count them */
        page->count = call->limit;
        page->next = page->rows[page->count - 1].seq;
    }
    if (filtered && page->count == 0)
        add_none(out, page, missing);
    else
        page_games(out, page);
    choice_path(call, "/games", path, sizeof path);
    page_next(out, path, page->next, "Older games");
    choice_path(call, "/api/v1/recent", path, sizeof path);
    page_close(out, path);
}

/* ------------------------------------------------------------------------------------ the search
 */

void page_games_search(struct evbuffer *out, const char *part, const struct site_name *names,
                       int count, bool more)
{
    static const char *const heads[] = {"Bot",   ">Online",          ">Games",
                                        "Owner", "Last played, UTC", NULL};
    page_open(out, "Search", NULL);
    html_format(out,
                "<form class=\"controls\" action=\"/search\" role=\"search\"><label>A part of a "
                "name <input type=\"search\" name=\"q\" value=\"%s\" "
                "maxlength=\"32\"></label> <button>Search</button></form>\n",
                part);
    if (count == 0) {
        html_add(out, part[0] ? "<p class=\"empty\">No bot has that in its name. Try a shorter "
                                "part, or see the <a href=\"/standings\">standings</a>.</p>\n"
                              : "");
        page_close(out, NULL);
        return;
    }
    page_table_open(out, "Bots", heads);
    for (int i = 0; i < count; i++) {
        const struct ladder_bot *bot = &names[i].bot;
        html_format(out,
                    "<tr><th scope=\"row\"><a href=\"/bot/%u\">%s</a></th><td "
                    "class=\"n\">%t</td><td class=\"n\">%d</td><td>%s</td><td>",
                    bot->name, bot->name, bot->rating_milli, bot->games,
                    bot->owner[0] ? bot->owner : bot->name);
        if (bot->last_msec)
            html_time(out, bot->last_msec);
        html_add(out, "</td></tr>\n");
    }
    page_table_close(out);
    if (more)
        html_add(out, "<p class=\"soft\">There may be more: a longer part finds fewer.</p>\n");
    page_close(out, NULL);
}
