/* page_games.c - the table of games, and the page of the newest ones. */
#include "web/web_site.h"

#include <event2/buffer.h>
#include <string.h>

/* Of whom: their side comes last of all (result_ranks). */
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

/* A line: who won stands first. */
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

void page_games_recent(struct evbuffer *out, const struct web_site *site,
                       const struct site_results *page)
{
    page_open(out, "Games", NULL);
    page_waiting_state(out, site);
    html_add(out, "<p class=\"soft\">Newest first.</p>\n");
    page_games(out, page);
    page_next(out, "/games", page->next, "Older games");
    page_close(out, "/api/v1/recent");
}
