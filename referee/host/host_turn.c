/* host_turn.c - see host_turn.h. */
#include "host/host_turn.h"
#include "base/log.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

struct host_turn_report *host_turn_reports(int count)
{
    void *memory = mmap(NULL, (size_t)count * sizeof(struct host_turn_report),
                        PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* ------------------------------------------------------------------------------ standard error */

void host_turn_add_errors(struct host_turn_report *report, const char *bytes, size_t size)
{
    size_t have = report->errors;

    report->errors += size;
    for (; size > 0; size--, have++, bytes++) {
        if (have < HOST_TURN_ERRORS)
            report->first[have] = *bytes;
        else
            report->last[have % HOST_TURN_ERRORS] = *bytes;
    }
}

char *host_turn_errors(const struct host_turn_report *report)
{
    size_t all = report->errors, size = 0, behind = 0;
    char *text = all > 0 ? malloc(2 * HOST_TURN_ERRORS + 100) : NULL;

    if (!text)
        return NULL;
    size_t first = all < HOST_TURN_ERRORS ? all : HOST_TURN_ERRORS;
    memcpy(text, report->first, first);
    size = first;
    if (all > 2 * HOST_TURN_ERRORS)
        size += (size_t)sprintf(text + size, "\n[%zu bytes are left out here]\n",
                                all - 2 * HOST_TURN_ERRORS);
    behind = all - first < HOST_TURN_ERRORS ? all - first : HOST_TURN_ERRORS;
    for (size_t at = all - behind; at < all; at++)
        text[size++] = report->last[at % HOST_TURN_ERRORS];
    for (size_t i = 0; i < size; i++)
        text[i] = text[i] ? text[i] : '?';
    text[size] = '\0';
    return text;
}

/* --------------------------------------------------------------------------------- the process */

struct turn {
    const struct host_turn_order *order;
    struct host_turn_report *report;
};

static void on_token(void *context, char token[65])
{
    const struct turn *turn = context;
    _Static_assert(HOST_TOKEN_BYTES == 65, "as bridge.h says");
    host_token_make(turn->order->place->key, turn->order->bot, turn->order->version,
                    clock_wall_msec() / 1000, token);
}

static void on_note(void *context, enum bridge_note note, const char *text)
{
    const struct turn *turn = context;
    struct host_turn_report *report = turn->report;

    switch (note) {
    case BRIDGE_SEEKS:
        report->stage = HOST_TURN_SEEKS;
        break;
    case BRIDGE_GAME:
        snprintf(report->game, sizeof report->game, "%s", text);
        report->stage = HOST_TURN_PLAYS;
        break;
    case BRIDGE_FAULT:
        report->faults++;
        snprintf(report->fault, sizeof report->fault, "%s", text);
        break;
    case BRIDGE_CRASHED:
        report->crashes++;
        snprintf(report->crash, sizeof report->crash, "%s", text);
        break;
    case BRIDGE_OVER:
        report->over = true;
        break;
    case BRIDGE_TROUBLE:
        log_line(LOG_INFO, "name=%s version=%s %s", turn->order->bot, turn->order->version, text);
        break;
    }
}

static void on_errors(void *context, const char *bytes, size_t size)
{
    const struct turn *turn = context;
    host_turn_add_errors(turn->report, bytes, size);
}

static enum bridge_end play(const struct turn *turn)
{
    const struct host_turn_order *order = turn->order;
    const struct bridge_host host = {.version = order->version,
                                     .token = on_token,
                                     .wait_sec = order->wait_sec,
                                     .note = on_note,
                                     .errors = on_errors,
                                     .context = (void *)(uintptr_t)turn};
    char shell[] = "/bin/sh", option[] = "-c", line[STRING_BYTES_MAX], command[2048];
    char *words[] = {shell, option, command, NULL};
    static struct message seek;
    struct bridge_config config = {.address_count = order->place->address_count,
                                   .name = order->bot,
                                   .seek = &seek,
                                   .games = 1,
                                   .count = 1,
                                   .quiet = true,
                                   .host = &host,
                                   .tls = order->place->tls,
                                   .tls_ca = order->place->tls_ca,
                                   .tls_fingerprint = order->place->tls_fingerprint,
                                   .sandbox = order->sandbox,
                                   .words = words};

    memcpy(config.addresses, order->place->addresses, sizeof config.addresses);
    int size = snprintf(command, sizeof command, "env -C %s %s", order->directory, order->start);
    if (size >= (int)sizeof command ||
        bridge_make_seek(&seek, line, order->rulesets[0] ? order->rulesets : NULL, NULL, 1)) {
        log_line(LOG_ERROR, "name=%s version=%s its command or its rulesets are too long",
                 order->bot, order->version);
        return BRIDGE_FAILED;
    }
    return bridge_run(&config);
}

pid_t host_turn_start(const struct host_turn_order *order, struct host_turn_report *report)
{
    const struct turn turn = {.order = order, .report = report};
    pid_t parent = getpid();

    memset(report, 0, sizeof *report);
    report->end = BRIDGE_STOPPED;
    fflush(NULL);
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(3);
    signal(SIGPIPE, SIG_IGN);
    report->end = play(&turn);
    _exit(0);
}
