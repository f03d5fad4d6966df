/* page_home.c - the first page: what is played now, who leads, how to take part, the latest games.
 */
#include "data/json_value.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <string.h>

/* "ann + cy 120 : bob + di 80" of a table as data. */
static void add_sides(struct evbuffer *out, const json_t *table)
{
    const json_t *scores = json_object_get(table, "scores"), *player;
    size_t side, seat;
    for (side = 0; side < json_array_size(scores); side++) {
        int count = 0;
        html_add(out, side ? " : " : "");
        json_array_foreach(json_object_get(table, "players"), seat, player)
        {
            if (json_value_number(player, "side") == (int64_t)side)
                html_format(out, "%s%s", count++ ? " + " : "", json_value_text(player, "name"));
        }
        html_format(out, " <strong>%l</strong>",
                    (int64_t)json_integer_value(json_array_get(scores, side)));
    }
}

static void add_now(struct evbuffer *out, const json_t *tables)
{
    const json_t *list = json_object_get(tables, "tables"), *table;
    int64_t total = json_value_number(tables, "total");
    size_t i;
    html_add(out, "<h2>Playing now</h2>\n");
    if (json_array_size(list) == 0) {
        html_add(out,
                 "<p class=\"empty\">Nobody plays just now. <a href=\"/play\">Sit down "
                 "yourself</a>, or watch the <a href=\"/games\">latest games</a> again.</p>\n");
        return;
    }
    html_add(out, "<ul class=\"now\">\n");
    json_array_foreach(list, i, table)
    {
        html_format(out, "<li><a href=\"/live/%u\">", json_value_text(table, "game"));
        add_sides(out, table);
        html_format(out, "</a> <span class=\"soft\">%s, hand %l</span></li>\n",
                    json_value_text(table, "ruleset"), json_value_number(table, "hands") + 1);
    }
    html_add(out, "</ul>\n");
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
        html_format(out, "</a> <span class=\"soft\">%d rated results</span></h3>\n",
                    standings->board.results);
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
    add_now(out, home->tables);
    html_add(out, "</section><section>\n");
    add_join(out, site);
    html_add(out, "</section></div>\n");
    add_leaders(out, site, home);
    page_waiting_list(out, site, NULL);
    html_add(out, "<h2>Latest games</h2>\n");
    page_games(out, &home->recent);
    if (home->recent.count > 0)
        html_add(out, "<p class=\"pages\"><a href=\"/games\">All games</a></p>\n");
    page_close(out, "/api/v1/standings");
}
