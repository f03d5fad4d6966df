/* data_history.h - the whole history of a bot's ratings, part by part. On the thread of the pages.
 */
#ifndef AVONDALE_DATA_HISTORY_H
#define AVONDALE_DATA_HISTORY_H

#include "data/data.h"

enum { DATA_HISTORY_LOOK_MAX = 2000 /* results that one part looks at */ };

/* {name, ladder ("": all), ladders (those of the bot's lines and of these points), points: [{seq,
 * game, ladder, team (or null), wall_msec, before, rating}], next}: rated results, the newest
 * first, of one ladder ("": of all). A part may have fewer points than `limit`, or none, and `next`
 * nevertheless. Returns a new reference; NULL: there is no such bot or ladder, or the store cannot
 * be read.
 */
json_t *data_history(const struct call *call, const char *ladder, int limit);

#endif
