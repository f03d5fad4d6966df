/* play_options.c - the options that match and tournament share. */
#include "command/play_options.h"

#include "base/progress.h"
#include "sandbox/sandbox.h"

#include <errno.h>
#include <string.h>

static const struct option_row rows[] = {
    {OPTION_FLAG("strict", play, strict,
                 "stops at the first fault of a bot, names it, and exits 1")},
    {OPTION_NUMBER("report-interval", "S", play, report_interval_sec, 1,
                   PROGRESS_INTERVAL_SECONDS_MAX, "60",
                   "seconds between two lines of progress where standard error is no terminal")},
    {OPTION_TEXT("transcripts", "DIR", play, transcripts, NULL,
                 "writes what went over the wire, with times, into DIR/GAME.SEAT.NAME.txt, 1 MiB "
                 "each, when a game is over; without tokens and seeds")},
    {OPTION_FLAG("json", play, json, "results as JSON")},
    {OPTION_FLAG("verbose", play, verbose, "shows what bots write on standard error, and a log")},
};

int play_options_open(const struct option_table *table, const struct play *play, bool remote,
                      struct transcripts **transcripts)
{
    *transcripts = NULL;
    if (!play->transcripts)
        return 0;
    if (remote)
        return options_bad(table, "--transcripts: not with --store");
    *transcripts = transcript_open(play->transcripts);
    if (*transcripts) {
        sandbox_hide(play->transcripts);
        return 0;
    }
    options_bad(table, "--transcripts=%s: %s", play->transcripts, strerror(errno));
    return 3;
}

const struct option_part play_options = OPTION_PART(NULL, rows);

int play_options_say_never_started(const struct option_table *table, const struct report *report)
{
    int status = 0;

    for (int entry = 0; entry < report->entry_count; entry++) {
        if (!report_never_started(report, entry))
            continue;
        options_bad(table,
                    "%s never started: no hello in any of its %ld games (--verbose shows what it "
                    "writes on standard error)",
                    report->entries[entry].name, report->stats[entry].games);
        status = 3;
    }
    return status;
}
