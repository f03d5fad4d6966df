/* html.c - HTML as text: escaping, formats, times. */
#include "page/html.h"
#include "base/clock.h"

#include <event2/buffer.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

void html_add(struct evbuffer *out, const char *markup)
{
    evbuffer_add(out, markup, strlen(markup));
}

/* The entity for a byte in markup; NULL: the byte itself. */
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

/* All text from outside goes through here into a page. */
void html_text(struct evbuffer *out, const char *text)
{
    const char *plain = text;
    for (; *text; text++) {
        const char *escape = escape_of(*text);
        if (!escape)
            continue;
        evbuffer_add(out, plain, (size_t)(text - plain));
        html_add(out, escape);
        plain = text + 1;
    }
    evbuffer_add(out, plain, (size_t)(text - plain));
}

static bool is_plain_in_address(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '-' || byte == '.' || byte == '_' || byte == '~';
}

/* Writes one name in an address: other bytes become hexadecimal, so that nothing is left to escape.
 */
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

/* A whole number without printf: a page of standings has three hundred. */
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
        html_add(out, "-");
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
            html_add(out, "%");
        at += 2;
    }
    va_end(args);
}

int64_t html_milli(double value)
{
    return (int64_t)llround(value * 1000);
}

/* A moment for programs, and for people in a format of strftime. */
static void add_moment(struct evbuffer *out, int64_t msec, const char *format)
{
    char machine[CLOCK_TEXT_BYTES], human[CLOCK_TEXT_BYTES];
    if (!*clock_wall_text(msec, machine) || !*clock_wall_format(msec, format, human))
        return;
    html_format(out, "<time datetime=\"%s\" title=\"%s\">%s</time>", machine, machine, human);
}

void html_time(struct evbuffer *out, int64_t msec)
{
    add_moment(out, msec, "%d %b %Y %H:%M");
}

void html_day(struct evbuffer *out, int64_t msec)
{
    add_moment(out, msec, "%d %b %Y");
}
