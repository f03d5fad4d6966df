/* tournament_help.h - what an organiser has to know to read standings: scores, tie-breaks, seeds,
 * byes, what decides a drawn knockout. One text for `tournament --keys` and the page. */
#ifndef AVONDALE_TOURNAMENT_HELP_H
#define AVONDALE_TOURNAMENT_HELP_H

#include "ladder.h"

#include <stdio.h>

/* All formats and tie-breaks, as text. */
void tournament_help_print(FILE *out);

/* The next line for the standings of one competition, in the order in which they are to be read;
 * NULL after the last. `number` counts from 0. `text` is room for lines that are put together. */
enum { TOURNAMENT_HELP_BYTES = 320 };
const char *tournament_help_line(const struct tournament_config *config, int number,
                                 char text[TOURNAMENT_HELP_BYTES]);

#endif
