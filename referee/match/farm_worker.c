/* farm_worker.c - plays blocks of games from the queue of a store. */
#include "match/farm_worker.h"

#include "match/job_format.h"
#include "ladder.h"
#include "base/log.h"
#include "base/process_secrets.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    BATCH_MAX = 8,     /* blocks that one process plays in sequence */
    BATCH_MSEC = 2000, /* as many as take this long, so that none waits long in a process */
    IDLE_MSEC = 250,   /* between two looks at an empty queue; doubled by each failure */
    FAILURES_MAX = 8,
    END_MSEC = 5000, /* for processes that were asked to end */
    READ_BYTES = 64 << 10,
};

/* Blocks that are being played, in a process of their own. */
struct slot {
    pid_t pid; /* 0: idle */
    int fd;    /* the pipe with its results */
    char holder[WORK_HOLDER_MAX + 1];
    struct work_job jobs[BATCH_MAX];
    int count, next; /* its jobs; index of the first without a result */
    char *line;      /* bytes of that result so far */
    size_t size, capacity;
    int64_t since_msec, renewed_msec;
    int batch; /* how many blocks to take next */
};

/* The latest work: jobs often come from the same one. */
struct known {
    char name[WORK_NAME_MAX + 1];
    struct job job;
    char *commands[RUNNER_ENTRIES_MAX]; /* entries that are archives, with their directories */
};

struct worker {
    const struct farm_worker_config *config;
    struct work *work;
    struct known known;
    struct slot *slots;
    int64_t look_msec; /* when to look for work again */
    int failures;      /* blocks in a row that could not be played */
    int64_t tail_msec; /* with `once`: when to ask for unfinished work */
};

static volatile sig_atomic_t stopped;

static void on_signal(int signal)
{
    (void)signal;
    stopped = 1;
}

static int store_failed(const struct worker *worker)
{
    log_say("avondale worker: %s", work_error(worker->work));
    return 3;
}

/* ------------------------------------------------------------------------ the process that plays
 */

struct player {
    struct runner_config config;
    struct schedule_block blocks[BATCH_MAX];
    int count, next;
    struct think_times thinks[RUNNER_ENTRIES_MAX];
    int out;
    bool failed;
};

static enum runner_next next_block(void *owner, struct schedule_block *block)
{
    struct player *player = owner;

    if (player->next == player->count)
        return RUNNER_END;
    *block = player->blocks[player->next++];
    return RUNNER_BLOCK;
}

