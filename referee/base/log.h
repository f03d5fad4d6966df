/* log.h - log lines with levels, on standard error or in a file: `time=... level=... key=value ...
 * text`. Pairs come first (peer=, name=, game=); the text after the last pair is for people. Never
 * holds a hidden card. Any thread may log; lines never mix. */
#ifndef AVONDALE_LOG_H
#define AVONDALE_LOG_H

#include <stdarg.h>
#include <stddef.h>

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG, LOG_LEVEL_COUNT };
void log_set_level(enum log_level level);
enum log_level log_get_level(void);
const char *log_level_name(enum log_level level);
int log_level_parse(const char *name); /* Returns the level of a name such as "warn", or -1. */

/* Writes lines to the end of that file from now on, instead of standard error. Returns 0, or -1
 * with errno and everything unchanged. `name` is copied, at most 259 bytes. */
int log_open(const char *name);
/* Opens the file by its name again, after another program has moved it. Returns as above; 0 if
 * there is no file. */
int log_reopen(void);
void log_close(void);               /* back to standard error */
unsigned long log_lines_lost(void); /* lines that could not be written, as on a full disk */

/* Writes one line. Any text stays one line and moves no cursor: see log_escape. A line that cannot
 * be written is counted and dropped. */
__attribute__((format(printf, 2, 3))) void log_line(enum log_level level, const char *format, ...);

/* Writes one line on standard error for the person who started the program, usually an error.
 * Without time and level, whatever the log level, of any length. */
__attribute__((format(printf, 1, 2))) void log_say(const char *format, ...);
__attribute__((format(printf, 1, 0))) void log_say_list(const char *format, va_list args);

/* Copies `text` into out[size >= 1]. Bytes that are not UTF-8, and characters for which
 * unicode_is_shown returns false, become \xHH, byte by byte; a backslash is doubled. What does not
 * fit is left out, whole characters at a time. Returns the length. Cannot fail. */
size_t log_escape(const char *text, char *out, size_t size);

#endif
