/* data_calendar.h - the calendar as JSON values; inside the ladder only. */
#ifndef AVONDALE_DATA_CALENDAR_H
#define AVONDALE_DATA_CALENDAR_H

#include "data/site.h"
#include "store/store_calendar.h"

enum { DATA_CALENDAR_EVENTS = 100, DATA_CALENDAR_RUNS = 50, DATA_CALENDAR_ENTRIES = 1024 };

/* Copies up to DATA_CALENDAR_EVENTS events that are to come, the next first. Returns their number,
 * or -1 if the store does not answer. */
int data_calendar_due(struct web_site *site, struct calendar_event *events);
/* At most `max` (up to DATA_CALENDAR_EVENTS) events that are to come, the next first, as in
 * data_calendar. A new reference; NULL: the store does not answer. */
json_t *data_calendar_next(struct web_site *site, int max);
/* Events that are to come, the next first, and runs, the newest first. New references; NULL: the
 * store does not answer, or there is no such event. */
json_t *data_calendar(struct web_site *site);
/* The table of a series, as agenda/series_table.h has it. */
json_t *data_calendar_series(struct web_site *site, const char *name);
/* One event: who plays, what it came to, its rules. */
json_t *data_calendar_event(struct web_site *site, const char *name);

#endif
