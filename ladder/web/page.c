/* page.c - the parts of all pages, and the small pages. Plain HTML that is whole without a
 * script. */
#include "web/web_site.h"

#include <event2/buffer.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---------------------------------------------------------------------------------- markup */

void html(struct evbuffer *out, const char *markup)
{
    evbuffer_add(out, markup, strlen(markup));
}

/* What stands for a byte in markup; NULL: itself. */
static const char *escape_of(char byte)
{
    switch (byte) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#039;";
    default:
        return NULL;
    }
}

/* Text of others goes through here, and nowhere else, into a page. */
void html_text(struct evbuffer *out, const char *text)
{
    const char *plain = text;
    for (; *text; text++) {
        const char *escape = escape_of(*text);
        if (!escape)
            continue;
        evbuffer_add(out, plain, (size_t)(text - plain));
        html(out, escape);
        plain = text + 1;
    }
    evbuffer_add(out, plain, (size_t)(text - plain));
}

static bool is_plain_in_address(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '-' || byte == '.' || byte == '_' || byte == '~';
}

/* One name in an address: what may not stand there in hexadecimal, of which nothing is left to escape. */
static void html_address(struct evbuffer *out, const char *name)
{
    while (*name) {
        size_t size = 0;
        while (is_plain_in_address(name[size]))
            size++;
        evbuffer_add(out, name, size);
        name += size;
        if (*name)
            evbuffer_add_printf(out, "%%%02X", (unsigned char)*name++);
    }
}

