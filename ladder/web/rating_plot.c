/* rating_plot.c - see rating_plot.h. */
#include "web/rating_plot.h"

#include "base/clock.h"
#include "page/html.h"

#include <event2/buffer.h>
#include <math.h>

enum {
    PLOT_WIDTH = 360,
    PLOT_HEIGHT = 180,
    PLOT_LEFT = 34,
    PLOT_RIGHT = 8,
    PLOT_TOP = 8,
    PLOT_BOTTOM = 18,
    PLOT_DOTS = 24,
    PLOT_DATED_DOTS = 120,
};

struct plot {
    const struct site_point *points;
    int count;
    bool dated;             /* places on its axis are moments; else results */
    double low, high, step; /* of the rating axis, and between its lines */
};

static double rating_at(const struct plot *plot, int i)
{
    return plot->points[i].rating;
}

static double error_at(const struct plot *plot, int i)
{
    return plot->dated ? 0 : plot->points[i].error95;
}

static int64_t moment_at(const struct plot *plot, int i)
{
    return plot->points[i].wall_msec;
}

static void plot_scale(struct plot *plot)
{
    plot->low = INFINITY;
    plot->high = -INFINITY;
    for (int i = 0; i < plot->count; i++) {
        plot->low = fmin(plot->low, rating_at(plot, i) - error_at(plot, i));
        plot->high = fmax(plot->high, rating_at(plot, i) + error_at(plot, i));
    }
    plot->step = 50;
    while ((plot->high - plot->low) / plot->step > 6)
        plot->step *= 2;
    plot->low = floor(plot->low / plot->step) * plot->step;
    plot->high = fmax(ceil(plot->high / plot->step) * plot->step, plot->low + plot->step);
}

static double plot_x(const struct plot *plot, int i)
{
    double width = PLOT_WIDTH - PLOT_LEFT - PLOT_RIGHT;
    double span = (double)(moment_at(plot, plot->count - 1) - moment_at(plot, 0));
    if (plot->dated && span > 0)
        return PLOT_LEFT + width * (double)(moment_at(plot, i) - moment_at(plot, 0)) / span;
    return PLOT_LEFT +
           (plot->count > 1 ? width * (double)i / (double)(plot->count - 1) : width / 2);
}

static double plot_y(const struct plot *plot, double rating)
{
    double height = PLOT_HEIGHT - PLOT_TOP - PLOT_BOTTOM;
    return PLOT_TOP + height * (plot->high - rating) / (plot->high - plot->low);
}

static void plot_lines(struct evbuffer *out, const struct plot *plot)
{
    for (double rating = plot->low; rating <= plot->high; rating += plot->step) {
        double y = plot_y(plot, rating);
        html_format(out,
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%t\" y2=\"%t\"/>"
                    "<text class=\"end\" x=\"%d\" y=\"%t\">%d</text>\n",
                    PLOT_LEFT, PLOT_WIDTH - PLOT_RIGHT, html_milli(y), html_milli(y), PLOT_LEFT - 4,
                    html_milli(y + 3), (int)rating);
    }
}

static void plot_point(struct evbuffer *out, const struct plot *plot, int i, double rating)
{
    html_format(out, "%t,%t ", html_milli(plot_x(plot, i)), html_milli(plot_y(plot, rating)));
}

static void plot_curve(struct evbuffer *out, const struct plot *plot)
{
    if (!plot->dated) {
        html_add(out, "<polygon class=\"band\" points=\"");
        for (int i = 0; i < plot->count; i++)
            plot_point(out, plot, i, rating_at(plot, i) + error_at(plot, i));
        for (int i = plot->count; i-- > 0;)
            plot_point(out, plot, i, rating_at(plot, i) - error_at(plot, i));
        html_add(out, "\"/>\n");
    }
    html_add(out, "<polyline class=\"curve\" points=\"");
    for (int i = 0; i < plot->count; i++)
        plot_point(out, plot, i, rating_at(plot, i));
    html_add(out, "\"/>\n");
}

/* The day of a point. */
static void plot_day(struct evbuffer *out, const struct plot *plot, int i)
{
    char day[CLOCK_TEXT_BYTES];
    html_add(out, clock_wall_format(moment_at(plot, i), "%d %b %Y", day));
}

/* Points of the plot with their date and value for the pointer: as many as can be told apart. */
static void plot_dots(struct evbuffer *out, const struct plot *plot)
{
    int step = plot->count / (plot->dated ? PLOT_DATED_DOTS : PLOT_DOTS) + 1;
    for (int i = 0; i < plot->count; i += step) {
        html_format(out, "<circle class=\"dot\" cx=\"%t\" cy=\"%t\" r=\"3\"><title>",
                    html_milli(plot_x(plot, i)), html_milli(plot_y(plot, rating_at(plot, i))));
        plot_day(out, plot, i);
        html_format(out, ": %t</title></circle>\n", html_milli(rating_at(plot, i)));
    }
}

void rating_plot_add(struct evbuffer *out, const char *who, const char *ladder,
                     const struct site_point *points, int count, int number, bool dated)
{
    struct plot made = {.points = points, .count = count, .dated = dated};
    const struct plot *plot = &made;
    plot_scale(&made);
    html_format(out,
                "<figure><svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" "
                "aria-labelledby=\"curve-title-%d\"><title id=\"curve-title-%d\">"
                "Online rating of %s in %s: from %d to %d in %d steps</title>\n",
                PLOT_WIDTH, PLOT_HEIGHT, number, number, who, ladder,
                (int)lround(rating_at(plot, 0)), (int)lround(rating_at(plot, plot->count - 1)),
                plot->count);
    plot_lines(out, plot);
    plot_curve(out, plot);
    plot_dots(out, plot);
    html_format(out, "<text x=\"%d\" y=\"%d\">", PLOT_LEFT, PLOT_HEIGHT - 5);
    plot_day(out, plot, 0);
    html_format(out, "</text><text class=\"end\" x=\"%d\" y=\"%d\">", PLOT_WIDTH - PLOT_RIGHT,
                PLOT_HEIGHT - 5);
    plot_day(out, plot, plot->count - 1);
    html_add(out, "</text>\n</svg></figure>\n");
}
