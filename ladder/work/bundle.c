/* bundle.c - directories to archives and back, by libarchive. */
#include "work/bundle.h"

#include "work/bundle_header.h"

#include <archive.h>
#include <archive_entry.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, DEPTH_MAX = 32, PIECE_BYTES = 64 << 10 };

__attribute__((format(printf, 3, 4))) static int bad(char error[BUNDLE_ERROR_BYTES], int status,
                                                     const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, BUNDLE_ERROR_BYTES, format, args);
    va_end(args);
    return status;
}

/* ------------------------------------------------------------------------------------- packing */

struct packing {
    struct archive *archive;
    uint8_t *bytes;
    size_t size, capacity;
    int entries;
    char *error;
};

static la_ssize_t take(struct archive *archive, void *context, const void *piece, size_t size)
{
    struct packing *packing = context;

    if (packing->size + size > WORK_ARCHIVE_BYTES_MAX) {
        archive_set_error(archive, EFBIG, "more than %d MiB", WORK_ARCHIVE_BYTES_MAX >> 20);
        return -1;
    }
    if (packing->size + size > packing->capacity) {
        size_t capacity = 2 * packing->capacity + size;
        uint8_t *grown = realloc(packing->bytes, capacity);
        if (!grown) {
            archive_set_error(archive, ENOMEM, "out of memory");
            return -1;
        }
        packing->bytes = grown;
        packing->capacity = capacity;
    }
    memcpy(packing->bytes + packing->size, piece, size);
    packing->size += size;
    return (la_ssize_t)size;
}

/* Only the bot's content: no times, no owners. */
static int pack_header(struct packing *packing, const char *name, const struct stat *info)
{
    struct archive_entry *entry = archive_entry_new();

    if (!entry)
        return bad(packing->error, BUNDLE_FAILED, "out of memory");
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, S_ISDIR(info->st_mode) ? AE_IFDIR : AE_IFREG);
    archive_entry_set_perm(entry, S_ISDIR(info->st_mode) || info->st_mode & 0111 ? 0755 : 0644);
    archive_entry_set_size(entry, S_ISDIR(info->st_mode) ? 0 : info->st_size);
    archive_entry_set_mtime(entry, 0, 0);
    int status = archive_write_header(packing->archive, entry);
    archive_entry_free(entry);
    if (status == ARCHIVE_OK && ++packing->entries <= BUNDLE_ENTRIES_MAX)
        return 0;
    if (status == ARCHIVE_OK)
        return bad(packing->error, BUNDLE_REFUSED, "more than %d files", BUNDLE_ENTRIES_MAX);
    return bad(packing->error, BUNDLE_REFUSED, "%.120s: %.120s", name,
               archive_error_string(packing->archive));
}

static int pack_file(struct packing *packing, const char *path, const char *name,
                     const struct stat *info)
{
    char *piece = malloc(PIECE_BYTES);
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC), status = BUNDLE_FAILED;
    off_t left = info->st_size;
    ssize_t got = 1;

    if (!piece || fd < 0) {
        bad(packing->error, BUNDLE_FAILED, "%.200s: %s", path, strerror(errno));
        goto out;
    }
    status = pack_header(packing, name, info);
    while (status == 0 && left > 0 && got > 0) {
        got = read(fd, piece, left < PIECE_BYTES ? (size_t)left : PIECE_BYTES);
        if (got > 0 && archive_write_data(packing->archive, piece, (size_t)got) != got)
            status = bad(packing->error, BUNDLE_REFUSED, "%.120s: %.120s", name,
                         archive_error_string(packing->archive));
        left -= got > 0 ? got : 0;
    }
    if (status == 0 && left > 0)
        status = bad(packing->error, BUNDLE_FAILED, "%.200s: it changes while it is read", path);
out:
    if (fd >= 0)
        close(fd);
    free(piece);
    return status;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name); /* by bytes: the same on every machine */
}

