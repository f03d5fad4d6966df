/* web_page.c - the pages as text: no scripts, one style sheet, readable in a text browser. */
#include "web_page.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char web_page_style[] =
    ":root{color-scheme:light dark;--ink:#1d2129;--soft:#5b6472;--paper:#fbfaf7;--card:#fff;"
    "--line:#dcdfe4;--accent:#a3132e;--row:#f4f2ec}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#e7e9ee;--soft:#9aa4b5;--paper:#14171d;"
    "--card:#1b1f27;--line:#323845;--accent:#ff8095;--row:#20252f}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);"
    "font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}\n"
    "header,main,footer{max-width:60rem;margin:0 auto;padding:1rem}\n"
    "header{display:flex;align-items:baseline;gap:.75rem;flex-wrap:wrap;padding-top:2rem}\n"
    "h1{font-size:1.75rem;margin:0;letter-spacing:-.01em}\n"
    "h1 a{color:inherit;text-decoration:none}\n"
    "h2{font-size:1.15rem;margin:2rem 0 .75rem}\n"
    "header p,footer,.soft,.empty{color:var(--soft);margin:0}\n"
    "footer{font-size:.875rem;padding-bottom:3rem}\n"
    "a{color:var(--accent)}\n"
    "a:focus-visible,.scroll:focus-visible{outline:3px solid var(--accent);outline-offset:2px}\n"
    ".scroll{overflow-x:auto;background:var(--card);border:1px solid "
    "var(--line);border-radius:.5rem}\n"
    "table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.45rem .75rem;text-align:left;white-space:nowrap}\n"
    "thead th{font-size:.8125rem;font-weight:600;color:var(--soft);border-bottom:1px solid "
    "var(--line)}\n"
    "tbody tr:nth-child(even){background:var(--row)}\n"
    "tbody th{font-weight:600}\n"
    ".n{text-align:right}\n"
    ".q{color:var(--soft)}\n"
    ".w{white-space:normal;overflow-wrap:anywhere;min-width:12rem}\n"
    ".vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}\n";

