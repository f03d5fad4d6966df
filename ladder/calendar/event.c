/* event.c - reads and writes the words of an event. */
#include "calendar/event.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char name_bytes[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
static const char usual_points[] = "25,18,15,12,10,8,6,4,2,1";
static const char *const kinds[] = {"tournament", "season"};
static const char *const entries_words[] = {"file", "best:", "signed", "active"};

static bool word_valid(const char *word, size_t max)
{
    size_t size = strlen(word);
    return size >= 1 && size <= max && word[0] != '.' && strspn(word, name_bytes) == size;
}

bool event_name_valid(const char *name)
{
    return word_valid(name, EVENT_NAME_MAX);
}

/* Writes the line of an error. Returns -1. */
__attribute__((format(printf, 2, 3))) static int bad(char error[EVENT_ERROR_BYTES],
                                                     const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(error, EVENT_ERROR_BYTES, format, args);
    va_end(args);
    return -1;
}

/* ------------------------------------------------------------------------------------- the keys */

/* Returns the whole number from 1 to max that the text is, or -1 if it is not one. */
static int number_of(const char *text, int max)
{
    size_t size = strlen(text);
    long number = size <= 10 && strspn(text, "0123456789") == size ? strtol(text, NULL, 10) : 0;

    return number >= 1 && number <= max ? (int)number : -1;
}

static int take_kind(struct event_plan *event, const char *value)
{
    event->kind = strcmp(value, kinds[EVENT_SEASON]) == 0 ? EVENT_SEASON : EVENT_TOURNAMENT;
    return strcmp(value, kinds[event->kind]) ? -1 : 0;
}

static int take_at(struct event_plan *event, const char *value)
{
    return event_time_parse(value, &event->time.minute) ? 0 : -1;
}

static int take_zone(struct event_plan *event, const char *value)
{
    struct zone *zone = zone_open(value);

    if (!zone)
        return -1;
    zone_close(zone);
    strcpy(event->zone, value); /* it has a name that is short enough */
    return 0;
}

static int take_repeat(struct event_plan *event, const char *value)
{
    for (int i = 0; i < EVENT_REPEATS; i++) {
        event->time.repeat = (enum event_repeat)i;
        if (strcmp(value, event_time_repeat_name(event->time.repeat)) == 0)
            return 0;
    }
    return -1;
}

static int take_file(struct event_plan *event, const char *value)
{
    if (!*value || strlen(value) > EVENT_PATH_MAX)
        return -1;
    strcpy(event->path, value);
    return 0;
}

static int take_entries(struct event_plan *event, const char *value)
{
    size_t best = strlen(entries_words[EVENT_BEST]);

    if (strcmp(value, entries_words[EVENT_OF_FILE]) == 0)
        event->entries = EVENT_OF_FILE;
    else if (strcmp(value, entries_words[EVENT_SIGNED]) == 0)
        event->entries = EVENT_SIGNED;
    else if (strcmp(value, entries_words[EVENT_ACTIVE]) == 0)
        event->entries = EVENT_ACTIVE;
    else if (strncmp(value, entries_words[EVENT_BEST], best) == 0 &&
             (event->best = number_of(value + best, EVENT_BEST_MAX)) >= 2)
        event->entries = EVENT_BEST;
    else
        return -1;
    return 0;
}

static int take_ladder(struct event_plan *event, const char *value)
{
    if (!word_valid(value, EVENT_BOARD_MAX))
        return -1;
    strcpy(event->board, value);
    return 0;
}

static int take_series(struct event_plan *event, const char *value)
{
    if (!event_name_valid(value))
        return -1;
    strcpy(event->series, value);
    return 0;
}

static int take_per_owner(struct event_plan *event, const char *value)
{
    event->per_owner = number_of(value, EVENT_PER_OWNER_MAX);
    return event->per_owner > 0 ? 0 : -1;
}

/* Returns the number of points, or -1 if the text is not a list of numbers from 1 to 1000 that
 * never rises. */
static int points_read(const char *text, int points[EVENT_POINTS_MAX])
{
    int count = 0;
    bool more = true;

    while (more) {
        size_t size = strcspn(text, ",");
        char digits[8];
        if (size > 4 || count == EVENT_POINTS_MAX)
            return -1;
        memcpy(digits, text, size);
        digits[size] = '\0';
        points[count] = number_of(digits, 1000);
        if (points[count] < 1 || (count > 0 && points[count] > points[count - 1]))
            return -1;
        count++;
        more = text[size] == ',';
        text += size + more;
    }
    return count;
}

