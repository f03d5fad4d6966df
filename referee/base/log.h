/* log.h - levelled lines on standard error, or in a file: `time=... level=... key=value ... text`.
 * Pairs come first (peer=, name=, game=), what follows the last one is for people. Never holds a
 * hidden card. Any thread may log; lines never mix. */
#ifndef AVONDALE_LOG_H
#define AVONDALE_LOG_H

#include <stdarg.h>
#include <stddef.h>

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG, LOG_LEVEL_COUNT };
void log_set_level(enum log_level level);
enum log_level log_get_level(void);
const char *log_level_name(enum log_level level);
int log_level_parse(const char *name); /* "warn" ...: the level, or -1 */

/* Lines go to the end of that file from now on; standard error is left alone. Returns 0, or -1 with
 * errno, and everything stays as it was. `name` is copied, at most 259 bytes. */
int log_open(const char *name);
/* Opens the file by its name again, for whoever has moved it. 0 or -1 as above; without a file 0.
 */
int log_reopen(void);
void log_close(void);               /* back to standard error */
unsigned long log_lines_lost(void); /* that could not be written, as on a full disk */

/* Writes one line. Whatever the text holds, it stays one line and moves no cursor: see log_escape.
 * A line that cannot be written is counted and forgotten. */
__attribute__((format(printf, 2, 3))) void log_line(enum log_level level, const char *format, ...);

/* One line on standard error, whatever the text holds, for who started the program: an error,
 * mostly. Without time and level, whatever the level, of any length. */
__attribute__((format(printf, 1, 2))) void log_say(const char *format, ...);
__attribute__((format(printf, 1, 0))) void log_say_list(const char *format, va_list args);

/* Copies `text` into out[size >= 1] with what a terminal or a reader could take amiss as \xHH, a
 * byte each: bytes that are no UTF-8, and characters that unicode_is_shown says no of; a backslash
 * is doubled. What does not fit is left out, whole characters at a time. Returns the length. Cannot
 * fail. */
size_t log_escape(const char *text, char *out, size_t size);

#endif
