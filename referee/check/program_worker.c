/* program_worker.c - see program_worker.h. */
#include "check/program_worker.h"
#include "base/log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LOOK_MSEC = 1000, /* between two looks at an empty queue */
    END_MSEC = 3000,  /* from SIGTERM to SIGKILL */
    PATH_BYTES = 1200,
    RULESETS_MAX = 16,
};

enum step { STEP_NONE, STEP_BUILD, STEP_CHECK };

struct program_worker {
    struct program_worker_config config;
    struct program_queue *queue;
    struct work *work;
    char holder[WORK_HOLDER_MAX + 1];
    char cache[PATH_BYTES - 100];
    int64_t look_msec;

    enum step step; /* the rest is of that */
    struct store_program program;
    struct manifest manifest;
    char place[PATH_BYTES]; /* the directory of its files */
    pid_t pid;
    int out, said; /* files: what a build made; what it, or the check, said */
    int64_t until_msec, renewed_msec;
    bool ending;
};

bool program_worker_may(const struct sandbox_config *sandbox, bool unsafe)
{
    bool strict = sandbox->mode == SANDBOX_STRICT &&
                  (sandbox->has & SANDBOX_HAS_STRICT) == SANDBOX_HAS_STRICT;
    return strict || unsafe;
}

int program_worker_create(struct program_worker **out, const struct program_worker_config *config)
{
    struct program_worker *worker = calloc(1, sizeof *worker);
    struct ladder_error error = {.text = "out of memory"};
    uint64_t drawn = 0;

    *out = NULL;
    /* It stands in commands. */
    if (strspn(config->cache,
               "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-") !=
            strlen(config->cache) ||
        strlen(config->cache) > 1000) {
        log_say("avondale worker: --cache %.200s: programs of owners need a path of A-Z a-z 0-9 / "
                ". _ - alone",
                config->cache);
        free(worker);
        return -1;
    }
    if (!worker || getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn ||
        program_queue_open(&worker->queue, config->url, &error) ||
        work_open(&worker->work, config->url, true, NULL, &error)) {
        log_say("avondale worker: %s", error.text);
        program_worker_destroy(worker);
        return -1;
    }
    worker->config = *config;
    worker->out = worker->said = -1;
    snprintf(worker->holder, sizeof worker->holder, "%.64s %ld %016llx p", config->name,
             (long)getpid(), (unsigned long long)drawn);
    snprintf(worker->cache, sizeof worker->cache, "%.1000s/programs", config->cache);
    *out = worker;
    return 0;
}

/* ---------------------------------------------------------------------------------------- end */

static void leave(struct program_worker *worker)
{
    if (worker->out >= 0)
        close(worker->out);
    if (worker->said >= 0)
        close(worker->said);
    worker->out = worker->said = -1;
    bundle_forget(worker->cache, worker->program.archive);
    worker->step = STEP_NONE;
    worker->pid = 0;
    worker->look_msec = 0;
}

/* What a file holds, up to the longest report, from its end; to be freed. */
static char *text_of(int fd)
{
    off_t size = fd >= 0 ? lseek(fd, 0, SEEK_END) : 0;
    off_t from = size > PROGRAM_REPORT_MAX ? size - PROGRAM_REPORT_MAX : 0;
    char *text = calloc(1, PROGRAM_REPORT_MAX + 1);
    ssize_t got = text && size > 0 ? pread(fd, text, PROGRAM_REPORT_MAX, from) : 0;

    for (ssize_t i = 0; i < got; i++)
        text[i] = text[i] ? text[i] : '?';
    return text;
}

/* Writes `.` for each `path` in the text. */
static void make_relative(char *text, const char *path)
{
    size_t size = strlen(path);
    char *to = text;

    assert(size > 0);
    for (const char *found; (found = strstr(text, path)); text = (char *)found + size) {
        memmove(to, text, (size_t)(found - text));
        to += found - text;
        *to++ = '.';
    }
    memmove(to, text, strlen(text) + 1);
}

/* What the file says to the owner, to whom the directories of this machine mean nothing. Returns
 * NULL if out of memory; to be freed. */
