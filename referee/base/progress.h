/* progress.h - the progress of a long run, on standard error: a line that changes on a terminal;
 * else one line a minute, or at the given interval. */
#ifndef AVONDALE_PROGRESS_H
#define AVONDALE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    const char *what;
    long first, total;                /* games done before, games in all; 0: not known */
    int64_t started, shown, interval; /* microseconds, of the monotonic clock */
    int width;                        /* of the terminal; 0: not a terminal */
    bool open;
};

enum { PROGRESS_INTERVAL_SECONDS_MAX = 86400 };

/* `interval`: seconds between two lines if there is no terminal; 0 is a minute. */
void progress_init(struct progress *progress, const char *what, long done, long total,
                   int interval);
/* Prints the progress when it is due: at once on a terminal. `text`: the progress. */
void progress_show(struct progress *progress, long done, const char *text);
void progress_end(struct progress *progress); /* leaves the terminal at the start of a line */

#endif
