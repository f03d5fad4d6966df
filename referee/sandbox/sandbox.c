/* sandbox.c - the arena's side of the sandbox: probes what works on this machine, starts the first
 * stage. Each bot has one, so it is a program of its own that needs the C library and nothing else,
 * and starts in a fifth of the time that ours takes; the Makefile puts its bytes into ours. */
#include "sandbox/sandbox.h"

#include "sandbox/stage.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ----------------------------------------------------------------- the file of the first stage */

/* Its bytes, and how many. */
extern const unsigned char sandbox_first_stage[];
extern const size_t sandbox_first_stage_size;

static int first_stage = -1; /* a file in memory, or -1: we are started again in its place */

/* Its descriptor is above those that a start sets. Without the file bots start as well, only later.
 */
static void make_first_stage(void)
{
    enum { LEAST = 10, EXECUTABLE = 0x10 /* MFD_EXEC: Linux 6.3, and no header of Debian 12 */ };
    const int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

    if (first_stage >= 0)
        return;
    int file = memfd_create("avondale", MFD_CLOEXEC | MFD_ALLOW_SEALING | EXECUTABLE);
    if (file < 0 && errno == EINVAL)
        file = memfd_create("avondale", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0)
        return;
    if (write(file, sandbox_first_stage, sandbox_first_stage_size) ==
            (ssize_t)sandbox_first_stage_size &&
        fcntl(file, F_ADD_SEALS, seals) == 0)
        first_stage = fcntl(file, F_DUPFD_CLOEXEC, LEAST);
    close(file);
}

/* ------------------------------------------------------------------------------------ the probe */

/* Runs `try` in a process of its own; returns true if it returned 0. */
static bool works(int (*try)(unsigned), unsigned argument)
{
    int status = -1;
    pid_t pid = fork();

    if (pid == 0)
        _exit(try(argument) != 0);
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

/* Done as in a bot's own first stage, so that the result is the same. */
static int try_spaces(unsigned has)
{
    static struct root_view root;
    static char *const words[] = {NULL};
    int status = -1;

    if (has & SANDBOX_HAS_MOUNT)
        root_view_find(&root, words);
    if (root_view_drop_root())
        return -1;
    uid_t user = geteuid();
    gid_t group = getegid();
    pid_t pid = root_view_fork(has);
    if (pid == 0)
        _exit(root_view_map_user(user, group) ||
              (has & SANDBOX_HAS_MOUNT && root_view_enter(&root) != NULL));
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0 ? 0 : -1;
}

static int try_filter(unsigned unused)
{
    (void)unused;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || seccomp_install_filter();
}

/* With a limit of one process, which we are already, a fork must fail. */
static int try_processes(unsigned has)
{
    const struct rlimit one = {.rlim_cur = 1, .rlim_max = 1};
    pid_t pid = -1;

    if ((has & SANDBOX_HAS_CORE) == SANDBOX_HAS_CORE && root_view_drop_root())
        return -1;
    if (setrlimit(RLIMIT_NPROC, &one))
        return -1;
    pid = fork();
    if (pid == 0)
        _exit(0);
    if (pid > 0)
        waitpid(pid, NULL, 0);
    return pid < 0 ? 0 : -1;
}

static unsigned probe(enum sandbox_mode mode)
{
    static const unsigned pieces[] = {
        SANDBOX_HAS_USER,
        SANDBOX_HAS_USER | SANDBOX_HAS_PID,
        SANDBOX_HAS_CORE,
        SANDBOX_HAS_USER | SANDBOX_HAS_NET,
        SANDBOX_HAS_USER | SANDBOX_HAS_IPC,
        SANDBOX_HAS_USER | SANDBOX_HAS_UTS,
    };
    unsigned has = 0;

    if (mode == SANDBOX_STRICT) {
        for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
            if (works(try_spaces, pieces[i]))
                has |= pieces[i];
        }
        if (works(try_filter, 0))
            has |= SANDBOX_HAS_SECCOMP;
    }
    if (cgroup_begin() == 0)
        has |= SANDBOX_HAS_GROUP | SANDBOX_HAS_PROCESSES;
    if (works(try_processes, has))
        has |= SANDBOX_HAS_PROCESSES;
    return has;
}

/* Appends "net+ipc namespaces, seccomp, " for the features given. */
static void add_features(char *out, size_t size, unsigned features)
{
    static const char *const names[] = {"user", "pid", "mount", "net", "ipc", "uts"};
    const char *between = "";
    size_t at = strlen(out);

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (features & 1U << i) {
            at += (size_t)snprintf(out + at, size - at, "%s%s", between, names[i]);
            between = "+";
        }
    }
    snprintf(out + at, size - at, "%s%s%s", *between ? " namespaces, " : "",
             features & SANDBOX_HAS_SECCOMP ? "seccomp, " : "",
             features & SANDBOX_HAS_PROCESSES ? "limit of processes, " : "");
}

/* Writes what works and what does not; returns true if nothing is missing. */
static bool describe(const struct sandbox_config *config, char line[SANDBOX_ERROR_BYTES])
{
    unsigned wanted = config->mode == SANDBOX_STRICT ? SANDBOX_HAS_STRICT : SANDBOX_HAS_PROCESSES;
    unsigned missing = wanted & ~config->has, held = config->has & ~(unsigned)SANDBOX_HAS_PROCESSES;
    bool group = config->has & SANDBOX_HAS_GROUP;
    char good[90] = "", bad[90] = "";

    /* Namespaces come together or not at all: without the basic ones none is used. */
    if ((held & SANDBOX_HAS_CORE) != SANDBOX_HAS_CORE)
        held &= ~(unsigned)SANDBOX_HAS_NAMESPACES;
    add_features(good, sizeof good, held);
    add_features(bad, sizeof bad, missing);
    if (missing)
        bad[strlen(bad) - 2] = '\0'; /* the last comma */
    snprintf(line, SANDBOX_ERROR_BYTES, "%s: %s (%slimits, memory %s)%s%s",
             missing && config->require ? "--require-sandbox" : "sandbox",
             sandbox_mode_names[config->mode], good, group ? "of a bot as a whole" : "by process",
             missing ? "; missing here: " : "", bad);
    return !missing;
}

