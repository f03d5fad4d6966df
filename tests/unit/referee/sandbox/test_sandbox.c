/* test_sandbox.c - options, what is shown to a bot, the filter, and the supervisor. This program is
 * its own first stage, as avondale is. */
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

/* With what it would say kept away from the log of the tests. */
static int take(struct sandbox_config *config, const char *name, const char *value)
{
    int found = -1, keep = dup(2), null = open("/dev/null", O_WRONLY);

    for (int i = 0; i < sandbox_options.row_count; i++) {
        if (strcmp(sandbox_options.rows[i].name, name) == 0)
            found = i;
    }
    assert_true(found >= 0);
    dup2(null, 2);
    int status = sandbox_options.rows[found].take(config, value);
    dup2(keep, 2);
    close(keep);
    close(null);
    return status;
}

/* What help says of the defaults is what they are. */
static void help_tells_the_defaults(void **state)
{
    struct sandbox_config config;
    int limits = 0;
    (void)state;

    sandbox_set_defaults(&config);
    for (int i = 0; i < sandbox_options.row_count; i++) {
        const struct option_row *row = &sandbox_options.rows[i];
        struct sandbox_config changed = config;
        char told[32];
        if (!row->value || strcmp(row->value, "N") != 0)
            continue;
        assert_int_equal(take(&changed, row->name, "77"), 0);
        for (int k = 0; k < SANDBOX_LIMIT_COUNT; k++) {
            if (changed.limits[k] == config.limits[k])
                continue;
            limits++;
            snprintf(told, sizeof told, "(%d)", config.limits[k]);
            assert_non_null(strstr(row->help, told));
        }
    }
    assert_int_equal(limits, SANDBOX_LIMIT_COUNT);
}

static void limits_are_numbers_in_a_range(void **state)
{
    static const char *const names[SANDBOX_LIMIT_COUNT] = {
        [SANDBOX_MEMORY_MB] = "bot-memory-mb",
        [SANDBOX_CPU_SEC] = "bot-cpu-sec",
        [SANDBOX_FILES] = "bot-files",
        [SANDBOX_PROCESSES] = "bot-processes",
    };
    struct sandbox_config config;
    (void)state;

    sandbox_set_defaults(&config);
    assert_int_equal(config.mode, SANDBOX_NONE);
    for (int i = 0; i < SANDBOX_LIMIT_COUNT; i++) {
        assert_true(config.limits[i] > 0);
        assert_int_equal(take(&config, names[i], "77"), 0);
        assert_int_equal(config.limits[i], 77);
        assert_int_equal(take(&config, names[i], ""), 2);
        assert_int_equal(take(&config, names[i], "0"), 2);
        assert_int_equal(take(&config, names[i], "-5"), 2);
        assert_int_equal(take(&config, names[i], " 5"), 2);
        assert_int_equal(take(&config, names[i], "20x"), 2);
        assert_int_equal(take(&config, names[i], "99999999999999999999"), 2);
        assert_int_equal(config.limits[i], 77);
    }
    assert_int_equal(take(&config, "bot-memory-mb", "15"), 2);
    assert_int_equal(take(&config, "bot-memory-mb", "16"), 0);
}

static void modes_have_names(void **state)
{
    struct sandbox_config config;
    char line[SANDBOX_ERROR_BYTES];
    (void)state;

    sandbox_set_defaults(&config);
    for (int mode = SANDBOX_MODE_COUNT - 1; mode >= 0; mode--) {
        assert_int_equal(take(&config, "sandbox", sandbox_mode_name((enum sandbox_mode)mode)), 0);
        assert_int_equal(config.mode, mode);
    }
    assert_int_equal(take(&config, "sandbox", "stric"), 2);
    assert_int_equal(take(&config, "sandbox", ""), 2);
    assert_int_equal(sandbox_prepare(&config, line), 0);
    assert_string_equal(line, "");
    assert_int_equal(take(&config, "require-sandbox", NULL), 0);
    assert_int_equal(sandbox_prepare(&config, line), 2);
    assert_non_null(strstr(line, "--require-sandbox"));
}

static void what_is_missing_is_named(void **state)
{
    struct sandbox_config config;
    char line[SANDBOX_ERROR_BYTES];
    (void)state;

    for (int mode = SANDBOX_RLIMIT; mode < SANDBOX_MODE_COUNT; mode++) {
        sandbox_set_defaults(&config);
        config.mode = (enum sandbox_mode)mode;
        assert_int_equal(sandbox_prepare(&config, line), 0);
        assert_non_null(strstr(line, sandbox_mode_name(config.mode)));
        bool missing = strstr(line, "missing") != NULL;
        config.require = true;
        assert_int_equal(sandbox_prepare(&config, line), missing ? 3 : 0);
    }
}

