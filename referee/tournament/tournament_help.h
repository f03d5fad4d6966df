/* tournament_help.h - explains standings to organisers: scores, tie-breaks, seeds, byes, and what
 * decides a drawn knockout. One text for `tournament --keys` and the page. */
#ifndef AVONDALE_TOURNAMENT_HELP_H
#define AVONDALE_TOURNAMENT_HELP_H

#include "ladder.h"

#include <stdio.h>

/* All formats and tie-breaks, as text. */
void tournament_help_print(FILE *out);

/* The next line that explains the standings of one competition, in reading order; NULL after the
 * last. `number` counts from 0. `text` is room for composed lines. */
enum { TOURNAMENT_HELP_BYTES = 320 };
const char *tournament_help_line(const struct tournament_config *config, int number,
                                 char text[TOURNAMENT_HELP_BYTES]);

#endif
