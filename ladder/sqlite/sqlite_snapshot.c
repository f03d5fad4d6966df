/* sqlite_snapshot.c - snapshots of the SQLite store: files beside it. In the database each would
 * hold the lock of writing, and pass through the log of writes, for its whole length.
 *
 *   PATH.snapshot         the newest
 *   PATH.snapshot-before  the one before
 *   PATH.snapshot-new     one that is being written; what a killed process left of it is
 * overwritten
 *
 * A file gets the name that is read only when all of it is on the disk. */
#include "sqlite/sqlite_store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const endings[STORE_SNAPSHOTS] = {".snapshot", ".snapshot-before"};
static const char new_ending[] = ".snapshot-new";

static int say(struct store *store, const char *path, const char *text)
{
    snprintf(store->error, sizeof store->error, "%.300s: %s", path, text);
    return STORE_FAILED;
}

/* Returns a path that the caller frees, or NULL if out of memory. */
static char *path_of(struct store *store, const char *ending)
{
    char *path = NULL;

    if (asprintf(&path, "%s%s", store->name, ending) < 0) {
        (void)say(store, store->name, "out of memory");
        return NULL;
    }
    return path;
}

/* The same permissions as those of the store. */
static mode_t mode_of(const struct store *store)
{
    struct stat info;
    return stat(store->name, &info) == 0 ? info.st_mode & 0666 : 0600;
}

/* Opens the file of this name and locks it, so that only one process writes. Returns -1, with
 * errno, if another process writes or the file cannot be made. */
static int new_open(const struct store *store, const char *path)
{
    struct stat own, named;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode_of(store));

    if (fd < 0)
        return -1;
    /* If the other process has just renamed it, this is the snapshot itself. */
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &own) == 0 && S_ISREG(own.st_mode) &&
        stat(path, &named) == 0 && own.st_ino == named.st_ino && own.st_dev == named.st_dev &&
        ftruncate(fd, 0) == 0)
        return fd;
    int error = errno;
    close(fd);
    errno = error ? error : EAGAIN;
    return -1;
}

static int write_all(int fd, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        ssize_t wrote = write(fd, bytes, size);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return -1;
        bytes += wrote;
        size -= (size_t)wrote;
    }
    return fdatasync(fd);
}

/* After a kill between the two renames there is only the one before. */
static int rename_all(const char *new, const char *newest, const char *before)
{
    return (rename(newest, before) < 0 && errno != ENOENT) || rename(new, newest) < 0 ? -1 : 0;
}

int sqlite_snapshot_add(struct store *store, int64_t since_seq, int64_t seq, const uint8_t *bytes,
                        size_t size)
{
    char *newest = path_of(store, endings[0]), *before = path_of(store, endings[1]);
    char *new = path_of(store, new_ending);
    int fd = newest && before && new ? new_open(store, new) : -1, status = STORE_FAILED;

    (void)since_seq, (void)seq; /* only one process serves from a file */
    if (fd < 0 && new)
        (void)say(store, new, strerror(errno));
    if (fd >= 0 && (write_all(fd, bytes, size) < 0 || rename_all(new, newest, before) < 0)) {
        (void)say(store, new, strerror(errno));
        (void)unlink(new);
    } else if (fd >= 0) {
        status = 0;
    }
    if (fd >= 0)
        close(fd);
    free(newest);
    free(before);
    free(new);
    return status;
}

/* Reads up to `size` bytes; fewer if the file was truncated meanwhile. */
static ssize_t read_all(int fd, uint8_t *bytes, size_t size)
{
    size_t done = 0;

    while (done < size) {
        ssize_t got = read(fd, bytes + done, size - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

static int read_fd(struct store *store, const char *path, int fd, uint8_t **bytes, size_t *size)
{
    struct stat info;

    if (fstat(fd, &info) < 0)
        return say(store, path, strerror(errno));
    if (!S_ISREG(info.st_mode))
        return say(store, path, "not a regular file");
    *bytes = malloc((size_t)info.st_size + 1);
    if (!*bytes)
        return say(store, path, "out of memory");
    ssize_t got = read_all(fd, *bytes, (size_t)info.st_size);
    if (got < 0) {
        free(*bytes);
        *bytes = NULL;
        return say(store, path, strerror(errno));
    }
    *size = (size_t)got;
    return 0;
}

int sqlite_snapshot_read(struct store *store, int age, uint8_t **bytes, size_t *size)
{
    char *path = path_of(store, endings[age]);
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1, status = STORE_FAILED;

    *bytes = NULL;
    if (fd >= 0)
        status = read_fd(store, path, fd, bytes, size);
    else if (path && errno == ENOENT)
        status = STORE_NONE;
    else if (path)
        (void)say(store, path, strerror(errno));
    if (fd >= 0)
        close(fd);
    free(path);
    return status;
}