int sandbox_prepare(struct sandbox_config *config, char line[SANDBOX_ERROR_BYTES])
{
    line[0] = '\0';
    make_first_stage();
    if (config->require && config->mode == SANDBOX_NONE) {
        snprintf(line, SANDBOX_ERROR_BYTES,
                 "--require-sandbox: expected --sandbox rlimit or strict with it");
        return 2;
    }
    if (config->logs && mkdir(config->logs, 0777) && errno != EEXIST) {
        snprintf(line, SANDBOX_ERROR_BYTES, "--bot-logs %.80s: %s", config->logs, strerror(errno));
        return 3;
    }
    if (config->mode == SANDBOX_NONE)
        return 0;
    if (config->logs)
        sandbox_hide(config->logs);
    config->has = probe(config->mode);
    if (describe(config, line) || !config->require)
        return 0;
    return 3;
}

/* ------------------------------------------------------------------------------------ the start */

static char *hidden[SANDBOX_HIDE_MAX];
static int hidden_count;

void sandbox_hide(const char *path)
{
    char *real = realpath(path, NULL);

    if (!real)
        return;
    for (int i = 0; i < hidden_count; i++) {
        if (strcmp(hidden[i], real) == 0) {
            free(real);
            return;
        }
    }
    assert(hidden_count < SANDBOX_HIDE_MAX);
    hidden[hidden_count++] = real;
}

int sandbox_find_program(const struct sandbox_config *config, const char *name)
{
    const char *path = config->mode == SANDBOX_STRICT ? sandbox_path : getenv("PATH");
    int status = ENOENT;

    if (strchr(name, '/'))
        return access(name, X_OK) ? errno : 0;
    char *copy = strdup(path ? path : "/usr/bin:/bin"), *save = NULL;
    if (!copy)
        return ENOMEM;
    for (char *part = strtok_r(copy, ":", &save); part && status;
         part = strtok_r(NULL, ":", &save)) {
        char file[SANDBOX_PATH_BYTES];
        if (snprintf(file, sizeof file, "%s/%s", part, name) < (int)sizeof file &&
            access(file, X_OK) == 0)
            status = 0;
    }
    free(copy);
    return status;
}

static int spawn(char *const *argv, int in, int out, int err, int report, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, defaults;
    char file[32];

    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGTERM);
    const int from[] = {in, out, err, report}, to[] = {0, 1, 2, SANDBOX_REPORT_FD};
    int status = 0;

    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (int i = 0; status == 0 && i < 4; i++)
        status = posix_spawn_file_actions_adddup2(&actions, from[i], to[i]);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setsigmask(&attributes, &none);
    if (status == 0) {
        snprintf(file, sizeof file, "/proc/self/fd/%d", first_stage);
        status =
            first_stage >= 0 ? posix_spawn(pid, file, &actions, &attributes, argv, environ) : -1;
        if (status) /* a policy may forbid to execute memory */
            status = posix_spawn(pid, "/proc/self/exe", &actions, &attributes, argv, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return status;
}

int sandbox_spawn(const struct sandbox_config *config, char *const *words, int in, int out, int err,
                  int report, pid_t *pid)
{
    enum { FIXED = 7, WORDS_MAX = 96 };
    char numbers[SANDBOX_LIMIT_COUNT + 3][16], group[SANDBOX_PATH_BYTES];
    char *argv[FIXED + SANDBOX_LIMIT_COUNT + SANDBOX_HIDE_MAX + WORDS_MAX + 1];
    char name[] = "avondale", child[] = SANDBOX_CHILD_WORD, mode[16];
    int count = 0, status = sandbox_find_program(config, words[0]);

    if (status)
        return status;
    snprintf(mode, sizeof mode, "%s", sandbox_mode_names[config->mode]);
    snprintf(numbers[0], sizeof numbers[0], "%d", (int)getpid());
    snprintf(numbers[1], sizeof numbers[1], "%u", config->has);
    snprintf(group, sizeof group, "%s", config->has & SANDBOX_HAS_GROUP ? cgroup_directory() : "");
    argv[count++] = name;
    argv[count++] = child;
    argv[count++] = mode;
    argv[count++] = group;
    for (int i = 0; i < SANDBOX_LIMIT_COUNT; i++)
        snprintf(numbers[2 + i], sizeof numbers[0], "%d", config->limits[i]);
    snprintf(numbers[2 + SANDBOX_LIMIT_COUNT], sizeof numbers[0], "%d", hidden_count);
    for (int i = 0; i < SANDBOX_LIMIT_COUNT + 3; i++)
        argv[count++] = numbers[i];
    for (int i = 0; i < hidden_count; i++)
        argv[count++] = hidden[i];
    for (int i = 0; words[i]; i++) {
        if (i == WORDS_MAX)
            return E2BIG;
        argv[count++] = words[i];
    }
    argv[count] = NULL;
    return spawn(argv, in, out, err, report, pid);
}
