/* rating_plot.h - a rating over time as a picture. */
#ifndef AVONDALE_RATING_PLOT_H
#define AVONDALE_RATING_PLOT_H

#include <jansson.h>
#include <stdbool.h>

struct evbuffer;

/* Adds the figure. `ladder`: its title. `points`: at least one, the oldest first: {wall_msec,
 * rating, error95?, team?}. `number`: its place among the plots of the page. `dated`: by their
 * moments, without a band; else result by result. The pointer finds date and rating at its dots. */
void rating_plot_add(struct evbuffer *out, const char *who, const char *ladder,
                     const json_t *points, int number, bool dated);

#endif
