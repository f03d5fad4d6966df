/* command_run.h - runs a subcommand in a process of its own, and keeps its output. */
#ifndef AVONDALE_TEST_COMMAND_RUN_H
#define AVONDALE_TEST_COMMAND_RUN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command/command.h"

static char command_out[1 << 16], command_err[1 << 12];

static inline void command_read(FILE *file, char *text, size_t size)
{
    rewind(file);
    text[fread(text, 1, size - 1, file)] = 0;
    fclose(file);
}

/* Runs `line`, cut at its spaces; the first word is the subcommand's. Returns its exit status. */
static inline int command_run(int (*command)(int argc, char **argv), const char *line)
{
    FILE *out = tmpfile(), *err = tmpfile();
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        char text[1000], *argv[40];
        int argc = 0;
        snprintf(text, sizeof text, "%s", line);
        for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
            argv[argc++] = word;
        argv[argc] = NULL;
        dup2(fileno(out), 1);
        dup2(fileno(err), 2);
        if (!freopen("/dev/null", "r", stdin))
            _exit(9);
        exit(command(argc, argv));
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    command_read(out, command_out, sizeof command_out);
    command_read(err, command_err, sizeof command_err);
    return WEXITSTATUS(status);
}

/* Bad input: status 2, nothing on standard output, one line that contains `word`. */
static inline void command_refused(int (*command)(int argc, char **argv), const char *line,
                                   const char *word)
{
    int status = command_run(command, line);
    const char *end = strchr(command_err, '\n');
    if (status != 2 || command_out[0] || !end || end[1] || !strstr(command_err, word))
        fail_msg("%s: status %d, '%s', '%s'", line, status, command_out, command_err);
}

#endif
