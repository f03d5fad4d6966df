/* child.c - child bots: pipes, a shell only if needed, logs, and their ends. The sandbox limits
 * them and ends their own children. */
#include "arena/child.h"
#include "arena/arena_private.h"
#include "base/log.h"
#include "sandbox/bot_log.h"

#include <dirent.h>
#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    WORDS_MAX = 64,
    READ_BYTES = 16 * 1024,
    ORPHAN_ROUNDS = 100, /* for bots that start more processes */
    SIGNAL_STATUS = 128, /* this or more: a signal ended the bot, as the supervisor reports */
};

/* Characters that only a shell understands. */
static const char shell_signs[] = "|&;<>()$`\\\"'*?[#~{}\n";

/* Splits at blanks, in place. Returns the number of words, or -1 if there are too many. */
static int split(char *text, char *words[WORDS_MAX + 1])
{
    int count = 0;
    char *save = NULL;
    for (char *word = strtok_r(text, " \t", &save); word; word = strtok_r(NULL, " \t", &save)) {
        if (count == WORDS_MAX)
            return -1;
        words[count++] = word;
    }
    words[count] = NULL;
    return count;
}

/* Starts the command, in a shell if it has characters for one. Its standard error: `err`, the pipe
 * to a log; with -1 ours, or /dev/null. Returns 0 with the supervisor's *pid, or an errno. */
static int start(const struct sandbox_config *config, const char *command, int in, int out, int err,
                 int report, pid_t *pid)
{
    char *copy = strdup(command), *words[WORDS_MAX + 1];
    char *shell[] = {"/bin/sh", "-c", copy, NULL}, **argv = words;
    int null = -1, status;

    if (!copy)
        return ENOMEM;
    if (strpbrk(command, shell_signs))
        argv = shell;
    else if (split(copy, words) < 1) {
        free(copy);
        return EINVAL;
    }
    if (err < 0 && config->verbose)
        err = 2;
    else if (err < 0 && (err = null = open("/dev/null", O_WRONLY | O_CLOEXEC)) < 0) {
        free(copy);
        return errno;
    }
    status = sandbox_spawn(config, argv, in, out, err, report, pid);
    if (null >= 0)
        close(null);
    free(copy);
    return status;
}

int child_find_program(const char *command, const struct sandbox_config *config, char word[256])
{
    const char *start = command + strspn(command, " \t");

    snprintf(word, 256, "%.*s", (int)strcspn(start, " \t"), start);
    if (strpbrk(command, shell_signs) || strlen(word) == 255)
        return 0;
    return *word ? sandbox_find_program(config, word) : EINVAL;
}

/* ------------------------------------------------------------------------------ their ends */

/* The supervisor of a bot, from its start until it is reaped; its peer may be gone before. */
struct child {
    struct child *next;
    struct arena *arena;
    pid_t pid;
    bool told;            /* to end */
    struct event *killer; /* armed when it was released */
    struct event *report; /* of a failed start; ended like any other */
    struct event *error;  /* its standard error, if it is logged */
    struct bot_log *log;  /* the arena's */
};

/* An event and the descriptor that it watches. */
static void close_event(struct event **event)
{
    if (!*event)
        return;
    evutil_socket_t fd = event_get_fd(*event);
    event_free(*event);
    if (fd >= 0)
        close(fd);
    *event = NULL;
}

static void child_free(struct child *child)
{
    close_event(&child->killer);
    close_event(&child->report);
    close_event(&child->error);
    free(child);
}

static void on_report(evutil_socket_t fd, short what, void *context)
{
    struct child *child = context;
    struct arena *arena = child->arena;
    char why[400];
    ssize_t size = read((int)fd, why, sizeof why - 1);
    (void)what;

    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    close_event(&child->report);
    if (size <= 0)
        return;
    why[size] = '\0';
    log_line(LOG_WARN, "peer=pid:%d could not be started: %s", (int)child->pid, why);
    if (arena->callbacks.start_failed)
        arena->callbacks.start_failed(arena, why);
}

/* Standard error beyond the limit of the log is read and dropped, so that the bot does not block.
 */
static void on_error_output(evutil_socket_t fd, short what, void *context)
{
    struct child *child = context;
    char bytes[READ_BYTES];
    ssize_t size = read((int)fd, bytes, sizeof bytes);
    (void)what;

    if (size > 0)
        bot_log_write(child->log, bytes, (size_t)size);
    else if (size == 0 || (errno != EAGAIN && errno != EINTR))
        close_event(&child->error);
}

