/* tournament_dry.h - `tournament --dry-run`: how large the competition is, and how long it takes.
 * Writes no file. */
#ifndef AVONDALE_TOURNAMENT_DRY_H
#define AVONDALE_TOURNAMENT_DRY_H

#include "match/report.h"
#include "tournament/tournament_file.h"

#include <stdbool.h>

enum {
    TOURNAMENT_DRY_SEC = 10,     /* after which no further block is tried, */
    TOURNAMENT_DRY_SEC_MIN = 3,  /* or this, if there are enough */
    TOURNAMENT_DRY_ENOUGH = 8,   /* blocks */
    TOURNAMENT_DRY_BLOCKS = 200, /* that are tried at most */
};

/* Plays some blocks as `config` says (entries, rules, times, jobs, sandbox), with deals that are
 * not the competition's, counts them in `report`, and prints what all of them would come to.
 * `plays` false: only the numbers. Returns an exit status. */
int tournament_dry_run(const struct tournament_file *file, const struct runner_config *config,
                       struct report *report, bool plays, bool json);

#endif
