/* zone.h - time zones from the system's database; inside the ladder only.
 *
 * A zone is read once and never changes, so any thread may use it. The C library's functions need
 * the variable TZ, which belongs to the whole process. */
#ifndef AVONDALE_ZONE_H
#define AVONDALE_ZONE_H

#include <stdbool.h>
#include <stdint.h>

enum { ZONE_NAME_MAX = 63 };

struct zone;

/* Reads the zone of a name like "Europe/Berlin" or "UTC". Returns a zone for zone_close, or NULL if
 * the database has none of that name. */
struct zone *zone_open(const char *name);
void zone_close(struct zone *zone); /* NULL is fine */
/* Seconds that its clocks are before UTC at that moment, in seconds since 1970. `zone` is a struct
 * zone: an event_offset_fn. */
int zone_offset(const void *zone, int64_t utc_sec);

#endif
