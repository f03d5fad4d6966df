/* record_summary.h - reads how a game ended, and its statistics, from its record. */
#ifndef AVONDALE_RECORD_SUMMARY_H
#define AVONDALE_RECORD_SUMMARY_H

#include "protocol.h"
#include "record/game_stats.h"

/* What the record of a certain game in the schedule must hold. */
struct record_expected {
    const struct ruleset *rules;
    const char *id;           /* of the game */
    const char *const *names; /* by seat */
    /* The ruleset of its deals. NULL: the record may be by another writer, whose options may be
     * written differently; ruleset and deals are not compared. */
    const char *set_id;
    const uint8_t *seed; /* FAIR_BYTES, the seed of its set; NULL: not compared */
};

/* Reads one record. Returns 0, or -1 with a line in error[160] that names the difference. */
int record_summary_read(const char *line, size_t size, const struct record_expected *expected,
                        struct game_outcome *outcome, struct game_stats *stats, char error[160]);

#endif
