/* agenda_entries.h - who plays a tournament of the calendar; inside the ladder only. */
#ifndef AVONDALE_AGENDA_ENTRIES_H
#define AVONDALE_AGENDA_ENTRIES_H

#include "base/values.h"
#include "calendar/event.h"
#include "store/store_calendar.h"

/* Makes the file of a run: that of the event with the entries that play. Within a transaction. To
 * be freed by the caller. *count: how many play. NULL with *error. */
char *agenda_entries_file(struct store *store, const struct calendar_event *row,
                          const struct event_plan *event, const char *run, int *count,
                          struct ladder_error *error);

#endif