/* A whole number without printf, of which a page of standings has three hundred. */
static void html_number(struct evbuffer *out, int64_t number)
{
    char digits[24], *at = digits + sizeof digits;
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do {
        *--at = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (number < 0)
        *--at = '-';
    evbuffer_add(out, at, (size_t)(digits + sizeof digits - at));
}

/* Thousandths to one decimal, half away from zero. */
static void html_tenths(struct evbuffer *out, int64_t milli)
{
    int64_t tenths = (milli < 0 ? milli - 50 : milli + 50) / 100;
    if (tenths < 0)
        html(out, "-");
    html_number(out, (tenths < 0 ? -tenths : tenths) / 10);
    char tail[2] = {'.', (char)('0' + (tenths < 0 ? -tenths : tenths) % 10)};
    evbuffer_add(out, tail, sizeof tail);
}

void html_format(struct evbuffer *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (const char *at = format; *at;) {
        size_t plain = strcspn(at, "%");
        evbuffer_add(out, at, plain);
        at += plain;
        if (*at != '%')
            break;
        if (at[1] == 's')
            html_text(out, va_arg(args, const char *));
        else if (at[1] == 'u')
            html_address(out, va_arg(args, const char *));
        else if (at[1] == 'd')
            html_number(out, va_arg(args, int));
        else if (at[1] == 'l')
            html_number(out, va_arg(args, int64_t));
        else if (at[1] == 't')
            html_tenths(out, va_arg(args, int64_t));
        else
            html(out, "%");
        at += 2;
    }
    va_end(args);
}

void html_time(struct evbuffer *out, int64_t msec)
{
    time_t seconds = (time_t)(msec / 1000);
    struct tm parts;
    char machine[32] = "", human[32] = "";
    if (!gmtime_r(&seconds, &parts) ||
        !strftime(machine, sizeof machine, "%Y-%m-%dT%H:%M:%SZ", &parts) ||
        !strftime(human, sizeof human, "%d %b %H:%M", &parts))
        return;
    html_format(out, "<time datetime=\"%s\" title=\"%s\">%s</time>", machine, machine, human);
}

static void open_head(struct evbuffer *out, const char *title, const char *script)
{
    html_format(out,
                "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<title>%s - avondale</title>\n"
                "<link rel=\"stylesheet\" href=\"/static/style.css\">\n"
                "<link rel=\"icon\" type=\"image/svg+xml\" href=\"/static/icon.svg\">\n",
                title);
    if (script)
        html_format(out, "<script src=\"/static/%s\" type=\"module\"></script>\n", script);
}

static void open_body(struct evbuffer *out, const char *title)
{
    html(out,
         "</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n<header>\n"
         "<p class=\"brand\"><a href=\"/\"><img src=\"/static/icon.svg\" alt=\"\" width=\"24\" "
         "height=\"24\"> avondale</a></p>\n<nav aria-label=\"Pages\"><ul>\n"
         "<li><a href=\"/\">Standings</a></li>\n<li><a href=\"/ladders\">Ladders</a></li>\n"
         "<li><a href=\"/live\">Live</a></li>\n<li><a href=\"/games\">Games</a></li>\n"
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
    html(out, "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>\n");
    open_body(out, title);
}

void page_close(struct evbuffer *out, const char *data)
{
    html(out, "</main>\n<footer><p>avondale, an arena for programs that play 500.");
    if (data)
        html_format(out, " This page as data: <a href=\"%s\">%s</a>.", data, data);
    html(out, "</p></footer>\n</body>\n</html>\n");
}

void table_open(struct evbuffer *out, const char *label, const char *const *heads)
{
    html_format(out,
                "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table>\n"
                "<thead><tr>",
                label);
    for (; *heads; heads++) {
        bool number = **heads == '>';
        html(out, number ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">");
        html_format(out, "%s</th>", *heads + number);
    }
    html(out, "</tr></thead>\n<tbody>\n");
}

void table_close(struct evbuffer *out)
{
    html(out, "</tbody></table></div>\n");
}

void page_message(struct evbuffer *out, const char *title, const char *sentence)
{
    page_open(out, title, NULL);
    html_format(out, "<p>%s</p>\n", sentence);
    html(out, "<p>From here you can go on to the <a href=\"/\">standings</a>, the <a "
              "href=\"/games\">games</a>, the <a href=\"/rules\">rules</a>, or read how to <a "
              "href=\"/connect\">connect a bot</a>.</p>\n");
    page_close(out, NULL);
}

/* A page that lies in ladder/web; what stands as {bots} there is where bots connect. */
void page_file(struct evbuffer *out, const struct web_site *site, const char *title,
               const char *name)
{
    const char *bots = site->bots;
    const struct web_file *file = web_file_find(name);
    const char *at = (const char *)file->bytes, *end = at + file->size;
    page_open(out, title, NULL);
    page_state(out, site);
    while (at < end) {
        const char *mark = memmem(at, (size_t)(end - at), "{bots}", 6);
        evbuffer_add(out, at, (size_t)((mark ? mark : end) - at));
        if (!mark)
            break;
        html_text(out, bots[0] ? bots : "HOST:PORT");
        at = mark + 6;
    }
    page_close(out, NULL);
}

/* ----------------------------------------------------------------------------------- games */

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
    html(out, count > 1 ? " (one of them)" : "");
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
    html(out, "</td><td class=\"n\">");
    for (int side = 0; side < result->side_count; side++)
        html_format(out, "%s%d", side ? " : " : "", (int)result->scores[side]);
    html_format(out, "</td><td>%s", result->reason);
    add_forfeit(out, result);
    html_format(out, "</td><td class=\"w\">%s</td><td>", result->ruleset);
    html_time(out, result->wall_msec);
    html(out, "</td></tr>\n");
}

void page_games(struct evbuffer *out, const struct site_results *page)
{
    static const char *const heads[] = {"Game",  "Players, by seat", ">Score", "Ended by",
                                        "Rules", "When, UTC",        NULL};
    if (page->count == 0) {
        html(out, "<p class=\"empty\">No game has ended yet.</p>\n");
        return;
    }
    table_open(out, "Games", heads);
    for (int i = 0; i < page->count; i++)
        add_game(out, &page->rows[i].result);
    table_close(out);
}

void page_next(struct evbuffer *out, const char *path, int64_t next, const char *words)
{
    if (next >= 0)
        html_format(out, "<p class=\"pages\"><a rel=\"next\" href=\"%s%safter=%l\">%s</a></p>\n",
                    path, strchr(path, '?') ? "&" : "?", next, words);
}

void page_recent(struct evbuffer *out, const struct web_site *site, const struct site_results *page)
{
    page_open(out, "Games", NULL);
    page_state(out, site);
    html(out, "<p class=\"soft\">Newest first.</p>\n");
    page_games(out, page);
    page_next(out, "/games", page->next, "Older games");
    page_close(out, "/api/v1/recent");
}
