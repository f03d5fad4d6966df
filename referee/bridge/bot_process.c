/* bot_process.c - the pipes of a bot, its time for hello, and its end, polite first. */
#include "bridge/bot_process.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { IN_BYTES = 4 * FRAME_BYTES_MAX, WHY_BYTES = 400, SIGNAL_STATUS = 128, DRAIN_READS = 16 };
enum { TO_BOT, FROM_BOT, REPORT, ERRORS, PIPES };

struct bot_process {
    struct bot_process_config config;
    pid_t pid; /* of its supervisor; 0: none */
    struct bufferevent *to, *from, *errors;
    int report;          /* the pipe of sandbox_spawn, or -1 */
    struct event *timer; /* until hello; later until its end */
    struct ev_token_bucket_cfg *errors_rate;
    struct bot_log *log;
    bool ready, stopping, closed; /* it closed its output */
    int signals;                  /* how many signals were sent to end it */
    int bad;                      /* unreadable messages in a row */
    enum encoding encoding;
    char why[WHY_BYTES];
    size_t have;
    char in[IN_BYTES];
    struct message message;
};

static void set_timer(struct bot_process *process, int msec)
{
    const struct timeval wait = {.tv_sec = msec / 1000, .tv_usec = msec % 1000 * 1000};
    event_add(process->timer, &wait);
}

static void close_stream(struct bufferevent **stream)
{
    if (*stream)
        bufferevent_free(*stream);
    *stream = NULL;
}

/* ------------------------------------------------------------------------------------ its end */

void bot_process_stop(struct bot_process *process, const char *why)
{
    if (!process->pid || process->stopping)
        return;
    process->stopping = true;
    process->ready = false;
    snprintf(process->why, sizeof process->why, "%s", why ? why : "");
    close_stream(&process->from);
    if (process->to && evbuffer_get_length(bufferevent_get_output(process->to)) == 0)
        close_stream(&process->to);
    set_timer(process, BOT_PROCESS_GRACE_MSEC);
}

static void on_timer(evutil_socket_t fd, short what, void *context)
{
    struct bot_process *process = context;
    (void)fd;
    (void)what;

    if (!process->stopping) {
        bot_process_stop(process, "it said no hello in time");
        return;
    }
    close_stream(&process->to);
    /* Signals the supervisor first: it finds the processes that left the group, too. */
    if (process->signals++ == 0)
        kill(process->pid, SIGTERM);
    else
        kill(-process->pid, SIGKILL);
    set_timer(process, BOT_PROCESS_GRACE_MSEC);
}

static void read_report(struct bot_process *process)
{
    char text[WHY_BYTES - 32];
    ssize_t size = process->report < 0 ? 0 : read(process->report, text, sizeof text - 1);

    if (process->report >= 0)
        close(process->report);
    process->report = -1;
    text[size > 0 ? size : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    if (text[0])
        snprintf(process->why, sizeof process->why, "it could not be started: %s", text);
}

/* Why it ended by itself, as a clause. */
static void say_end(struct bot_process *process, int status)
{
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : SIGNAL_STATUS + WTERMSIG(status);

    if ((process->stopping || process->why[0]) && !process->closed)
        return;
    if (code > SIGNAL_STATUS)
        snprintf(process->why, sizeof process->why, "it was ended by signal %d",
                 code - SIGNAL_STATUS);
    else
        snprintf(process->why, sizeof process->why, "it ended with status %d", code);
}

/* Standard error beyond the limit of its log is read and dropped. */
static void on_errors(struct bufferevent *stream, void *context)
{
    struct bot_process *process = context;
    char bytes[4096];
    size_t size;

    while ((size = bufferevent_read(stream, bytes, sizeof bytes)) > 0) {
        if (process->config.errors)
            process->config.errors(process->config.context, bytes, size);
        else
            bot_log_write(process->log, bytes, size);
    }
}

/* What it wrote last, often why it ended: as much as a pipe holds. */
static void drain_errors(struct bot_process *process)
{
    char bytes[4096];
    ssize_t size;

    if (!process->errors || !process->config.errors)
        return;
    on_errors(process->errors, process);
    for (int i = 0; i < DRAIN_READS; i++) {
        size = read(bufferevent_getfd(process->errors), bytes, sizeof bytes);
        if (size <= 0)
            return;
        process->config.errors(process->config.context, bytes, (size_t)size);
    }
}

void bot_process_reap(struct bot_process *process)
{
    siginfo_t info = {.si_pid = 0};
    int status = 0;

    if (!process->pid || waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) ||
        !info.si_pid)
        return;
    /* While the leader is a zombie its group number is not reused. */
    kill(-process->pid, SIGKILL);
    cgroup_end(process->pid);
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
        ;
    process->pid = 0;
    say_end(process, status);
    read_report(process);
    process->ready = process->stopping = false;
    close_stream(&process->to);
    close_stream(&process->from);
    drain_errors(process);
    close_stream(&process->errors);
    event_del(process->timer);
    process->config.ended(process->config.context, process, process->why[0] ? process->why : NULL);
}

