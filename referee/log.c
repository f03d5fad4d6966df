/* log.c - levelled lines on standard error. */
#include "log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static enum log_level level_max = LOG_WARN;

void log_set_level(enum log_level level)
{
    level_max = level;
}

/* The size of the UTF-8 character at `text` (which ends with a NUL), and its number. 0: it is none. */
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
    static const char *const names[] = {"error", "warn", "info", "debug"};
    char text[400], escaped[2 * sizeof text], when[32];
    time_t now = time(NULL);
    struct tm parts;
    va_list args;

    if (level > level_max)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    log_escape(text, escaped, sizeof escaped);
    gmtime_r(&now, &parts);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &parts);
    fprintf(stderr, "%s %s %s\n", when, names[level], escaped);
}