static int not_dots(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

/* `name`: of the directory within the archive, "" for the first. */
static int pack_directory(struct packing *packing, const char *path, const char *name, int depth)
{
    struct dirent **list = NULL;
    char below[PATH_BYTES], inside[BUNDLE_PATH_MAX + 1];
    struct stat info;
    int count = scandir(path, &list, not_dots, by_name), status = 0;

    if (count < 0)
        return bad(packing->error, errno == ENOMEM ? BUNDLE_FAILED : BUNDLE_REFUSED, "%.200s: %s",
                   path, strerror(errno));
    for (int i = 0; i < count; i++) {
        if (status)
            continue;
        if (snprintf(below, sizeof below, "%s/%s", path, list[i]->d_name) >= (int)sizeof below ||
            snprintf(inside, sizeof inside, "%s%s%s", name, *name ? "/" : "", list[i]->d_name) >=
                (int)sizeof inside ||
            depth == DEPTH_MAX)
            status = bad(packing->error, BUNDLE_REFUSED, "%.200s: the path is too long", below);
        else if (lstat(below, &info))
            status = bad(packing->error, BUNDLE_FAILED, "%.200s: %s", below, strerror(errno));
        else if (S_ISDIR(info.st_mode))
            status = pack_header(packing, inside, &info)
                         ? 2
                         : pack_directory(packing, below, inside, depth + 1);
        else if (S_ISREG(info.st_mode))
            status = pack_file(packing, below, inside, &info);
        else
            status = bad(packing->error, BUNDLE_REFUSED,
                         "%.200s: only files and directories can be packed", below);
    }
    for (int i = 0; i < count; i++)
        free(list[i]);
    free(list);
    return status;
}

int bundle_pack(const char *directory, uint8_t **bytes, size_t *size,
                char error[BUNDLE_ERROR_BYTES])
{
    struct packing packing = {.archive = archive_write_new(), .error = error};
    int status = BUNDLE_FAILED;

    *bytes = NULL;
    if (!packing.archive || archive_write_set_format_ustar(packing.archive) != ARCHIVE_OK ||
        archive_write_set_bytes_in_last_block(packing.archive, 1) != ARCHIVE_OK ||
        archive_write_open(packing.archive, &packing, NULL, take, NULL) != ARCHIVE_OK)
        bad(error, BUNDLE_FAILED, "out of memory");
    else
        status = pack_directory(&packing, directory, "", 0);
    if (status == 0 && archive_write_close(packing.archive) != ARCHIVE_OK)
        status = bad(error, BUNDLE_REFUSED, "%.200s", archive_error_string(packing.archive));
    if (status == 0 && packing.entries == 0)
        status = bad(error, BUNDLE_REFUSED, "%.200s: there is nothing in it", directory);
    archive_write_free(packing.archive);
    if (status) {
        free(packing.bytes);
        return status;
    }
    *bytes = packing.bytes;
    *size = packing.size;
    return 0;
}

/* ----------------------------------------------------------------------------------- unpacking */

struct unpacking {
    struct archive *archive;
    const char *directory; /* NULL: nothing is written */
    int64_t bytes, bytes_max;
    int entries;
    void *names; /* a tree of struct name */
    char *error;
};

enum name_kind { NAME_PASSED /* a directory without an entry */, NAME_DIRECTORY, NAME_FILE };

/* A path that an entry has, or that leads to one. */
struct name {
    enum name_kind kind;
    char path[];
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct name *)a)->path, ((const struct name *)b)->path);
}

/* Returns 0, or 2 or 3 with a line: it is there already, as what it cannot be twice. */
static int take_name(struct unpacking *unpacking, const char *path, size_t size,
                     enum name_kind kind)
{
    struct name *name = malloc(sizeof *name + size + 1);

    if (!name)
        return bad(unpacking->error, BUNDLE_FAILED, "out of memory");
    memcpy(name->path, path, size);
    name->path[size] = '\0';
    name->kind = kind;
    struct name **found = tsearch(name, &unpacking->names, compare_names);
    if (!found || *found == name) {
        if (!found)
            free(name);
        return found ? 0 : bad(unpacking->error, BUNDLE_FAILED, "out of memory");
    }
    free(name);
    bool directories = (*found)->kind != NAME_FILE && kind != NAME_FILE;
    if (!directories || ((*found)->kind == NAME_DIRECTORY && kind == NAME_DIRECTORY))
        return bad(unpacking->error, BUNDLE_REFUSED, "%.*s: the name is there twice", (int)size,
                   path);
    if (kind == NAME_DIRECTORY)
        (*found)->kind = kind;
    return 0;
}

