/* zone.c - time zones by GLib, which reads the system's files. */
#include "calendar/zone.h"

#include <glib.h>
#include <string.h>

/* Never defined: a struct zone is a GTimeZone under our name. */
struct zone;

/* GLib also accepts paths of files and rules like "UTC+3". */
static bool name_valid(const char *name)
{
    size_t size = strlen(name);

    return size >= 1 && size <= ZONE_NAME_MAX && g_ascii_isalpha(name[0]) &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/") ==
               size;
}

struct zone *zone_open(const char *name)
{
    return name_valid(name) ? (struct zone *)g_time_zone_new_identifier(name) : NULL;
}

void zone_close(struct zone *zone)
{
    if (zone)
        g_time_zone_unref((GTimeZone *)zone);
}

int zone_offset(const void *zone, int64_t utc_sec)
{
    GTimeZone *asked = (GTimeZone *)(uintptr_t)zone;
    int interval = g_time_zone_find_interval(asked, G_TIME_TYPE_UNIVERSAL, utc_sec);

    return interval < 0 ? 0 : g_time_zone_get_offset(asked, interval);
}
