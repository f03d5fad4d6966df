/* tournament_keep.h - what a tournament writes into its directory while it is played: the times of
 * decisions, and the results so far. If it is killed, it has those of some seconds before. Time is
 * an argument. */
#ifndef AVONDALE_TOURNAMENT_KEEP_H
#define AVONDALE_TOURNAMENT_KEEP_H

#include "tournament/tournament_directory.h"
#include "tournament/tournament_report.h"

enum {
    TOURNAMENT_KEEP_USEC = 5000000,
    TOURNAMENT_KEEP_SHARE = 50, /* results.json: at most one part of so many is spent on it */
};

struct tournament_keep { /* zeroes at first */
    usec_t times;        /* when the times were last written */
    usec_t results;      /* before then results.json is not written again; 0: not yet */
};

/* Writes what is due. results.json is for its page, without ratings, which take their time; that of
 * an individual competition is made of all its games, and is not written here. Returns 0, or -1
 * with errno and the path of times.json; for results.json the end of the run says what cannot be
 * written. */
int tournament_keep_tick(struct tournament_keep *keep, const struct tournament_report *competition,
                         usec_t now, char path[TOURNAMENT_DIRECTORY_PATH]);

/* Writes times.json. Returns 0, or -1 with errno and its path. */
int tournament_keep_times(struct tournament_keep *keep, const struct tournament_report *competition,
                          usec_t now, char path[TOURNAMENT_DIRECTORY_PATH]);

/* Adds the times of an earlier run, if they are there. */
void tournament_keep_add_times(struct tournament_report *competition);

#endif
