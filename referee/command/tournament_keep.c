/* tournament_keep.c - writes the times and the results of a tournament while it is played. */
#include "command/tournament_keep.h"

static void times_path(const struct tournament_report *competition,
                       char path[TOURNAMENT_DIRECTORY_PATH])
{
    tournament_directory_path(competition->file.output, "times.json", path);
}

int tournament_keep_times(struct tournament_keep *keep, const struct tournament_report *competition,
                          usec_t now, char path[TOURNAMENT_DIRECTORY_PATH])
{
    keep->times = now;
    times_path(competition, path);
    return tournament_directory_keep_times(path, competition->report.thinks,
                                           competition->report.entry_count);
}

static void keep_results(struct tournament_keep *keep, const struct tournament_report *competition,
                         usec_t now)
{
    char path[TOURNAMENT_DIRECTORY_PATH];
    usec_t begin = clock_now_usec();

    if (keep->results == 0) /* a short competition needs none */
        keep->results = now + TOURNAMENT_KEEP_USEC;
    if (now < keep->results || competition->file.format.format == TOURNAMENT_INDIVIDUAL)
        return;
    (void)tournament_report_write_results(competition, path);
    keep->results = now + TOURNAMENT_KEEP_USEC + TOURNAMENT_KEEP_SHARE * (clock_now_usec() - begin);
}

int tournament_keep_tick(struct tournament_keep *keep, const struct tournament_report *competition,
                         usec_t now, char path[TOURNAMENT_DIRECTORY_PATH])
{
    keep_results(keep, competition, now);
    return now - keep->times > TOURNAMENT_KEEP_USEC
               ? tournament_keep_times(keep, competition, now, path)
               : 0;
}

void tournament_keep_add_times(struct tournament_report *competition)
{
    char path[TOURNAMENT_DIRECTORY_PATH];

    times_path(competition, path);
    tournament_directory_add_times(path, competition->report.thinks,
                                   competition->report.entry_count);
}
