/* play_options.c - the options that a match and a tournament share. */
#include "command/play_options.h"

#include "base/progress.h"

static const struct option_row rows[] = {
    {OPTION_FLAG("strict", play, strict,
                 "stops at the first fault of a bot, names it, and exits 1")},
    {OPTION_NUMBER("report-interval", "S", play, report_interval_sec, 1,
                   PROGRESS_INTERVAL_SECONDS_MAX, "60",
                   "seconds between two lines of progress where standard error is no terminal")},
    {OPTION_FLAG("json", play, json, "results as JSON")},
    {OPTION_FLAG("verbose", play, verbose, "shows what bots write on standard error, and a log")},
};

const struct option_part play_options = OPTION_PART(NULL, rows);
