/* play_options.h - the options that match and tournament share. */
#ifndef AVONDALE_PLAY_OPTIONS_H
#define AVONDALE_PLAY_OPTIONS_H

#include "base/options.h"
#include "match/report.h"
#include "match/transcript.h"

struct play {
    bool strict, json, verbose;
    int report_interval_sec;
    const char *transcripts; /* a directory, or NULL */
};
extern const struct option_part play_options; /* of struct play */

/* Opens what the options name; `remote`: workers play. Returns 0, or an exit status after a line.
 */
int play_options_open(const struct option_table *table, const struct play *play, bool remote,
                      struct transcripts **transcripts);

/* Says which entries never started. Returns the exit status: 3 if there are any, else 0. */
int play_options_say_never_started(const struct option_table *table, const struct report *report);

#endif
