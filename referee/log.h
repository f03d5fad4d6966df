/* log.h - levelled lines on standard error: `LEVEL key=value ... text`. Never holds a hidden card. */
#ifndef AVONDALE_LOG_H
#define AVONDALE_LOG_H

#include <stddef.h>

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };
void log_set_level(enum log_level level);

/* Writes one line. Whatever the text holds, it stays one line and moves no cursor: see log_escape. */
__attribute__((format(printf, 2, 3))) void log_line(enum log_level level, const char *format, ...);

/* Copies `text` into out[size >= 1] with what a terminal or a reader could take amiss as \xHH, a byte each:
 * control characters, bytes that are no UTF-8, line and paragraph separators, and the marks that turn the
 * direction of writing; a backslash is doubled. What does not fit is left out, whole characters at a time.
 * Returns the length. Cannot fail. */
size_t log_escape(const char *text, char *out, size_t size);

#endif
