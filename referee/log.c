/* log.c - levelled lines on standard error, or in a file that may be moved away under it. Several threads may
 * log: a line is one write, and the file is exchanged under the mutex that guards those writes. */
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *const names[LOG_LEVEL_COUNT] = {"error", "warn", "info", "debug"};

static _Atomic enum log_level level_max = LOG_WARN; /* read without the mutex, line by line */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards the rest */
static char file_name[260];
static int file_fd = -1; /* -1: standard error */
static long long file_bytes, file_bytes_max;
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
    struct stat status;
    int fd = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0640);

    if (fd < 0)
        return -1;
    if (file_fd >= 0)
        close(file_fd);
    file_fd = fd;
    file_bytes = fstat(fd, &status) == 0 ? (long long)status.st_size : 0;
    return 0;
}

int log_open(const char *name, long long bytes_max)
{
    if (strlen(name) >= sizeof file_name) {
        errno = ENAMETOOLONG;
        return -1;
    }
    pthread_mutex_lock(&mutex);
    int status = open_file(name);
    if (status == 0) {
        snprintf(file_name, sizeof file_name, "%s", name);
        file_bytes_max = bytes_max;
    }
    pthread_mutex_unlock(&mutex);
    return status;
}

void log_set_limit(long long bytes_max)
{
    pthread_mutex_lock(&mutex);
    file_bytes_max = bytes_max;
    pthread_mutex_unlock(&mutex);
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
    file_bytes = 0;
    pthread_mutex_unlock(&mutex);
}

long long log_bytes(void)
{
    pthread_mutex_lock(&mutex);
    long long bytes = file_bytes;
    pthread_mutex_unlock(&mutex);
    return bytes;
}

unsigned long log_lines_lost(void)
{
    pthread_mutex_lock(&mutex);
    unsigned long lost = lines_lost;
    pthread_mutex_unlock(&mutex);
    return lost;
}

/* Where the old file cannot be put aside, it is written on: the limit is for tidiness, and lines
 * are not lost for it. */
static void put_aside(void)
{
    char old[sizeof file_name + 2];

    snprintf(old, sizeof old, "%s.1", file_name);
    if (rename(file_name, old) || open_file(file_name))
        file_bytes = 0; /* tried again after as many bytes */
}

static void put(const char *line, size_t size)
{
    if (file_fd >= 0 && file_bytes_max > 0 && file_bytes + (long long)size > file_bytes_max &&
        file_bytes > 0)
        put_aside();
    ssize_t written = write(file_fd < 0 ? STDERR_FILENO : file_fd, line, size);
    if (written != (ssize_t)size)
        lines_lost++;
    if (written > 0 && file_fd >= 0)
        file_bytes += written;
}

/* ----------------------------------------------------------------------------------- the lines */

/* The size of the UTF-8 character at `text` (which ends with a NUL), and its number. 0: it is none.
 */
static int read_character(const unsigned char *text, uint32_t *number)
{
    static const uint32_t lowest[] = {0, 0, 0x80, 0x800, 0x10000};
    int size = text[0] < 0x80   ? 1
               : text[0] < 0xc0 ? 0
               : text[0] < 0xe0 ? 2
               : text[0] < 0xf0 ? 3
               : text[0] < 0xf8 ? 4
                                : 0;
    if (size < 2) {
        *number = text[0];
        return size;
    }
    *number = text[0] & (0x7fu >> size);
    for (int i = 1; i < size; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        *number = *number << 6 | (text[i] & 0x3fu);
    }
    bool surrogate = *number >= 0xd800 && *number <= 0xdfff;
    return *number < lowest[size] || *number > 0x10ffff || surrogate ? 0 : size;
}

/* Controls of both kinds, separators that some readers take for a new line, direction marks. */
static bool is_harmless(uint32_t number)
{
    return number >= 0x20 && !(number >= 0x7f && number <= 0x9f) && number != 0x061c &&
           !(number >= 0x200e && number <= 0x200f) && !(number >= 0x2028 && number <= 0x202e) &&
           !(number >= 0x2066 && number <= 0x2069) && number != 0xfeff;
}

size_t log_escape(const char *text, char *out, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    size_t used = 0;

    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        char made[16];
        size_t length = 0;
        uint32_t number;
        int bytes = read_character(at, &number);
        bool plain = bytes > 0 && is_harmless(number);
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
        at += bytes ? bytes : 1;
    }
    out[used] = 0;
    return used;
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
