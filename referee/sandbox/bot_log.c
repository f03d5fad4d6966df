/* bot_log.c - log files of a limited size for the standard error of bots. */
#include "sandbox/bot_log.h"

#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char cut_line[] = "\n[cut here: the log is full]\n";

struct bot_log *bot_log_open(struct bot_log **list, const char *directory, const char *name)
{
    size_t size = strlen(directory) + strlen(name) + sizeof "/.log";
    struct bot_log *log;
    char *path = malloc(size);

    if (!path)
        return NULL;
    snprintf(path, size, "%s/%s.log", directory, name);
    for (log = *list; log; log = log->next) {
        if (strcmp(log->path, path) == 0) {
            free(path);
            return log;
        }
    }
    log = calloc(1, sizeof *log);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (!log || fd < 0) {
        int error = fd < 0 ? errno : ENOMEM;
        if (fd >= 0)
            close(fd);
        free(log);
        free(path);
        errno = error;
        return NULL;
    }
    *log = (struct bot_log){.next = *list, .path = path, .fd = fd};
    *list = log;
    return log;
}

static void write_whole(struct bot_log *log, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t sent = write(log->fd, bytes, size);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0) {
            log->bytes = SANDBOX_LOG_BYTES;
            return;
        }
        log->bytes += (size_t)sent;
        bytes += sent;
        size -= (size_t)sent;
    }
}

void bot_log_write(struct bot_log *log, const char *bytes, size_t size)
{
    const size_t room_all = SANDBOX_LOG_BYTES - (sizeof cut_line - 1);

    if (log->bytes >= SANDBOX_LOG_BYTES)
        return;
    size_t room = room_all > log->bytes ? room_all - log->bytes : 0;
    write_whole(log, bytes, size < room ? size : room);
    if (size > room && log->bytes < SANDBOX_LOG_BYTES) {
        write_whole(log, cut_line, sizeof cut_line - 1);
        log->bytes = SANDBOX_LOG_BYTES;
    }
}

void bot_log_close_all(struct bot_log **list)
{
    while (*list) {
        struct bot_log *log = *list;
        *list = log->next;
        close(log->fd);
        free(log->path);
        free(log);
    }
}
