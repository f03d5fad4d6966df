/* log.h - levelled lines on standard error: `LEVEL key=value ... text`. Never holds a hidden card. */
#ifndef AVONDALE_LOG_H
#define AVONDALE_LOG_H

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };
void log_set_level(enum log_level level);
__attribute__((format(printf, 2, 3))) void log_line(enum log_level level, const char *format, ...);

#endif
