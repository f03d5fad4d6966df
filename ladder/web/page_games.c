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

static void add_game(struct evbuffer *out, const struct ladder_result *result)
{
    html_format(
        out, "<tr><th scope=\"row\" class=\"id\"><a href=\"/game/%u\">%s</a></th><td class=\"w\">",
        result->game, result->game);
    for (int seat = 0; seat < result->seat_count; seat++) {
        const char *name = result->seats[seat].bot;
        html_format(out, "%s<a href=\"/bot/%u\">%s</a>", seat ? ", " : "", name, name);
    }
    html_add(out, "</td><td class=\"n\">");
    for (int side = 0; side < result->side_count; side++)
        html_format(out, "%s%d", side ? " : " : "", (int)result->scores[side]);
    html_format(out, "</td><td>%s", result->reason);
    add_forfeit(out, result);
    html_format(out, "</td><td class=\"w\">%s</td><td>", result->ruleset);
    html_time(out, result->wall_msec);
    html_add(out, "</td></tr>\n");
}

void page_games(struct evbuffer *out, const struct site_results *page)
{
    static const char *const heads[] = {"Game",  "Players, by seat", ">Score", "Ended by",
                                        "Rules", "When, UTC",        NULL};
    if (page->count == 0) {
        html_add(out, "<p class=\"empty\">No game has ended yet.</p>\n");
        return;
    }
    page_table_open(out, "Games", heads);
    for (int i = 0; i < page->count; i++)
        add_game(out, &page->rows[i].result);
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