static int take_points(struct event_plan *event, const char *value)
{
    int points[EVENT_POINTS_MAX];

    if (strlen(value) > EVENT_POINTS_TEXT || points_read(value, points) < 0)
        return -1;
    strcpy(event->points, value);
    return 0;
}

int event_points(const struct event_plan *event, int points[EVENT_POINTS_MAX])
{
    int count = points_read(event->points[0] ? event->points : usual_points, points);
    return count < 0 ? 0 : count;
}

/* "90m", "2h", "7d" */
static int take_length(struct event_plan *event, const char *value)
{
    size_t size = strlen(value);
    char digits[12];

    if (size < 2 || size > 10)
        return -1;
    memcpy(digits, value, size - 1);
    digits[size - 1] = '\0';
    int unit = value[size - 1] == 'm' ? 1 : value[size - 1] == 'h' ? 60 : 24 * 60;
    if (!strchr("mhd", value[size - 1]))
        return -1;
    event->minutes = number_of(digits, EVENT_MINUTES_MAX / unit);
    event->minutes *= event->minutes > 0 ? unit : 1;
    return event->minutes > 0 ? 0 : -1;
}

static int take_chips(struct event_plan *event, const char *value)
{
    event->chips = number_of(value, EVENT_CHIPS_MAX);
    return event->chips > 0 ? 0 : -1;
}

static int take_buy_in(struct event_plan *event, const char *value)
{
    event->buy_in = number_of(value, EVENT_CHIPS_MAX);
    return event->buy_in > 0 ? 0 : -1;
}

static const struct key {
    const char *name;
    int (*take)(struct event_plan *event, const char *value);
    const char *allowed;
    const char *of; /* the only kind that has it; NULL: both */
} keys[] = {
    {"kind", take_kind, "tournament or season", NULL},
    {"at", take_at, "a time like 2026-12-01T20:00, of the years 2000 to 2099", NULL},
    {"zone", take_zone, "a zone of the system like Europe/Berlin or UTC", NULL},
    {"repeat", take_repeat, "once, daily or weekly", NULL},
    {"file", take_file, "the file of a tournament, at most 255 bytes", "tournament"},
    {"entries", take_entries, "file, best:N (2 to 1024), signed or active", "tournament"},
    {"ladder", take_ladder, "a ladder by its name in `ladder list`", NULL},
    {"length", take_length, "minutes, hours or days like 90m, 2h or 7d, at most 366d", "season"},
    {"chips", take_chips, "a number from 1 to 1000000000", "season"},
    {"buy-in", take_buy_in, "a number from 1 to 1000000000", "season"},
    {"series", take_series, "1 to 18 of A-Z a-z 0-9 . _ -", NULL},
    {"points", take_points,
     "up to 24 numbers like 25,18,15, from 1 to 1000, none more than the one before, in 63 bytes",
     NULL},
    {"per-owner", take_per_owner, "a number from 1 to 64", "tournament"},
};
enum { KEYS = sizeof keys / sizeof keys[0] };

/* ------------------------------------------------------------------------------------- reading */

static int take_word(struct event_plan *event, char *word, unsigned *seen,
                     char error[EVENT_ERROR_BYTES])
{
    char *value = strchr(word, '=');
    char names[120] = "";

    if (value)
        *value++ = '\0';
    for (int i = 0; i < KEYS; i++) {
        if (strcmp(keys[i].name, word) == 0 && value) {
            if (*seen >> i & 1)
                return bad(error, "%s: expected once", word);
            *seen |= 1u << i;
            return keys[i].take(event, value)
                       ? bad(error, "%s=%.80s: expected %s", word, value, keys[i].allowed)
                       : 0;
        }
        strcat(names, i ? ", " : "");
        strcat(names, keys[i].name);
    }
    return bad(error, "%.40s: expected NAME=VALUE with a name of %s", word, names);
}

/* Checks keys that depend on each other. */
static int check(const struct event_plan *event, unsigned seen, char error[EVENT_ERROR_BYTES])
{
    for (int i = 0; i < KEYS; i++) {
        if (seen >> i & 1 && keys[i].of && strcmp(keys[i].of, kinds[event->kind]) != 0)
            return bad(error, "%s: expected only with kind=%s", keys[i].name, keys[i].of);
    }
    if (!(seen >> 1 & 1))
        return bad(error, "at: expected %s", keys[1].allowed);
    if (event->kind == EVENT_SEASON && event->minutes == 0)
        return bad(error, "length: expected %s", keys[7].allowed);
    if ((event->chips > 0) != (event->buy_in > 0) || event->buy_in > event->chips)
        return bad(error, "buy-in: expected beside chips, and not more than they are");
    if (event->kind == EVENT_TOURNAMENT && event->board[0] && event->entries != EVENT_BEST &&
        event->entries != EVENT_ACTIVE)
        return bad(error,
                   "ladder: expected only with entries=best:N, entries=active or kind=season");
    if (event->points[0] && !event->series[0])
        return bad(error, "points: expected only with series");
    if (event->per_owner > 0 && event->entries != EVENT_SIGNED && event->entries != EVENT_ACTIVE)
        return bad(error, "per-owner: expected only with entries=signed or entries=active");
    return 0;
}

