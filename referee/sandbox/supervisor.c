/* supervisor.c - the first stage of a bot: applies what its mode promises, starts the bot,
 * supervises it. One thread, no event loop, hardly any heap: it is a new process for each bot, so
 * its code need not be safe between fork and exec of a large program with threads. With
 * root_view.c, hide.c, cgroup.c and seccomp.c it makes a program of its own, which needs the C
 * library alone. */
#include "sandbox/stage.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* argv: avondale --sandbox-child MODE GROUP PARENT HAS LIMIT... HIDDEN PATH... WORD... */
enum {
    ARG_MODE = 2,
    ARG_GROUP, /* the directory of groups, or empty */
    ARG_PARENT,
    ARG_HAS,
    ARG_LIMITS,
    ARG_HIDDEN = ARG_LIMITS + SANDBOX_LIMIT_COUNT, /* number of paths */
    ARG_PATHS
};
enum {
    END_ROUNDS = 100, /* after this number of rounds of END_ROUND_NSEC it ends the whole group,
                         itself included */
    END_ROUND_NSEC = 2000000,
    SIGNALS_MAX = 1024,  /* pending, and timers: the kernel keeps memory for each */
    SIGNAL_STATUS = 128, /* a bot ended by signal S is passed on as 128 + S */
};

const char *const sandbox_mode_names[SANDBOX_MODE_COUNT + 1] = {"none", "rlimit", "strict", NULL};

struct stage {
    enum sandbox_mode mode;
    pid_t parent;
    unsigned has;
    int limits[SANDBOX_LIMIT_COUNT];
    char **hidden, **words;
    int hidden_count;
    bool spaces; /* the bot gets namespaces */
    struct root_view root;
};

static _Noreturn void fail(const char *what)
{
    int error = errno;
    char line[SANDBOX_PATH_BYTES + 80];
    int size = snprintf(line, sizeof line, "%s: %s", what, strerror(error));
    if (size > 0 && write(SANDBOX_REPORT_FD, line, (size_t)size) < 0)
        _exit(SANDBOX_EXIT); /* nobody reads it: the exit status says the same, shorter */
    _exit(SANDBOX_EXIT);
}

static void close_above(unsigned last)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, last + 1, ~0U, 0) == 0)
        return;
#endif
    for (int fd = (int)last + 1; fd < (int)sysconf(_SC_OPEN_MAX); fd++)
        close(fd);
}

/* The bot's streams belong to the bot: the supervisor must not keep them open. */
static void let_streams_go(void)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd <= 2; fd++) {
        if (null >= 0)
            dup2(null, fd);
        else
            close(fd);
    }
    close(SANDBOX_REPORT_FD);
}

/* ------------------------------------------------------------------------------------- the bot */

/* All threads of our user, as the limit on processes counts them outside of namespaces. */
static long count_threads(void)
{
    DIR *all = opendir("/proc");
    uid_t user = getuid();
    long count = 0;

    if (!all)
        return 0;
    for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
        char path[300], line[200];
        unsigned owner = ~0U;
        long threads = 0;
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9')
            continue;
        snprintf(path, sizeof path, "/proc/%s/status", entry->d_name);
        FILE *file = fopen(path, "re");
        while (file && fgets(line, sizeof line, file)) {
            if (strncmp(line, "Uid:", 4) == 0)
                owner = (unsigned)strtoul(line + 4, NULL, 10);
            else if (strncmp(line, "Threads:", 8) == 0)
                threads = strtol(line + 8, NULL, 10);
        }
        if (file)
            fclose(file);
        if (owner == user)
            count += threads;
    }
    closedir(all);
    return count;
}

/* The type of a limit's name: an enum of its own in glibc, an int in other C libraries. */
#ifdef __GLIBC__
typedef __rlimit_resource_t limit_name_t;
#else
typedef int limit_name_t;
#endif

static void limit(limit_name_t resource, rlim_t value, const char *what)
{
    struct rlimit now, wanted = {.rlim_cur = value, .rlim_max = value};

    /* Keeps limits that are already lower. */
    if (getrlimit(resource, &now) == 0 && now.rlim_max < value)
        wanted.rlim_cur = wanted.rlim_max = now.rlim_max;
    if (setrlimit(resource, &wanted))
        fail(what);
}

