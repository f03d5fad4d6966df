/* log.c - levelled lines on standard error. */
#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

static enum log_level level_max = LOG_WARN;

void log_set_level(enum log_level level) { level_max = level; }

void log_line(enum log_level level, const char *format, ...)
{
    static const char *const names[] = {"error", "warn", "info", "debug"};
    char text[400], when[32];
    time_t now = time(NULL);
    struct tm parts;
    va_list args;

    if (level > level_max)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    gmtime_r(&now, &parts);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &parts);
    fprintf(stderr, "%s %s %s\n", when, names[level], text);
}
