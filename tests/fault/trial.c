/* trial.c - starts programs with a plan of what fails, and judges how they end. */
#include "trial.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "await.h"

enum { ERROR_LINES_MAX = 12 };

void trial_broken(struct trial *trial, const char *format, ...)
{
    va_list args;
    if (trial->why[0])
        return;
    va_start(args, format);
    vsnprintf(trial->why, sizeof trial->why, format, args);
    va_end(args);
}

static void redirect(const char *name, int to)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd < 0 || dup2(fd, to) < 0)
        abort();
    close(fd);
}

pid_t trial_start(const struct trial *trial, const char *const argv[], bool faulty)
{
    char program[512], object[512];

    pid_t pid = fork();
    if (pid < 0)
        abort();
    if (pid > 0)
        return pid;
    redirect("trial/out", 1);
    redirect("trial/err", 2);
    snprintf(program, sizeof program, "%s/build/%s", trial->top, argv[0]);
    snprintf(object, sizeof object, "%s/build/tests/faulty.so", trial->top);
    if (faulty) {
        setenv("LD_PRELOAD", object, 1);
        setenv(FAULTY_ENV, "plan", 1);
    }
    execv(program, (char *const *)(const void *)argv);
    _exit(127);
}

bool trial_alive(pid_t pid)
{
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0;
}

int trial_wait(pid_t pid, int seconds)
{
    struct await limit = await_begin(seconds);
    int status;

    while (trial_alive(pid) && await_step(&limit))
        ;
    if (waitpid(pid, &status, WNOHANG) == pid)
        return status;
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    return -1;
}

char *trial_file(const char *name)
{
    size_t have = 0, room = 4096;
    char *text = malloc(room);
    FILE *file = fopen(name, "r");

    while (file && text) {
        have += fread(text + have, 1, room - have - 1, file);
        if (have + 1 < room)
            break;
        room *= 2;
        text = realloc(text, room);
    }
    if (!text)
        abort();
    if (file)
        fclose(file);
    text[have] = '\0';
    return text;
}

static int lines_of(const char *text)
{
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

int trial_judge(struct trial *trial, const char *who, int status)
{
    char *said = trial_file("trial/err");
    int code = -1;

    if (status == -1)
        trial_broken(trial, "%s hangs", who);
    else if (WIFSIGNALED(status))
        trial_broken(trial, "%s: signal %d; %.300s", who, WTERMSIG(status), said);
    else if (WEXITSTATUS(status) > 3)
        trial_broken(trial, "%s: status %d; %.300s", who, WEXITSTATUS(status), said);
    else if (WEXITSTATUS(status) && !said[0])
        trial_broken(trial, "%s: status %d, and not a word", who, WEXITSTATUS(status));
    else if (lines_of(said) > ERROR_LINES_MAX)
        trial_broken(trial, "%s: %d lines; %.300s", who, lines_of(said), said);
    else
        code = WEXITSTATUS(status);
    trial->gave_up = code > 0;
    if (trial->gave_up && trial->harmless)
        trial_broken(trial, "%s: status %d, where nothing was wrong; %.300s", who, code, said);
    free(said);
    return code;
}
