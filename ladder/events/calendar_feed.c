/* calendar_feed.c - the calendar for other programs: iCalendar (RFC 5545), Atom (RFC 4287).
 *
 * Each start of the next weeks is an event of its own, in UTC. So no program needs the zone and its
 * changes of the clock. */
#include "events/calendar_feed.h"

#include "base/clock.h"
#include "calendar/event.h"
#include "data/data_calendar.h"
#include "data/json_value.h"
#include "data/site.h"
#include "page/html.h"
#include "page/page.h"

#include <event2/buffer.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STARTS_MAX = 8 /* of an event that repeats */, FOLD_BYTES = 75 };

/* A line, folded where it is longer than 75 bytes. Names are of letters and digits alone, so no
 * value has a character that must be escaped. */
__attribute__((format(printf, 2, 3))) static void add_line(struct evbuffer *out, const char *format,
                                                           ...)
{
    char line[600];
    va_list args;

    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    size_t size = strlen(line), at = 0;
    while (size - at > FOLD_BYTES - (at > 0)) {
        size_t part = FOLD_BYTES - (at > 0);
        evbuffer_add_printf(out, "%s%.*s\r\n", at ? " " : "", (int)part, line + at);
        at += part;
    }
    evbuffer_add_printf(out, "%s%s\r\n", at ? " " : "", line + at);
}

static void add_start(struct evbuffer *out, const char *name, const struct event_plan *event,
                      int64_t msec)
{
    char at[CLOCK_TEXT_BYTES];

    clock_wall_format(msec, "%Y%m%dT%H%M%SZ", at);
    add_line(out, "BEGIN:VEVENT");
    add_line(out, "UID:%s-%s@avondale", name, at);
    add_line(out, "DTSTAMP:%s", at);
    add_line(out, "DTSTART:%s", at);
    if (event->kind == EVENT_SEASON)
        add_line(out, "DURATION:PT%dM", event->minutes);
    add_line(out, "SUMMARY:%s (%s)", name, event->kind == EVENT_SEASON ? "season" : "tournament");
    add_line(out, "END:VEVENT");
}

static void add_starts(struct evbuffer *out, const struct calendar_event *row)
{
    struct event_plan event;
    char error[EVENT_ERROR_BYTES];
    int64_t at = row->due_msec;

    struct zone *zone = event_parse(row->spec, &event, error) ? NULL : zone_open(event.zone);
    for (int i = 0; zone && i < STARTS_MAX && at > 0; i++) {
        add_start(out, row->name, &event, at);
        at = event_time_after(&event.time, zone_offset, zone, at);
    }
    zone_close(zone);
}

void calendar_feed_show_ics(struct call *call)
{
    struct calendar_event *events = calloc(DATA_CALENDAR_EVENTS, sizeof *events);
    struct evbuffer *out = call->answer->body;
    int count = events ? data_calendar_due(call->site, events) : 0;

    call->answer->type = "text/calendar; charset=utf-8";
    add_line(out, "BEGIN:VCALENDAR");
    add_line(out, "VERSION:2.0");
    add_line(out, "PRODID:-//avondale//calendar//EN");
    for (int i = 0; i < count; i++)
        add_starts(out, &events[i]);
    add_line(out, "END:VCALENDAR");
    free(events);
}

/* ----------------------------------------------------------------------------------------- Atom
 */

static int64_t changed_msec(const json_t *run)
{
    int64_t ended = json_value_number(run, "ended_msec");

    return ended > 0 ? ended : json_value_number(run, "started_msec");
}

static void add_news(struct evbuffer *out, const json_t *run)
{
    const char *name = json_value_text(run, "run"), *state = json_value_text(run, "state");
    char at[CLOCK_TEXT_BYTES];

    clock_wall_text(changed_msec(run), at);
    html_format(out,
                "<entry><id>urn:avondale:run:%u</id><title>%s: %s</title><updated>%s</updated>"
                "<link href=\"/event/%u\"/><summary>%s %s</summary></entry>\n",
                name, name, strcmp(state, "running") == 0 ? "begins" : state, at,
                json_value_text(run, "event"), state, json_value_text(run, "why"));
}

void calendar_feed_show_atom(struct call *call)
{
    struct evbuffer *out = call->answer->body;
    json_t *calendar = data_calendar(call->site);
    const json_t *runs = json_object_get(calendar, "runs"), *run;
    int64_t newest = 0;
    char at[CLOCK_TEXT_BYTES];
    size_t i;

    json_array_foreach(runs, i, run)
    {
        newest = changed_msec(run) > newest ? changed_msec(run) : newest;
    }
    clock_wall_text(newest, at);
    call->answer->type = "application/atom+xml; charset=utf-8";
    html_add(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                  "<feed xmlns=\"http://www.w3.org/2005/Atom\"><id>urn:avondale:calendar</id>"
                  "<title>Events</title><author><name>avondale</name></author>"
                  "<link rel=\"self\" href=\"/calendar.atom\"/>");
    html_format(out, "<updated>%s</updated>\n", at);
    json_array_foreach(runs, i, run)
    {
        add_news(out, run);
    }
    html_add(out, "</feed>\n");
    json_decref(calendar);
}
