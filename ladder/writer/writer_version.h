/* writer_version.h - new versions of bots, and the rules of rating, as entries of the log. */
#ifndef AVONDALE_WRITER_VERSION_H
#define AVONDALE_WRITER_VERSION_H

#include "writer/ladder_db.h"

/* From now on the bot is another program, with the version `version` (valid as names are): later
 * results count for it (queued, visible at once). Does nothing if that is its latest. Returns 0, or
 * -1 if there is no such bot, or the queue is full. */
LADDER_MUST_CHECK int writer_version_begin(struct ladder *ladder, const char *name,
                                           const char *version);
/* From here on results against bots that are not established count for little (guard.h), or like
 * any other. Queued, a log entry; does nothing if that is so already. Returns 0, or -1 if the queue
 * is full. */
LADDER_MUST_CHECK int writer_version_guard(struct ladder *ladder, bool guarded);

#endif
