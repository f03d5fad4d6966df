/* page.c - the parts of all pages. Plain HTML that is whole without a script. */
#include "page/page.h"

#include "data/data.h"
#include "page/html.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The page of a person's game has much script, and nothing of what lists.css is for. */
static const char alone[] = "play_table.js";

static void open_head(struct evbuffer *out, const char *title, const char *script)
{
    html_format(out,
                "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<title>%s - avondale</title>\n"
                "<link rel=\"stylesheet\" href=\"/static/style.css\">\n"
                "<link rel=\"icon\" type=\"image/svg+xml\" href=\"/static/icon.svg\">\n",
                title);
    if (!script || strcmp(script, alone) != 0)
        html_add(out, "<link rel=\"stylesheet\" href=\"/static/lists.css\">\n");
    if (script)
        html_format(out, "<script src=\"/static/%s\" type=\"module\"></script>\n", script);
}

static void open_body(struct evbuffer *out, const char *title)
{
    html_add(
        out,
        "</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n<header>\n"
        "<p class=\"brand\"><a href=\"/\"><img src=\"/static/icon.svg\" alt=\"\" width=\"24\" "
        "height=\"24\"> avondale</a></p>\n<nav aria-label=\"Pages\"><ul>\n"
        "<li><a href=\"/\">Home</a></li>\n<li><a href=\"/standings\">Standings</a></li>\n"
        "<li><a href=\"/play\">Play</a></li>\n<li><a href=\"/live\">Live</a></li>\n<li><a "
        "href=\"/games\">Games</a></li>\n"
        "<li><a href=\"/tournaments\">Tournaments</a></li>\n"
        "<li><a href=\"/connect\">Connect a bot</a></li>\n<li><a href=\"/rules\">Rules</a></li>\n"
        "<li><a href=\"/about\">About</a></li>\n</ul></nav>\n</header>\n"
        "<main id=\"main\" tabindex=\"-1\">\n");
    html_format(out, "<h1>%s</h1>\n", title);
}

void page_open(struct evbuffer *out, const char *title, const char *script)
{
    open_head(out, title, script);
    open_body(out, title);
}

void page_open_live(struct evbuffer *out, const char *title, const char *script)
{
    open_head(out, title, script);
    html_add(out, "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>\n");
    open_body(out, title);
}

void page_close(struct evbuffer *out, const char *data)
{
    html_add(out, "</main>\n<footer><p>avondale, an arena for programs that play 500.");
    if (data)
        html_format(out, " This page as data: <a href=\"%s\">%s</a>.", data, data);
    html_add(out, "</p></footer>\n</body>\n</html>\n");
}

void page_search(struct evbuffer *out)
{
    html_add(out, "<form class=\"controls\" action=\"/search\" role=\"search\"><label>Find a bot "
                  "<input type=\"search\" name=\"q\" maxlength=\"32\"></label> "
                  "<button>Search</button></form>\n");
}

void page_table_open(struct evbuffer *out, const char *label, const char *const *heads)
{
    html_format(out,
                "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table>\n"
                "<thead><tr>",
                label);
    for (; *heads; heads++) {
        bool number = **heads == '>';
        html_add(out, number ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">");
        html_format(out, "%s</th>", *heads + number);
    }
    html_add(out, "</tr></thead>\n<tbody>\n");
}

void page_table_close(struct evbuffer *out)
{
    html_add(out, "</tbody></table></div>\n");
}

void page_message(struct evbuffer *out, const char *title, const char *sentence)
{
    page_open(out, title, NULL);
    html_format(out, "<p>%s</p>\n", sentence);
    html_add(out, "<p>From here you can go on to the <a href=\"/\">standings</a>, the <a "
                  "href=\"/games\">games</a>, the <a href=\"/rules\">rules</a>, or read how to <a "
                  "href=\"/connect\">connect a bot</a>.</p>\n");
    page_close(out, NULL);
}

void page_next(struct evbuffer *out, const char *path, int64_t next, const char *words)
{
    if (next >= 0)
        html_format(out, "<p class=\"pages\"><a rel=\"next\" href=\"%s%safter=%l\">%s</a></p>\n",
                    path, strchr(path, '?') ? "&" : "?", next, words);
}

/* ------------------------------------------------------------------------------------- ladders */

enum { BOARDS_READ_MAX = 500 };

void page_ladder(struct evbuffer *out, const struct ladder_board *board)
{
    char title[DATA_TITLE_MAX + 1];
    data_boards_title(board, title);
    html_text(out, title);
}

void page_ladder_named(struct evbuffer *out, const struct web_site *site, const char *name)
{
    char title[DATA_TITLE_MAX + 1];
    data_boards_title_named(site, name, title);
    html_text(out, title);
}

void page_ladder_or(struct evbuffer *out, const struct web_site *site, const char *name,
                    const char *all)
{
    if (name[0])
        page_ladder_named(out, site, name);
    else
        html_add(out, all);
}

