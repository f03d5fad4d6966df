/* query.c - the parameters of a request: what each route takes, and the message for a wrong one. */
#include "web/web_site.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN_MAX = 40 };
#define AFTER_MAX INT64_C(1000000000000000)

/* A value from outside for a message: cut off, in printable ASCII. */
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

static bool take_ladder(struct call *call, const char *value, size_t size)
{
    if (size == 0 || size > LADDER_BOARD_MAX)
        return false;
    memcpy(call->board, value, size);
    call->board[size] = '\0';
    return name_is_game_id(call->board);
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
    {"hand", TAKES_HAND, take_hand, "a number from 1"},
};
enum { PARAMETERS = sizeof parameters / sizeof parameters[0] };
_Static_assert(SITE_ROWS_MAX == 500, "the message says so");

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
        if (parameter->take(call, value, value_size))
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

bool query_parse(struct call *call, unsigned takes, const char *query, char *message, size_t size)
{
    for (const char *at = query; at && *at;) {
        size_t length = strcspn(at, "&");
        if (length > 0 && !parse_parameter(call, takes, at, length, message, size))
            return false;
        at += length + (at[length] == '&');
    }
    return true;
}
