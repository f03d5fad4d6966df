/* event_thread.c - the thread of the calendar. */
#include "events/event_thread.h"

#include "base/log.h"
#include "events/event_child.h"
#include "events/event_source.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    LOOK_MSEC = 500,
    STOP_MSEC = 5000,  /* for a tournament to stop by itself */
    TRIES_MAX = 8,     /* of a run whose process ends without a result */
    PAUSE_MSEC = 2000, /* before the second try; it doubles */
    OTHER_MSEC = 1000, /* while another process plays it */
};

struct game_run {
    char name[LADDER_NAME_MAX + 1]; /* "": free */
    struct event_child child;
    int tries;
    int64_t next_msec; /* monotonic: not before */
};

struct event_thread {
    struct event_thread_config config;
    struct agenda *agenda;
    pthread_t thread;
    int wake_fd;
    atomic_bool stopping;
    struct game_run runs[EVENT_THREAD_AT_ONCE];
};

static void say(void *context, bool bad, const char *line)
{
    (void)context;
    log_line(bad ? LOG_WARN : LOG_INFO, "%s", line);
}

/* ------------------------------------------------------------------------------------ processes */

static struct game_run *run_find(struct event_thread *thread, const char *name)
{
    for (int i = 0; i < EVENT_THREAD_AT_ONCE; i++) {
        if (strcmp(thread->runs[i].name, name) == 0)
            return &thread->runs[i];
    }
    return NULL;
}

static void try_later(struct game_run *run, int64_t msec)
{
    run->next_msec = clock_now_msec() + msec;
}

/* A process has ended; its output shows whether the tournament has. */
static void take_end(struct event_thread *thread, struct game_run *run, int status, const char *why)
{
    int frozen = agenda_freeze(thread->agenda, run->name, run->child.output, clock_wall_msec());

    if (frozen == 0) {
        run->name[0] = '\0';
    } else if (frozen < 0) {
        try_later(run, PAUSE_MSEC);
    } else if (status == 2 || run->tries >= TRIES_MAX) { /* another try would end alike */
        if (agenda_call_off(thread->agenda, run->name, why, clock_wall_msec()))
            try_later(run, PAUSE_MSEC);
        else
            run->name[0] = '\0';
    } else {
        log_line(LOG_WARN, "event=%s will be resumed: its tournament exited with %d: %s", run->name,
                 status, why);
        try_later(run, (int64_t)PAUSE_MSEC << run->tries);
    }
}

static void begin(struct event_thread *thread, struct game_run *run)
{
    char why[EVENT_CHILD_WHY_BYTES] = "";
    char *file = agenda_file(thread->agenda, run->name);

    if (!file) {
        try_later(run, PAUSE_MSEC);
        return;
    }
    /* Programs of owners lie in the store, and are for those who keep them in a strict sandbox. */
    bool workers = thread->config.workers || event_file_needs_workers(file);
    if (!thread->config.workers && workers && run->tries == 0)
        log_line(LOG_INFO, "event=%s has programs of owners: workers of the store play it",
                 run->name);
    const struct event_child_order order = {.directory = thread->config.directory,
                                            .run = run->name,
                                            .file = file,
                                            .store = workers ? thread->config.store : NULL};
    int status = event_child_start(&run->child, &order, why);
    free(file);
    if (status == EVENT_CHILD_BUSY) {
        try_later(run, OTHER_MSEC);
        return;
    }
    run->tries++;
    if (status == 0)
        return;
    log_line(LOG_WARN, "event=%s cannot be played now: %s", run->name, why);
    try_later(run, (int64_t)PAUSE_MSEC << (run->tries < TRIES_MAX ? run->tries : TRIES_MAX));
}

static void look_at(struct event_thread *thread, struct game_run *run)
{
    char why[EVENT_CHILD_WHY_BYTES] = "";
    int status = 0;

    if (run->child.pid > 0) {
        if (event_child_ended(&run->child, &status, why))
            take_end(thread, run, status, why);
    } else if (clock_now_msec() >= run->next_msec) {
        begin(thread, run);
    }
}

/* Gives free places to runs that this node plays. */
static void look_for_runs(struct event_thread *thread)
{
    struct calendar_run runs[EVENT_THREAD_AT_ONCE];
    int count = agenda_runs(thread->agenda, runs, EVENT_THREAD_AT_ONCE);

    for (int i = 0; i < count; i++) {
        struct game_run *place = run_find(thread, runs[i].name);
        if (place || !(place = run_find(thread, "")))
            continue;
        *place = (struct game_run){.tries = 0};
        memcpy(place->name, runs[i].name, sizeof place->name);
    }
    for (int i = 0; i < EVENT_THREAD_AT_ONCE; i++) {
        if (thread->runs[i].name[0])
            look_at(thread, &thread->runs[i]);
    }
}

