/* root_view.c - the file system of a bot in strict mode: system directories and its own program,
 * read-only, under their usual paths; its own /tmp; nothing else. And the user that it runs as. */
#include "sandbox/stage.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <linux/mount.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Two headers of the C library on mounts exclude one another; this is all we need of the other. */
int mount(const char *source, const char *target, const char *type, unsigned long flags,
          const void *data);
int umount2(const char *target, int flags);
#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif
#ifndef AT_RECURSIVE
#define AT_RECURSIVE 0x8000
#endif
#ifndef MNT_DETACH
#define MNT_DETACH 2
#endif

const char sandbox_path[] = "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games";

/* Links among them are recreated as links. */
static const char *const system_paths[] = {
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/etc/localtime",
    "/etc/java*",
};
static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                      "/dev/urandom"};
static const char *const links[][2] = {
    {"/proc/self/fd", "dev/fd"},
    {"/proc/self/fd/0", "dev/stdin"},
    {"/proc/self/fd/1", "dev/stdout"},
    {"/proc/self/fd/2", "dev/stderr"},
    {"/tmp", "dev/shm"},
};
/* Directories with more than a bot in them: a program right in one of them is shown alone. */
static const char *const wide_paths[] = {"/",        "/tmp", "/home", "/root", "/var",
                                         "/var/tmp", "/opt", "/etc",  "/mnt",  "/srv"};

enum {
    SYSTEM_PATHS = sizeof system_paths / sizeof system_paths[0],
    DEVICES = sizeof devices / sizeof devices[0],
    LINKS = sizeof links / sizeof links[0],
    WIDE_PATHS = sizeof wide_paths / sizeof wide_paths[0],
    TREES_MAX = 64,
    INSIDE_USER = 1000, /* the user that bots see themselves as */
};

/* -------------------------------------------------------------------------------- what is shown */

/* Whether `path` lies within another: "/a/b" is within "/a" and within "/a/b". */
static bool is_within(const char *path, const char *top)
{
    size_t size = strlen(top);
    return strncmp(path, top, size) == 0 && (path[size] == '/' || path[size] == '\0');
}

static bool is_system(const char *path)
{
    for (int i = 0; i < SYSTEM_PATHS; i++) {
        if (is_within(path, system_paths[i]))
            return true;
    }
    return false;
}

static bool is_shown(const struct root_view *root, const char *path)
{
    if (is_system(path))
        return true;
    for (int i = 0; i < root->count; i++) {
        if (is_within(path, root->shown[i].path))
            return true;
    }
    return false;
}

static bool is_wide(const char *path)
{
    const char *home = getenv("HOME");
    for (int i = 0; i < WIDE_PATHS; i++) {
        if (strcmp(path, wide_paths[i]) == 0)
            return true;
    }
    return home && is_within(home, path);
}

static void show(struct root_view *root, const char *path)
{
    if (root->count == SANDBOX_SHOWN_MAX || is_shown(root, path))
        return;
    struct root_view_shown *shown = &root->shown[root->count++];
    memcpy(shown->path, path, strlen(path) + 1);
    shown->tree = -1;
}

/* `path` is absolute, of less than SANDBOX_PATH_BYTES. */
static void show_program(struct root_view *root, const char *path)
{
    char directory[SANDBOX_PATH_BYTES];
    struct stat info;

    if (stat(path, &info))
        return;
    if (S_ISDIR(info.st_mode)) {
        if (!is_wide(path))
            show(root, path);
        return;
    }
    if (!S_ISREG(info.st_mode))
        return;
    memcpy(directory, path, strlen(path) + 1);
    *strrchr(directory, '/') = '\0';
    show(root, directory[0] == '\0' || is_wide(directory) ? path : directory);
}

/* Makes the path absolute and removes `.` and `..`; keeps links. Returns false if it is too long.
 */