static char *report_of(const struct program_worker *worker)
{
    char *text = text_of(worker->said), *real = text ? realpath(worker->place, NULL) : NULL;

    if (real)
        make_relative(text, real);
    if (text && worker->place[0])
        make_relative(text, worker->place);
    free(real);
    return text;
}

/* The outcome: refused, or active. */
static void conclude(struct program_worker *worker, enum program_state to, const char *why)
{
    struct store_program *program = &worker->program;
    char *report = report_of(worker);

    log_line(LOG_INFO, "name=%s version=%s %s%s%s", program->bot, program->label,
             store_program_states[to], *why ? ": " : "", why);
    int status =
        program_queue_become(worker->queue, program, to, why, report ? report : "", worker->holder);
    if (status == PROGRAM_QUEUE_FAILED)
        log_say("avondale worker: %s", program_queue_error(worker->queue));
    free(report);
    leave(worker);
}

static void refuse(struct program_worker *worker, const char *why)
{
    conclude(worker, PROGRAM_REFUSED, why);
}

/* The world failed, not the program: others may take it. */
static void give_back(struct program_worker *worker, const char *why)
{
    log_say("avondale worker: %s version %s: %s", worker->program.bot, worker->program.label, why);
    leave(worker);
    worker->look_msec = clock_now_msec() + (int64_t)worker->config.lease_sec * 1000;
}

static bool advance(struct program_worker *worker, enum program_state to)
{
    int status =
        program_queue_become(worker->queue, &worker->program, to, "", NULL, worker->holder);
    if (status)
        give_back(worker, status == PROGRAM_QUEUE_NONE ? "another worker has it"
                                                       : program_queue_error(worker->queue));
    return status == 0;
}

/* ---------------------------------------------------------------------------------- processes */

static int file_open(const struct program_worker *worker)
{
    char path[PATH_BYTES];

    snprintf(path, sizeof path, "%s/.out-XXXXXX", worker->cache);
    int fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0)
        unlink(path);
    return fd;
}

static void began(struct program_worker *worker, enum step step, int sec)
{
    worker->step = step;
    worker->ending = false;
    worker->until_msec = clock_now_msec() + (int64_t)sec * 1000;
}

static _Noreturn void check_exec(const struct program_worker *worker, char *const *words,
                                 pid_t parent)
{
    int none = open("/dev/null", O_RDONLY | O_CLOEXEC);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (none < 0 || getppid() != parent || dup2(none, 0) < 0 || dup2(worker->said, 1) < 0 ||
        dup2(worker->said, 2) < 0)
        _exit(3);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    execv(worker->config.checker ? worker->config.checker : "/proc/self/exe", words);
    _exit(3);
}

/* One word for a limit of the sandbox: --NAME=VALUE. */
static char *limit(char text[64], const char *name, int value)
{
    snprintf(text, 64, "--%s=%d", name, value);
    return text;
}

static void begin_check(struct program_worker *worker)
{
    const struct sandbox_config *sandbox = worker->config.sandbox;
    char limits[SANDBOX_LIMIT_COUNT][64], mode[32], rulesets[MANIFEST_VALUE_MAX + 1], *save = NULL;
    char name[] = "avondale", check[] = "check", hands[] = "--hands=20", dashes[] = "--",
         ruleset[] = "--ruleset", must[] = "--require-sandbox";
    char *words[16 + 2 * RULESETS_MAX], **at = words;
    char command[PATH_BYTES + MANIFEST_VALUE_MAX + 16];

    snprintf(command, sizeof command, "env -C %s %s", worker->place, worker->manifest.start);
    worker->said = file_open(worker);
    if (worker->said < 0) {
        give_back(worker, strerror(errno));
        return;
    }
    *at++ = name;
    *at++ = check;
    snprintf(mode, sizeof mode, "--sandbox=%s", sandbox_mode_names[sandbox->mode]);
    *at++ = mode;
    if (!worker->config.unsafe)
        *at++ = must;
    *at++ = limit(limits[0], "bot-memory-mb", sandbox->limits[SANDBOX_MEMORY_MB]);
    *at++ = limit(limits[1], "bot-cpu-sec", sandbox->limits[SANDBOX_CPU_SEC]);
    *at++ = limit(limits[2], "bot-files", sandbox->limits[SANDBOX_FILES]);
    *at++ = limit(limits[3], "bot-processes", sandbox->limits[SANDBOX_PROCESSES]);
    *at++ = hands;
    memcpy(rulesets, worker->manifest.rulesets, sizeof rulesets);
    int count = 0;
    for (char *one = strtok_r(rulesets, " ", &save); one && count < RULESETS_MAX;
         one = strtok_r(NULL, " ", &save), count++) {
        *at++ = ruleset;
        *at++ = one;
    }
    *at++ = dashes;
    *at++ = command;
    *at = NULL;
    pid_t parent = getpid();
    fflush(NULL);
    worker->pid = fork();
    if (worker->pid == 0)
        check_exec(worker, words, parent);
    int error = errno;
    if (worker->pid < 0) {
        worker->pid = 0;
        give_back(worker, strerror(error));
    } else {
        began(worker, STEP_CHECK, PROGRAM_WORKER_CHECK_SEC);
    }
}

