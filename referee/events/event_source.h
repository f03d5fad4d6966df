/* event_source.h - the file of a tournament that an event of the calendar names. */
#ifndef AVONDALE_EVENT_SOURCE_H
#define AVONDALE_EVENT_SOURCE_H

#include "ladder.h"

/* Reads the file, and checks that a tournament and an event with such entries accept it. Returns
 * its text, which the caller frees, or NULL after a line on standard error for each mistake. */
char *event_source_read(const char *path, enum event_entries entries);

#endif