static bool absolute_path(const char *here, const char *word, char out[SANDBOX_PATH_BYTES])
{
    char text[2 * SANDBOX_PATH_BYTES], *save = NULL;
    size_t size = 0;

    if (snprintf(text, sizeof text, "%s/%s", word[0] == '/' ? "" : here, word) >= (int)sizeof text)
        return false;
    for (char *part = strtok_r(text, "/", &save); part; part = strtok_r(NULL, "/", &save)) {
        if (strcmp(part, ".") == 0)
            continue;
        if (strcmp(part, "..") == 0) {
            while (size > 0 && out[--size] != '/')
                ;
            continue;
        }
        if (size + strlen(part) + 2 > SANDBOX_PATH_BYTES)
            return false;
        out[size++] = '/';
        memcpy(out + size, part, strlen(part));
        size += strlen(part);
    }
    if (size == 0)
        out[size++] = '/';
    out[size] = '\0';
    return true;
}

/* A name is shown as it is written and, if there are links on the way, as it resolves. Returns true
 * if it is a program of the bot's: not one of the system's, not even by a link. */
static bool show_word(struct root_view *root, const char *word)
{
    char written[SANDBOX_PATH_BYTES], real[SANDBOX_PATH_BYTES];

    if (!absolute_path(root->here, word, written) || !realpath(written, real))
        return false;
    show_program(root, written);
    show_program(root, real);
    return !is_system(real);
}

static int set_attributes(int tree, uint64_t set, int users)
{
    struct mount_attr attributes = {
        .attr_set = set | (users >= 0 ? MOUNT_ATTR_IDMAP : 0),
        .userns_fd = users >= 0 ? (unsigned)users : 0,
    };
    return (int)syscall(SYS_mount_setattr, tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes,
                        sizeof attributes);
}

static int open_tree_of(const char *path)
{
    return (int)syscall(SYS_open_tree, AT_FDCWD, path,
                        OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
}

static int attach(int tree, const char *target)
{
    int status = (int)syscall(SYS_move_mount, tree, "", AT_FDCWD, target, MOVE_MOUNT_F_EMPTY_PATH);
    close(tree);
    return status;
}

/* --------------------------------------------------------------------------------------- users */

static int write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t sent = write(fd, text, strlen(text));
    int error = errno;
    close(fd);
    errno = error;
    return sent == (ssize_t)strlen(text) ? 0 : -1;
}

/* `who`: a process number, or "self". */
static int write_map(const char *who, const char *name, unsigned inside, unsigned outside)
{
    char path[64], line[64];
    snprintf(path, sizeof path, "/proc/%s/%s", who, name);
    snprintf(line, sizeof line, "%u %u 1\n", inside, outside);
    return write_file(path, line);
}

/* A user namespace, as a descriptor, in which the owner of a file is mapped to the user of the
 * bots. */
static int map_owner(const struct stat *owner)
{
    int users = -1, gate[2];
    char path[64], who[16];

    if (pipe2(gate, O_CLOEXEC))
        return -1;
    pid_t pid = (pid_t)syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) {
        char byte;
        close(gate[1]);
        _exit(read(gate[0], &byte, 1) < 0);
    }
    close(gate[0]);
    if (pid > 0) {
        snprintf(who, sizeof who, "%d", (int)pid);
        snprintf(path, sizeof path, "/proc/%s/ns/user", who);
        if (write_map(who, "uid_map", owner->st_uid, SANDBOX_USER) == 0 &&
            write_map(who, "gid_map", owner->st_gid, SANDBOX_USER) == 0)
            users = open(path, O_RDONLY | O_CLOEXEC);
    }
    close(gate[1]);
    if (pid > 0)
        waitpid(pid, NULL, 0);
    return users;
}

/* The bot sees root's files that are not for others as its own. File systems that cannot do that
 * show them as they are. */
static void open_as_root(struct root_view_shown *shown)
{
    struct stat info;

    if (stat(shown->path, &info))
        return;
    int users = map_owner(&info);
    shown->tree = open_tree_of(shown->path);
    if (users >= 0 && shown->tree >= 0 && set_attributes(shown->tree, 0, users)) {
        close(shown->tree); /* parts of it may have been changed */
        shown->tree = open_tree_of(shown->path);
    }
    if (users >= 0)
        close(users);
}