int event_parse(const char *text, struct event_plan *event, char error[EVENT_ERROR_BYTES])
{
    char *words = strdup(text), *save = NULL;
    unsigned seen = 0;
    int status = words ? 0 : bad(error, "out of memory");

    *event = (struct event_plan){.zone = "UTC"};
    for (char *word = words ? strtok_r(words, " \t", &save) : NULL; word && status == 0;
         word = strtok_r(NULL, " \t", &save))
        status = take_word(event, word, &seen, error);
    free(words);
    return status ? status : check(event, seen, error);
}

int event_parse_line(const char *line, char name[EVENT_NAME_MAX + 1], struct event_plan *event,
                     char error[EVENT_ERROR_BYTES])
{
    size_t blank = strspn(line, " \t"), size = strcspn(line + blank, " \t");

    snprintf(name, EVENT_NAME_MAX + 1, "%.*s", (int)size, line + blank);
    if (size > EVENT_NAME_MAX || !event_name_valid(name))
        return bad(error, "name '%.*s': expected 1 to 18 of A-Z a-z 0-9 . _ - and no dot first",
                   size > 40 ? 40 : (int)size, line + blank);
    return event_parse(line + blank + size, event, error);
}

/* ------------------------------------------------------------------------------------- writing */

struct text {
    char *bytes;
    size_t used;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *text, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int wrote = vsnprintf(text->bytes + text->used, EVENT_TEXT_MAX + 1 - text->used, format, args);
    va_end(args);
    assert(wrote >= 0 && text->used + (size_t)wrote <= EVENT_TEXT_MAX);
    text->used += (size_t)wrote;
}

void event_format(const struct event_plan *event, char text[EVENT_TEXT_MAX + 1])
{
    char at[EVENT_TIME_BYTES];
    struct text out = {text, 0};

    event_time_format(event->time.minute, at);
    add(&out, "kind=%s at=%s zone=%s repeat=%s", kinds[event->kind], at, event->zone,
        event_time_repeat_name(event->time.repeat));
    if (event->kind == EVENT_TOURNAMENT && event->entries == EVENT_BEST)
        add(&out, " entries=best:%d", event->best);
    else if (event->kind == EVENT_TOURNAMENT)
        add(&out, " entries=%s", entries_words[event->entries]);
    else
        add(&out, " length=%dm", event->minutes);
    if (event->board[0])
        add(&out, " ladder=%s", event->board);
    if (event->chips > 0)
        add(&out, " chips=%d buy-in=%d", event->chips, event->buy_in);
    if (event->series[0])
        add(&out, " series=%s", event->series);
    if (event->points[0])
        add(&out, " points=%s", event->points);
    if (event->per_owner > 0)
        add(&out, " per-owner=%d", event->per_owner);
}

void event_describe_time(const struct event_plan *event, char *text, size_t size)
{
    static const char *const days[] = {"Thursday", "Friday",  "Saturday", "Sunday",
                                       "Monday",   "Tuesday", "Wednesday"};
    char at[EVENT_TIME_BYTES];

    event_time_format(event->time.minute, at);
    if (event->time.repeat == EVENT_DAILY)
        snprintf(text, size, "daily at %s, %s", at + 11, event->zone);
    else if (event->time.repeat == EVENT_WEEKLY)
        snprintf(text, size, "each %s at %s, %s", days[event->time.minute / 1440 % 7], at + 11,
                 event->zone);
    else
        snprintf(text, size, "once, %.10s at %s, %s", at, at + 11, event->zone);
}

void event_run_name(const char *event, int64_t minute, char name[EVENT_RUN_MAX + 1])
{
    char at[EVENT_TIME_BYTES];

    event_time_format(minute, at);
    snprintf(name, EVENT_RUN_MAX + 1, "%.*s-%.4s%.2s%.2s-%.2s%.2s", EVENT_NAME_MAX, event, at,
             at + 5, at + 8, at + 11, at + 14);
}
