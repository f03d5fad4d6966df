/* death.h - whether a call ends its process by a failed assert, seen from a child process. */
#ifndef AVONDALE_TESTS_DEATH_H
#define AVONDALE_TESTS_DEATH_H

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs run(context) in a child. Fails the test unless an assert fails there whose message holds
 * `why`; with NULL, unless the call returns. */
#define assert_dies(run, context, why) death_expect(run, context, why, __FILE__, __LINE__)

static inline void death_expect(void (*run)(void *context), void *context, const char *why,
                                const char *file, int line)
{
    char said[4096] = "";
    size_t size = 0;
    int ends[2], status;

    if (pipe(ends))
        _fail(file, line);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        const struct rlimit none = {0};
        setrlimit(RLIMIT_CORE, &none);
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        run(context);
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got;
         size < sizeof said - 1 && (got = read(ends[0], said + size, sizeof said - 1 - size)) > 0;)
        size += (size_t)got;
    close(ends[0]);
    said[size] = 0;
    waitpid(pid, &status, 0);
    bool died = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
    if (died == (why != NULL) && (!why || strstr(said, why)) && (why || status == 0))
        return;
    print_error("expected %s; status %x: %s\n", why ? why : "no failed assert", status, said);
    _fail(file, line);
}

#endif
