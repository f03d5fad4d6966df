/* rating_plot.h - a rating over time as a picture. */
#ifndef AVONDALE_RATING_PLOT_H
#define AVONDALE_RATING_PLOT_H

#include "data/data.h"

#include <stdbool.h>

struct evbuffer;

/* Adds the figure. `who`: the bot or the team; `ladder`: its title. `points`: `count`, at least
 * one, the oldest first; error95 is used where they are not dated. `number`: its place among the
 * plots of the page. `dated`: by their moments, without a band; else result by result. The pointer
 * finds date and rating at its dots. */
void rating_plot_add(struct evbuffer *out, const char *who, const char *ladder,
                     const struct site_point *points, int count, int number, bool dated);

#endif