static void set_limits(const struct stage *stage)
{
    const int *limits = stage->limits;
    const rlim_t mb = 1 << 20;
    /* A user namespace counts separately: the init runs in it beside the bot. */
    long others = stage->spaces ? 1 : count_threads();

    limit(RLIMIT_CORE, 0, "sandbox: core limit");
    limit(RLIMIT_FSIZE, SANDBOX_FILE_MB * mb, "sandbox: file size limit");
    limit(RLIMIT_NOFILE, (rlim_t)limits[SANDBOX_FILES], "sandbox: descriptor limit");
    limit(RLIMIT_CPU, (rlim_t)limits[SANDBOX_CPU_SEC], "sandbox: CPU limit");
    limit(RLIMIT_AS, (rlim_t)limits[SANDBOX_MEMORY_MB] * mb, "sandbox: memory limit");
    limit(RLIMIT_MSGQUEUE, 0, "sandbox: message queue limit");
    limit(RLIMIT_SIGPENDING, SIGNALS_MAX, "sandbox: limit of signals");
    limit(RLIMIT_NPROC, (rlim_t)(limits[SANDBOX_PROCESSES] + others), "sandbox: process limit");
}

/* A short list instead of the arena's environment, which may hold secrets. */
static void set_environment(const struct stage *stage)
{
    static const char *const kept[] = {"LANG", "LC_ALL", "TZ", "PATH"};
    static const char *const set[][2] = {{"HOME", "/tmp"}, {"TMPDIR", "/tmp"}, {"USER", "bot"}};
    enum { KEPT = sizeof kept / sizeof kept[0], SET = sizeof set / sizeof set[0] };
    char *values[KEPT];

    for (int i = 0; i < KEPT; i++) {
        const char *value = getenv(kept[i]);
        values[i] = value ? strdup(value) : NULL;
    }
    clearenv();
    for (int i = 0; i < KEPT; i++) {
        if (values[i])
            setenv(kept[i], values[i], 1);
    }
    for (int i = 0; i < SET; i++)
        setenv(set[i][0], set[i][1], 1);
    if (stage->mode == SANDBOX_STRICT)
        setenv("PATH", sandbox_path, 1);
}

static _Noreturn void run_bot(struct stage *stage, pid_t supervisor)
{
    sigset_t none;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != supervisor)
        _exit(SANDBOX_EXIT);
    if (stage->mode != SANDBOX_NONE) {
        set_environment(stage);
        set_limits(stage); /* our own use may exceed them: nothing is allocated from here on */
    }
    if (stage->mode == SANDBOX_STRICT && stage->has & SANDBOX_HAS_SECCOMP &&
        seccomp_install_filter())
        fail("sandbox: system call filter");
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvp(stage->words[0], stage->words);
    fail(stage->words[0]);
}

static int status_of(int status)
{
    return WIFSIGNALED(status) ? SIGNAL_STATUS + WTERMSIG(status) : WEXITSTATUS(status);
}

/* The first process of the bot's namespaces: all others in them end with it. It makes the root,
 * starts the bot, reaps orphans, and ends with the bot. */
static _Noreturn void run_init(struct stage *stage, uid_t user, gid_t group, const int gate[2])
{
    struct pollfd alive = {.fd = gate[0], .events = POLLIN};
    const char *failed;
    int status;

    close(gate[1]);
    if (root_view_map_user(user, group))
        fail("sandbox: user namespace");
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (poll(&alive, 1, 0) != 0)
        _exit(SANDBOX_EXIT); /* the supervisor ended before prctl took effect */
    close(gate[0]);
    if (stage->has & SANDBOX_HAS_UTS && sethostname("bot", 3))
        fail("sandbox: host name");
    if ((failed = root_view_enter(&stage->root)) != NULL) {
        char what[SANDBOX_PATH_BYTES + 16];
        snprintf(what, sizeof what, "sandbox: %s", failed);
        fail(what);
    }
    prctl(PR_SET_DUMPABLE, 0); /* otherwise the bot could read it */
    pid_t self = getpid(), bot = fork();
    if (bot < 0)
        fail("sandbox: fork");
    if (bot == 0)
        run_bot(stage, self);
    let_streams_go();
    for (;;) {
        pid_t ended = waitpid(-1, &status, 0);
        if (ended == bot)
            _exit(status_of(status));
        if (ended < 0 && errno != EINTR)
            _exit(SANDBOX_EXIT);
    }
}

/* ------------------------------------------------------------------------------- the supervisor */

static void kill_children(void)
{
    char path[64];
    int pid;

    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *children = fopen(path, "re");
    if (!children)
        return;
    while (fscanf(children, "%d", &pid) == 1)
        kill(pid, SIGKILL);
    fclose(children);
}

/* As a subreaper we inherit the orphans of our children, whatever session they are in. So we find
 * the last process of a tree, unless it forks faster than we can count. */
