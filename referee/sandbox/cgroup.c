/* cgroup.c - a control group (cgroup v2) for each bot, if the system has delegated a part of the
 * tree to us: limits its memory as a whole, and ends all of its processes at once.
 *
 * A group that holds processes cannot divide its controllers, so the arena moves into a leaf of its
 * own:
 *
 *     OURS/avondale-arena-PID      the arena
 *     OURS/avondale-bot-PID-BOT    a bot; its supervisor, BOT, makes the group and joins it */
#include "sandbox/stage.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum {
    EXTRA_PROCESSES = 3 /* beside the bot's: the supervisor, the init of its namespaces, and one
                           more while it starts */
};

static char ours[SANDBOX_PATH_BYTES]; /* "": there is none */

const char *cgroup_directory(void)
{
    return ours;
}

/* Returns 0, or -1. The control files of a group exist already; elsewhere, as in a test, they are
 * made. */
static int put(const char *directory, const char *name, const char *text)
{
    char path[SANDBOX_PATH_BYTES];

    if (snprintf(path, sizeof path, "%s/%s", directory, name) >= (int)sizeof path)
        return -1;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0)
        return -1;
    ssize_t wrote = write(fd, text, strlen(text));
    int error = errno;
    close(fd);
    errno = error;
    return wrote == (ssize_t)strlen(text) ? 0 : -1;
}

static int put_number(const char *directory, const char *name, long long number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", number);
    return put(directory, name, text);
}

/* Whether the word stands in a file of words. */
static bool has_word(const char *directory, const char *name, const char *word)
{
    char path[SANDBOX_PATH_BYTES], text[512] = "", *save = NULL;

    if (snprintf(path, sizeof path, "%s/%s", directory, name) >= (int)sizeof path)
        return false;
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = '\0';
    for (char *at = strtok_r(text, " \n", &save); at; at = strtok_r(NULL, " \n", &save)) {
        if (strcmp(at, word) == 0)
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------------------------- where we are
 */

/* Finds the group of this process in the file system of groups. Returns 0, or -1 if there is none.
 */
static int find_own(char path[SANDBOX_PATH_BYTES], bool *top)
{
    char line[2 * SANDBOX_PATH_BYTES], own[SANDBOX_PATH_BYTES] = "", root[SANDBOX_PATH_BYTES],
                                       point[SANDBOX_PATH_BYTES];
    FILE *file = fopen("/proc/self/cgroup", "re");
    int status = -1;

    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "0::", 3) == 0 && strlen(line) < sizeof own)
            sscanf(line + 3, "%4095[^\n]", own);
    }
    if (file)
        fclose(file);
    file = own[0] ? fopen("/proc/self/mountinfo", "re") : NULL;
    while (file && status && fgets(line, sizeof line, file)) {
        if (!strstr(line, " - cgroup2 ") ||
            sscanf(line, "%*s %*s %*s %4095s %4095s", root, point) != 2)
            continue;
        size_t size = strcmp(root, "/") == 0 ? 0 : strlen(root);
        if (strncmp(own, root, size) == 0 &&
            snprintf(path, SANDBOX_PATH_BYTES, "%s%s", point,
                     strcmp(own + size, "/") == 0 ? "" : own + size) < SANDBOX_PATH_BYTES)
            status = 0;
    }
    if (file)
        fclose(file);
    *top = strcmp(own, "/") == 0;
    return status;
}

/* A user may write only where it has the right to. Root may write everywhere, so for root the owner
 * of the tree must have allowed it: by its mark, or by a tree of our own. */