int root_view_drop_root(void)
{
    if (geteuid() != 0)
        return 0;
    if (setgroups(0, NULL) || setresgid(SANDBOX_USER, SANDBOX_USER, SANDBOX_USER) ||
        setresuid(SANDBOX_USER, SANDBOX_USER, SANDBOX_USER))
        return -1;
    return prctl(PR_SET_DUMPABLE, 1); /* otherwise its own /proc would still be root's */
}

pid_t root_view_fork(unsigned has)
{
    static const struct {
        unsigned feature, flag;
    } spaces[] = {
        {SANDBOX_HAS_USER, CLONE_NEWUSER}, {SANDBOX_HAS_PID, CLONE_NEWPID},
        {SANDBOX_HAS_MOUNT, CLONE_NEWNS},  {SANDBOX_HAS_NET, CLONE_NEWNET},
        {SANDBOX_HAS_IPC, CLONE_NEWIPC},   {SANDBOX_HAS_UTS, CLONE_NEWUTS},
    };
    unsigned flags = 0;

    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
        if (has & spaces[i].feature)
            flags |= spaces[i].flag;
    }
    return (pid_t)syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
}

int root_view_map_user(uid_t user, gid_t group)
{
    if (write_file("/proc/self/setgroups", "deny") ||
        write_map("self", "uid_map", INSIDE_USER, user) ||
        write_map("self", "gid_map", INSIDE_USER, group))
        return -1;
    return 0;
}

/* ---------------------------------------------------------------------------------- the new root
 */

/* Makes all directories of a path below the working directory, which is the new root. If one cannot
 * be made, the next step fails. */
static void make_directories(const char *path)
{
    char part[SANDBOX_PATH_BYTES];

    for (size_t i = 1; path[i]; i++) {
        part[i - 1] = path[i];
        if (path[i + 1] == '/' || path[i + 1] == '\0') {
            part[i] = '\0';
            mkdir(part, 0755);
        }
    }
}

/* A place for a mount: a directory, or an empty file. */
static void make_place(const char *path, bool directory)
{
    char parent[SANDBOX_PATH_BYTES];

    if (directory) {
        make_directories(path);
        return;
    }
    memcpy(parent, path, strlen(path) + 1);
    *strrchr(parent, '/') = '\0';
    make_directories(parent);
    int fd = open(path + 1, O_WRONLY | O_CREAT | O_CLOEXEC, 0444);
    if (fd >= 0)
        close(fd);
}

struct tree {
    char path[256];
    int fd;
    bool directory;
};

struct trees {
    struct tree items[TREES_MAX];
    int count;
};

static void open_system(struct trees *trees, const char *path, uint64_t attributes)
{
    struct stat info;
    char target[256];

    if (trees->count == TREES_MAX || strlen(path) >= sizeof target || lstat(path, &info))
        return;
    struct tree *tree = &trees->items[trees->count];
    memcpy(tree->path, path, strlen(path) + 1);
    tree->fd = -1;
    tree->directory = S_ISDIR(info.st_mode);
    if (!S_ISLNK(info.st_mode) || stat(path, &info) || !S_ISDIR(info.st_mode)) {
        tree->fd = open_tree_of(path);
        if (tree->fd < 0 || set_attributes(tree->fd, attributes, -1))
            return;
    }
    trees->count++;
}