/* What a build leaves in its /tmp comes out as an archive; what it says is its report. */
static void begin_build(struct program_worker *worker)
{
    struct sandbox_config sandbox = *worker->config.sandbox;
    char env[] = "env", change[] = "-C", sh[] = "sh", c[] = "-c";
    char script[MANIFEST_VALUE_MAX + 200];
    char *words[] = {env, change, worker->place, sh, c, script, NULL};
    int report[2], none = open("/dev/null", O_RDONLY | O_CLOEXEC);

    snprintf(script, sizeof script,
             "mkdir /tmp/build && cp -r . /tmp/build && cd /tmp/build && chmod -R u+w . && "
             "( %s ) >&2 && exec tar -cf - .",
             worker->manifest.build);
    worker->out = file_open(worker);
    worker->said = file_open(worker);
    sandbox.limits[SANDBOX_CPU_SEC] = PROGRAM_WORKER_BUILD_CPU_SEC;
    sandbox.verbose = false;
    sandbox.logs = NULL;
    if (none < 0 || worker->out < 0 || worker->said < 0 || pipe2(report, O_CLOEXEC)) {
        if (none >= 0)
            close(none);
        give_back(worker, strerror(errno));
        return;
    }
    int error =
        sandbox_spawn(&sandbox, words, none, worker->out, worker->said, report[1], &worker->pid);
    close(none);
    close(report[0]);
    close(report[1]);
    if (error) {
        worker->pid = 0;
        give_back(worker, strerror(error));
    } else {
        began(worker, STEP_BUILD, PROGRAM_WORKER_BUILD_SEC);
    }
}

/* --------------------------------------------------------------------------------- the program */

static bool fetch(struct program_worker *worker)
{
    char why[BUNDLE_ERROR_BYTES];
    int status = bundle_fetch(worker->work, worker->program.archive, worker->cache, why);

    snprintf(worker->place, sizeof worker->place, "%s/%s", worker->cache, worker->program.archive);
    if (status == BUNDLE_REFUSED)
        refuse(worker, why);
    else if (status)
        give_back(worker, why);
    return status == 0;
}

static bool manifest_read(struct program_worker *worker)
{
    char path[PATH_BYTES + 16], text[MANIFEST_BYTES_MAX + 2], why[MANIFEST_ERROR_BYTES];

    snprintf(path, sizeof path, "%s/" MANIFEST_FILE, worker->place);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof text);
    if (fd >= 0)
        close(fd);
    if (size < 0)
        refuse(worker, MANIFEST_FILE ": it is missing");
    else if (manifest_parse(text, (size_t)size, &worker->manifest, why))
        refuse(worker, why);
    else
        return true;
    return false;
}

static void begin(struct program_worker *worker)
{
    worker->renewed_msec = clock_now_msec();
    if (!advance(worker, PROGRAM_BUILDING) || !fetch(worker) || !manifest_read(worker))
        return;
    if (worker->manifest.build[0])
        begin_build(worker);
    else if (advance(worker, PROGRAM_CHECKING))
        begin_check(worker);
}