static bool is_given(const char *directory, bool top)
{
    static const char *const marks[] = {"user.delegate", "trusted.delegate"};
    char value[8] = "";

    if (geteuid() != 0 || top)
        return access(directory, W_OK) == 0;
    for (int i = 0; i < 2; i++) {
        if (getxattr(directory, marks[i], value, sizeof value - 1) > 0 && value[0] == '1')
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------- the arena
 */

/* Removes what a dead arena left, and ends its bots. */
static void sweep(const char *directory)
{
    DIR *all = opendir(directory);

    for (struct dirent *entry; all && (entry = readdir(all)) != NULL;) {
        char path[SANDBOX_PATH_BYTES];
        int arena = 0, at = 0;
        if ((sscanf(entry->d_name, "avondale-arena-%d%n", &arena, &at) != 1 &&
             sscanf(entry->d_name, "avondale-bot-%d-%n", &arena, &at) != 1) ||
            at == 0 || arena <= 0 || kill(arena, 0) == 0 || errno != ESRCH ||
            snprintf(path, sizeof path, "%s/%s", directory, entry->d_name) >= (int)sizeof path)
            continue;
        (void)put(path, "cgroup.kill", "1");
        (void)rmdir(path);
    }
    if (all)
        closedir(all);
}

/* Returns 0, or -1 with everything unchanged. */
static int divide(const char *directory)
{
    char leaf[SANDBOX_PATH_BYTES];

    if (has_word(directory, "cgroup.subtree_control", "memory"))
        return 0;
    if (snprintf(leaf, sizeof leaf, "%s/avondale-arena-%d", directory, (int)getpid()) >=
            (int)sizeof leaf ||
        mkdir(leaf, 0755))
        return -1;
    if (put_number(leaf, "cgroup.procs", getpid()) == 0) {
        if (put(directory, "cgroup.subtree_control", "+memory +pids") == 0)
            return 0;
        (void)put_number(directory, "cgroup.procs", getpid());
    }
    (void)rmdir(leaf);
    return -1;
}

int cgroup_begin_in(const char *directory)
{
    char trial[SANDBOX_PATH_BYTES];

    if (strlen(directory) >= sizeof ours - 64 ||
        !has_word(directory, "cgroup.controllers", "memory") ||
        !has_word(directory, "cgroup.controllers", "pids"))
        return -1;
    sweep(directory);
    if (divide(directory))
        return -1;
    snprintf(trial, sizeof trial, "%s/avondale-bot-%d-0", directory, (int)getpid());
    int status =
        mkdir(trial, 0755) || put(trial, "memory.max", "max") || put(trial, "pids.max", "max");
    (void)rmdir(trial);
    if (status == 0)
        snprintf(ours, sizeof ours, "%s", directory);
    return status ? -1 : 0;
}

int cgroup_begin(void)
{
    static char own[SANDBOX_PATH_BYTES];
    bool top;

    if (ours[0])
        return 0;
    return find_own(own, &top) || !is_given(own, top) ? -1 : cgroup_begin_in(own);
}

void cgroup_end(pid_t supervisor)
{
    char path[SANDBOX_PATH_BYTES];

    if (!ours[0])
        return;
    if (snprintf(path, sizeof path, "%s/avondale-bot-%d-%d", ours, (int)getpid(),
                 (int)supervisor) >= (int)sizeof path ||
        access(path, F_OK))
        return;
    (void)put(path, "cgroup.kill", "1");
    (void)rmdir(path); /* groups that still hold processes remain until cgroup_clear */
}

int cgroup_clear(void)
{
    char path[SANDBOX_PATH_BYTES];
    DIR *all = ours[0] ? opendir(ours) : NULL;
    int left = 0;

    for (struct dirent *entry; all && (entry = readdir(all)) != NULL;) {
        int arena = 0, at = 0;
        if (sscanf(entry->d_name, "avondale-bot-%d-%n", &arena, &at) == 1 && at > 0 &&
            arena == getpid() &&
            snprintf(path, sizeof path, "%s/%s", ours, entry->d_name) < (int)sizeof path)
            left += rmdir(path) != 0;
    }
    if (all)
        closedir(all);
    return left;
}

/* ------------------------------------------------------------------------------- the first stage
 */

int cgroup_join(const char *directory, pid_t arena, int memory_mb, int processes)
{
    char path[SANDBOX_PATH_BYTES];

    if (snprintf(path, sizeof path, "%s/avondale-bot-%d-%d", directory, (int)arena,
                 (int)getpid()) >= (int)sizeof path ||
        mkdir(path, 0755) || put_number(path, "memory.max", (long long)memory_mb << 20) ||
        put_number(path, "pids.max", processes + EXTRA_PROCESSES))
        return -1;
    (void)put(path, "memory.swap.max", "0"); /* if the machine has swap */
    (void)put(path, "memory.oom.group", "1");
    return put_number(path, "cgroup.procs", getpid());
}
