/* tournament_dry.h - `tournament --dry-run`: the size of the competition, and how long it takes.
 * Writes no file. */
#ifndef AVONDALE_TOURNAMENT_DRY_H
#define AVONDALE_TOURNAMENT_DRY_H

#include "match/report.h"
#include "tournament/tournament_file.h"

#include <stdbool.h>

enum {
    TOURNAMENT_DRY_SEC = 10,     /* no further block is begun after this time, */
    TOURNAMENT_DRY_SEC_MIN = 3,  /* or after this, if there are enough */
    TOURNAMENT_DRY_ENOUGH = 8,   /* blocks */
    TOURNAMENT_DRY_BLOCKS = 200, /* blocks at most */
};

/* Plays some blocks as `config` says (entries, rules, times, jobs, sandbox), with deals that the
 * competition does not use, counts them in `report`, and prints estimates for the whole. `plays`
 * false: only the size. Returns an exit status. */
int tournament_dry_run(const struct tournament_file *file, const struct runner_config *config,
                       struct report *report, bool plays, bool json);

#endif
