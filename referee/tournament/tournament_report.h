/* tournament_report.h - a tournament under way, and what it writes into its directory. */
#ifndef AVONDALE_COMPETITION_H
#define AVONDALE_COMPETITION_H

#include "tournament/tournament_rating.h"
#include "match/report.h"
#include "tournament/tournament_file.h"

struct competition {
    struct tournament_file file;
    struct tournament tournament;
    struct report report;
    struct competition_ratings ratings;
    bool finished; /* only then the seed is told */
    int sessions;  /* seeds that it was played from; of several none is that of the whole */
};

/* Standings, crosstable and faults as text. */
void competition_print(const struct competition *competition, FILE *out);
/* standings.txt, standings.csv, results.json and index.html in the output directory, each replaced
 * as a whole. 0; -1 with errno and the file's path in path[TOURNAMENT_PATH_MAX + 32]. */
int competition_write(const struct competition *competition, char *path);
/* A new reference; NULL when out of memory. */
json_t *competition_json(const struct competition *competition);

#endif
