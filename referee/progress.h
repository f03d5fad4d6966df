/* progress.h - how far a long run is, on standard error: a line that changes on a terminal, else a line a
 * minute. */
#ifndef AVONDALE_PROGRESS_H
#define AVONDALE_PROGRESS_H

#include "budget.h"

#include <stdbool.h>

struct progress {
    const char *what;
    long first, total; /* games done before, games in all; 0: not known */
    usec_t started, shown;
    bool terminal, open;
};

void progress_init(struct progress *progress, const char *what, long done, long total);
/* Shown when it is time to: at once on a terminal. `text`: how it stands. */
void progress_show(struct progress *progress, long done, const char *text);
void progress_end(struct progress *progress); /* leaves the terminal at the start of a line */

#endif