static void open_all_system(struct trees *trees)
{
    for (int i = 0; i < SYSTEM_PATHS; i++) {
        glob_t found;
        if (glob(system_paths[i], 0, NULL, &found) == 0) {
            for (size_t k = 0; k < found.gl_pathc; k++)
                open_system(trees, found.gl_pathv[k],
                            MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
            globfree(&found);
        }
    }
    for (int i = 0; i < DEVICES; i++)
        open_system(trees, devices[i], MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC);
}

/* Returns -1 with errno if one could not be attached; `top`, the old root, resolves a link to a
 * directory. */
static int attach_system(struct trees *trees, int top)
{
    for (int i = 0; i < trees->count; i++) {
        struct tree *tree = &trees->items[i];
        char target[256];
        if (tree->fd < 0) {
            ssize_t size = readlinkat(top, tree->path + 1, target, sizeof target - 1);
            if (size < 0)
                return -1;
            target[size] = '\0';
            if (symlink(target, tree->path + 1))
                return -1;
            continue;
        }
        make_place(tree->path, tree->directory);
        if (attach(tree->fd, tree->path + 1))
            return -1;
    }
    return 0;
}

static const char *open_shown(struct root_view *root)
{
    for (int i = 0; i < root->count; i++) {
        struct root_view_shown *shown = &root->shown[i];
        if (shown->tree < 0)
            shown->tree = open_tree_of(shown->path);
        if (shown->tree < 0 ||
            set_attributes(shown->tree, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV,
                           -1))
            return shown->path;
    }
    return NULL;
}

static const char *attach_shown(struct root_view *root)
{
    for (int i = 0; i < root->count; i++) {
        struct root_view_shown *shown = &root->shown[i];
        struct stat info;
        if (fstat(shown->tree, &info))
            return shown->path;
        make_place(shown->path, S_ISDIR(info.st_mode));
        if (attach(shown->tree, shown->path + 1))
            return shown->path;
    }
    return NULL;
}

static void make_links(void)
{
    for (int i = 0; i < LINKS; i++) {
        if (symlink(links[i][0], links[i][1]))
            return; /* a convenience */
    }
}

const char *root_view_enter(struct root_view *root)
{
    struct trees trees = {.count = 0};
    struct mount_attr closed = {.attr_set = MOUNT_ATTR_RDONLY};
    char size[64];
    const char *failed;

    snprintf(size, sizeof size, "mode=1777,size=%dm,nr_inodes=%d", SANDBOX_FILE_MB, SANDBOX_INODES);
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
        return "mounts of its own";
    int top = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    open_all_system(&trees);
    if ((failed = open_shown(root)) != NULL)
        return failed;
    if (mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m") || chdir("/tmp"))
        return "a new root";
    if (attach_system(&trees, top))
        return "system directories";
    close(top);
    mkdir("tmp", 0755);
    if (mount("tmpfs", "tmp", "tmpfs", MS_NOSUID | MS_NODEV, size))
        return "/tmp";
    mkdir("proc", 0755);
    if (mount("proc", "proc", "proc", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL))
        rmdir("proc"); /* some containers forbid it; most programs work without */
    make_links();
    if ((failed = attach_shown(root)) != NULL)
        return failed;
    if ((failed = hide_cover(root)) != NULL)
        return failed;
    make_directories(root->here);
    if (syscall(SYS_pivot_root, ".", ".") || umount2(".", MNT_DETACH) || chdir("/") ||
        syscall(SYS_mount_setattr, AT_FDCWD, "/", 0, &closed, sizeof closed))
        return "a new root";
    if (chdir(root->here) && chdir("/tmp"))
        return "a working directory";
    return NULL;
}

/* A shell may run any program that its text names. */
static void show_text(struct root_view *root, const char *text)
{
    char *copy = strdup(text), *save = NULL;

    if (!copy)
        return; /* the bot is not found then, and the start reports it */
    for (char *word = strtok_r(copy, " \t\n|&;<>()$`\\\"'*?[#~{}=", &save); word;
         word = strtok_r(NULL, " \t\n|&;<>()$`\\\"'*?[#~{}=", &save))
        show_word(root, word);
    free(copy);
}

void root_view_find(struct root_view *root, char *const *words)
{
    root->count = 0;
    if (!getcwd(root->here, sizeof root->here))
        memcpy(root->here, "/", 2);
    if (words[0] && words[1] && words[2] && strcmp(words[0], "/bin/sh") == 0 &&
        strcmp(words[1], "-c") == 0) {
        show_text(root, words[2]);
    } else {
        for (int i = 0; words[i] && !show_word(root, words[i]); i++)
            ; /* an interpreter, its options */
    }
    if (geteuid() != 0)
        return;
    for (int i = 0; i < root->count; i++)
        open_as_root(&root->shown[i]);
}