/* -------------------------------------------------------------------------------- what is shown */

static char top[64];

static void make_file(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", top, name);
    int fd = open(path, O_WRONLY | O_CREAT, 0755);
    assert_true(fd >= 0);
    close(fd);
}

static int make_tree(void **state)
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

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at)
{
    (void)info;
    (void)kind;
    (void)at;
    return remove(path);
}

static int remove_tree(void **state)
{
    (void)state;
    return nftw(top, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* `expected`: paths below `top`, each after a blank. `%` in the words stands for `top`. */
static void shows(const char *words, const char *expected)
{
    static struct sandbox_root root;
    char texts[8][200], *list[9], found[600] = "";
    int count = 0;
    size_t used = 0, size = strlen(top);

    for (const char *at = words; *at; count++) {
        size_t length = 0;
        for (; *at && *at != '|'; at++) {
            if (*at == '%')
                length +=
                    (size_t)snprintf(texts[count] + length, sizeof texts[0] - length, "%s", top);
            else
                texts[count][length++] = *at;
        }
        texts[count][length] = '\0';
        list[count] = texts[count];
        at += *at == '|';
    }
    list[count] = NULL;
    sandbox_root_find(&root, list);
    for (int i = 0; i < root.count; i++) {
        assert_memory_equal(root.shown[i].path, top, size);
        used +=
            (size_t)snprintf(found + used, sizeof found - used, " %s", root.shown[i].path + size);
        if (root.shown[i].tree >= 0)
            close(root.shown[i].tree);
    }
    assert_string_equal(found, expected);
}

static void only_the_program_is_shown(void **state)
{
    (void)state;
    shows("%/bot/program", " /bot");
    shows("%/bot/../bot/./program|%/alone", " /bot");
    shows("python3|-u|%/bot/program|--book|%/alone", " /bot");
    shows("java|-cp|%/bot|Main", " /bot");
    shows("%/link/program", " /link /bot");
    shows("%/bot/nosuch", "");
    shows("/usr/bin/env|true", "");
    shows("/", "");
    shows("/bin/sh|-c|cd %/link && exec './program' <%/bot/program", " /link /bot");
    setenv("HOME", top, 1);
    shows("%/alone", " /alone"); /* right in a home: not the whole home */
    shows("%", "");
    setenv("HOME", "/nonexistent", 1);
    shows("%/alone", " ");
}

static void make_text(const char *name, const char *text, size_t size)
{
    char path[128];
    make_file(name);
    snprintf(path, sizeof path, "%s/%s", top, name);
    int fd = open(path, O_WRONLY | O_TRUNC);
    assert_true(fd >= 0 && write(fd, text, size) == (ssize_t)size);
    close(fd);
}

static bool is_hidden(const struct sandbox_root *root, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", top, name);
    for (int i = 0; i < root->hidden_count; i++) {
        if (strcmp(root->hidden[i], path) == 0)
            return true;
    }
    return false;
}

/* In a directory of its own, as the others are counted on. */
static void what_an_arena_wrote_is_hidden(void **state)
{
    static struct sandbox_root root;
    static const char *const seen[] = {"place/bot",       "place/data.lock", "place/data",
                                       "place/sub/notes", "place/ini",       "place/sub"};
    static const char *const gone[] = {"place/own",       "place/x.db",         "place/x.db-wal",
                                       "place/x.db.lock", "place/x.db.journal", "place/sub/pipe",
                                       "place/sub/out"};
    char path[128], own[128], missing[128], *paths[] = {own, missing}, *words[] = {path, NULL};
    (void)state;

    for (int i = 0; i < 4; i++) {
        static const char *const made[] = {"place", "place/sub", "place/sub/out", "place/ini"};
        snprintf(path, sizeof path, "%s/%s", top, made[i]);
        assert_int_equal(mkdir(path, 0755), 0);
    }
    static const char *const files[] = {"place/bot",
                                        "place/own",
                                        "place/data",
                                        "place/data.lock",
                                        "place/x.db-wal",
                                        "place/x.db.lock",
                                        "place/x.db.journal",
                                        "place/sub/notes",
                                        "place/sub/out/tournament.ini",
                                        "place/sub/out/records.jsonl",
                                        "place/ini/tournament.ini"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        make_file(files[i]);
    make_text("place/x.db", "SQLite format 3", 16);
    snprintf(path, sizeof path, "%s/place/sub/pipe", top);
    assert_int_equal(mkfifo(path, 0600), 0);
    snprintf(path, sizeof path, "%s/place/bot", top);
    snprintf(own, sizeof own, "%s/place/own", top);
    snprintf(missing, sizeof missing, "%s/place/missing", top);
    sandbox_root_find(&root, words);
    assert_int_equal(root.count, 1);
    sandbox_hide_find(&root, paths, 2);
    for (size_t i = 0; i < sizeof seen / sizeof seen[0]; i++)
        assert_false(is_hidden(&root, seen[i]));
    for (size_t i = 0; i < sizeof gone / sizeof gone[0]; i++)
        assert_true(is_hidden(&root, gone[i]));
    assert_false(root.hidden_too_many);
    for (int i = 0; i < SANDBOX_HIDDEN_MAX; i++) {
        char name[64];
        snprintf(name, sizeof name, "place/%d.journal", i);
        make_file(name);
    }
    sandbox_hide_find(&root, paths, 2);
    assert_true(root.hidden_too_many); /* and the bot is not started: nothing is shown by chance */
    for (int i = 0; i < root.count; i++) {
        if (root.shown[i].tree >= 0)
            close(root.shown[i].tree);
    }
}

/* ---------------------------------------------------------------------------------- the filter */

/* 0, or the number of the check that failed. */
static int check_filter(void)
{
    const struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/nonexistent"};
    int pair[2];
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || sandbox_filter_install())
        return 1;
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0 || errno != EPERM)
        return 2;
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || errno != EACCES)
        return 3;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) || write(pair[0], "x", 1) != 1)
        return 4;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair))
        return 8;
    if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0 || errno != EACCES)
        return 9;
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, pair) == 0 || errno != EACCES)
        return 10;
    if (connect(pair[0], (struct sockaddr *)&address, sizeof address) == 0 || errno != EACCES)
        return 11;
    if (syscall(SYS_memfd_create, "m", 0) >= 0 || errno != ENOSYS)
        return 12;
    if (shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0 || errno != ENOSYS)
        return 13;
    if (syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) != -1 || errno != EPERM)
        return 5;
    if (unshare(CLONE_NEWUSER) == 0 || errno != EPERM)
        return 6;
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    return pid > 0 && waitpid(pid, NULL, 0) == pid ? 0 : 7;
}