static void end_all(void)
{
    const struct timespec moment = {.tv_nsec = END_ROUND_NSEC};

    for (int round = 0; round < END_ROUNDS; round++) {
        pid_t ended;
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0)
            ;
        if (ended < 0 && errno == ECHILD)
            return;
        kill_children();
        nanosleep(&moment, NULL);
    }
    kill(0, SIGKILL);
}

static int supervise(const struct stage *stage, pid_t child, const sigset_t *signals)
{
    int status = SANDBOX_EXIT << 8; /* as wait() packs an exit status */
    bool ended = false;

    while (!ended) {
        pid_t pid;
        int got;
        while ((pid = waitpid(-1, &got, WNOHANG)) > 0) {
            if (pid == child) {
                ended = true;
                status = got;
            }
        }
        if (!ended && sigwaitinfo(signals, NULL) == SIGTERM)
            break;
    }
    if (stage->spaces && !ended)
        kill(child, SIGKILL);
    end_all();
    return status_of(status);
}

/* Returns 0, or -1 if there is no word to run. */
static int read_arguments(struct stage *stage, int argc, char **argv)
{
    while (stage->mode < SANDBOX_MODE_COUNT &&
           strcmp(argv[ARG_MODE], sandbox_mode_names[stage->mode]) != 0)
        stage->mode++;
    stage->parent = (pid_t)strtol(argv[ARG_PARENT], NULL, 10);
    stage->has = (unsigned)strtoul(argv[ARG_HAS], NULL, 10);
    for (int i = 0; i < SANDBOX_LIMIT_COUNT; i++)
        stage->limits[i] = (int)strtol(argv[ARG_LIMITS + i], NULL, 10);
    stage->hidden = argv + ARG_PATHS;
    stage->hidden_count = (int)strtol(argv[ARG_HIDDEN], NULL, 10);
    if (stage->hidden_count < 0 || stage->hidden_count >= argc - ARG_PATHS)
        return -1;
    stage->words = stage->hidden + stage->hidden_count;
    stage->spaces =
        stage->mode == SANDBOX_STRICT && (stage->has & SANDBOX_HAS_CORE) == SANDBOX_HAS_CORE;
    return 0;
}

static pid_t start(struct stage *stage)
{
    uid_t user = geteuid();
    gid_t group = getegid();
    pid_t self = getpid(), child;
    int gate[2];

    if (!stage->spaces) {
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        child = fork();
        if (child == 0)
            run_bot(stage, self);
        return child;
    }
    if (pipe2(gate, O_CLOEXEC))
        return -1;
    child = root_view_fork(stage->has & SANDBOX_HAS_NAMESPACES);
    if (child == 0)
        run_init(stage, user, group, gate);
    close(gate[0]); /* the other end stays open while we live */
    for (int i = 0; i < stage->root.count; i++)
        close(stage->root.shown[i].tree);
    return child;
}

int supervisor_main(int argc, char **argv)
{
    static struct stage stage; /* large */
    sigset_t signals;

    if (argc <= ARG_PATHS || read_arguments(&stage, argc, argv)) {
        fprintf(stderr, "avondale: %s is for avondale itself\n", SANDBOX_CHILD_WORD);
        return 2;
    }
    if (stage.mode == SANDBOX_MODE_COUNT) {
        fprintf(stderr, "avondale: %s %s: no such mode\n", SANDBOX_CHILD_WORD, argv[ARG_MODE]);
        return 2;
    }
    prctl(PR_SET_NAME, "avondale-stage"); /* else it has the number of a descriptor */
    fcntl(SANDBOX_REPORT_FD, F_SETFD, FD_CLOEXEC);
    close_above(SANDBOX_REPORT_FD);
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    if (stage.mode != SANDBOX_NONE && argv[ARG_GROUP][0] &&
        cgroup_join(argv[ARG_GROUP], stage.parent, stage.limits[SANDBOX_MEMORY_MB],
                    stage.limits[SANDBOX_PROCESSES]))
        fail("sandbox: control group");
    if (stage.mode != SANDBOX_NONE && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        fail("sandbox: no_new_privs");
    if (stage.spaces) {
        root_view_find(&stage.root, stage.words);
        hide_find(&stage.root, stage.hidden, stage.hidden_count);
        if (root_view_drop_root())
            fail("sandbox: another user");
    }
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* after the change of user, which resets it */
    if (getppid() != stage.parent)
        _exit(SANDBOX_EXIT);
    pid_t child = start(&stage);
    if (child < 0)
        fail("sandbox: namespaces");
    let_streams_go();
    prctl(PR_SET_DUMPABLE, 0);
    _exit(supervise(&stage, child, &signals));
}
