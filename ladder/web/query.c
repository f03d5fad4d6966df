/* query.c - the parameters of a request: what each route takes, and the message for a wrong one. */
#include "web/web_site.h"

#include <event2/http.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SHOWN_MAX = 40 };
#define AFTER_MAX INT64_C(1000000000000000)

/* A parameter's value for a message: cut off, in printable ASCII. */
static void show_bytes(const char *bytes, size_t size, char shown[SHOWN_MAX])
{
    size_t i = 0;
    for (; i < size && i + 1 < SHOWN_MAX; i++)
        shown[i] = bytes[i] >= ' ' && bytes[i] <= '~' ? bytes[i] : '?';
    shown[i] = '\0';
}

static bool parse_number(const char *text, size_t size, int64_t max, int64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9' || *value > max)
            return false;
        *value = *value * 10 + (text[i] - '0');
    }
    return size > 0 && *value <= max;
}

static bool take_limit(struct call *call, const char *value, size_t size)
{
    int64_t number;
    if (!parse_number(value, size, SITE_ROWS_MAX, &number) || number == 0)
        return false;
    call->limit = (int)number;
    call->limit_given = true;
    return true;
}

static bool take_after(struct call *call, const char *value, size_t size)
{
    return parse_number(value, size, AFTER_MAX, &call->after);
}

/* A number of rows to skip is a place, too, for readers that jump into the list. */
static bool take_place(struct call *call, const char *value, size_t size)
{
    if (take_after(call, value, size))
        return true;
    if (size == 0 || size > LADDER_PLACE_MAX)
        return false;
    memcpy(call->place, value, size);
    call->place[size] = '\0';
    return writer_view_place_valid(call->place);
}

static bool take_hand(struct call *call, const char *value, size_t size)
{
    int64_t number;
    if (!parse_number(value, size, SITE_HAND_MAX, &number) || number == 0)
        return false;
    call->hand = (int)number;
    return true;
}

/* A form sends an empty value for a field that was left blank: it counts as absent. */
static bool take_name(char name[LADDER_NAME_MAX + 1], const char *value, size_t size)
{
    if (size > LADDER_NAME_MAX)
        return false;
    memcpy(name, value, size);
    name[size] = '\0';
    return size == 0 || name_is_valid(name);
}

static bool take_bot(struct call *call, const char *value, size_t size)
{
    return take_name(call->wanted.bot, value, size);
}

static bool take_against(struct call *call, const char *value, size_t size)
{
    return take_name(call->wanted.against, value, size);
}

static bool take_contract(struct call *call, const char *value, size_t size)
{
    if (size >= sizeof call->wanted.contract)
        return false;
    memcpy(call->wanted.contract, value, size);
    call->wanted.contract[size] = '\0';
    return size == 0 || name_is_game_id(call->wanted.contract);
}

/* YYYY-MM-DD, as it stands: 30 February is no day. */
static bool take_until(struct call *call, const char *value, size_t size)
{
    char day[11];
    struct tm parts = {.tm_sec = 0};
    if (size == 0)
        return true;
    if (size != sizeof day - 1 || strspn(value, "0123456789-") < size)
        return false;
    memcpy(day, value, size);
    day[size] = '\0';
    const char *end = strptime(day, "%Y-%m-%d", &parts);
    int month_day = parts.tm_mday;
    time_t time = timegm(&parts); /* which makes 2 March of the thirtieth of February */
    if (!end || *end || parts.tm_year < 70 || parts.tm_mday != month_day)
        return false;
    call->wanted.until_msec = (int64_t)time * 1000 + (time == 0);
    return true;
}

/* Whatever a name may have; what it cannot have is in no name. */
static bool take_part(struct call *call, const char *value, size_t size)
{
    if (size > LADDER_NAME_MAX)
        return false;
    memcpy(call->part, value, size);
    call->part[size] = '\0';
    for (size_t i = 0; i < size; i++) {
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-", value[i]))
            return false;
    }
    return true;
}

static bool take_ladder(struct call *call, const char *value, size_t size)
{
    if (size == 0 || size > LADDER_BOARD_MAX)
        return false;
    memcpy(call->board, value, size);
    call->board[size] = '\0';
    return name_is_game_id(call->board);
}

static bool take_ladder_or_none(struct call *call, const char *value, size_t size)
{
    return size == 0 || take_ladder(call, value, size);
}

