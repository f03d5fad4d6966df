/* page.c - the parts of all pages. Plain HTML that is whole without a script. */
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

/* Writes one name in an address: bytes that are not allowed there in hexadecimal, so that nothing
 * is left to escape. */
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

void page_next(struct evbuffer *out, const char *path, int64_t next, const char *words)
{
    if (next >= 0)
        html_format(out, "<p class=\"pages\"><a rel=\"next\" href=\"%s%safter=%l\">%s</a></p>\n",
                    path, strchr(path, '?') ? "&" : "?", next, words);
}

/* ----------------------------------------------------------------------- players and ratings */

static void html_bot(struct evbuffer *out, const char *name)
{
    html_format(out, "<a href=\"/bot/%u\">%s</a>", name, name);
}

void html_player(struct evbuffer *out, const char *name)
{
    const char *at = name, *plus;
    for (; (plus = strchr(at, '+')); at = plus + 1) {
        char bot[LADDER_NAME_MAX + 1];
        snprintf(bot, sizeof bot, "%.*s", (int)(plus - at), at);
        html_bot(out, bot);
        html(out, "+");
    }
    html_bot(out, at);
}

static const char *doubt(const struct ladder_row *row)
{
    return row->provisional ? "<span class=\"q\" title=\"provisional\">?</span>" : "";
}

/* The batch rating and its bar, empty cells where there is none. */
static void add_batch(struct evbuffer *out, const struct ladder_row *row)
{
    if (!row->in_batch) {
        html(out, "<td></td><td></td><td></td>");
        return;
    }
    evbuffer_add_printf(out, "<td class=\"n\">%.1f%s</td>", row->rating, doubt(row));
    if (row->few)
        html(out, "<td class=\"n soft\">too few</td>");
    else
        evbuffer_add_printf(out, "<td class=\"n\">&plusmn;&nbsp;%.0f</td>", row->err95);
    if (row->first == 0)
        html(out, "<td></td>");
    else if (row->first == row->last)
        html_format(out, "<td class=\"n\">%d</td>", row->first);
    else
        html_format(out, "<td class=\"n\">%d&ndash;%d</td>", row->first, row->last);
}

void html_rating(struct evbuffer *out, const struct ladder_row *row)
{
    evbuffer_add_printf(out, "%.1f%s <span class=\"soft\">", row->rating, doubt(row));
    if (row->few)
        html(out, "too few results for a bar");
    else
        evbuffer_add_printf(out, "&plusmn; %.0f", row->err95);
    if (row->with[0])
        html_format(out, ", as a team with %s", row->with);
    html(out, "</span>");
}

/* The numbers of a line, from the online rating on. */
static void add_numbers(struct evbuffer *out, const struct ladder_row *row)
{
    html_format(out, "<td class=\"n\">%t", row->rating_milli);
    html(out, doubt(row));
    html_format(out,
                "</td><td class=\"n\">%d</td><td class=\"n\">%d</td><td class=\"n\">%d</td>"
                "<td class=\"n\">%d</td></tr>\n",
                row->games, row->wins, row->ties, row->losses);
}

void html_rank(struct evbuffer *out, const struct ladder_row *row)
{
    if (row->rank)
        html_format(out, "<td class=\"n\">%d</td>", row->rank);
    else
        html(out, "<td class=\"n q\"><span aria-hidden=\"true\">&ndash;</span>"
                  "<span class=\"vh\">not ranked</span></td>");
}

void html_ratings(struct evbuffer *out, const struct ladder_row *row)
{
    add_batch(out, row);
    add_numbers(out, row);
}

void html_numbers(struct evbuffer *out, const struct ladder_row *row)
{
    html_rank(out, row);
    html_ratings(out, row);
}
