/* data_week.h - what the rating of a bot or a team did since last week. Runs on the thread of the
 * pages. */
#ifndef AVONDALE_DATA_WEEK_H
#define AVONDALE_DATA_WEEK_H

#include "data/data.h"

#define DATA_WEEK_UNKNOWN INT64_MIN

/* How much the online ratings of rows of a ladder changed since the midnight (UTC) of seven days
 * ago, in thousandths; DATA_WEEK_UNKNOWN where the bot played too much since its last game there,
 * or the store cannot be read. A row that is still kept is read once a day. */
void data_week_changes(struct web_site *site, const struct ladder_board *board,
                       const struct ladder_row *rows, int count, int64_t *changes);

#endif
