/* tournament_page.h - a tournament as one static page: tables and plots, no script, nothing loaded.
 */
#ifndef AVONDALE_COMPETITION_PAGE_H
#define AVONDALE_COMPETITION_PAGE_H

#include "tournament/tournament_report.h"

void competition_page(const struct competition *competition, FILE *out);

#endif