/* Reads its last output; an escaped process may hold the pipe and write on, so at most as much as a
 * log. */
static void read_last(struct child *child)
{
    if (child->report)
        on_report(event_get_fd(child->report), EV_READ, child);
    for (int i = 0; child->error && i < SANDBOX_LOG_BYTES / READ_BYTES; i++) {
        evutil_socket_t fd = event_get_fd(child->error);
        errno = 0;
        on_error_output(fd, EV_READ, child);
        if (errno == EAGAIN)
            break;
    }
}

static bool is_supervisor(const struct arena *arena, pid_t pid)
{
    for (const struct child *child = arena->children; child; child = child->next) {
        if (child->pid == pid)
            return true;
    }
    return false;
}

/* A child of this thread: kills and reaps what it left. Returns how many. */
static int end_orphans_of(const struct arena *arena, const char *thread)
{
    char path[300];
    int pid, count = 0;

    snprintf(path, sizeof path, "/proc/self/task/%s/children", thread);
    FILE *children = fopen(path, "re");
    while (children && fscanf(children, "%d", &pid) == 1) {
        if (is_supervisor(arena, pid) || getsid(pid) == getsid(0))
            continue;
        kill(pid, SIGKILL);
        waitpid(pid, NULL, WNOHANG);
        count++;
    }
    if (children)
        fclose(children);
    return count;
}

/* A bot of our own user may kill its supervisor. We are a subreaper, so we inherit its processes,
 * and kill them. Our own children are supervisors, or in our session; inherited ones are not.
 * Returns how many were found. */
static int end_orphans(const struct arena *arena)
{
    DIR *threads = opendir("/proc/self/task");
    int count = 0;

    for (struct dirent *entry; threads && (entry = readdir(threads)) != NULL;) {
        if (entry->d_name[0] != '.')
            count += end_orphans_of(arena, entry->d_name);
    }
    if (threads)
        closedir(threads);
    return count;
}

/* While the leader is a zombie its group number is not reused: the rest of the group is killed
 * before the leader is reaped. */
static void bury(struct arena *arena, struct child *child)
{
    int status = 0;

    kill(-child->pid, SIGKILL);
    cgroup_end(child->pid);
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
        ;
    read_last(child);
    if (WIFSIGNALED(status) || WEXITSTATUS(status) > SIGNAL_STATUS)
        log_line(LOG_INFO, "peer=pid:%d ended by signal %d", (int)child->pid,
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) - SIGNAL_STATUS);
    else
        log_line(LOG_INFO, "peer=pid:%d ended, status %d", (int)child->pid, WEXITSTATUS(status));
    for (struct peer *peer = arena->peers; peer; peer = peer->next) {
        if (peer->pid == child->pid)
            peer_child_ended(peer);
    }
    child_free(child);
}

static void bury_ended(struct arena *arena)
{
    for (struct child **at = &arena->children; *at;) {
        struct child *child = *at;
        siginfo_t info = {.si_pid = 0};
        if (waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) || !info.si_pid) {
            at = &child->next;
            continue;
        }
        *at = child->next;
        bury(arena, child);
    }
    end_orphans(arena);
}

static void on_child(evutil_socket_t signal, short what, void *context)
{
    (void)signal;
    (void)what;
    bury_ended(context); /* the end of the stream tells its peer */
}

/* Signals the supervisor first: it finds the processes that left the group, too. */
static void end(struct child *child)
{
    const struct timeval grace = {.tv_usec = CHILD_GRACE_MSEC * USEC_PER_MSEC};

    if (child->told) {
        kill(-child->pid, SIGKILL);
        return;
    }
    child->told = true;
    kill(child->pid, SIGTERM);
    event_add(child->killer, &grace);
}

static void on_killer(evutil_socket_t fd, short what, void *context)
{
    struct child *child = context;
    (void)fd;
    (void)what;
    end(child);
}

void child_let_go(struct arena *arena, pid_t pid)
{
    const struct timeval grace = {.tv_usec = CHILD_GRACE_MSEC * USEC_PER_MSEC};

    for (struct child *child = arena->children; child; child = child->next) {
        if (child->pid == pid)
            event_add(child->killer, &grace);
    }
}

static void wait_for_all(struct arena *arena)
{
    const struct timespec moment = {.tv_nsec = 2000000};
    usec_t until = clock_now_usec() + CHILD_GRACE_MSEC * USEC_PER_MSEC;

    bury_ended(arena);
    while (arena->children && clock_now_usec() < until) {
        nanosleep(&moment, NULL);
        for (struct child *child = arena->children; child; child = child->next)
            read_last(child); /* otherwise a bot that writes much would block on us */
        bury_ended(arena);
    }
}

