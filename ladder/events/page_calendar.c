/* page_calendar.c - the calendar and the page of an event. */
#include "events/page_calendar.h"
#include "events/page_entries.h"

#include "data/data.h"
#include "data/data_calendar.h"
#include "data/json_value.h"
#include "data/site.h"
#include "page/html.h"
#include "page/page.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <stdlib.h>
#include <string.h>

enum { NEXT_EVENTS = 3 }; /* on another page */

/* ---------------------------------------------------------------------------------------- parts */

static void add_event_row(struct evbuffer *out, const json_t *event)
{
    html_format(out,
                "<tr><th scope=\"row\"><a href=\"/event/%u\">%s</a></th><td>%s</td><td>%s</td>",
                json_value_text(event, "event"), json_value_text(event, "event"),
                json_value_text(event, "kind"), json_value_text(event, "when"));
    html_add(out, "<td>");
    html_time(out, json_value_number(event, "next_msec"));
    html_add(out, "</td></tr>\n");
}

/* The address of the page with the outcome of a run. */
static void add_run_row(struct evbuffer *out, const json_t *run)
{
    const char *name = json_value_text(run, "run");
    bool season = json_is_true(json_object_get(run, "season"));
    const char *state = json_value_text(run, "state");

    html_add(out, "<tr><th scope=\"row\">");
    /* A tournament has a page when it is over, a season from its start. */
    if (strcmp(state, "off") == 0 || (!season && strcmp(state, "over") != 0))
        html_text(out, name);
    else
        html_format(out,
                    season ? "<a href=\"/season/%u\">%s</a>" : "<a href=\"/tournament/%u\">%s</a>",
                    name, name);
    html_add(out, "</th><td>");
    html_time(out, json_value_number(run, "due_msec"));
    html_format(out, "</td><td>%s%s%s%s%s</td></tr>\n", json_value_text(run, "state"),
                *json_value_text(run, "waits") ? ", waits " : "", json_value_text(run, "waits"),
                *json_value_text(run, "why") ? ": " : "", json_value_text(run, "why"));
}

static void add_runs(struct evbuffer *out, const json_t *runs)
{
    static const char *const heads[] = {"Start", "Due, UTC", "State", NULL};
    const json_t *run;
    size_t i;

    html_add(out, "<h2>What was played</h2>\n");
    if (json_array_size(runs) == 0) {
        html_add(out, "<p class=\"empty\">Nothing yet.</p>\n");
        return;
    }
    page_table_open(out, "What was played", heads);
    json_array_foreach(runs, i, run)
    {
        add_run_row(out, run);
    }
    page_table_close(out);
}

static void add_events(struct evbuffer *out, const json_t *events)
{
    static const char *const heads[] = {"Event", "What", "When", "Next, UTC", NULL};
    const json_t *event;
    size_t i;

    page_table_open(out, "Events to come", heads);
    json_array_foreach(events, i, event)
    {
        add_event_row(out, event);
    }
    page_table_close(out);
}

void page_calendar_add_next(struct evbuffer *out, struct web_site *site)
{
    json_t *events = data_calendar_next(site, NEXT_EVENTS);

    if (json_array_size(events) > 0) {
        html_add(out, "<h2>Next events</h2>\n");
        add_events(out, events);
        html_add(out, "<p class=\"pages\"><a href=\"/calendar\">Calendar</a></p>\n");
    }
    json_decref(events);
}

static void add_calendar(struct evbuffer *out, const json_t *calendar)
{
    const json_t *events = json_object_get(calendar, "events");

    page_open(out, "Calendar", NULL);
    if (json_array_size(events) == 0)
        html_add(out, "<p class=\"empty\">No event is to come.</p>\n");
    else
        add_events(out, events);
    add_runs(out, json_object_get(calendar, "runs"));
    html_add(out, "<p class=\"pages\"><a href=\"/calendar.ics\">For your calendar (iCalendar)</a> "
                  "<a href=\"/calendar.atom\">News (Atom)</a></p>\n");
    page_close(out, "/api/v1/events");
}

/* ------------------------------------------------------------------------------------ one event
 */

