/* tournament_report.h - a tournament in progress, and the files in its output directory. */
#ifndef AVONDALE_TOURNAMENT_REPORT_H
#define AVONDALE_TOURNAMENT_REPORT_H

#include "tournament/tournament_rating.h"
#include "match/report.h"
#include "tournament/tournament_file.h"
#include "tournament/tournament_rulings.h"

/* With more entries the table of all pairs is left out of texts and pages; results.json has it. */
enum { TOURNAMENT_REPORT_CROSS_MAX = 64 };

struct tournament_report {
    struct tournament_file file;
    struct tournament tournament;
    struct report report;
    struct tournament_ratings ratings;
    struct tournament_rulings rulings;
    const struct tournament_blocks *blocks; /* NULL: which games a meeting had is not told */
    bool finished;                          /* the seed is published only then */
    int sessions; /* seeds that it was played with; if there are several, none is that of the whole
                   */
};

/* Standings, crosstable and faults as text. */
void tournament_report_print(const struct tournament_report *competition, FILE *out);
/* Writes standings.txt, standings.csv, results.json and index.html into the output directory, each
 * replaced as a whole. Returns 0, or -1 with errno and the file's path in path[TOURNAMENT_PATH_MAX
 * + 32]. */
int tournament_report_write(const struct tournament_report *competition, char *path);
/* Writes results.json alone, for its page while it is played. Returns as above. */
int tournament_report_write_results(const struct tournament_report *competition, char *path);

#endif
