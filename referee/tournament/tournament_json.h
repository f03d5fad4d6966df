/* tournament_json.h - a tournament as the value of results.json, of which pages are made, too. */
#ifndef AVONDALE_TOURNAMENT_JSON_H
#define AVONDALE_TOURNAMENT_JSON_H

#include "tournament/tournament_report.h"

/* Returns a new reference, or NULL if out of memory. */
json_t *tournament_json_make(const struct tournament_report *competition);

#endif