const char web_page_icon[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><path fill=\"#a3132e\" "
    "d=\"M16 29C7 21 "
    "3 16.500 3 11a6.500 6.500 0 0 1 13-2 6.500 6.500 0 0 1 13 2c0 5.500-4 10-13 18z\"/></svg>\n";

/* Text of others goes through here, and nowhere else, into a page. */
static void add_text(struct evbuffer *out, const char *text)
{
    char *escaped = evhttp_htmlescape(text);
    if (escaped)
        evbuffer_add(out, escaped, strlen(escaped));
    free(escaped);
}

static void add(struct evbuffer *out, const char *html)
{
    evbuffer_add(out, html, strlen(html));
}

static void page_open(struct evbuffer *out, const char *title)
{
    add(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
    add_text(out, title);
    add(out, "</title>\n<link rel=\"stylesheet\" href=\"/style.css\">\n"
             "<link rel=\"icon\" type=\"image/svg+xml\" href=\"/icon.svg\">\n</head>\n<body>\n"
             "<header><h1><a href=\"/\">avondale</a></h1><p>an arena for programs that play 500</p>"
             "</header>\n<main>\n");
}

static void page_close(struct evbuffer *out)
{
    add(out, "</main>\n<footer>The same as data: <a "
             "href=\"/api/standings.json\">standings.json</a></footer>\n"
             "</body>\n</html>\n");
}

static void add_time(struct evbuffer *out, int64_t msec)
{
    time_t seconds = (time_t)(msec / 1000);
    struct tm parts;
    char machine[32] = "", human[32] = "";
    if (!gmtime_r(&seconds, &parts) ||
        !strftime(machine, sizeof machine, "%Y-%m-%dT%H:%M:%SZ", &parts) ||
        !strftime(human, sizeof human, "%d %b %H:%M", &parts))
        return;
    evbuffer_add_printf(out, "<time datetime=\"%s\" title=\"%s\">%s</time>", machine, machine,
                        human);
}

static void add_standing(struct evbuffer *out, const struct ladder_bot *bot, int rank)
{
    if (bot->provisional)
        add(out, "<tr><td class=\"n q\"><span aria-hidden=\"true\">&ndash;</span>"
                 "<span class=\"vh\">not ranked</span></td>");
    else
        evbuffer_add_printf(out, "<tr><td class=\"n\">%d</td>", rank);
    add(out, "<th scope=\"row\">");
    add_text(out, bot->name);
    evbuffer_add_printf(out, "</th><td class=\"n\">%.1f%s</td>", (double)bot->rating_milli / 1000,
                        bot->provisional ? "<span class=\"q\" title=\"provisional\">?</span>" : "");
    evbuffer_add_printf(out,
                        "<td class=\"n\">%d</td><td class=\"n\">%d</td><td class=\"n\">%d</td>"
                        "<td class=\"n\">%d</td></tr>\n",
                        bot->games, bot->wins, bot->ties, bot->losses);
}

static void add_game(struct evbuffer *out, const struct ladder_game *game)
{
    char *id = evhttp_encode_uri(game->game);
    add(out, "<tr><td><a href=\"/game/");
    add_text(out, id ? id : "");
    add(out, "\">");
    add_text(out, game->game);
    add(out, "</a></td><td class=\"w\">");
    add_text(out, game->players);
    add(out, "</td><td class=\"n\">");
    add_text(out, game->score);
    add(out, "</td><td>");
    add_text(out, game->reason);
    add(out, "</td><td class=\"w\">");
    add_text(out, game->ruleset);
    add(out, "</td><td>");
    add_time(out, game->wall_msec);
    add(out, "</td></tr>\n");
    free(id);
}

void web_page_standings(struct evbuffer *out, const struct ladder_bot *bots, int bot_count,
                        const struct ladder_game *games, int game_count)
{
    page_open(out, "avondale ladder");
    add(out, "<h2 id=\"standings\">Standings</h2>\n");
    if (bot_count == 0)
        add(out, "<p class=\"empty\">Nobody is on the ladder yet.</p>\n");
    else
        add(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                 "aria-labelledby=\"standings\"><table>\n"
                 "<thead><tr><th scope=\"col\" class=\"n\">Rank</th><th scope=\"col\">Bot</th>"
                 "<th scope=\"col\" class=\"n\">Rating</th><th scope=\"col\" class=\"n\">Games</th>"
                 "<th scope=\"col\" class=\"n\">Won</th><th scope=\"col\" class=\"n\">Tied</th>"
                 "<th scope=\"col\" class=\"n\">Lost</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < bot_count; i++)
        add_standing(out, &bots[i], i + 1);
    if (bot_count > 0)
        add(out, "</tbody></table></div>\n<p class=\"soft\">? is provisional: fewer than 30 rated "
                 "results, or "
                 "opponents of fewer than 5 owners.</p>\n");
    add(out, "<h2 id=\"games\">Recent games</h2>\n");
    if (game_count == 0)
        add(out, "<p class=\"empty\">No game has ended yet.</p>\n");
    else
        add(out,
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
            "aria-labelledby=\"games\"><table>\n"
            "<thead><tr><th scope=\"col\">Game</th><th scope=\"col\">Players, by seat</th>"
            "<th scope=\"col\" class=\"n\">Score</th><th scope=\"col\">Ended by</th>"
            "<th scope=\"col\">Rules</th><th scope=\"col\">When, UTC</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < game_count; i++)
        add_game(out, &games[i]);
    if (game_count > 0)
        add(out, "</tbody></table></div>\n");
    page_close(out);
}

void web_page_message(struct evbuffer *out, const char *title, const char *sentence)
{
    page_open(out, title);
    add(out, "<h2>");
    add_text(out, title);
    add(out, "</h2>\n<p>");
    add_text(out, sentence);
    add(out, "</p>\n");
    page_close(out);
}

char *web_page_json(const struct ladder_bot *bots, int bot_count)
{
    json_t *list = json_array();
    for (int i = 0; list && i < bot_count; i++) {
        const struct ladder_bot *bot = &bots[i];
        json_array_append_new(
            list, json_pack("{s:o, s:s, s:s, s:f, s:b, s:i, s:i, s:i, s:i, s:I}", "rank",
                            bot->provisional ? json_null() : json_integer(i + 1), "name", bot->name,
                            "owner", bot->owner[0] ? bot->owner : bot->name, "rating",
                            (double)bot->rating_milli / 1000, "provisional", (int)bot->provisional,
                            "games", bot->games, "wins", bot->wins, "ties", bot->ties, "losses",
                            bot->losses, "last_msec", (json_int_t)bot->last_msec));
    }
    json_t *object = json_pack("{s:o}", "standings", list);
    char *text = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(10)) : NULL;
    json_decref(object);
    return text;
}
