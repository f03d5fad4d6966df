/* event_source.h - the file of a tournament that an event of the calendar names. */
#ifndef AVONDALE_EVENT_SOURCE_H
#define AVONDALE_EVENT_SOURCE_H

/* Reads the file and checks it as a tournament's and as an event's. Returns its text, to be freed
 * by the caller, or NULL after a line for each mistake on standard error. */
char *event_source_read(const char *path);

#endif
