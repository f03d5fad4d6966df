/* tournament_page.h - a tournament as one static page: tables and plots, without scripts or
 * external resources. */
#ifndef AVONDALE_TOURNAMENT_PAGE_H
#define AVONDALE_TOURNAMENT_PAGE_H

#include "tournament/tournament_report.h"

void tournament_page_write(const struct tournament_report *competition, FILE *out);

#endif
