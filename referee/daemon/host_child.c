/* host_child.c - see host_child.h. */
#include "daemon/host_child.h"
#include "base/log.h"
#include "base/self_exec.h"
#include "ladder.h"
#include "sandbox/sandbox.h"

#include <errno.h>
#include <event2/event.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAUSE_MSEC_MIN = 1000, PAUSE_MSEC_MAX = 60000, LASTS_MSEC = 60000, WORDS = 24 };

struct host_child {
    const struct config *config;
    struct event *look;
    pid_t pid; /* 0: none */
    char arena[ENDPOINT_TEXT_BYTES], jobs[16], fingerprint[100];
    bool tls;
    int64_t started_msec, again_msec, pause_msec;
    bool draining;
};

int host_child_find_way(const struct endpoint *list, int count, bool has_tls, bool plain_remote,
                        struct endpoint *to, bool *tls)
{
    bool found = false;

    for (int i = 0; i < count; i++) {
        struct endpoint at = list[i];
        if (endpoint_is_any(&at)) /* of this machine, too */
            (void)endpoint_parse_address(at.kind == ENDPOINT_IP4 ? "127.0.0.1" : "::1", &at);
        at.port = list[i].port;
        bool local = endpoint_is_local(&at);
        if (!local && (found || !(plain_remote || has_tls)))
            continue;
        *to = at;
        *tls = !local && !plain_remote;
        found = true;
        if (local)
            return 0;
    }
    return found ? 0 : -1;
}

int host_child_check(const struct config *config)
{
    struct sandbox_config sandbox;
    char line[SANDBOX_ERROR_BYTES];

    if (config->host_jobs == 0 || config->host_unsafe)
        return 0;
    sandbox_options_set_defaults(&sandbox);
    sandbox.mode = SANDBOX_STRICT;
    sandbox.require = true;
    if (sandbox_prepare(&sandbox, line) == 0)
        return 0;
    log_say("avondale serve: --host-jobs: %s; --host-unsafe hosts without", line);
    return 3;
}

/* ---------------------------------------------------------------------------------- the process */

static void start(struct host_child *child)
{
    const struct config *config = child->config;
    /* Tournaments of the calendar in which programs of owners play are for workers. */
    bool tournaments = config->tournaments[0] && config->event_play != EVENT_PLAY_OFF;
    const char *words[WORDS] = {"avondale",    "worker",
                                "--jobs",      tournaments ? "1" : "0",
                                "--host-jobs", child->jobs,
                                "--store",     config->store,
                                "--cache",     config->host_cache,
                                "--arena",     child->arena,
                                "--sandbox",   config->host_unsafe ? "rlimit" : "strict"};
    int count = 14;
    pid_t parent = getpid();

    if (config->host_unsafe)
        words[count++] = "--unsafe-programs";
    if (child->tls) {
        words[count++] = "--tls-fingerprint";
        words[count++] = child->fingerprint;
    }
    if (config->log_level >= LOG_INFO)
        words[count++] = "--verbose";
    child->started_msec = clock_now_msec();
    child->pid = fork();
    if (child->pid == 0)
        self_exec(parent, NULL, (char *const *)(uintptr_t)words);
    if (child->pid < 0) {
        log_line(LOG_ERROR, "the worker for hosted programs cannot be started: %s",
                 strerror(errno));
        child->pid = 0;
    }
}

static void ended(struct host_child *child, int how)
{
    int64_t now = clock_now_msec();

    child->pid = 0;
    if (child->draining)
        return;
    child->pause_msec = now - child->started_msec > LASTS_MSEC   ? PAUSE_MSEC_MIN
                        : child->pause_msec * 2 > PAUSE_MSEC_MAX ? PAUSE_MSEC_MAX
                                                                 : child->pause_msec * 2;
    child->again_msec = now + child->pause_msec;
    log_line(LOG_ERROR, "the worker for hosted programs ended with %s %d; again in %lld s",
             WIFSIGNALED(how) ? "signal" : "status",
             WIFSIGNALED(how) ? WTERMSIG(how) : WEXITSTATUS(how),
             (long long)child->pause_msec / 1000);
}

static void on_look(evutil_socket_t fd, short what, void *context)
{
    struct host_child *child = context;
    int how = 0;
    (void)fd;
    (void)what;

    if (child->pid && waitpid(child->pid, &how, WNOHANG) == child->pid)
        ended(child, how);
    if (!child->pid && !child->draining && clock_now_msec() >= child->again_msec)
        start(child);
}

/* -------------------------------------------------------------------------------- begin and end */

int host_child_open(struct host_child **out, struct event_base *base, const struct config *config,
                    const struct doors *doors, const struct tls *tls)
{
    const struct timeval second = {.tv_sec = 1};
    struct endpoint list[ENDPOINT_LIST_MAX], to;
    struct host_child *child;
    char text[DOORS_TEXT_BYTES];

    *out = NULL;
    if (config->host_jobs == 0)
        return 0;
    child = calloc(1, sizeof *child);
    doors_format(doors, text);
    int count = endpoint_parse_list(text, list);
    if (!child) {
        log_say("avondale serve: --host-jobs: out of memory");
        return 3;
    }
    if (host_child_find_way(list, count, tls != NULL, config->plain_remote, &to, &child->tls)) {
        log_say("avondale serve: --host-jobs: hosted programs need an address of this machine in "
                "--listen, such as 127.0.0.1:5500, or a certificate");
        free(child);
        return 2;
    }
    child->config = config;
    endpoint_format(&to, child->arena);
    snprintf(child->jobs, sizeof child->jobs, "%d", config->host_jobs);
    snprintf(child->fingerprint, sizeof child->fingerprint, "%s",
             child->tls ? tls_fingerprint(tls) : "");
    child->pause_msec = PAUSE_MSEC_MIN;
    child->look = event_new(base, -1, EV_PERSIST, on_look, child);
    if (!child->look || event_add(child->look, &second)) {
        if (child->look)
            event_free(child->look);
        free(child);
        log_say("avondale serve: --host-jobs: out of memory");
        return 3;
    }
    start(child);
    *out = child;
    return 0;
}

void host_child_drain(struct host_child *child)
{
    if (!child)
        return;
    child->draining = true;
    if (child->pid)
        kill(child->pid, SIGTERM);
}

void host_child_close(struct host_child *child)
{
    if (!child)
        return;
    int64_t until = clock_now_msec() + HOST_CHILD_END_MSEC;
    host_child_drain(child);
    while (child->pid && waitpid(child->pid, NULL, WNOHANG) == 0) {
        if (clock_now_msec() > until)
            kill(child->pid, SIGKILL);
        poll(NULL, 0, 10);
    }
    event_free(child->look);
    free(child);
}
