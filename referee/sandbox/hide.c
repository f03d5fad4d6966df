/* hide.c - files that a bot in strict mode does not see although they stand beside its program:
 * files that this arena writes, or reads deals from (the arena names them), and files that by name
 * or kind look like another arena's. An empty file or directory is mounted over each. */
#include "sandbox/stage.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int mount(const char *source, const char *target, const char *type, unsigned long flags,
          const void *data);

#define COVER ".hidden" /* in the new root: an empty file that nobody may read */

enum { DEPTH_MAX = 12 }; /* for directories below a program's own */

/* The side files of a daemon's store or a worker's cache, by the end of the name. */
static const struct companion {
    const char *ending;
    bool alone; /* hidden whatever it stands beside */
} companions[] = {
    {"-wal", false},          {"-shm", false},    {"-journal", false},  {".lock", false},
    {".journal", true},       {".tls.pem", true}, {".snapshot", false}, {".snapshot-before", false},
    {".snapshot-new", false},
};
/* The files of a tournament's output, if the program itself stands in it. */
static const char *const outputs[] = {"tournament.ini", "records.jsonl", "seed"};

enum {
    COMPANIONS = sizeof companions / sizeof companions[0],
    OUTPUTS = sizeof outputs / sizeof outputs[0],
};

static void hide(struct root_view *root, const char *path)
{
    if (root->hidden_count == SANDBOX_HIDDEN_MAX) {
        root->hidden_too_many = true;
        return;
    }
    memcpy(root->hidden[root->hidden_count++], path, strlen(path) + 1);
}

static bool is_there(const char *directory, const char *name)
{
    char path[SANDBOX_PATH_BYTES];
    struct stat info;

    return snprintf(path, sizeof path, "%s/%s", directory, name) < (int)sizeof path &&
           lstat(path, &info) == 0;
}

/* Whether a directory is the output of a tournament: it holds the file and the records. */
static bool is_output(const char *directory)
{
    return is_there(directory, "tournament.ini") && is_there(directory, "records.jsonl");
}

static bool is_sqlite(const char *path)
{
    static const char magic[16] = "SQLite format 3";
    char head[sizeof magic];
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    ssize_t size = fd < 0 ? -1 : read(fd, head, sizeof head);

    if (fd >= 0)
        close(fd);
    return size == (ssize_t)sizeof head && memcmp(head, magic, sizeof head) == 0;
}

static void look_at_file(struct root_view *root, const char *path)
{
    char store[SANDBOX_PATH_BYTES];
    size_t size = strlen(path);

    for (int i = 0; i < COMPANIONS; i++) {
        size_t ending = strlen(companions[i].ending);
        if (size <= ending || strcmp(path + size - ending, companions[i].ending) != 0)
            continue;
        snprintf(store, sizeof store, "%.*s", (int)(size - ending), path);
        bool beside = is_sqlite(store);
        if (beside)
            hide(root, store);
        if (beside || companions[i].alone)
            hide(root, path);
    }
}

static void look(struct root_view *root, const char *directory, int depth);

static void look_at(struct root_view *root, const char *directory, const char *name, int depth)
{
    char path[SANDBOX_PATH_BYTES];
    struct stat info;

    if (snprintf(path, sizeof path, "%s/%s", directory, name) >= (int)sizeof path ||
        lstat(path, &info))
        return;
    if (S_ISDIR(info.st_mode) && is_output(path))
        hide(root, path);
    else if (S_ISDIR(info.st_mode) && depth < DEPTH_MAX)
        look(root, path, depth + 1);
    else if (S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode))
        hide(root, path);
    else if (S_ISREG(info.st_mode))
        look_at_file(root, path);
}

static void look(struct root_view *root, const char *directory, int depth)
{
    DIR *all = opendir(directory);

    if (!all)
        return; /* then the bot, with fewer rights, does not see it either */
    for (struct dirent *entry; (entry = readdir(all)) != NULL && !root->hidden_too_many;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            look_at(root, directory, entry->d_name, depth);
    }
    closedir(all);
}

/* The program's own directory is an output: show it without these files. */
static void look_at_output(struct root_view *root, const char *directory)
{
    char path[SANDBOX_PATH_BYTES];

    for (int i = 0; i < OUTPUTS && is_output(directory); i++) {
        if (snprintf(path, sizeof path, "%s/%s", directory, outputs[i]) < (int)sizeof path)
            hide(root, path);
    }
}

void hide_find(struct root_view *root, char *const *paths, int count)
{
    char real[SANDBOX_PATH_BYTES];

    root->hidden_count = 0;
    root->hidden_too_many = false;
    for (int i = 0; i < count; i++) {
        if (realpath(paths[i], real))
            hide(root, real);
    }
    for (int i = 0; i < root->count; i++) {
        struct root_view_shown *shown = &root->shown[i];
        if (!realpath(shown->path, shown->real))
            shown->real[0] = '\0';
        look_at_output(root, shown->path);
        look(root, shown->path, 0);
    }
}

/* Whether `path` lies within another: "/a/b" is within "/a" and within "/a/b". */
static bool is_within(const char *path, const char *top)
{
    size_t size = strlen(top);
    return strncmp(path, top, size) == 0 && (path[size] == '/' || path[size] == '\0');
}

/* Mounts over `path` in the new root, which is the working directory. Returns 0, or -1. */
static int cover(const char *path)
{
    struct stat info;

    if (lstat(path, &info))
        return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : -1; /* not shown */
    if (S_ISDIR(info.st_mode))
        return mount("tmpfs", path, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV,
                     "mode=0,size=4k,nr_inodes=1");
    if (mount(COVER, path, NULL, MS_BIND, NULL))
        return -1;
    return mount(NULL, path, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL);
}

/* A shown directory may have two names, as it was written and as it resolves. */
static int cover_all(const struct root_view *root, const char *path)
{
    char alias[2 * SANDBOX_PATH_BYTES];

    for (int i = 0; i < root->count; i++) {
        if (is_within(root->shown[i].path, path) || is_within(root->shown[i].real, path))
            return 0; /* the program stands in it: nothing else above it is shown */
    }
    if (cover(path + 1))
        return -1;
    for (int i = 0; i < root->count; i++) {
        const struct root_view_shown *shown = &root->shown[i];
        if (!shown->real[0] || strcmp(shown->real, shown->path) == 0 ||
            !is_within(path, shown->real))
            continue;
        snprintf(alias, sizeof alias, "%s%s", shown->path, path + strlen(shown->real));
        if (cover(alias + 1))
            return -1;
    }
    return 0;
}

const char *hide_cover(const struct root_view *root)
{
    if (root->hidden_too_many) {
        errno = E2BIG;
        return "what an arena wrote beside the program";
    }
    int fd = open(COVER, O_WRONLY | O_CREAT | O_CLOEXEC, 0);
    if (fd < 0)
        return "what is hidden";
    close(fd);
    for (int i = 0; i < root->hidden_count; i++) {
        if (cover_all(root, root->hidden[i]))
            return root->hidden[i];
    }
    return NULL;
}
