/* tournament_report.h - a tournament under way, and what it writes into its directory. */
#ifndef AVONDALE_TOURNAMENT_REPORT_H
#define AVONDALE_TOURNAMENT_REPORT_H

#include "tournament/tournament_rating.h"
#include "match/report.h"
#include "tournament/tournament_file.h"

struct tournament_report {
    struct tournament_file file;
    struct tournament tournament;
    struct report report;
    struct tournament_ratings ratings;
    bool finished; /* only then the seed is published */
    int sessions;  /* seeds that it was played from; of several none is that of the whole */
};

/* Standings, crosstable and faults as text. */
void tournament_report_print(const struct tournament_report *competition, FILE *out);
/* standings.txt, standings.csv, results.json and index.html in the output directory, each replaced
 * as a whole. 0; -1 with errno and the file's path in path[TOURNAMENT_PATH_MAX + 32]. */
int tournament_report_write(const struct tournament_report *competition, char *path);
/* A new reference; NULL when out of memory. */
json_t *tournament_report_json(const struct tournament_report *competition);

#endif
