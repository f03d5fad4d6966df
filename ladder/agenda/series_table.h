/* series_table.h - the table of a series of events, as a document of the store; inside the ladder
 * only.
 *
 * The document is a line of JSON: {"format": "avondale-series/1", "series": NAME, "runs": [RUN
 * ...], "rows": [{"rank", "entry", "points" (hundredths), "events", "places": [N ...]} ...]}. It
 * grows by one run when the table of that run is frozen, in the same transaction, so that a page
 * reads one document however long the series is. It is not signed itself: it follows from the
 * signed tables of its runs (series_table_check). In a tournament with divisions the first one
 * counts; entries that were disqualified get nothing; of a bot with several versions in a season
 * the best counts. */
#ifndef AVONDALE_SERIES_TABLE_H
#define AVONDALE_SERIES_TABLE_H

#include "store/store_calendar.h"

#include <jansson.h>

/* Adds the points of a run whose table was frozen in this transaction, or before. Does nothing if
 * the run's event is of no series, or its points were added before. Between a begin that writes and
 * the commit, which is the caller's. Returns 0, or -1 with *error. */
LADDER_MUST_CHECK int series_table_add(struct store *store, const struct calendar_run *run,
                                       struct ladder_error *error);
/* Counts a series anew from the tables of its runs, whose signatures must hold, and compares.
 * Returns NULL, or what is wrong. *table is the document, to be freed with json_decref; NULL if
 * there is none. Between begin and commit. */
const char *series_table_check(struct store *store, const char *series, json_t **table);

#endif