/* ----------------------------------------------------------------------------------- reading */

/* Returns false if we stop reading. */
static bool take_bad(struct bot_process *process, int error)
{
    if (!process->ready) {
        bot_process_stop(process, "its first message is not hello");
        return false;
    }
    if (error == PROTOCOL_ERROR_LOST || ++process->bad > BOT_PROCESS_BAD_MAX) {
        bot_process_stop(process, "it writes bytes that are no message");
        return false;
    }
    process->config.bad(process->config.context, process, &process->message, error);
    return process->from != NULL;
}

static bool take_message(struct bot_process *process)
{
    process->bad = 0;
    if (!process->ready) {
        if (process->message.kind != MESSAGE_HELLO) {
            bot_process_stop(process, "its first message is not hello");
            return false;
        }
        process->ready = true;
        event_del(process->timer);
    }
    process->config.message(process->config.context, process, &process->message);
    return process->from != NULL;
}

static void take_messages(struct bot_process *process)
{
    size_t used = 0, bad = 0;
    int size = 1;
    bool listens = true;

    while (listens && size != 0) {
        size = stream_next(&process->encoding, FROM_CLIENT, process->in + used,
                           process->have - used, &process->message, &bad);
        if (size > 0) {
            listens = take_message(process);
            used += (size_t)size;
        } else if (size < 0) {
            listens = take_bad(process, size);
            used += bad;
        }
    }
    process->have -= used;
    memmove(process->in, process->in + used, process->have);
}

static void on_read(struct bufferevent *stream, void *context)
{
    struct bot_process *process = context;
    size_t got;

    do {
        got = bufferevent_read(stream, process->in + process->have, IN_BYTES - process->have);
        process->have += got;
        take_messages(process);
    } while (got > 0 && process->from);
}

/* Its output has ended: the bot plays no longer. If it ended, SIGCHLD has the reason. */
static void on_end(struct bufferevent *stream, short what, void *context)
{
    struct bot_process *process = context;

    if (!(what & (BEV_EVENT_EOF | BEV_EVENT_ERROR)))
        return;
    bufferevent_disable(stream, EV_READ | EV_WRITE);
    bot_process_reap(process);
    if (process->pid && !process->stopping) {
        process->ready = false;
        set_timer(process, BOT_PROCESS_GRACE_MSEC);
        process->stopping = process->closed = true; /* if it does not end now */
        snprintf(process->why, sizeof process->why, "it closed its output");
    }
}

/* A bot that does not read, or has closed its input, ends by its output or its clock. */
static void on_unread(struct bufferevent *stream, short what, void *context)
{
    (void)what;
    (void)context;
    bufferevent_disable(stream, EV_READ | EV_WRITE);
}

static void on_written(struct bufferevent *stream, void *context)
{
    struct bot_process *process = context;
    (void)stream;
    if (process->stopping)
        close_stream(&process->to);
}

/* ----------------------------------------------------------------------------------- writing */

bool bot_process_reads(const struct bot_process *process)
{
    return process->to &&
           evbuffer_get_length(bufferevent_get_output(process->to)) < BOT_PROCESS_UNREAD_SOON;
}

void bot_process_send(struct bot_process *process, const struct message *message,
                      enum encoding encoding, const char *bytes, size_t size)
{
    char made[FRAME_BYTES_MAX];

    if (!process->ready || !process->to)
        return;
    if (size == 0 || encoding != process->encoding) {
        int status = message->kind == MESSAGE_UNKNOWN
                         ? 0
                         : scribe_message(message, process->encoding, made, sizeof made);
        if (status <= 0)
            return;
        bytes = made;
        size = (size_t)status;
    }
    if (evbuffer_get_length(bufferevent_get_output(process->to)) > BOT_PROCESS_UNREAD_MAX)
        bot_process_stop(process, "it does not read");
    else
        bufferevent_write(process->to, bytes, size);
}

/* ---------------------------------------------------------------------------------- its start */

static void close_fds(int *fds)
{
    for (int i = 0; i < PIPES; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
        fds[i] = -1;
    }
}

/* Returns 0, or -1 with errno. */
static int open_pipes(bool logged, int ours[PIPES], int theirs[PIPES])
{
    for (int i = 0; i < PIPES; i++)
        ours[i] = theirs[i] = -1;
    for (int i = 0; i < (logged ? PIPES : ERRORS); i++) {
        int pair[2];
        if (pipe2(pair, O_CLOEXEC)) {
            int why = errno;
            close_fds(ours);
            close_fds(theirs);
            errno = why;
            return -1;
        }
        ours[i] = pair[i == TO_BOT];
        theirs[i] = pair[i != TO_BOT];
        fcntl(ours[i], F_SETFL, O_NONBLOCK);
    }
    return 0;
}