/* Adds an entry's path and those above it. Returns as take_name. */
static int take_names(struct unpacking *unpacking, const char *inside, bool file)
{
    int status = 0;

    for (const char *slash = inside; status == 0 && (slash = strchr(slash, '/')); slash++)
        status = take_name(unpacking, inside, (size_t)(slash - inside), NAME_PASSED);
    return status ? status
                  : take_name(unpacking, inside, strlen(inside), file ? NAME_FILE : NAME_DIRECTORY);
}

/* Returns the path without `./` and trailing slashes; NULL if it could lead outside. */
static const char *path_inside(const char *path, char out[BUNDLE_PATH_MAX + 1])
{
    char text[BUNDLE_PATH_MAX + 1], *save = NULL;
    size_t size = 0;

    if (!path || path[0] == '/' || strlen(path) > BUNDLE_PATH_MAX)
        return NULL;
    for (const char *c = path; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 127 || *c == '\\')
            return NULL;
    }
    memcpy(text, path, strlen(path) + 1);
    out[0] = '\0';
    for (char *part = strtok_r(text, "/", &save); part; part = strtok_r(NULL, "/", &save)) {
        if (strcmp(part, "..") == 0)
            return NULL;
        if (strcmp(part, ".") != 0)
            size += (size_t)sprintf(out + size, "%s%s", size ? "/" : "", part);
    }
    return out;
}

/* Makes the directories of a path below `top`, the last part only if `whole`. Returns 0, or an
 * errno. */
static int make_directories(const char *top, const char *inside, bool whole)
{
    char path[PATH_BYTES];

    for (size_t at = 0;; at++) {
        if (inside[at] != '/' && inside[at] != '\0')
            continue;
        if (inside[at] == '\0' && (!whole || at == 0))
            return 0;
        if (snprintf(path, sizeof path, "%s/%.*s", top, (int)at, inside) >= (int)sizeof path)
            return ENAMETOOLONG;
        if (mkdir(path, 0755) && errno != EEXIST)
            return errno;
        if (inside[at] == '\0')
            return 0;
    }
}

/* Writes the data of an entry to `fd`; -1: only counts it. The actual size counts, not that of the
 * header. */
static int unpack_data(struct unpacking *unpacking, int fd, const char *inside)
{
    char *piece = malloc(PIECE_BYTES);
    la_ssize_t got = -1;
    int status = piece ? 0 : bad(unpacking->error, BUNDLE_FAILED, "out of memory");

    while (status == 0 && (got = archive_read_data(unpacking->archive, piece, PIECE_BYTES)) > 0) {
        unpacking->bytes += got;
        if (unpacking->bytes > unpacking->bytes_max)
            status = bad(unpacking->error, BUNDLE_REFUSED, "it holds more than %lld MiB",
                         (long long)(unpacking->bytes_max >> 20));
        else if (fd >= 0 && write(fd, piece, (size_t)got) != got)
            status = bad(unpacking->error, BUNDLE_FAILED, "%.200s: %s", inside, strerror(errno));
    }
    if (status == 0 && got < 0)
        status = bad(unpacking->error, BUNDLE_REFUSED, "%.120s: %.120s", inside,
                     archive_error_string(unpacking->archive));
    free(piece);
    return status;
}

static int unpack_file(struct unpacking *unpacking, struct archive_entry *entry, const char *inside)
{
    mode_t mode = archive_entry_perm(entry) & 0111 ? 0555 : 0444;
    char path[PATH_BYTES];
    int fd, failed;

    if (!*inside)
        return bad(unpacking->error, BUNDLE_REFUSED, "a file without a name");
    if (!unpacking->directory)
        return unpack_data(unpacking, -1, inside);
    failed = make_directories(unpacking->directory, inside, false);
    if (snprintf(path, sizeof path, "%s/%s", unpacking->directory, inside) >= (int)sizeof path)
        failed = ENAMETOOLONG;
    fd = failed ? -1 : open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) {
        failed = failed ? failed : errno;
        bool theirs = failed == EEXIST || failed == ENOTDIR; /* the directory was not empty */
        return bad(unpacking->error, theirs ? BUNDLE_REFUSED : BUNDLE_FAILED, "%.200s: %s", inside,
                   strerror(failed));
    }
    int status = unpack_data(unpacking, fd, inside);
    if (status == 0 && fchmod(fd, mode))
        status = bad(unpacking->error, BUNDLE_FAILED, "%.200s: %s", inside, strerror(errno));
    if (close(fd) && status == 0)
        status = bad(unpacking->error, BUNDLE_FAILED, "%.200s: %s", inside, strerror(errno));
    return status;
}