static void filter_forbids_what_no_bot_needs(void **state)
{
    int status;
    (void)state;
    pid_t pid = fork();
    if (pid == 0)
        _exit(check_filter());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 1)
        skip(); /* not on this machine; sandbox_prepare says so */
    assert_int_equal(status, 0);
}

/* ------------------------------------------------------------------------------ the supervisor */

struct run {
    pid_t pid;
    int in, out, report; /* ours */
};

static unsigned hidden; /* features that this machine is taken not to have */

static void begin(enum sandbox_mode mode, struct run *run, const char *text)
{
    struct sandbox_config config;
    char line[SANDBOX_ERROR_BYTES], shell[] = "/bin/sh", flag[] = "-c", copy[300];
    char *words[] = {shell, flag, copy, NULL};
    int in[2], out[2], report[2];

    sandbox_set_defaults(&config);
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

static int end_status(struct run *run)
{
    int status;
    close(run->in);
    assert_int_equal(waitpid(run->pid, &status, 0), run->pid);
    close(run->out);
    close(run->report);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void read_all(int fd, char *text, size_t size)
{
    ssize_t got;
    size_t at = 0;
    while ((got = read(fd, text + at, size - 1 - at)) > 0)
        at += (size_t)got;
    text[at] = '\0';
}

static void statuses_are_passed_on(void **state)
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

/* The end of a bot's output is seen even while the bot lives on: nobody else holds it. */
static void streams_are_the_bot_s_alone(void **state)
{
    struct run run;
    char text[64];
    (void)state;

    for (int mode = 0; mode < SANDBOX_MODE_COUNT; mode++) {
        begin((enum sandbox_mode)mode, &run, "exec >&-; read word; exit 3");
        read_all(run.out, text, sizeof text);
        assert_int_equal(waitpid(run.pid, NULL, WNOHANG), 0);
        assert_int_equal(end_status(&run), 3);
    }
}

/* A pipe that all processes of a bot hold ends with the last of them. */
static void nobody_survives(void **state, bool told)
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
        assert_int_equal(poll(&end, 1, 5000), 1);
        assert_int_equal(read(run.out, &byte, 1), 0);
        end_status(&run);
    }
}

