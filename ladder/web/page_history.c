/* page_history.c - the whole history of a bot's ratings on a ladder: a picture by date, and a row a
 * result. */
#include "web/page_history.h"

#include "data/data_history.h"
#include "data/json_value.h"
#include "web/rating_plot.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_POINTS = 200, PATH_BYTES = LADDER_NAME_MAX + LADDER_BOARD_MAX + 40 };

static void add_tabs(struct evbuffer *out, const struct web_site *site, const json_t *value)
{
    const json_t *ladder;
    size_t i;
    html_add(out, "<nav aria-label=\"Ladders\"><ul class=\"tabs\">\n");
    json_array_foreach(json_object_get(value, "ladders"), i, ladder)
    {
        const char *name = json_string_value(ladder);
        html_format(out, "<li><a href=\"/bot/%u/history?ladder=%u\"",
                    json_value_text(value, "name"), name);
        html_add(out, strcmp(name, json_value_text(value, "ladder")) == 0
                          ? " aria-current=\"page\">"
                          : ">");
        page_ladder_named(out, site, name);
        html_add(out, "</a></li>\n");
    }
    html_add(out, "</ul></nav>\n");
}

/* The points of a team ("": of the bot itself), the oldest first; returns their number. */
static int points_of(const json_t *value, const char *team, struct site_point *points)
{
    const json_t *list = json_object_get(value, "points");
    int count = 0;
    for (size_t i = json_array_size(list); i-- > 0;) {
        const json_t *point = json_array_get(list, i);
        if (strcmp(json_value_text(point, "team"), team) == 0)
            points[count++] =
                (struct site_point){.wall_msec = json_value_number(point, "wall_msec"),
                                    .rating = json_number_value(json_object_get(point, "rating"))};
    }
    return count;
}

/* The rating of a bot and those of its teams are curves of their own. */
static void add_plots(struct evbuffer *out, const char *title, const json_t *value)
{
    const json_t *list = json_object_get(value, "points"), *none;
    struct site_point *points = malloc((json_array_size(list) + 1) * sizeof *points);
    json_t *teams = json_object();
    const char *team;
    int number = 0;
    for (size_t i = json_array_size(list); i-- > 0;)
        json_object_set_new(teams, json_value_text(json_array_get(list, i), "team"), json_null());
    json_object_foreach(teams, team, none)
    {
        int count = points ? points_of(value, team, points) : 0;
        if (count < 2)
            continue;
        if (*team)
            html_format(out, "<h2>As %s</h2>\n", team);
        rating_plot_add(out, *team ? team : json_value_text(value, "name"), title, points, count,
                        number++, true);
    }
    json_decref(teams);
    free(points);
}

static void add_row(struct evbuffer *out, const json_t *point)
{
    double before = json_number_value(json_object_get(point, "before")),
           after = json_number_value(json_object_get(point, "rating"));
    const char *team = json_value_text(point, "team");
    html_add(out, "<tr><th scope=\"row\">");
    html_time(out, json_value_number(point, "wall_msec"));
    html_format(out, "</th><td><a href=\"/game/%u\">%l</a>%s%s</td>",
                json_value_text(point, "game"), json_value_number(point, "seq"),
                *team ? " as " : "", team);
    evbuffer_add_printf(out, "<td class=\"n\">%.1f</td><td class=\"n\">%+.1f</td></tr>\n", after,
                        after - before);
}

static void add_history(struct evbuffer *out, const struct web_site *site, const json_t *value,
                        const char *path)
{
    static const char *const heads[] = {"When, UTC", "Game", ">Rating", ">Change", NULL};
    const json_t *points = json_object_get(value, "points"), *point;
    char title[DATA_TITLE_MAX + 1];
    size_t i;
    add_tabs(out, site, value);
    data_boards_title_named(site, json_value_text(value, "ladder"), title);
    html_format(out, "<h2>%s</h2>\n", title);
    if (json_array_size(points) == 0) {
        html_add(out, json_is_null(json_object_get(value, "next"))
                          ? "<p class=\"empty\">No rated result of it on this ladder.</p>\n"
                          : "<p class=\"empty\">No rated result of it on this ladder among these. "
                            "Older ones follow.</p>\n");
    } else {
        add_plots(out, title, value);
        page_table_open(out, "Ratings after each result", heads);
        json_array_foreach(points, i, point)
        {
            add_row(out, point);
        }
        page_table_close(out);
    }
    page_next(out, path, json_value_next(value), "Older results");
}

void page_history_show(struct call *call)
{
    struct evbuffer *out = call->answer->body;
    struct ladder_line *lines;
    char title[LADDER_NAME_MAX + 40], path[PATH_BYTES], data[PATH_BYTES];
    int limit = call->limit_given ? call->limit : PAGE_POINTS;
    int count = data_boards_lines_read(call->site, call->segment, &lines);
    const struct ladder_line *line = data_boards_line_choose(lines, count, call->board);
    if (!call->board[0] && line)
        snprintf(call->board, sizeof call->board, "%s", line->board);
    free(lines);
    json_t *value = data_history(call, call->board, limit);
    if (!value) {
        page_missing(call, "There is no bot or no ladder of that name.");
        return;
    }
    const char *name = json_value_text(value, "name");
    snprintf(title, sizeof title, "Ratings of %s", name);
    snprintf(path, sizeof path, "/bot/%s/history?ladder=%s", name, call->board);
    snprintf(data, sizeof data, "/api/v1/bots/%s/history?ladder=%s", name, call->board);
    page_open(out, title, NULL);
    html_format(out,
                "<p>The online rating of <a href=\"/bot/%u\">%s</a> after each rated result, the "
                "newest first.</p>\n",
                name, name);
    add_history(out, call->site, value, path);
    page_close(out, data);
    json_decref(value);
}

void page_history_api(struct call *call)
{
    page_json(call, data_history(call, call->board, call->limit), "no bot or ladder of that name");
}