void child_end_all(struct arena *arena)
{
    const struct timespec moment = {.tv_nsec = 2000000};

    wait_for_all(arena);
    for (struct child *child = arena->children; child; child = child->next) {
        child->told = true;
        kill(child->pid, SIGTERM);
    }
    wait_for_all(arena);
    while (arena->children) {
        struct child *child = arena->children;
        arena->children = child->next;
        bury(arena, child);
    }
    for (int round = 0; round < ORPHAN_ROUNDS && end_orphans(arena) > 0; round++)
        nanosleep(&moment, NULL);
    for (int round = 0; round < ORPHAN_ROUNDS && cgroup_clear() > 0; round++)
        nanosleep(&moment, NULL);
    if (arena->child_event)
        event_free(arena->child_event);
    arena->child_event = NULL;
    bot_log_close_all(&arena->logs);
}

static struct child *child_create(struct arena *arena)
{
    struct child *child = calloc(1, sizeof *child);

    if (!arena->child_event) {
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        arena->child_event = evsignal_new(arena->base, SIGCHLD, on_child, arena);
        if (arena->child_event && event_add(arena->child_event, NULL)) {
            event_free(arena->child_event);
            arena->child_event = NULL;
        }
    }
    if (child) {
        child->arena = arena;
        child->killer = evtimer_new(arena->base, on_killer, child);
    }
    if (!child || !child->killer || !arena->child_event) {
        if (child)
            child_free(child);
        return NULL;
    }
    return child;
}

/* ------------------------------------------------------------------------------ their start */

/* Takes the descriptor over. Returns 0, or -1. */
static int watch(struct arena *arena, int fd, event_callback_fn on, struct child *child,
                 struct event **event)
{
    fcntl(fd, F_SETFL, O_NONBLOCK);
    *event = event_new(arena->base, fd, EV_READ | EV_PERSIST, on, child);
    if (!*event)
        close(fd);
    return *event && event_add(*event, NULL) == 0 ? 0 : -1;
}

enum { TO_BOT, FROM_BOT, REPORT, ERROR, PIPES };

static void close_fds(int *fds, int count)
{
    for (int i = 0; i < count; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
    }
}

/* Our ends and the bot's ends; -1 if there is none. Returns 0, or -1. */
static int open_pipes(bool logged, int ours[PIPES], int theirs[PIPES])
{
    for (int i = 0; i < PIPES; i++)
        ours[i] = theirs[i] = -1;
    for (int i = 0; i < (logged ? PIPES : ERROR); i++) {
        int pair[2];
        if (pipe2(pair, O_CLOEXEC)) {
            close_fds(ours, PIPES);
            close_fds(theirs, PIPES);
            return -1;
        }
        ours[i] = pair[i == TO_BOT];
        theirs[i] = pair[i != TO_BOT];
    }
    return 0;
}

int child_start(struct arena *arena, const char *command, const struct sandbox_config *config,
                const char *name, struct child_ends *ends)
{
    struct bot_log *log = NULL;
    int ours[PIPES], theirs[PIPES];

    if (config->logs && !(log = bot_log_open(&arena->logs, config->logs, name)))
        return -1;
    struct child *child = child_create(arena);
    if (!child)
        return -1;
    if (open_pipes(log != NULL, ours, theirs)) {
        child_free(child);
        return -1;
    }
    int status = start(config, command, theirs[TO_BOT], theirs[FROM_BOT], theirs[ERROR],
                       theirs[REPORT], &child->pid);
    close_fds(theirs, PIPES);
    if (status) {
        close_fds(ours, PIPES);
        child_free(child);
        errno = status;
        return -1;
    }
    child->next = arena->children;
    arena->children = child;
    child->log = log;
    bool watched = watch(arena, ours[REPORT], on_report, child, &child->report) == 0;
    if (log)
        watched &= watch(arena, ours[ERROR], on_error_output, child, &child->error) == 0;
    if (!watched) {
        close_fds(ours, REPORT);
        child_let_go(arena, child->pid);
        errno = ENOMEM;
        return -1;
    }
    fcntl(ours[TO_BOT], F_SETFL, O_NONBLOCK);
    fcntl(ours[FROM_BOT], F_SETFL, O_NONBLOCK);
    *ends = (struct child_ends){ours[FROM_BOT], ours[TO_BOT], child->pid};
    return 0;
}