static int unpack_entry(struct unpacking *unpacking, struct archive_entry *entry)
{
    const char *path = archive_entry_pathname(entry);
    char inside[BUNDLE_PATH_MAX + 1];
    int failed = 0;

    if (++unpacking->entries > BUNDLE_ENTRIES_MAX)
        return bad(unpacking->error, BUNDLE_REFUSED, "more than %d files", BUNDLE_ENTRIES_MAX);
    if (!path_inside(path, inside))
        return bad(unpacking->error, BUNDLE_REFUSED,
                   "%.120s: a path must stay inside, of %d bytes at most", path ? path : "",
                   BUNDLE_PATH_MAX);
    if (archive_entry_hardlink(entry) || archive_entry_symlink(entry) ||
        (archive_entry_filetype(entry) != AE_IFREG && archive_entry_filetype(entry) != AE_IFDIR))
        return bad(unpacking->error, BUNDLE_REFUSED,
                   "%.200s: there may be files and directories only", inside);
    int status = take_names(unpacking, inside, archive_entry_filetype(entry) == AE_IFREG);
    if (status)
        return status;
    if (archive_entry_filetype(entry) == AE_IFREG)
        return unpack_file(unpacking, entry, inside);
    if (unpacking->directory)
        failed = make_directories(unpacking->directory, inside, true);
    return failed ? bad(unpacking->error, BUNDLE_FAILED, "%.200s: %s", inside, strerror(failed))
                  : 0;
}

static int close_directory(const char *path, const struct stat *info, int type, struct FTW *where)
{
    (void)info;
    (void)where;
    return type == FTW_DP ? chmod(path, 0555) : 0;
}

int bundle_unpack(const uint8_t *bytes, size_t size, int64_t bytes_max, const char *directory,
                  char error[BUNDLE_ERROR_BYTES])
{
    struct unpacking unpacking = {.archive = archive_read_new(),
                                  .directory = directory,
                                  .bytes_max = bytes_max,
                                  .error = error};
    struct archive_entry *entry;
    int status = bundle_header_check(bytes, size, bytes_max, error), got = ARCHIVE_FATAL;

    if (status == 0 && !unpacking.archive)
        status = bad(error, BUNDLE_FAILED, "out of memory");
    if (status) {
        archive_read_free(unpacking.archive);
        return status;
    }
    archive_read_support_format_tar(unpacking.archive);
    archive_read_support_filter_gzip(unpacking.archive);
    if (archive_read_open_memory(unpacking.archive, bytes, size) == ARCHIVE_OK) {
        while (status == 0 &&
               (got = archive_read_next_header(unpacking.archive, &entry)) == ARCHIVE_OK)
            status = unpack_entry(&unpacking, entry);
    }
    if (status == 0 && got != ARCHIVE_EOF)
        status = bad(error, BUNDLE_REFUSED, "no archive: %.200s",
                     archive_error_string(unpacking.archive));
    if (status == 0 && unpacking.entries == 0)
        status = bad(error, BUNDLE_REFUSED, "no archive: there is nothing in it");
    if (status == 0 && directory && nftw(directory, close_directory, 16, FTW_PHYS | FTW_DEPTH))
        status = bad(error, BUNDLE_FAILED, "%.200s: %s", directory, strerror(errno));
    archive_read_free(unpacking.archive);
    tdestroy(unpacking.names, free);
    return status;
}

/* ----------------------------------------------------------------------------------- the cache */

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *where)
{
    (void)info;
    (void)type;
    (void)where;
    (void)remove(path);
    return 0;
}

static int open_directory(const char *path, const struct stat *info, int type, struct FTW *where)
{
    (void)info;
    (void)where;
    if (type == FTW_D)
        (void)chmod(path, 0755);
    return 0;
}

static void remove_tree(const char *path)
{
    (void)nftw(path, open_directory, 16, FTW_PHYS);
    (void)nftw(path, remove_one, 16, FTW_PHYS | FTW_DEPTH);
}