static void clause(char why[PROGRAM_WHY_MAX + 1], const char *what, int how, bool late)
{
    if (late)
        snprintf(why, PROGRAM_WHY_MAX + 1, "its %s took too long", what);
    else if (WIFSIGNALED(how))
        snprintf(why, PROGRAM_WHY_MAX + 1, "its %s was ended by signal %d", what, WTERMSIG(how));
    else
        snprintf(why, PROGRAM_WHY_MAX + 1, "its %s ended with status %d: see the report", what,
                 WEXITSTATUS(how));
}

/* Looks at what was built, as at what strangers send, and puts it into the store. */
static bool take_built(struct program_worker *worker)
{
    char hash[WORK_HASH_DIGITS + 1], why[BUNDLE_ERROR_BYTES];
    off_t size = lseek(worker->out, 0, SEEK_END);
    void *bytes =
        size > 0 ? mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, worker->out, 0) : MAP_FAILED;

    if (bytes == MAP_FAILED) {
        refuse(worker, "its build left nothing");
        return false;
    }
    int status = bundle_unpack(bytes, (size_t)size, PROGRAM_WORKER_UNPACKED_BYTES_MAX, NULL, why);
    int put = status ? WORK_ERROR : work_archive_put(worker->work, bytes, (size_t)size, hash);
    munmap(bytes, (size_t)size);
    if (status == BUNDLE_REFUSED)
        refuse(worker, why);
    else if (status || put == WORK_ERROR)
        give_back(worker, status ? why : work_error(worker->work));
    if (status || put == WORK_ERROR)
        return false;
    bundle_forget(worker->cache, worker->program.archive);
    if (program_queue_built(worker->queue, &worker->program, hash, size, put == 0)) {
        give_back(worker, program_queue_error(worker->queue));
        return false;
    }
    return true;
}

static void end(struct program_worker *worker, int how)
{
    char why[PROGRAM_WHY_MAX + 1];
    enum step step = worker->step;
    bool good = WIFEXITED(how) && WEXITSTATUS(how) == 0 && !worker->ending;

    worker->pid = 0;
    clause(why, step == STEP_BUILD ? "build" : "check", how, worker->ending);
    if (!good) {
        refuse(worker, why);
    } else if (step == STEP_CHECK) {
        conclude(worker, PROGRAM_ACTIVE, "");
    } else if (take_built(worker) && fetch(worker) && manifest_read(worker) &&
               advance(worker, PROGRAM_CHECKING)) {
        close(worker->out);
        close(worker->said);
        worker->out = worker->said = -1;
        begin_check(worker);
    }
}

static void renew(struct program_worker *worker, int64_t now)
{
    int64_t lease = (int64_t)worker->config.lease_sec * 1000;

    if (now - worker->renewed_msec < lease / 3)
        return;
    worker->renewed_msec = now;
    if (program_queue_renew(worker->queue, &worker->program, worker->holder, lease) ==
        PROGRAM_QUEUE_NONE)
        log_line(LOG_WARN, "name=%s version=%s claim lost to another worker", worker->program.bot,
                 worker->program.label);
}

bool program_worker_step(struct program_worker *worker)
{
    int64_t now = clock_now_msec();
    int how = 0;

    if (worker->step == STEP_NONE) {
        if (now < worker->look_msec)
            return false;
        worker->look_msec = now + LOOK_MSEC;
        int status =
            program_queue_claim(worker->queue, worker->holder,
                                (int64_t)worker->config.lease_sec * 1000, &worker->program);
        if (status == PROGRAM_QUEUE_FAILED)
            log_say("avondale worker: %s", program_queue_error(worker->queue));
        if (status == 0)
            begin(worker);
        return worker->step != STEP_NONE;
    }
    if (waitpid(worker->pid, &how, WNOHANG) == worker->pid) {
        end(worker, how);
    } else {
        renew(worker, now);
        if (now >= worker->until_msec) {
            kill(worker->pid, worker->ending ? SIGKILL : SIGTERM);
            worker->ending = true;
            worker->until_msec = now + END_MSEC;
        }
    }
    return worker->step != STEP_NONE;
}

void program_worker_destroy(struct program_worker *worker)
{
    if (!worker)
        return;
    if (worker->pid > 0) {
        kill(worker->pid, SIGKILL);
        waitpid(worker->pid, NULL, 0);
        leave(worker);
    }
    work_close(worker->work);
    program_queue_close(worker->queue);
    free(worker);
}