static int room(const struct event_thread *thread)
{
    int count = 0;

    for (int i = 0; i < EVENT_THREAD_AT_ONCE; i++)
        count += thread->runs[i].name[0] == '\0';
    return thread->config.directory[0] ? count : 0;
}

static void *run(void *context)
{
    struct event_thread *thread = context;

    while (!atomic_load(&thread->stopping)) {
        struct pollfd wake = {.fd = thread->wake_fd, .events = POLLIN};
        if (thread->config.directory[0])
            look_for_runs(thread);
        (void)agenda_turn(thread->agenda, clock_wall_msec(), room(thread));
        (void)poll(&wake, 1, LOOK_MSEC);
    }
    for (int i = 0; i < EVENT_THREAD_AT_ONCE; i++)
        event_child_stop(&thread->runs[i].child);
    for (int i = 0; i < EVENT_THREAD_AT_ONCE; i++)
        event_child_wait(&thread->runs[i].child, STOP_MSEC);
    return NULL;
}

/* ------------------------------------------------------------------------------- start and stop */

/* Adds the event of one line of the configuration. Returns 0, or an exit status after a line. */
static int keep_line(struct event_thread *thread, const char *line)
{
    char name[EVENT_NAME_MAX + 1], error[EVENT_ERROR_BYTES];
    struct ladder_error wrong;
    struct event_plan event;
    char *file = NULL;

    if (event_parse_line(line, name, &event, error)) {
        log_say("avondale serve: --event: %s", error);
        return 2;
    }
    if (event.kind == EVENT_TOURNAMENT && !event.path[0]) {
        log_say("avondale serve: --event: %s: expected file=FILE of a tournament", name);
        return 2;
    }
    if (event.path[0] && !(file = event_source_read(event.path, event.entries)))
        return 2;
    int status =
        agenda_keep(thread->agenda, name, &event, file ? file : "", clock_wall_msec(), &wrong);
    if (status) /* its time may be over: the daemon serves all the same */
        log_line(LOG_WARN, "--event: %s", wrong.text);
    free(file);
    return 0;
}

/* Logs why there is no calendar. Returns the exit status of the daemon. */
static int fail(const char *why)
{
    log_say("avondale serve: the calendar cannot be opened: %s", why);
    return 3;
}

static int keep_events(struct event_thread *thread)
{
    char *lines = strdup(thread->config.events), *save = NULL;
    int status = lines ? 0 : fail("no memory");

    for (char *line = lines ? strtok_r(lines, "\n", &save) : NULL; line && status == 0;
         line = strtok_r(NULL, "\n", &save))
        status = keep_line(thread, line);
    free(lines);
    return status;
}

int event_thread_start(struct event_thread **out, const struct event_thread_config *config)
{
    struct event_thread *thread = calloc(1, sizeof *thread);
    struct agenda_config agenda = {
        .url = config->store, .node = config->node, .key = config->key, .say = say};
    struct ladder_error error = {.text = ""};

    *out = NULL;
    if (!thread)
        return fail("no memory");
    thread->config = *config;
    thread->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    int status = thread->wake_fd < 0 ? fail(strerror(errno)) : 0;
    if (status == 0 && agenda_create(&thread->agenda, &agenda, &error)) {
        log_say("avondale serve: %s", error.text);
        status = 3;
    }
    if (status == 0)
        status = keep_events(thread);
    if (status == 0) {
        int started = thread_start(&thread->thread, run, thread, THREAD_NICE_BEHIND);
        status = started ? fail(strerror(started)) : 0;
    }
    if (status == 0) {
        *out = thread;
        return 0;
    }
    agenda_destroy(thread->agenda);
    if (thread->wake_fd >= 0)
        close(thread->wake_fd);
    free(thread);
    return status;
}

void event_thread_stop(struct event_thread *thread)
{
    uint64_t one = 1;

    if (!thread)
        return;
    atomic_store(&thread->stopping, true);
    if (write(thread->wake_fd, &one, sizeof one) < 0)
        log_line(LOG_DEBUG, "calendar: woken by its own timer");
    pthread_join(thread->thread, NULL);
    agenda_destroy(thread->agenda);
    close(thread->wake_fd);
    free(thread);
}