/* Unpacks into a temporary directory and renames it, so that the final directory is always
 * complete. */
static int unpack_to(const uint8_t *bytes, size_t size, const char *cache, const char *place,
                     char error[BUNDLE_ERROR_BYTES])
{
    char fresh[PATH_BYTES];

    snprintf(fresh, sizeof fresh, "%s/.new-XXXXXX", cache);
    if (!mkdtemp(fresh) || chmod(fresh, 0755))
        return bad(error, BUNDLE_FAILED, "%.200s: %s", cache, strerror(errno));
    int status = bundle_unpack(bytes, size, BUNDLE_BYTES_MAX, fresh, error);
    /* Another worker may have been faster. */
    if (status == 0 && rename(fresh, place) && errno != EEXIST && errno != ENOTEMPTY)
        status = bad(error, BUNDLE_FAILED, "%.200s: %s", place, strerror(errno));
    if (access(fresh, F_OK) == 0)
        remove_tree(fresh);
    return status;
}

int bundle_fetch(struct work *work, const char *hash, const char *cache,
                 char error[BUNDLE_ERROR_BYTES])
{
    char place[PATH_BYTES];
    uint8_t *bytes = NULL;
    size_t size = 0;

    if (!work_hash_valid(hash) ||
        snprintf(place, sizeof place, "%s/%s", cache, hash) >= (int)sizeof place - 16)
        return bad(error, BUNDLE_REFUSED, "archive %.64s: expected 64 digits of hex", hash);
    if (access(place, F_OK) == 0)
        return 0;
    if (mkdir(cache, 0755) && errno != EEXIST)
        return bad(error, BUNDLE_FAILED, "%.200s: %s", cache, strerror(errno));
    int status = work_archive_get(work, hash, &bytes, &size);
    if (status == WORK_NONE)
        return bad(error, BUNDLE_REFUSED, "archive %.64s: it is not in the store", hash);
    if (status < 0)
        return bad(error, BUNDLE_FAILED, "%.250s", work_error(work));
    status = unpack_to(bytes, size, cache, place, error);
    free(bytes);
    return status;
}

void bundle_forget(const char *cache, const char *hash)
{
    char place[PATH_BYTES];

    if (work_hash_valid(hash) &&
        snprintf(place, sizeof place, "%s/%s", cache, hash) < (int)sizeof place)
        remove_tree(place);
}

/* ------------------------------------------------------------------------------- into the store */

static int read_file(const char *path, off_t length, uint8_t **bytes,
                     char error[BUNDLE_ERROR_BYTES])
{
    FILE *file = fopen(path, "rb");
    size_t size = (size_t)length;
    int status = 0;

    *bytes = malloc(size + 1);
    if (!file || !*bytes || fread(*bytes, 1, size, file) != size)
        status = bad(error, BUNDLE_FAILED, "%.200s: %s", path, strerror(errno));
    if (file)
        fclose(file);
    return status;
}

int bundle_put(struct work *work, const char *path, char hash[WORK_HASH_DIGITS + 1],
               char error[BUNDLE_ERROR_BYTES])
{
    uint8_t *bytes = NULL;
    struct stat info;
    size_t size = 0;
    int status;

    if (stat(path, &info))
        return bad(error, BUNDLE_REFUSED, "%.200s: %s", path, strerror(errno));
    if (S_ISDIR(info.st_mode)) {
        status = bundle_pack(path, &bytes, &size, error);
    } else if (!S_ISREG(info.st_mode) || info.st_size > WORK_ARCHIVE_BYTES_MAX) {
        status = bad(error, BUNDLE_REFUSED,
                     "%.200s: expected a directory, or an archive of at most %d MiB", path,
                     WORK_ARCHIVE_BYTES_MAX >> 20);
    } else {
        size = (size_t)info.st_size;
        status = read_file(path, info.st_size, &bytes, error);
    }
    if (status == 0)
        status = bundle_unpack(bytes, size, BUNDLE_BYTES_MAX, NULL, error);
    if (status == 0) {
        status = work_archive_put(work, bytes, size, hash);
        if (status == WORK_ERROR)
            status = bad(error, BUNDLE_FAILED, "%.250s", work_error(work));
        else if (status == WORK_THERE)
            status = BUNDLE_THERE;
    }
    free(bytes);
    return status;
}
