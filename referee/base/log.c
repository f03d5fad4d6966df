/* log.c - log lines with levels, on standard error or in a file that another program may move.
 * Several threads may log: a line is one write, and the file is exchanged under the mutex that
 * guards those writes. */
#include "base/log.h"

#include "base/unicode.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const names[LOG_LEVEL_COUNT] = {"error", "warn", "info", "debug"};

static _Atomic enum log_level level_max = LOG_WARN; /* read without the mutex, once a line */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards the fields below */
static char file_name[260];
static int file_fd = -1; /* -1: standard error */
static unsigned long lines_lost;

void log_set_level(enum log_level level)
{
    atomic_store_explicit(&level_max, level, memory_order_relaxed);
}

enum log_level log_get_level(void)
{
    return atomic_load_explicit(&level_max, memory_order_relaxed);
}

const char *log_level_name(enum log_level level)
{
    return names[level];
}

int log_level_parse(const char *name)
{
    for (int level = 0; level < LOG_LEVEL_COUNT; level++) {
        if (strcmp(names[level], name) == 0)
            return level;
    }
    return -1;
}

/* ------------------------------------------------------------------------------------ the file */

static int open_file(const char *name)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0640);

    if (fd < 0)
        return -1;
    if (file_fd >= 0)
        close(file_fd);
    file_fd = fd;
    return 0;
}

int log_open(const char *name)
{
    if (strlen(name) >= sizeof file_name) {
        errno = ENAMETOOLONG;
        return -1;
    }
    pthread_mutex_lock(&mutex);
    int status = open_file(name);
    if (status == 0)
        snprintf(file_name, sizeof file_name, "%s", name);
    pthread_mutex_unlock(&mutex);
    return status;
}

int log_reopen(void)
{
    pthread_mutex_lock(&mutex);
    int status = file_fd < 0 ? 0 : open_file(file_name);
    pthread_mutex_unlock(&mutex);
    return status;
}

void log_close(void)
{
    pthread_mutex_lock(&mutex);
    if (file_fd >= 0)
        close(file_fd);
    file_fd = -1;
    pthread_mutex_unlock(&mutex);
}

unsigned long log_lines_lost(void)
{
    pthread_mutex_lock(&mutex);
    unsigned long lost = lines_lost;
    pthread_mutex_unlock(&mutex);
    return lost;
}

static void put(const char *line, size_t size)
{
    ssize_t written = write(file_fd < 0 ? STDERR_FILENO : file_fd, line, size);
    if (written != (ssize_t)size)
        lines_lost++;
}

/* ----------------------------------------------------------------------------------- the lines */

size_t log_escape(const char *text, char *out, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    size_t used = 0;

    for (size_t left = strlen(text); left > 0;) {
        const unsigned char *at = (const unsigned char *)text;
        char made[16];
        size_t length = 0;
        uint32_t number;
        int bytes = unicode_read(text, left, &number);
        bool plain = bytes > 0 && unicode_is_shown(number);
        for (int i = 0; i < (bytes ? bytes : 1); i++) {
            if (plain) {
                made[length++] = (char)at[i];
                continue;
            }
            made[length++] = '\\';
            made[length++] = 'x';
            made[length++] = digits[at[i] >> 4];
            made[length++] = digits[at[i] & 15];
        }
        if (*at == '\\')
            made[length++] = '\\';
        if (used + length >= size)
            break;
        memcpy(out + used, made, length);
        used += length;
        text += bytes ? bytes : 1;
        left -= bytes ? (size_t)bytes : 1;
    }
    out[used] = 0;
    return used;
}

void log_say_list(const char *format, va_list args)
{
    enum { ESCAPED = 4 }; /* the most bytes that one byte can take */
    char *text = NULL, *escaped = NULL;
    int length = vasprintf(&text, format, args);

    if (length >= 0)
        escaped = malloc((size_t)length * ESCAPED + 1);
    if (escaped) {
        log_escape(text, escaped, (size_t)length * ESCAPED + 1);
        fprintf(stderr, "%s\n", escaped);
    } else {
        fputs("avondale: out of memory\n", stderr);
    }
    free(escaped);
    if (length >= 0)
        free(text);
}

void log_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    log_say_list(format, args);
    va_end(args);
}

void log_line(enum log_level level, const char *format, ...)
{
    char text[400], escaped[2 * sizeof text], when[32], line[sizeof escaped + 80];
    struct timespec now;
    struct tm parts;
    va_list args;

    if (level > log_get_level())
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    log_escape(text, escaped, sizeof escaped);
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &parts);
    int size = snprintf(line, sizeof line, "time=%s.%03ldZ level=%s %s\n", when,
                        now.tv_nsec / 1000000, names[level], escaped);
    pthread_mutex_lock(&mutex);
    put(line, (size_t)size);
    pthread_mutex_unlock(&mutex);
}
