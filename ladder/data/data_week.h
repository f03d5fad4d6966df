/* data_week.h - what the rating of a bot or a team did since last week. Runs on the thread of the
 * pages. */
#ifndef AVONDALE_DATA_WEEK_H
#define AVONDALE_DATA_WEEK_H

#include "data/data.h"

/* How much the online rating of a row of a ladder changed since the midnight (UTC) of seven days
 * ago, in thousandths. Returns false if that is not known: the bot played too much since its
 * last game there. Reads the store at most once a day for a row that is still kept. */
bool data_week_change(struct web_site *site, const struct ladder_board *board,
                      const struct ladder_row *row, int64_t *change_milli);

#endif
