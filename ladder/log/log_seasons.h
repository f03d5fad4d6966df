/* log_seasons.h - the seasons that a log has, for archives of its parts; inside the ladder only. */
#ifndef AVONDALE_LOG_SEASONS_H
#define AVONDALE_LOG_SEASONS_H

#include "standings/season.h"
#include "store/store.h"

/* Of each its name and times, in the order of the log. Begins as zeros. */
struct log_seasons {
    struct season *items; /* owned */
    int count;
};

/* Within a transaction. Returns 0, or -1 with *why, which lives as long as the store. To be freed
 * in either case. */
LADDER_MUST_CHECK int log_seasons_read(struct log_seasons *seasons, struct store *store,
                                       const char **why);
void log_seasons_free(struct log_seasons *seasons);

/* Of the seasons that contain this moment, the name of the one that was entered last; "": none
 * does. */
const char *log_seasons_at(const struct log_seasons *seasons, int64_t wall_msec);
/* Whether one of that name contains it. */
bool log_seasons_have(const struct log_seasons *seasons, const char *name, int64_t wall_msec);

#endif
