/* progress.c - how far a long run is. */
#include "progress.h"

#include "arena.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { QUIET_USEC = 60 * 1000000, LINE_WIDTH = 100 };

void progress_init(struct progress *progress, const char *what, long done, long total)
{
    *progress = (struct progress){.what = what, .first = done, .total = total};
    progress->started = progress->shown = clock_now_usec();
    progress->terminal = isatty(STDERR_FILENO);
}

void progress_show(struct progress *progress, long done, const char *text)
{
    usec_t now = clock_now_usec();
    double seconds = (double)(now - progress->started) / 1e6;
    double rate = (double)(done - progress->first) / (seconds > 0 ? seconds : 1);
    char line[256];

    if (!progress->terminal && now - progress->shown < QUIET_USEC)
        return;
    progress->shown = now;
    int length = snprintf(line, sizeof line, "%s: %s", progress->what, text);
    if (progress->total > 0 && rate > 0 && length < (int)sizeof line) {
        long left = (long)((double)(progress->total - done) / rate);
        snprintf(line + length, sizeof line - (size_t)length,
                 "  of %ld, %.1f a second, %ld:%02ld left", progress->total, rate, left / 60,
                 left % 60);
    }
    if (progress->terminal)
        fprintf(stderr, "\r%-*.*s", LINE_WIDTH, LINE_WIDTH, line);
    else
        fprintf(stderr, "%s\n", line);
    progress->open = progress->terminal;
}

void progress_end(struct progress *progress)
{
    if (progress->open)
        fprintf(stderr, "\r%*s\r", LINE_WIDTH, "");
    progress->open = false;
}
