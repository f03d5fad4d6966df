/* progress.c - the progress of a long run. */
#include "base/progress.h"

#include "ladder.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { INTERVAL_SECONDS = 60, WIDTH_DEFAULT = 80, WIDTH_MAX = 250 };

static int terminal_width(void)
{
    struct winsize size;

    if (!isatty(STDERR_FILENO))
        return 0;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col < 2)
        return WIDTH_DEFAULT;
    return size.ws_col - 1 < WIDTH_MAX ? size.ws_col - 1 : WIDTH_MAX; /* the cursor stays on it */
}

void progress_init(struct progress *progress, const char *what, long done, long total, int interval)
{
    *progress = (struct progress){.what = what, .first = done, .total = total};
    progress->started = progress->shown = clock_now_usec();
    progress->interval = (int64_t)(interval > 0 ? interval : INTERVAL_SECONDS) * 1000000;
    progress->width = terminal_width();
}

/* " of 400, 12.5 a second, 0:31 left": unknown parts are left out. */
static void add_rate(const struct progress *progress, long done, double seconds, char *text,
                     size_t size)
{
    double rate = seconds > 0 ? (double)(done - progress->first) / seconds : 0;
    int length = 0;

    text[0] = '\0';
    if (progress->total > 0)
        length = snprintf(text, size, " of %ld", progress->total);
    if (rate > 0)
        length += snprintf(text + length, size - (size_t)length, ", %.1f a second", rate);
    if (progress->total > 0 && rate > 0) {
        long left = (long)((double)(progress->total - done) / rate);
        snprintf(text + length, size - (size_t)length, ", %ld:%02ld left", left / 60, left % 60);
    }
}

void progress_show(struct progress *progress, long done, const char *text)
{
    int64_t now = clock_now_usec();
    char rate[96], line[320];

    if (progress->width == 0 && now - progress->shown < progress->interval)
        return;
    progress->shown = now;
    add_rate(progress, done, (double)(now - progress->started) / 1e6, rate, sizeof rate);
    snprintf(line, sizeof line, "%s: %ld games%s%s%s", progress->what, done, rate,
             *text ? "; " : "", text);
    if (progress->width > 0)
        fprintf(stderr, "\r%-*.*s", progress->width, progress->width, line);
    else
        fprintf(stderr, "%s\n", line);
    progress->open = progress->width > 0;
}

void progress_end(struct progress *progress)
{
    if (progress->open)
        fprintf(stderr, "\r%*s\r", progress->width, "");
    progress->open = false;
}
