/* event_child.c - a process that plays one run of the calendar. */
#include "events/event_child.h"

#include "base/self_exec.h"
#include "ladder.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct paths {
    char file[EVENT_CHILD_PATH_MAX], log[EVENT_CHILD_PATH_MAX], lock[EVENT_CHILD_PATH_MAX];
};

static int failed(char why[EVENT_CHILD_WHY_BYTES], const char *what)
{
    snprintf(why, EVENT_CHILD_WHY_BYTES, "%.100s: %.50s", what, strerror(errno));
    return -1;
}

/* Writes the file whole or not at all, as a process that continues the run may read it. */
static int file_write(const char *path, const char *text, char why[EVENT_CHILD_WHY_BYTES])
{
    char fresh[EVENT_CHILD_PATH_MAX + 8];

    snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *file = fopen(fresh, "w");
    if (!file)
        return failed(why, fresh);
    bool good = fputs(text, file) >= 0;
    good = fclose(file) == 0 && good;
    return good && rename(fresh, path) == 0 ? 0 : failed(why, path);
}

/* Returns the descriptor of the lock, which the process inherits; EVENT_CHILD_BUSY - 3 if another
 * has it; -1. */
static int lock_take(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT, 0644); /* no O_CLOEXEC: the program keeps it */

    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    int kept = errno;
    if (fd >= 0)
        close(fd);
    errno = kept;
    return fd >= 0 && kept == EWOULDBLOCK ? -2 : -1;
}

int event_child_start(struct event_child *child, const struct event_child_order *order,
                      char why[EVENT_CHILD_WHY_BYTES])
{
    struct paths paths;
    char *arguments[10] = {"avondale", "tournament"};
    int count = 2;

    snprintf(paths.file, sizeof paths.file, "%s/%s.ini", order->directory, order->run);
    snprintf(paths.log, sizeof paths.log, "%s/%s.log", order->directory, order->run);
    snprintf(paths.lock, sizeof paths.lock, "%s/%s.lock", order->directory, order->run);
    snprintf(child->output, sizeof child->output, "%s/%s", order->directory, order->run);
    int lock = lock_take(paths.lock);
    if (lock < 0)
        return lock == -2 ? EVENT_CHILD_BUSY : failed(why, paths.lock);
    if (file_write(paths.file, order->file, why)) {
        close(lock);
        return -1;
    }
    arguments[count++] = paths.file;
    arguments[count++] = "--resume";
    arguments[count++] = "--json";
    arguments[count++] = order->store ? "--store" : "--sandbox";
    arguments[count++] = order->store ? (char *)(uintptr_t)order->store : "strict";
    pid_t parent = getpid();
    child->pid = fork();
    if (child->pid == 0)
        self_exec(parent, paths.log, arguments);
    close(lock);
    if (child->pid > 0)
        return 0;
    child->pid = 0;
    return failed(why, "fork");
}

/* The last line of the log. */
static void last_line(const struct event_child *child, char why[EVENT_CHILD_WHY_BYTES])
{
    char path[EVENT_CHILD_PATH_MAX + 8], line[1024];

    why[0] = '\0';
    snprintf(path, sizeof path, "%s.log", child->output);
    FILE *file = fopen(path, "r");
    if (!file)
        return;
    if (fseek(file, -(long)sizeof line, SEEK_END))
        rewind(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0])
            snprintf(why, EVENT_CHILD_WHY_BYTES, "%.150s", line);
    }
    fclose(file);
}

bool event_child_ended(struct event_child *child, int *status, char why[EVENT_CHILD_WHY_BYTES])
{
    int how = 0;
    pid_t ended;

    while ((ended = waitpid(child->pid, &how, WNOHANG)) < 0 && errno == EINTR)
        ;
    if (ended == 0)
        return false;
    *status = ended > 0 && WIFEXITED(how) ? WEXITSTATUS(how) : -1;
    last_line(child, why);
    if (ended > 0 && WIFSIGNALED(how))
        snprintf(why, EVENT_CHILD_WHY_BYTES, "ended by signal %d", WTERMSIG(how));
    child->pid = 0;
    return true;
}

void event_child_stop(const struct event_child *child)
{
    if (child->pid > 0)
        kill(child->pid, SIGTERM);
}

void event_child_wait(struct event_child *child, int msec)
{
    int64_t until = clock_now_msec() + msec;
    int fd = child->pid > 0 ? (int)syscall(SYS_pidfd_open, child->pid, 0) : -1;
    struct pollfd end = {.fd = fd, .events = POLLIN};

    if (child->pid <= 0)
        return;
    while (fd >= 0 && poll(&end, 1, (int)(until - clock_now_msec())) < 0 && errno == EINTR &&
           clock_now_msec() < until)
        ;
    if (fd >= 0)
        close(fd);
    if (!(end.revents & POLLIN))
        kill(child->pid, SIGKILL);
    while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    child->pid = 0;
}
