/* record_summary.h - goes on where a run of games was cut off: reads back the records that it wrote. */
#ifndef AVONDALE_RESUME_H
#define AVONDALE_RESUME_H

#include "match/runner.h"

/* What a record must hold to be the one that was written for its place in the schedule. */
struct resume_expected {
    const struct ruleset *rules;
    const char *id;           /* of the game */
    const char *const *names; /* by seat */
    /* Of its deals. NULL: the record may be by another writer, who writes options as he likes; ruleset
     * and deals are not compared. */
    const char *set_id;
    const uint8_t *seed; /* FAIR_BYTES, of its set; NULL: not compared */
};

/* Reads one record. Returns 0, or -1 with a line in error[160] that says what does not fit.
 * game->line stays NULL. */
int resume_read(const char *line, size_t size, const struct resume_expected *expected,
                struct runner_game *game, char error[160]);

#endif