/* Its standard error: the pipe to a log, our own, or /dev/null. */
static int spawn(const struct bot_process *process, const int theirs[PIPES], pid_t *pid)
{
    const struct sandbox_config *sandbox = process->config.sandbox;
    int null = -1, err = theirs[ERRORS];

    if (err < 0 && sandbox->verbose)
        err = 2;
    else if (err < 0 && (err = null = open("/dev/null", O_WRONLY | O_CLOEXEC)) < 0)
        return errno;
    int status = sandbox_spawn(sandbox, process->config.words, theirs[TO_BOT], theirs[FROM_BOT],
                               err, theirs[REPORT], pid);
    if (null >= 0)
        close(null);
    return status;
}

/* Takes the descriptor over. */
static struct bufferevent *watch(struct bot_process *process, int *fd, bufferevent_data_cb read,
                                 bufferevent_data_cb written, bufferevent_event_cb end)
{
    struct bufferevent *stream = bufferevent_socket_new(
        process->config.base, *fd, BEV_OPT_CLOSE_ON_FREE | BEV_OPT_DEFER_CALLBACKS);

    if (!stream)
        return NULL;
    *fd = -1;
    bufferevent_setcb(stream, read, written, end, process);
    bufferevent_disable(stream, EV_READ | EV_WRITE);
    bufferevent_enable(stream, read ? EV_READ : EV_WRITE);
    return stream;
}

static void watch_all(struct bot_process *process, int ours[PIPES])
{
    process->to = watch(process, &ours[TO_BOT], NULL, on_written, on_unread);
    process->from = watch(process, &ours[FROM_BOT], on_read, NULL, on_end);
    process->report = ours[REPORT];
    ours[REPORT] = -1;
    if (ours[ERRORS] >= 0)
        process->errors = watch(process, &ours[ERRORS], on_errors, NULL, NULL);
    if (process->errors && process->errors_rate)
        bufferevent_set_rate_limit(process->errors, process->errors_rate);
    if (process->from)
        bufferevent_setwatermark(process->from, EV_READ, 0, IN_BYTES);
}

int bot_process_start(struct bot_process *process, const char *name)
{
    const char *logs = process->config.errors ? NULL : process->config.sandbox->logs;
    int ours[PIPES], theirs[PIPES];

    process->log = NULL;
    if (logs && !(process->log = bot_log_open(process->config.logs, logs, name)))
        return -1;
    if (open_pipes(process->log || process->config.errors, ours, theirs))
        return -1;
    int status = spawn(process, theirs, &process->pid);
    close_fds(theirs);
    if (status) {
        close_fds(ours);
        process->pid = 0;
        errno = status;
        return -1;
    }
    process->ready = process->stopping = process->closed = false;
    process->signals = process->bad = 0;
    process->encoding = ENCODING_UNKNOWN;
    process->why[0] = '\0';
    process->have = 0;
    watch_all(process, ours);
    set_timer(process, BOT_PROCESS_HELLO_SEC * 1000);
    if (!process->to || !process->from || (ours[ERRORS] >= 0 && !process->errors))
        bot_process_stop(process, "out of memory");
    close_fds(ours);
    return 0;
}

bool bot_process_is_running(const struct bot_process *process)
{
    return process->pid != 0;
}

bool bot_process_is_ready(const struct bot_process *process)
{
    return process->ready;
}

enum encoding bot_process_encoding(const struct bot_process *process)
{
    return process->encoding;
}

struct bot_process *bot_process_create(const struct bot_process_config *config)
{
    struct bot_process *process = calloc(1, sizeof *process);

    if (!process)
        return NULL;
    process->config = *config;
    process->report = -1;
    process->timer = evtimer_new(config->base, on_timer, process);
    if (config->errors) {
        const struct timeval tick = {.tv_usec = 100000};
        process->errors_rate =
            ev_token_bucket_cfg_new(BOT_PROCESS_ERRORS_MAX / 10, BOT_PROCESS_ERRORS_MAX / 2,
                                    EV_RATE_LIMIT_MAX, EV_RATE_LIMIT_MAX, &tick);
    }
    if (process->timer && (process->errors_rate || !config->errors))
        return process;
    if (process->timer)
        event_free(process->timer);
    free(process);
    return NULL;
}

void bot_process_destroy(struct bot_process *process)
{
    if (!process)
        return;
    event_free(process->timer);
    if (process->errors_rate)
        ev_token_bucket_cfg_free(process->errors_rate);
    free(process);
}
