/* record_summary.h - reads from the record of a game how it ended and what happened in it. */
#ifndef AVONDALE_RECORD_SUMMARY_H
#define AVONDALE_RECORD_SUMMARY_H

#include "protocol.h"
#include "record/game_stats.h"

/* What a record must hold to be the one that was written for its place in the schedule. */
struct record_expected {
    const struct ruleset *rules;
    const char *id;           /* of the game */
    const char *const *names; /* by seat */
    /* Of its deals. NULL: the record may be by another writer, who writes options as he likes;
     * ruleset and deals are not compared. */
    const char *set_id;
    const uint8_t *seed; /* FAIR_BYTES, of its set; NULL: not compared */
};

/* Reads one record. Returns 0, or -1 with a line in error[160] that says what does not fit. */
int record_summary_read(const char *line, size_t size, const struct record_expected *expected,
                        struct game_outcome *outcome, struct game_stats *stats, char error[160]);

#endif
