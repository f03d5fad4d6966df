/* event.h - an event of the calendar as text: the same words in the configuration, on the command
 * line and in the store. Inside the ladder only. Pure but for zones, which it reads from the
 * system's database.
 *
 *   kind=tournament at=2026-12-01T20:00 zone=Europe/Berlin repeat=daily file=cup.ini entries=best:8
 *   kind=season at=2026-12-01T20:00 repeat=weekly length=2h ladder=wikipedia.mixed-2of4
 */
#ifndef AVONDALE_EVENT_H
#define AVONDALE_EVENT_H

#include "calendar/event_time.h"
#include "calendar/zone.h"

#include <stddef.h>

enum {
    EVENT_NAME_MAX = 18, /* its runs are NAME-20261201-2000, as long as a name may be */
    EVENT_RUN_MAX = EVENT_NAME_MAX + 14,
    EVENT_BOARD_MAX = 63,
    EVENT_PATH_MAX = 255,
    EVENT_TEXT_MAX = 400,
    EVENT_BEST_MAX = 1024, /* as many as a tournament may have */
    EVENT_PER_OWNER = 4,   /* bots of an owner that may sign up, or play as active programs,
                              unless the event says another number */
    EVENT_PER_OWNER_MAX = 64,
    EVENT_POINTS_TEXT = 63,
    EVENT_POINTS_MAX = 24, /* ranks that get points */
    EVENT_MINUTES_MAX = 366 * 24 * 60,
    EVENT_CHIPS_MAX = 1000000000,
    EVENT_ERROR_BYTES = 240,
};

enum event_plan_kind { EVENT_TOURNAMENT, EVENT_SEASON };
/* The entries of a tournament: all of its file; the best of a ladder; the bots that signed up;
 * those of its file and each bot with an active program. Of the best and the signed those play that
 * have a program: an entry of the file, or the active program that their owner handed in. */
enum event_entries { EVENT_OF_FILE, EVENT_BEST, EVENT_SIGNED, EVENT_ACTIVE };

struct event_plan {
    enum event_plan_kind kind;
    struct event_time time;
    char zone[ZONE_NAME_MAX + 1];
    char board[EVENT_BOARD_MAX + 1];    /* "": the one with most results; of a season: all */
    char series[EVENT_NAME_MAX + 1];    /* points of events of one series add up; "": of none */
    char points[EVENT_POINTS_TEXT + 1]; /* "25,18,15": of the first, the second ...; "": usual */
    /* of a tournament */
    enum event_entries entries;
    int best;
    int per_owner;                 /* 0: EVENT_PER_OWNER */
    char path[EVENT_PATH_MAX + 1]; /* its file, where words name one: a store keeps the text */
    /* of a season */
    int minutes;
    int chips, buy_in;
};

/* 1 to EVENT_NAME_MAX of A-Z a-z 0-9 . _ - and no dot first. */
bool event_name_valid(const char *name);
/* Parses KEY=VALUE words, separated by blanks. Returns 0, or -1 with a line in `error` that names
 * the mistake and the allowed values. */
int event_parse(const char *text, struct event_plan *event, char error[EVENT_ERROR_BYTES]);
/* Parses a line that begins with the event's name; returns as event_parse. */
int event_parse_line(const char *line, char name[EVENT_NAME_MAX + 1], struct event_plan *event,
                     char error[EVENT_ERROR_BYTES]);
/* The points of the ranks in a series, best rank first. Returns the number of ranks with points. */
int event_points(const struct event_plan *event, int points[EVENT_POINTS_MAX]);
/* Writes an event as event_parse reads it, without its file. */
void event_format(const struct event_plan *event, char text[EVENT_TEXT_MAX + 1]);
/* Writes the time of an event for people: "daily at 20:00, Europe/Berlin". */
void event_describe_time(const struct event_plan *event, char *text, size_t size);
/* The name of the run that is due at that minute of the zone's clock. */
void event_run_name(const char *event, int64_t minute, char name[EVENT_RUN_MAX + 1]);

#endif