static int more_bots(const void *a, const void *b)
{
    const struct ladder_board *one = a, *other = b;
    return one->bots != other->bots ? (one->bots < other->bots) - (one->bots > other->bots)
                                    : strcmp(one->name, other->name);
}

int page_boards(const struct web_site *site, struct ladder_board *boards, int max)
{
    struct ladder_board *all = malloc(BOARDS_READ_MAX * sizeof *all);
    int count = all ? writer_view_boards(site->ladder, all, BOARDS_READ_MAX) : 0;
    if (all)
        qsort(all, (size_t)count, sizeof *all, more_bots);
    count = count < max ? count : max;
    if (count > 0)
        memcpy(boards, all, (size_t)count * sizeof *boards);
    free(all);
    return count;
}

/* ----------------------------------------------------------------------- players and ratings */

static void html_bot(struct evbuffer *out, const char *name)
{
    html_format(out, "<a href=\"/bot/%u\">%s</a>", name, name);
}

void page_player(struct evbuffer *out, const char *name)
{
    const char *at = name, *plus;
    for (; (plus = strchr(at, '+')); at = plus + 1) {
        char bot[LADDER_NAME_MAX + 1];
        snprintf(bot, sizeof bot, "%.*s", (int)(plus - at), at);
        html_bot(out, bot);
        html_add(out, "+");
    }
    html_bot(out, at);
}

static const char *doubt(const struct ladder_row *row)
{
    return row->provisional ? "<span class=\"q\" title=\"provisional\">?</span>" : "";
}

/* The batch rating and its bar, empty cells where there is none. */
void page_batch(struct evbuffer *out, const struct ladder_row *row)
{
    if (!row->in_batch) {
        html_add(out, "<td></td><td></td><td></td>");
        return;
    }
    evbuffer_add_printf(out, "<td class=\"n\">%.1f%s</td>", row->rating, doubt(row));
    if (row->few)
        html_add(out, "<td class=\"n soft\">too few</td>");
    else
        evbuffer_add_printf(out, "<td class=\"n\">&plusmn;&nbsp;%.0f</td>", row->err95);
    if (row->first == 0)
        html_add(out, "<td></td>");
    else if (row->first == row->last)
        html_format(out, "<td class=\"n\">%d</td>", row->first);
    else
        html_format(out, "<td class=\"n\">%d&ndash;%d</td>", row->first, row->last);
}

void page_rating(struct evbuffer *out, const struct ladder_row *row)
{
    evbuffer_add_printf(out, "%.1f%s <span class=\"soft\">", row->rating, doubt(row));
    if (row->few)
        html_add(out, "too few results for a bar");
    else
        evbuffer_add_printf(out, "&plusmn; %.0f", row->err95);
    if (row->with[0])
        html_format(out, ", as a team with %s", row->with);
    html_add(out, "</span>");
}

void page_online(struct evbuffer *out, const struct ladder_row *row)
{
    html_format(out, "<td class=\"n\">%t", row->rating_milli);
    html_add(out, doubt(row));
    html_add(out, "</td>");
}

void page_counts(struct evbuffer *out, const struct ladder_row *row)
{
    html_format(out, "<td class=\"n\">%d</td><td class=\"n\">%d, %d, %d</td>", row->games,
                row->wins, row->ties, row->losses);
}

void page_rank(struct evbuffer *out, const struct ladder_row *row)
{
    if (row->rank)
        html_format(out, "<td class=\"n\">%d</td>", row->rank);
    else
        html_add(out, "<td class=\"n q\"><span aria-hidden=\"true\">&ndash;</span>"
                      "<span class=\"vh\">not ranked</span></td>");
}

void page_numbers(struct evbuffer *out, const struct ladder_row *row)
{
    page_rank(out, row);
    page_batch(out, row);
    page_online(out, row);
    page_counts(out, row);
    html_add(out, "</tr>\n");
}

void page_refuse(struct web_answer *answer, bool data, int code, const char *title,
                 const char *text)
{
    answer->code = code;
    if (!data) {
        page_message(answer->body, title, text);
        return;
    }
    json_t *error = json_pack("{s:s}", "error", text);
    char *line = json_dumps(error, JSON_COMPACT);
    answer->type = "application/json";
    answer->open = true;
    if (line)
        html_add(answer->body, line);
    free(line);
    json_decref(error);
}

void page_missing(struct call *call, const char *sentence)
{
    page_refuse(call->answer, false, HTTP_NOTFOUND, "Not Found", sentence);
}

void page_json_text(struct call *call, const char *text, const char *missing)
{
    if (!text) {
        page_refuse(call->answer, true, HTTP_NOTFOUND, "Not Found", missing);
        return;
    }
    call->answer->type = "application/json";
    call->answer->open = true;
    html_add(call->answer->body, text);
}

void page_json(struct call *call, json_t *value, const char *missing)
{
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(10)) : NULL;

    page_json_text(call, text, missing);
    free(text);
    json_decref(value);
}