/* NAME=VALUE,NAME=VALUE, which programs escape; whoever knows the rules judges it. */
static bool take_options(struct call *call, const char *value, size_t size)
{
    char copy[3 * SITE_OPTIONS_MAX + 1];
    size_t length = 0;
    if (size >= sizeof copy)
        return false;
    memcpy(copy, value, size);
    copy[size] = '\0';
    char *text = evhttp_uridecode(copy, 0, &length);
    bool fits = text && length <= SITE_OPTIONS_MAX;
    for (size_t i = 0; i < length && fits; i++)
        fits = text[i] >= ' ' && text[i] <= '~';
    if (fits)
        memcpy(call->options, text, length + 1);
    free(text);
    return fits;
}

static const struct parameter {
    const char *name;
    unsigned takes; /* where one of these is */
    bool (*take)(struct call *call, const char *value, size_t size);
    const char *expected;
} parameters[] = {
    {"ladder", TAKES_LADDER, take_ladder, "a name as /ladders has them"},
    {"limit", TAKES_PART | TAKES_PLACE, take_limit, "a number from 1 to 500"},
    {"after", TAKES_PART, take_after, "a number from 0 to 1000000000000000"},
    {"after", TAKES_PLACE, take_place, "`next` of the part before, or a number of places"},
    {"ladder", TAKES_FILTER, take_ladder_or_none, "a name as /ladders has them"},
    {"bot", TAKES_FILTER, take_bot, "the name of a bot"},
    {"against", TAKES_FILTER, take_against, "the name of a bot, beside `bot`"},
    {"contract", TAKES_FILTER, take_contract, "a call, as 8H"},
    {"until", TAKES_FILTER, take_until, "a day as 2026-05-31"},
    {"name", TAKES_ENTRY, take_bot, "the name of a bot"},
    {"q", TAKES_NAME, take_part, "up to 32 of A-Z a-z 0-9 . _ -"},
    {"hand", TAKES_HAND, take_hand, "a number from 1"},
    {"options", TAKES_OPTIONS, take_options, "NAME=VALUE,NAME=VALUE, 2000 bytes at most"},
};
enum { PARAMETERS = sizeof parameters / sizeof parameters[0] };
_Static_assert(SITE_ROWS_MAX == 500 && SITE_OPTIONS_MAX == 2000, "the messages say so");

/* "there are ladder, limit and after" */
static void list_known(unsigned takes, char *text, size_t size)
{
    const char *names[PARAMETERS] = {NULL};
    int count = 0;
    for (int i = 0; i < PARAMETERS; i++) {
        if (parameters[i].takes & takes)
            names[count++] = parameters[i].name;
    }
    size_t used = (size_t)snprintf(text, size, "%s",
                                   count == 0   ? "there is none here"
                                   : count == 1 ? "there is "
                                                : "there are ");
    for (int i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 i == 0           ? ""
                                 : i + 1 == count ? " and "
                                                  : ", ",
                                 names[i]);
}

/* One NAME=VALUE of a query. */
static bool parse_parameter(struct call *call, unsigned takes, const char *text, size_t size,
                            char *message, size_t message_size)
{
    const char *equals = memchr(text, '=', size);
    size_t name = equals ? (size_t)(equals - text) : size;
    const char *value = equals ? equals + 1 : text + size;
    size_t value_size = (size_t)(text + size - value);
    char shown_name[SHOWN_MAX], shown[SHOWN_MAX], known[80];

    show_bytes(text, name, shown_name);
    show_bytes(value, value_size, shown);
    for (int i = 0; i < PARAMETERS; i++) {
        const struct parameter *parameter = &parameters[i];
        if (!(parameter->takes & takes) || strcmp(parameter->name, shown_name) != 0)
            continue;
        /* What a form sends empty is not given; a program has no reason to. */
        bool none = value_size == 0 && takes & ROUTE_DATA;
        if (!none && parameter->take(call, value, value_size))
            return true;
        snprintf(message, message_size, "%s: expected %s, got '%s'", parameter->name,
                 parameter->expected, shown);
        return false;
    }
    /* Pages ignore unknown parameters, which other sites add to links; JSON routes refuse them. */
    if (!(takes & ROUTE_DATA))
        return true;
    list_known(takes, known, sizeof known);
    snprintf(message, message_size, "%s: no such parameter; %s", shown_name, known);
    return false;
}

/* What goes together. */
static bool fits(const struct call *call, char *message, size_t size)
{
    if (!call->wanted.against[0] || call->wanted.bot[0])
        return true;
    snprintf(message, size, "against: expected only beside bot");
    return false;
}

bool query_parse(struct call *call, unsigned takes, const char *query, char *message, size_t size)
{
    for (const char *at = query; at && *at;) {
        size_t length = strcspn(at, "&");
        if (length > 0 && !parse_parameter(call, takes, at, length, message, size))
            return false;
        at += length + (at[length] == '&');
    }
    return fits(call, message, size);
}