/* Who plays, and how to enter a bot. */
static void add_entries(struct evbuffer *out, const struct web_site *site, const json_t *event)
{
    const char *entries = json_value_text(event, "entries");
    const char *ladder = json_value_text(event, "ladder");
    char title[DATA_TITLE_MAX + 1];
    const json_t *names = json_object_get(event, "names"), *name;
    size_t i;

    data_boards_title_named(site, ladder, title);
    html_add(out, "<h2>Who plays</h2>\n<p>");
    if (strcmp(json_value_text(event, "kind"), "season") == 0) {
        html_add(out, "Every bot that plays rated games meanwhile");
        if (*ladder)
            html_format(out, " on <a href=\"/standings?ladder=%u\">%s</a>", ladder, title);
        html_add(out, ": <a href=\"/connect\">connect one</a>. There is nothing to sign up "
                      "for.</p>\n");
        return;
    }
    if (strcmp(entries, "best") == 0)
        html_format(out,
                    "The first %l of the ladder <a href=\"/standings?ladder=%u\">%s</a> that have "
                    "a program, as it stands at the start: one of these, whom the organiser "
                    "entered, or one that their owner handed in "
                    "and that is active then. The organiser's:",
                    json_value_number(event, "best"), ladder, title);
    else if (strcmp(entries, "signed") == 0)
        html_add(out, "Those that have signed up by the start and have a program: the organiser's, "
                      "or one that their owner handed in and that is active then. A bot that only "
                      "connects is left out. So far:");
    else if (strcmp(entries, "active") == 0)
        html_format(out,
                    "Each bot with a program that its owner handed in and that is active at the "
                    "start, %l of an owner at most, and 1024 in all: the first ones of <a "
                    "href=\"/standings?ladder=%u\">%s</a>. A bot that only connects does not play. "
                    "These play as well, whom the "
                    "organiser entered:",
                    json_value_number(event, "per_owner"), ladder, title);
    else
        html_add(out, "These, whom the organiser entered:");
    html_add(out, "</p>\n<ul>\n");
    json_array_foreach(names, i, name)
    {
        html_format(out, "<li>%s</li>\n", json_string_value(name));
    }
    html_add(out, json_array_size(names) ? "</ul>\n" : "<li>nobody</li>\n</ul>\n");
    if (strcmp(entries, "signed") == 0 && json_value_number(event, "next_msec") > 0)
        page_entries_form(out, json_value_text(event, "event"));
}

static void add_check(struct evbuffer *out, const json_t *event)
{
    const char *series = json_value_text(event, "series");

    if (*series)
        html_format(out, "<p>Its points count in the <a href=\"/series/%u\">series %s</a>.</p>\n",
                    series, series);
    html_format(out,
                "<p>The final table is signed, and the log of the ladder names it: <a "
                "href=\"/event/%u/fairness\">what is secret until when, and how to verify "
                "it</a>.</p>\n",
                json_value_text(event, "event"));
}

static void add_event(struct evbuffer *out, const struct web_site *site, const json_t *event)
{
    page_open(out, json_value_text(event, "event"), NULL);
    html_format(out, "<p>A %s, %s. ", json_value_text(event, "kind"),
                json_value_text(event, "when"));
    if (json_value_number(event, "next_msec") > 0) {
        html_add(out, "Next: ");
        html_time(out, json_value_number(event, "next_msec"));
        html_add(out, " UTC.</p>\n");
    } else {
        html_add(out, "It does not come again.</p>\n");
    }
    add_entries(out, site, event);
    if (*json_value_text(event, "rules"))
        html_format(out, "<h2>Rules</h2>\n<pre>%s</pre>\n", json_value_text(event, "rules"));
    add_runs(out, json_object_get(event, "runs"));
    add_check(out, event);
    html_add(out, "<p class=\"pages\"><a href=\"/calendar\">Calendar</a></p>\n");
}

/* ------------------------------------------------------------------------------------- answers */

static void answer_data(struct call *call, json_t *value)
{
    page_json(call, value, "no event of that name");
}

void page_calendar_show(struct call *call)
{
    json_t *calendar = data_calendar(call->site);

    add_calendar(call->answer->body, calendar);
    json_decref(calendar);
}

void page_calendar_show_event(struct call *call)
{
    json_t *event = data_calendar_event(call->site, call->segment);
    char data[SEGMENT_MAX + 32];

    if (!event) {
        page_missing(call, "There is no event of that name.");
        return;
    }
    snprintf(data, sizeof data, "/api/v1/events/%s", call->segment);
    add_event(call->answer->body, call->site, event);
    page_close(call->answer->body, data);
    json_decref(event);
}

void page_calendar_api(struct call *call)
{
    answer_data(call, data_calendar(call->site));
}

void page_calendar_api_entries(struct call *call)
{
    json_t *event = data_calendar_event(call->site, call->segment);
    json_t *names = json_incref(json_object_get(event, "names"));

    answer_data(call, event ? json_pack("{s:s, s:s, s:o}", "event", call->segment, "entries",
                                        json_value_text(event, "entries"), "names", names)
                            : NULL);
    json_decref(event);
}

void page_calendar_api_event(struct call *call)
{
    answer_data(call, data_calendar_event(call->site, call->segment));
}
