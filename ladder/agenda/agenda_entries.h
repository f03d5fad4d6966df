/* agenda_entries.h - who plays a tournament of the calendar; inside the ladder only. */
#ifndef AVONDALE_AGENDA_ENTRIES_H
#define AVONDALE_AGENDA_ENTRIES_H

#include "base/values.h"
#include "calendar/event.h"
#include "store/store_calendar.h"

/* Makes the file of a run: the event's file with the entries that play. Called within a
 * transaction. Sets *count to the number of entries. Returns text that the caller frees, or NULL
 * with *error. */
char *agenda_entries_file(struct store *store, const struct calendar_event *row,
                          const struct event_plan *event, const char *run, int *count,
                          struct ladder_error *error);

#endif
