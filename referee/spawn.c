/* spawn.c - child bots: pipes, no shell where none is needed, a process group that dies as a whole. */
#include "arena.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

struct peer *arena_spawn(struct arena *arena, const char *command, bool quiet)
{
    int to_bot[2], from_bot[2];
    pid_t pid = 0;

    if (pipe2(to_bot, O_CLOEXEC))
        return NULL;
    if (pipe2(from_bot, O_CLOEXEC)) {
        close(to_bot[0]);
        close(to_bot[1]);
        return NULL;
    }
    int status = start(command, to_bot[0], from_bot[1], quiet, &pid);
    close(to_bot[0]);
    close(from_bot[1]);
    if (status) {
        close(to_bot[1]);
        close(from_bot[0]);
        errno = status;
        return NULL;
    }
    fcntl(to_bot[1], F_SETFL, O_NONBLOCK);
    fcntl(from_bot[0], F_SETFL, O_NONBLOCK);
    char label[48];
    snprintf(label, sizeof label, "pid:%d", (int)pid);
    struct peer *peer = arena_add_peer(arena, from_bot[0], to_bot[1], pid, label);
    if (!peer)
        kill(-pid, SIGKILL);
    return peer;
}