static bool write_whole(int fd, const char *text, size_t size)
{
    while (size > 0) {
        ssize_t sent = write(fd, text, size);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return false;
        text += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* Between two blocks no table waits. */
static bool block_done(void *owner, const struct schedule_block *block,
                       const struct runner_game *games)
{
    struct player *player = owner;
    char *text = job_format_result_write(&player->config, block, games, player->thinks);

    memset(player->thinks, 0, sizeof player->thinks);
    player->failed = !text || !write_whole(player->out, text, strlen(text)) ||
                     !write_whole(player->out, "\n", 1);
    free(text);
    return !player->failed;
}

static _Noreturn void play(struct player *player, pid_t parent)
{
    struct sigaction action = {.sa_handler = SIG_DFL};

    /* If the worker dies its lease ends: no result would be accepted. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(3);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    player->config.owner = player;
    player->config.next = next_block;
    player->config.done = block_done;
    player->config.records = true;
    player->config.jobs = player->config.block_size;
    int status = runner_run(&player->config, player->thinks);
    _exit(player->failed ? 3 : status);
}

/* ------------------------------------------------------------------------------- what is played */

static void forget(struct known *known)
{
    known->name[0] = '\0';
    job_format_fini(&known->job);
    for (int i = 0; i < RUNNER_ENTRIES_MAX; i++) {
        free(known->commands[i]);
        known->commands[i] = NULL;
    }
}

/* Returned by `know` for work that is for other workers. */
enum { KNOW_NOT_HERE = 4 };

/* Fetches the bots that are archives. */
static int fetch(struct worker *worker, char why[BUNDLE_ERROR_BYTES])
{
    struct known *known = &worker->known;
    char place[4096];

    for (int i = 0; i < known->job.config.entry_count; i++) {
        struct runner_entry *entry = &known->job.entries[i];
        if (!entry->archive)
            continue;
        if (entry->is_handed_in && !worker->config->strangers) {
            snprintf(why, BUNDLE_ERROR_BYTES,
                     "programs of owners need --sandbox strict, and a machine that keeps all its "
                     "promises");
            return KNOW_NOT_HERE;
        }
        int status = bundle_fetch(worker->work, entry->archive, worker->config->cache, why);
        if (status)
            return status;
        snprintf(place, sizeof place, "%s/%s", worker->config->cache, entry->archive);
        known->commands[i] = job_format_command_in(place, entry->command);
        if (!known->commands[i])
            abort();
        entry->command = known->commands[i];
    }
    return 0;
}

/* Loads the work of that name. Returns 0; 1 if it does not exist any more; 2, 3 or KNOW_NOT_HERE
 * with a line. */
static int know(struct worker *worker, const char *name, char why[BUNDLE_ERROR_BYTES])
{
    struct known *known = &worker->known;
    char error[JOB_FORMAT_ERROR_BYTES];
    struct work_order order;

    if (strcmp(known->name, name) == 0)
        return 0;
    forget(known);
    int status = work_find(worker->work, name, &order);
    if (status == WORK_ERROR)
        snprintf(why, BUNDLE_ERROR_BYTES, "%.300s", work_error(worker->work));
    if (status)
        return status == WORK_ERROR ? 3 : 1;
    status = job_format_parse(order.spec, &known->job, error) ? 2 : 0;
    if (status)
        snprintf(why, BUNDLE_ERROR_BYTES, "%s", error);
    free(order.spec);
    if (status == 0)
        status = fetch(worker, why);
    if (status)
        forget(known);
    else
        memcpy(known->name, name, strlen(name) + 1);
    return status;
}

/* --------------------------------------------------------------------------------------- slots */

static void drop_jobs(struct slot *slot)
{
    for (int i = 0; i < slot->count; i++)
        work_job_free(&slot->jobs[i]);
    slot->count = slot->next = 0;
    slot->size = 0;
}

/* The first job without a result has failed; the jobs behind it were not begun. A job that fails
 * here may work elsewhere: other workers get time to take it. */
static int give_up(struct worker *worker, struct slot *slot, const char *why)
{
    const struct work_job *job = &slot->jobs[slot->next];
    char text[BUNDLE_ERROR_BYTES + WORK_NAME_MAX + 16];

    snprintf(text, sizeof text, "worker %s: %s", worker->config->name, why);
    log_line(LOG_WARN, "work=%s block=%lld not played: %s", job->work, (long long)job->number + 1,
             why);
    int status = work_fail(worker->work, job, slot->holder, text) ||
                 work_release(worker->work, slot->holder, NULL);
    drop_jobs(slot);
    worker->failures += worker->failures < FAILURES_MAX;
    worker->look_msec = clock_now_msec() + ((int64_t)IDLE_MSEC << worker->failures);
    return status ? store_failed(worker) : 0;
}

/* The jobs are as if they had never been claimed; this worker looks again after longer and longer
 * pauses, so that others come first. */
static int leave_to_others(struct worker *worker, struct slot *slot, const char *why)
{
    log_line(LOG_WARN, "work=%s is left to other workers: %s", slot->jobs[0].work, why);
    int status = work_release(worker->work, slot->holder, NULL);
    drop_jobs(slot);
    worker->failures += worker->failures < FAILURES_MAX;
    worker->look_msec = clock_now_msec() + ((int64_t)IDLE_MSEC << worker->failures);
    return status ? store_failed(worker) : 0;
}

/* Starts a process for the jobs of a slot. Returns false with errno. */
static bool begin_process(struct worker *worker, struct slot *slot, struct player *player)
{
    pid_t parent = getpid();
    int ends[2];

    if (pipe2(ends, O_CLOEXEC))
        return false;
    player->config.sandbox = worker->config->sandbox;
    player->out = ends[1];
    fflush(NULL);
    slot->pid = fork();
    if (slot->pid == 0) {
        close(ends[0]);
        play(player, parent);
    }
    int error = errno;
    close(ends[1]);
    if (slot->pid < 0) {
        close(ends[0]);
        slot->pid = 0;
        errno = error;
        return false;
    }
    slot->fd = ends[0];
    slot->since_msec = slot->renewed_msec = clock_now_msec();
    return true;
}

static int begin_slot(struct worker *worker, struct slot *slot)
{
    struct player *player = calloc(1, sizeof *player);
    char why[BUNDLE_ERROR_BYTES] = "out of memory";
    int status = player ? know(worker, slot->jobs[0].work, why) : 3;

    if (status == 1) { /* the work was removed just now */
        drop_jobs(slot);
        status = 0;
    } else if (status == 0) {
        player->config = worker->known.job.config;
        player->count = slot->count;
        for (int i = 0; status == 0 && i < slot->count; i++)
            status =
                job_format_block_parse(slot->jobs[i].spec, &player->config, &player->blocks[i], why)
                    ? 2
                    : 0;
        if (status == 0 && !begin_process(worker, slot, player)) {
            snprintf(why, sizeof why, "%s", strerror(errno));
            status = 3;
        }
    }
    if (status == 2) {
        status = give_up(worker, slot, why);
    } else if (status == KNOW_NOT_HERE) {
        status = leave_to_others(worker, slot, why);
    } else if (status) { /* a problem of this machine, not of the job */
        log_say("avondale worker: %s", why);
        (void)work_release(worker->work, slot->holder, NULL);
        drop_jobs(slot);
    }
    free(player);
    return status;
}

/* Takes a line, without its end, as the result of the next job. */
static int take_result(struct worker *worker, struct slot *slot)
{
    const struct work_job *job = &slot->jobs[slot->next];

    slot->line[slot->size] = '\0';
    int status = work_finish(worker->work, job, worker->config->name, slot->line);
    if (status == WORK_ERROR)
        return store_failed(worker);
    log_line(LOG_INFO, "work=%s block=%lld %s", job->work, (long long)job->number + 1,
             status ? "already done by another worker" : "done");
    slot->size = 0;
    worker->failures = 0;
    int64_t took = clock_now_msec() - slot->since_msec;
    int64_t each = took / ++slot->next;
    slot->batch = each * BATCH_MAX <= BATCH_MSEC ? BATCH_MAX
                  : each < BATCH_MSEC            ? (int)(BATCH_MSEC / each)
                                                 : 1;
    return 0;
}

/* Returns false if the process has written more than the results. */
static bool keep(struct slot *slot, char c)
{
    if (slot->next == slot->count || slot->size >= WORK_RESULT_BYTES_MAX)
        return false;
    if (slot->size + 2 > slot->capacity) {
        slot->capacity = slot->capacity ? 2 * slot->capacity : 4096;
        slot->line = realloc(slot->line, slot->capacity);
        if (!slot->line)
            abort();
    }
    slot->line[slot->size++] = c;
    return true;
}

static int end_slot(struct worker *worker, struct slot *slot)
{
    char why[80];
    int how = 0;

    close(slot->fd);
    waitpid(slot->pid, &how, 0);
    slot->pid = 0;
    if (slot->next == slot->count) {
        worker->look_msec = 0;
        drop_jobs(slot);
        return 0;
    }
    if (stopped || (WIFEXITED(how) && WEXITSTATUS(how) == 1)) { /* a signal from outside */
        int status = work_release(worker->work, slot->holder, NULL);
        drop_jobs(slot);
        return status ? store_failed(worker) : 0;
    }
    if (WIFSIGNALED(how))
        snprintf(why, sizeof why, "the process was ended by signal %d", WTERMSIG(how));
    else
        snprintf(why, sizeof why, "a bot could not be started; its log says which");
    return give_up(worker, slot, why);
}

static int read_slot(struct worker *worker, struct slot *slot)
{
    char bytes[READ_BYTES];
    ssize_t got = read(slot->fd, bytes, sizeof bytes);
    int status = 0;

    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return 0;
    for (ssize_t i = 0; status == 0 && i < got; i++) {
        if (bytes[i] == '\n' && slot->size > 0 && slot->next < slot->count) {
            status = take_result(worker, slot);
        } else if (!keep(slot, bytes[i])) {
            kill(slot->pid, SIGKILL);
            break;
        }
    }
    return got <= 0 ? end_slot(worker, slot) : status;
}

/* ---------------------------------------------------------------------------------------- the loop
 */

static int busy_count(const struct worker *worker)
{
    int busy = 0;
    for (int i = 0; i < worker->config->jobs; i++)
        busy += worker->slots[i].pid > 0;
    return busy;
}

/* Fills idle slots while the queue has jobs. */
static int look_for_work(struct worker *worker)
{
    int64_t lease_msec = (int64_t)worker->config->lease_sec * 1000;

    for (int i = 0; i < worker->config->jobs && !stopped; i++) {
        struct slot *slot = &worker->slots[i];
        if (slot->pid)
            continue;
        int count = work_claim(worker->work, slot->holder, lease_msec, slot->jobs, slot->batch);
        if (count < 0)
            return stopped ? 0 : store_failed(worker);
        if (count == 0) {
            worker->look_msec = clock_now_msec() + IDLE_MSEC;
            return 0;
        }
        slot->count = count;
        slot->next = 0;
        int status = begin_slot(worker, slot);
        if (status)
            return status;
    }
    return 0;
}

static int renew(struct worker *worker)
{
    int64_t lease_msec = (int64_t)worker->config->lease_sec * 1000;

    for (int i = 0; i < worker->config->jobs; i++) {
        struct slot *slot = &worker->slots[i];
        if (!slot->pid || clock_now_msec() - slot->renewed_msec < lease_msec / 3)
            continue;
        int held = work_renew(worker->work, slot->holder, worker->config->name, lease_msec);
        if (held < 0)
            return stopped ? 0 : store_failed(worker);
        if (held < slot->count - slot->next)
            log_line(LOG_WARN, "work=%s the lease of %d blocks was lost", slot->jobs[0].work,
                     slot->count - slot->next - held);
        slot->renewed_msec = clock_now_msec();
    }
    return 0;
}

/* Looks for unfinished work: here, with other workers, or not yet queued. Returns 0, or -1 if the
 * store failed. */
static int look_for_open(struct worker *worker, bool *open)
{
    struct work_order orders[16];
    const char *after = "";
    int count;

    *open = false;
    while ((count = work_orders(worker->work, after, orders, 16)) > 0) {
        for (int i = 0; i < count; i++) {
            *open = *open || !orders[i].ended;
        }
        if (*open)
            return 0;
        after = orders[count - 1].name;
    }
    return count < 0 ? -1 : 0;
}

static int wait_for_slots(struct worker *worker)
{
    struct pollfd fds[FARM_WORKER_JOBS_MAX];
    int of[FARM_WORKER_JOBS_MAX], count = 0, status = 0;

    for (int i = 0; i < worker->config->jobs; i++) {
        if (!worker->slots[i].pid)
            continue;
        of[count] = i;
        fds[count++] = (struct pollfd){.fd = worker->slots[i].fd, .events = POLLIN};
    }
    if (poll(fds, (nfds_t)count, IDLE_MSEC) <= 0)
        return 0;
    for (int i = 0; status == 0 && i < count; i++) {
        if (fds[i].revents)
            status = read_slot(worker, &worker->slots[of[i]]);
    }
    return status;
}

static int loop(struct worker *worker)
{
    int status = 0;

    while (status == 0 && !stopped) {
        int busy = busy_count(worker);
        bool aside = worker->config->aside && worker->config->aside(worker->config->context);
        if (busy < worker->config->jobs && clock_now_msec() >= worker->look_msec)
            status = look_for_work(worker);
        busy = busy_count(worker);
        if (status == 0 && busy == 0 && !aside && worker->config->once &&
            clock_now_msec() >= worker->tail_msec) {
            bool open = false;
            if (look_for_open(worker, &open))
                return store_failed(worker);
            if (!open)
                return 0;
            worker->tail_msec = clock_now_msec() + IDLE_MSEC;
        }
        if (status == 0)
            status = wait_for_slots(worker);
        if (status == 0)
            status = renew(worker);
    }
    return status;
}

/* Asks all processes to end, and takes the finished results. */
static int let_go(struct worker *worker)
{
    int64_t until = clock_now_msec() + END_MSEC;
    int status = 0;

    for (int i = 0; i < worker->config->jobs; i++) {
        if (worker->slots[i].pid)
            kill(worker->slots[i].pid, SIGTERM);
    }
    while (busy_count(worker) > 0) {
        if (clock_now_msec() > until) {
            for (int i = 0; i < worker->config->jobs; i++) {
                if (worker->slots[i].pid)
                    kill(worker->slots[i].pid, SIGKILL);
            }
        }
        int failed = wait_for_slots(worker);
        status = status ? status : failed;
    }
    return status;
}

static int make_slots(struct worker *worker)
{
    uint64_t drawn;

    worker->slots = calloc((size_t)worker->config->jobs + 1, sizeof *worker->slots);
    if (!worker->slots || getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn)
        return -1;
    /* The first one's holder also shows that a worker without jobs is alive. */
    for (int i = 0; i == 0 || i < worker->config->jobs; i++) {
        struct slot *slot = &worker->slots[i];
        slot->batch = 1;
        snprintf(slot->holder, sizeof slot->holder, "%s %ld %016llx %d", worker->config->name,
                 (long)getpid(), (unsigned long long)drawn, i);
    }
    return 0;
}

int farm_worker_run(const struct farm_worker_config *config)
{
    struct worker *worker = calloc(1, sizeof *worker);
    struct sigaction action = {.sa_handler = on_signal};
    struct ladder_error error;
    int status = 3;

    process_secrets_keep(); /* hides the URL of the store from the bots */
    if (!worker)
        return status;
    worker->config = config;
    if (make_slots(worker)) {
        fprintf(stderr, "avondale worker: out of memory\n");
    } else if ((status = work_open(&worker->work, config->url, true, &stopped, &error))) {
        log_say("avondale worker: %s", error.text);
    } else {
        sigaction(SIGINT, &action, NULL);
        sigaction(SIGTERM, &action, NULL);
        signal(SIGPIPE, SIG_IGN);
        /* Registers the worker, so that owners of work see it. */
        if (work_renew(worker->work, worker->slots[0].holder, config->name, 0) < 0)
            status = store_failed(worker);
        if (status == 0)
            status = loop(worker);
        stopped = 1;
        int let = let_go(worker);
        status = status ? status : let;
    }
    forget(&worker->known);
    for (int i = 0; worker->slots && i < config->jobs; i++) {
        drop_jobs(&worker->slots[i]);
        free(worker->slots[i].line);
    }
    work_close(worker->work);
    free(worker->slots);
    free(worker);
    return status;
}
