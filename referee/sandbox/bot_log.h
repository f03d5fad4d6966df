/* bot_log.h - log files of a limited size for the standard error of bots. One file for each name:
 * processes that share a name share the file and its limit. */
#ifndef AVONDALE_BOT_LOG_H
#define AVONDALE_BOT_LOG_H

#include <stddef.h>

struct bot_log {
    struct bot_log *next;
    char *path;
    int fd;
    size_t bytes;
};

/* Returns the log DIRECTORY/NAME.log, emptied when it is first asked for. The list owns it. NULL,
 * with errno, if it cannot be opened. */
struct bot_log *bot_log_open(struct bot_log **list, const char *directory, const char *name);
/* Writes as much as still fits; notes in the file, once, when something does not. Never fails: a
 * log that cannot be written ends there. */
void bot_log_write(struct bot_log *log, const char *bytes, size_t size);
void bot_log_close_all(struct bot_log **list);

#endif
