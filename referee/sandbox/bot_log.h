/* bot_log.h - what bots write on standard error, in files of a limited size. One file a name:
 * processes that share a name share the file, and its limit. */
#ifndef AVONDALE_BOT_LOG_H
#define AVONDALE_BOT_LOG_H

#include <stddef.h>

struct bot_log {
    struct bot_log *next;
    char *path;
    int fd;
    size_t bytes;
};

/* DIRECTORY/NAME.log: emptied when it is first asked for, the same one afterwards. Owned by the
 * list. NULL: errno says why. */
struct bot_log *bot_log_open(struct bot_log **list, const char *directory, const char *name);
/* Writes what still fits; says so in the file, once, when something does not. Never fails: a log
 * that cannot be written ends there. */
void bot_log_write(struct bot_log *log, const char *bytes, size_t size);
void bot_log_close_all(struct bot_log **list);

#endif
