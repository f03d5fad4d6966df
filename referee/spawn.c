/* spawn.c - child bots: pipes, no shell where none is needed, a process group that dies as a whole. */
#include "arena.h"
#include "log.h"
#include "peer.h"

#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { WORDS_MAX = 64 };

/* Splits at blanks, in place. The number of words, or -1 where there are too many. */
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

static int start(const char *command, int in, int out, bool quiet, pid_t *pid)
{
    char *copy = strdup(command), *words[WORDS_MAX + 1];
    char *shell[] = {"/bin/sh", "-c", copy, NULL}, **argv = words;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, defaults;
    int status = ENOMEM;

    if (!copy)
        return ENOMEM;
    if (strpbrk(command, "|&;<>()$`\\\"'*?[#~{}\n"))
        argv = shell;
    else if (split(copy, words) < 1) {
        free(copy);
        return EINVAL;
    }
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGTERM);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, in, 0);
    posix_spawn_file_actions_adddup2(&actions, out, 1);
    if (quiet)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setsigmask(&attributes, &none);
    status = posix_spawnp(pid, argv[0], &actions, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    free(copy);
    return status;
}

/* ------------------------------------------------------------------------------ their ends */

/* A process of ours, from its start until it was reaped; its peer may be gone before. */
struct child {
    struct child *next;
    pid_t pid;
    struct event *killer; /* armed when it was let go */
};

static void child_free(struct child *child)
{
    if (child->killer)
        event_free(child->killer);
    free(child);
}

/* While the leader is a zombie its number, and so that of its group, is nobody else's: the rest of the
 * group is killed before it is reaped. */
static void bury(struct arena *arena, struct child *child)
{
    int status = 0;

    kill(-child->pid, SIGKILL);
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status))
        log_line(LOG_INFO, "peer=pid:%d ended by signal %d", (int)child->pid, WTERMSIG(status));
    else
        log_line(LOG_INFO, "peer=pid:%d ended, status %d", (int)child->pid, WEXITSTATUS(status));
    for (struct peer *peer = arena->peers; peer; peer = peer->next) {
        if (peer->pid == child->pid)
            peer->pid = -1;
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
}

static void on_child(evutil_socket_t signal, short what, void *context)
{
    (void)signal;
    (void)what;
    bury_ended(context); /* its peer learns of it by the end of the stream */
}

static void on_killer(evutil_socket_t fd, short what, void *context)
{
    struct child *child = context;
    (void)fd;
    (void)what;
    kill(-child->pid, SIGKILL);
}

void child_let_go(struct arena *arena, pid_t pid)
{
    const struct timeval grace = {.tv_usec = CHILD_GRACE_MSEC * USEC_PER_MSEC};

    for (struct child *child = arena->children; child; child = child->next) {
        if (child->pid == pid)
            event_add(child->killer, &grace);
    }
}

void children_end(struct arena *arena)
{
    const struct timespec moment = {.tv_nsec = 2000000};
    usec_t end = clock_now_usec() + CHILD_GRACE_MSEC * USEC_PER_MSEC;

    bury_ended(arena);
    while (arena->children && clock_now_usec() < end) {
        nanosleep(&moment, NULL);
        bury_ended(arena);
    }
    while (arena->children) {
        struct child *child = arena->children;
        arena->children = child->next;
        bury(arena, child);
    }
    if (arena->child_event)
        event_free(arena->child_event);
    arena->child_event = NULL;
}

static struct child *child_create(struct arena *arena)
{
    struct child *child = calloc(1, sizeof *child);

    if (!arena->child_event) {
        arena->child_event = evsignal_new(arena->base, SIGCHLD, on_child, arena);
        if (arena->child_event)
            event_add(arena->child_event, NULL);
    }
    if (child)
        child->killer = evtimer_new(arena->base, on_killer, child);
    if (!child || !child->killer || !arena->child_event) {
        if (child)
            child_free(child);
        return NULL;
    }
    return child;
}

/* ------------------------------------------------------------------------------ their start */

static void close_pair(const int pair[2])
{
    close(pair[0]);
    close(pair[1]);
}

struct peer *arena_spawn(struct arena *arena, const char *command, bool quiet)
{
    int to_bot[2], from_bot[2];
    struct child *child = child_create(arena);
    char label[48];

    if (!child)
        return NULL;
    if (pipe2(to_bot, O_CLOEXEC)) {
        child_free(child);
        return NULL;
    }
    if (pipe2(from_bot, O_CLOEXEC)) {
        close_pair(to_bot);
        child_free(child);
        return NULL;
    }
    int status = start(command, to_bot[0], from_bot[1], quiet, &child->pid);
    close(to_bot[0]);
    close(from_bot[1]);
    if (status) {
        close(to_bot[1]);
        close(from_bot[0]);
        child_free(child);
        errno = status;
        return NULL;
    }
    child->next = arena->children;
    arena->children = child;
    fcntl(to_bot[1], F_SETFL, O_NONBLOCK);
    fcntl(from_bot[0], F_SETFL, O_NONBLOCK);
    snprintf(label, sizeof label, "pid:%d", (int)child->pid);
    struct peer *peer = arena_add_peer(arena, from_bot[0], to_bot[1], child->pid, label);
    if (!peer)
        child_let_go(arena, child->pid);
    return peer;
}