static void nobody_survives_the_bot(void **state)
{
    nobody_survives(state, false);
}
static void nobody_survives_an_order(void **state)
{
    nobody_survives(state, true);
}

static void less_than_strict_still_plays(void **state)
{
    static const unsigned lacks[] = {SANDBOX_HAS_MOUNT, SANDBOX_HAS_NAMESPACES, SANDBOX_HAS_NET,
                                     SANDBOX_HAS_STRICT};

    for (size_t i = 0; i < sizeof lacks / sizeof lacks[0]; i++) {
        hidden = lacks[i];
        statuses_are_passed_on(state);
    }
    nobody_survives(state, true);
    hidden = 0;
}

static void bad_starts_are_reported(void **state)
{
    struct sandbox_config config;
    char missing[] = "/nonexistent/bot", bare[] = "no-such-program-anywhere",
         *words[] = {missing, NULL};
    pid_t pid;
    (void)state;

    sandbox_set_defaults(&config);
    assert_int_equal(sandbox_spawn(&config, words, 0, 1, 2, 2, &pid), ENOENT);
    words[0] = bare;
    assert_int_equal(sandbox_spawn(&config, words, 0, 1, 2, 2, &pid), ENOENT);
}

/* ------------------------------------------------------------------------------ control groups */

static bool holds(const char *name, const char *text)
{
    char path[200], found[64] = "";
    snprintf(path, sizeof path, "%s/%s", top, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    size_t size = fread(found, 1, sizeof found - 1, file);
    found[size] = '\0';
    fclose(file);
    return strcmp(found, text) == 0;
}

/* In a directory that looks like a part of the tree: what is written where. 0, or the number of the
 * check that failed. That the system obeys it is not tried here. */
static int check_group(void)
{
    struct run run;
    char name[140];

    make_text("cgroup.controllers", "cpu memory\n", 11);
    if (sandbox_group_begin_in(top) == 0 || sandbox_group_directory()[0])
        return 1; /* no number of processes to be bounded */
    make_text("cgroup.controllers", "cpu memory pids\n", 16);
    if (sandbox_group_begin_in(top) || strcmp(sandbox_group_directory(), top) != 0)
        return 2;
    snprintf(name, sizeof name, "%d", (int)getpid());
    char leaf[100];
    snprintf(leaf, sizeof leaf, "avondale-arena-%d/cgroup.procs", (int)getpid());
    if (!holds(leaf, name) || !holds("cgroup.subtree_control", "+memory +pids"))
        return 3;
    begin(SANDBOX_RLIMIT, &run, "exit 7");
    if (end_status(&run) != 7)
        return 4;
    snprintf(leaf, sizeof leaf, "avondale-bot-%d-%d/", (int)getpid(), (int)run.pid);
    snprintf(name, sizeof name, "%smemory.max", leaf);
    if (!holds(name, "4294967296"))
        return 5;
    snprintf(name, sizeof name, "%spids.max", leaf);
    if (!holds(name, "67"))
        return 6;
    sandbox_group_end(run.pid);
    snprintf(name, sizeof name, "%scgroup.kill", leaf);
    return holds(name, "1") ? 0 : 7;
}

static void a_group_bounds_a_bot(void **state)
{
    int status;
    (void)state;
    pid_t pid = fork();
    if (pid == 0)
        _exit(check_group());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_tells_the_defaults),
        cmocka_unit_test(limits_are_numbers_in_a_range),
        cmocka_unit_test(modes_have_names),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test_setup_teardown(only_the_program_is_shown, make_tree, remove_tree),
        cmocka_unit_test_setup_teardown(what_an_arena_wrote_is_hidden, make_tree, remove_tree),
        cmocka_unit_test(filter_forbids_what_no_bot_needs),
        cmocka_unit_test_setup_teardown(a_group_bounds_a_bot, make_tree, remove_tree),
        cmocka_unit_test(statuses_are_passed_on),
        cmocka_unit_test(streams_are_the_bot_s_alone),
        cmocka_unit_test(nobody_survives_the_bot),
        cmocka_unit_test(nobody_survives_an_order),
        cmocka_unit_test(less_than_strict_still_plays),
        cmocka_unit_test(bad_starts_are_reported),
    };
    if (argc > 1 && strcmp(argv[1], SANDBOX_CHILD_WORD) == 0)
        return sandbox_child(argc, argv);
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
