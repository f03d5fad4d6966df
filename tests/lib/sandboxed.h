/* sandboxed.h - programs in a sandbox, for its tests. */
#ifndef AVONDALE_TEST_SANDBOXED_H
#define AVONDALE_TEST_SANDBOXED_H

#include "await.h"
#include "base/options.h"
#include "sandbox/sandbox.h"
#include "sandbox/stage.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

/* ----------------------------------------------------------------------------------- options */

static inline int take(struct sandbox_config *config, const char *name, const char *value)
{
    char error[OPTION_ERROR_BYTES];

    for (int i = 0; i < sandbox_options.count; i++) {
        if (strcmp(sandbox_options.rows[i].name, name) == 0)
            return option_table_set(&sandbox_options.rows[i], config, value, "--", error);
    }
    fail_msg("no option --%s", name);
    return -1;
}

/* -------------------------------------------------------------------------------- what is shown */

static char top[64];

static inline void make_file(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", top, name);
    int fd = open(path, O_WRONLY | O_CREAT, 0755);
    assert_true(fd >= 0);
    close(fd);
}

static inline int make_tree(void **state)
{
    char path[128], link[128];
    (void)state;
    snprintf(top, sizeof top, "/tmp/avondale-root-XXXXXX");
    assert_non_null(mkdtemp(top));
    snprintf(path, sizeof path, "%s/bot", top);
    assert_int_equal(mkdir(path, 0755), 0);
    make_file("bot/program");
    make_file("alone");
    snprintf(link, sizeof link, "%s/link", top);
    return symlink(path, link);
}

static inline int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at)
{
    (void)info;
    (void)kind;
    (void)at;
    return remove(path);
}

static inline int remove_tree(void **state)
{
    (void)state;
    return nftw(top, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static inline void make_text(const char *name, const char *text, size_t size)
{
    char path[128];
    make_file(name);
    snprintf(path, sizeof path, "%s/%s", top, name);
    int fd = open(path, O_WRONLY | O_TRUNC);
    assert_true(fd >= 0 && write(fd, text, size) == (ssize_t)size);
    close(fd);
}

/* ------------------------------------------------------------------------------ the supervisor */

struct run {
    pid_t pid;
    int in, out, report; /* ours */
};

static unsigned hidden; /* features that this machine should seem to lack */

static inline void begin(enum sandbox_mode mode, struct run *run, const char *text)
{
    struct sandbox_config config;
    char line[SANDBOX_ERROR_BYTES], shell[] = "/bin/sh", flag[] = "-c", copy[300];
    char *words[] = {shell, flag, copy, NULL};
    int in[2], out[2], report[2];

    sandbox_options_set_defaults(&config);
    config.mode = mode;
    assert_int_equal(sandbox_prepare(&config, line), 0);
    config.has &= ~hidden;
    snprintf(copy, sizeof copy, "%s", text);
    assert_int_equal(pipe2(in, O_CLOEXEC) | pipe2(out, O_CLOEXEC) | pipe2(report, O_CLOEXEC), 0);
    assert_int_equal(sandbox_spawn(&config, words, in[0], out[1], 2, report[1], &run->pid), 0);
    close(in[0]);
    close(out[1]);
    close(report[1]);
    *run = (struct run){.pid = run->pid, .in = in[1], .out = out[0], .report = report[0]};
}

static inline int end_status(struct run *run)
{
    int status;
    close(run->in);
    assert_int_equal(waitpid(run->pid, &status, 0), run->pid);
    close(run->out);
    close(run->report);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static inline void read_all(int fd, char *text, size_t size)
{
    ssize_t got;
    size_t at = 0;
    while ((got = read(fd, text + at, size - 1 - at)) > 0)
        at += (size_t)got;
    text[at] = '\0';
}

static inline void statuses_are_passed_on(void **state)
{
    struct run run;
    char text[64];
    (void)state;

    for (int mode = 0; mode < SANDBOX_MODE_COUNT; mode++) {
        begin((enum sandbox_mode)mode, &run, "read word; echo got $word; exit 7");
        assert_int_equal(write(run.in, "hello\n", 6), 6);
        read_all(run.out, text, sizeof text);
        assert_string_equal(text, "got hello\n");
        read_all(run.report, text, sizeof text);
        assert_string_equal(text, "");
        assert_int_equal(end_status(&run), 7);
        begin((enum sandbox_mode)mode, &run, "kill -KILL $$");
        assert_int_equal(end_status(&run), 128 + SIGKILL);
    }
}

/* A pipe that all processes of a bot hold closes with the last of them. */
static inline void no_process_remains(void **state, bool told)
{
    struct run run;
    char byte;
    (void)state;

    for (int mode = 0; mode < SANDBOX_MODE_COUNT; mode++) {
        begin((enum sandbox_mode)mode, &run,
              "trap '' TERM HUP; (setsid sh -c 'trap \"\" TERM; printf x; sleep 30' &); "
              "(sleep 30 &); read word");
        assert_int_equal(read(run.out, &byte, 1), 1);
        if (told)
            kill(run.pid, SIGTERM);
        else
            assert_int_equal(write(run.in, "\n", 1), 1);
        struct pollfd end = {.fd = run.out, .events = POLLIN};
        assert_int_equal(poll(&end, 1, 5000 * await_slowness()), 1);
        assert_int_equal(read(run.out, &byte, 1), 0);
        end_status(&run);
    }
}

#endif
