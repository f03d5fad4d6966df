/* page_home.c - the first page: what is played now, how to take part, the next events, who
 * leads, the latest games.
 */
#include "data/json_value.h"
#include "events/page_calendar.h"
#include "web/small_table.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <string.h>

static void add_now(struct evbuffer *out, struct web_site *site, const json_t *tables)
{
    const json_t *list = json_object_get(tables, "tables");
    int64_t total = json_value_number(tables, "total");
    html_add(out, "<h2>Playing now</h2>\n");
    if (json_array_size(list) == 0) {
        html_add(out,
                 "<p class=\"empty\">Nobody plays just now. <a href=\"/play\">Sit down "
                 "yourself</a>, or watch the <a href=\"/games\">latest games</a> again.</p>\n");
        return;
    }
    small_table_list(out, site, tables);
    if (total > (int64_t)json_array_size(list))
        html_format(out, "<p class=\"pages\"><a href=\"/live\">All %l tables</a></p>\n", total);
}

static void add_leaders(struct evbuffer *out, struct web_site *site, const struct home *home)
{
    html_add(out, "<h2>Who leads</h2>\n");
    if (home->ladders == 0)
        html_add(out,
                 "<p class=\"empty\">No rated game has ended yet: the first bots to play lead. "
                 "<a href=\"/connect\">Connect one</a>.</p>\n");
    for (int i = 0; i < home->ladders; i++) {
        const struct site_standings *standings = &home->leaders[i];
        html_format(out, "<h3><a href=\"/standings?ladder=%u\">", standings->board.name);
        page_ladder(out, &standings->board);
        html_format(out, "</a> <span class=\"soft\">%d rated result%s</span></h3>\n",
                    standings->board.results, standings->board.results == 1 ? "" : "s");
        page_standings_table(out, site, standings);
    }
    if (home->ladders > 0)
        html_add(out, "<p class=\"pages\"><a href=\"/standings\">Standings</a> &middot; <a "
                      "href=\"/ladders\">All ladders</a> &middot; <a "
                      "href=\"/seasons\">Seasons</a></p>\n");
}

static void add_join(struct evbuffer *out, const struct web_site *site)
{
    const char *bots = site->bots[0] ? site->bots : "HOST:PORT";
    html_format(out,
                "<h2>Take part</h2>\n<ul class=\"join\">\n"
                "<li><a href=\"/play\">Sit down and play</a>, against the house or with friends: "
                "nothing to install.</li>\n"
                "<li>Run a bot that is there: <code>build/bots/basic --connect %s --name "
                "mine</code></li>\n"
                "<li>Or write your own, which takes <a href=\"/connect\">twenty lines of "
                "Python</a>, and see it here after its first game.</li>\n</ul>\n",
                bots);
}

void page_home(struct evbuffer *out, struct web_site *site, const struct home *home)
{
    page_open(out, "Programs that play 500", NULL);
    page_waiting_state(out, site);
    page_search(out);
    html_add(out, "<div class=\"columns\"><section>\n");
    add_now(out, site, home->tables);
    html_add(out, "</section><section>\n");
    add_join(out, site);
    html_add(out, "</section></div>\n");
    page_calendar_add_next(out, site);
    add_leaders(out, site, home);
    page_waiting_list(out, site, NULL);
    html_add(out, "<h2>Latest games</h2>\n");
    page_games(out, &home->recent);
    if (home->recent.count > 0)
        html_add(out, "<p class=\"pages\"><a href=\"/games\">All games</a></p>\n");
    page_close(out, "/api/v1/standings");
}
