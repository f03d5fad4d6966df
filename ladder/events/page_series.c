/* page_series.c - see page_series.h. */
#include "events/page_series.h"

#include "data/data_calendar.h"
#include "data/json_value.h"
#include "page/html.h"
#include "page/page.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <stdlib.h>

static void add_row(struct evbuffer *out, const json_t *row)
{
    int64_t points = json_value_number(row, "points");

    html_format(out,
                "<tr><td>%l</td><th scope=\"row\"><a href=\"/bot/%u\">%s</a></th>"
                "<td class=\"number\">%l",
                json_value_number(row, "rank"), json_value_text(row, "entry"),
                json_value_text(row, "entry"), points / 100);
    if (points % 100)
        evbuffer_add_printf(out, ".%02d", (int)(points % 100));
    html_format(out, "</td><td class=\"number\">%l</td><td class=\"number\">%l</td></tr>\n",
                json_value_number(row, "events"),
                (int64_t)json_integer_value(json_array_get(json_object_get(row, "places"), 0)));
}

static void add_runs(struct evbuffer *out, const json_t *runs)
{
    const json_t *run;
    size_t i;

    html_add(out, "<h2>Its events</h2>\n<ul>\n");
    json_array_foreach(runs, i, run)
    {
        html_format(out, "<li>%s</li>\n", json_string_value(run));
    }
    html_add(out, "</ul>\n");
}

static void add_series(struct evbuffer *out, const char *name, const json_t *series)
{
    static const char *const heads[] = {"Rank", "Entry", "Points", "Events", "Won", NULL};
    const json_t *row;
    size_t i;

    page_open(out, name, NULL);
    html_add(out,
             "<p>The points of these events add up. Entries that are level in an event share the "
             "points of the places that they take. With the same points, more first places count, "
             "then more second ones, and so on.</p>\n");
    page_table_open(out, "Points of the series", heads);
    json_array_foreach(json_object_get(series, "rows"), i, row)
    {
        add_row(out, row);
    }
    page_table_close(out);
    add_runs(out, json_object_get(series, "runs"));
    html_format(out,
                "<h2>How to check it</h2>\n<p>The points follow from the signed tables of the "
                "events. This counts them anew, in a copy of the ladder's store:</p>\n"
                "<pre>avondale ladder event series %s</pre>\n"
                "<p class=\"pages\"><a href=\"/calendar\">Calendar</a></p>\n",
                name);
}

void page_series_show(struct call *call)
{
    json_t *series = data_calendar_series(call->site, call->segment);
    char data[SEGMENT_MAX + 32];

    if (!series) {
        call->answer->code = HTTP_NOTFOUND;
        page_message(call->answer->body, "Not Found",
                     "There is no series of that name, or none of its events is over.");
        return;
    }
    snprintf(data, sizeof data, "/api/v1/series/%s", call->segment);
    add_series(call->answer->body, call->segment, series);
    page_close(call->answer->body, data);
    json_decref(series);
}

void page_series_api(struct call *call)
{
    page_json(call, data_calendar_series(call->site, call->segment), "no series of that name");
}
