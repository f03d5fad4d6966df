/* writer_version.h - new versions of bots, and the rules of rating, as entries of the log. */
#ifndef AVONDALE_WRITER_VERSION_H
#define AVONDALE_WRITER_VERSION_H

#include "writer/ladder_db.h"

/* The bot is another program from now on, under the label `version` (valid as names are): its
 * results count as that one's (queued, the label at once visible to find). Nothing new where that
 * is its latest. -1: no such bot, or the queue is full. */
LADDER_MUST_CHECK int writer_version_begin(struct ladder *ladder, const char *name,
                                           const char *version);
/* From here on results against bots that are not established count for little (guard.h), or as any
 * other. Queued, an entry of the log; nothing where it is so already. Returns 0, or -1 if the queue
 * is full. */
LADDER_MUST_CHECK int writer_version_guard(struct ladder *ladder, bool guarded);

#endif
