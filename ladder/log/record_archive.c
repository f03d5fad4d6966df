/* record_archive.c - writes parts of the log into files. */
#include "log/record_archive.h"
#include "log/dump.h"
#include "log/log_seasons.h"
#include "log/record_verify.h"
#include "store/store_retention.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum { LEVEL = 12, OUT_BYTES = 1 << 17 };

static int fail_world(struct record_archive *archive, const char *what, const char *why)
{
    archive->world = true;
    snprintf(archive->error, sizeof archive->error, "%s%s%s", what, why ? ": " : "",
             why ? why : "");
    return -1;
}

static int fail_store(struct record_archive *archive, const struct store *store)
{
    return fail_world(archive, store_error(store), NULL);
}

/* ------------------------------------------------------------------------------------ the part */

/* Results are nearly in the order of time: the latest so far is what counts. */
static int part_find(struct record_archive *archive, struct store *store,
                     const struct log_seasons *seasons, int64_t until)
{
    struct store_record_at page[STORE_PAGE];
    int64_t latest = INT64_MIN;
    int count = STORE_PAGE;

    while (count == STORE_PAGE) {
        count = store_retention_page(store, archive->to, page, STORE_PAGE);
        if (count < 0)
            return fail_store(archive, store);
        for (int i = 0; i < count; i++) {
            if (page[i].wall_msec > latest)
                latest = page[i].wall_msec;
            const char *season = log_seasons_at(seasons, latest);
            bool first = archive->to < archive->from;
            if (page[i].seq > until || page[i].seq - archive->from >= RECORD_ARCHIVE_MAX ||
                (!first && strcmp(season, archive->season) != 0))
                return 0;
            snprintf(archive->season, sizeof archive->season, "%s", season);
            archive->to = page[i].seq;
        }
    }
    return 0;
}

int record_archive_next(struct record_archive *archive, struct store *store, int64_t until)
{
    struct store_retention retention;
    struct log_seasons seasons = {NULL, 0};
    const char *why;

    memset(archive, 0, sizeof *archive);
    if (store_retention_sound(store, &retention))
        return fail_store(archive, store);
    archive->from = retention.archived_seq + 1;
    archive->to = retention.archived_seq;
    int status = log_seasons_read(&seasons, store, &why)
                     ? fail_world(archive, why, NULL)
                     : part_find(archive, store, &seasons, until);
    log_seasons_free(&seasons);
    return status;
}

/* ------------------------------------------------------------------------------------ the file */

struct file {
    struct record_archive *archive;
    struct store *store;
    struct store_retention retention;
    int64_t written;                 /* the last result */
    uint8_t last[STORE_CHAIN_BYTES]; /* of the chain, before the next */
    bool ended;                      /* behind results that are left out another file begins */
    int fd;
    ZSTD_CCtx *compressor;
    char *out;
};

static int bytes_write(struct file *file, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t count = write(file->fd, file->out + done, size - done);
        if (count < 0 && errno != EINTR)
            return fail_world(file->archive, file->archive->path, strerror(errno));
        done += count > 0 ? (size_t)count : 0;
    }
    return 0;
}

/* Compresses what is given and writes what comes of it; `end`: all of it. */
static int compress(struct file *file, const char *text, size_t size, bool end)
{
    ZSTD_inBuffer in = {text, size, 0};
    size_t left = 1;

    while (in.pos < in.size || (end && left > 0)) {
        ZSTD_outBuffer out = {file->out, OUT_BYTES, 0};
        left =
            ZSTD_compressStream2(file->compressor, &out, &in, end ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left))
            return fail_world(file->archive, "zstd", ZSTD_getErrorName(left));
        if (bytes_write(file, out.pos))
            return -1;
    }
    return 0;
}

/* Takes the value over. */
static int line_write(struct file *file, json_t *value)
{
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    int status = text ? compress(file, text, strlen(text), false) || compress(file, "\n", 1, false)
                      : fail_world(file->archive, "out of memory", NULL);

    json_decref(value);
    free(text);
    return status ? -1 : 0;
}

/* Verification would refuse the line of such a result. record_read has compared a record with its
 * hash; a link of the first form needs the text. */
static void why_not(const struct file *file, const struct store_result *row,
                    struct record_read *read)
{
    if (read->wrong)
        return;
    if (read->left)
        read->wrong = "its record was deleted before it was archived";
    else if (!row->hashed && !record_verify_is(file->last, row, read->text))
        read->wrong = "it was altered, or one before it taken out";
}

static int result_write(struct file *file, const struct store_result *row)
{
    struct record_archive *archive = file->archive;
    struct record_read read;
    int status = 0;

    if (record_read(file->store, &file->retention, row, &read))
        return fail_store(archive, file->store);
    why_not(file, row, &read);
    record_read_count(&read, row, &archive->left_out);
    file->ended = !read.wrong && archive->left_out.count > 0;
    if (!file->ended)
        archive->done = row->seq;
    if (archive->left_out.count == 0) {
        archive->records += read.text != NULL;
        file->written = row->seq;
        status = line_write(file, dump_result(row, read.text));
    }
    memcpy(file->last, row->chain, sizeof file->last);
    free(read.text);
    return status;
}

static int head_write(struct file *file)
{
    const struct record_archive *archive = file->archive;
    uint8_t *before = file->last, last[STORE_CHAIN_BYTES];

    if (record_verify_chain(file->store, archive->from - 1, before) ||
        record_verify_chain(file->store, archive->to, last))
        return fail_store(file->archive, file->store);
    return line_write(
        file, record_verify_head(archive->season, archive->from, archive->to, before, last));
}

static int results_write(struct file *file)
{
    struct store_result *page = calloc(STORE_PAGE, sizeof *page);
    int64_t after = file->archive->from - 1;
    int status = page ? 0 : fail_world(file->archive, "out of memory", NULL);

    while (status == 0 && !file->ended && after < file->archive->to) {
        int count = store_results(file->store, 0, after, page, STORE_PAGE);
        if (count <= 0)
            status = fail_store(file->archive, file->store);
        for (int i = 0; i < count && status == 0 && !file->ended && after < file->archive->to;
             i++) {
            status = result_write(file, &page[i]);
            after = page[i].seq;
        }
    }
    free(page);
    return status;
}

static int all_write(struct file *file)
{
    file->out = malloc(OUT_BYTES);
    file->compressor = ZSTD_createCCtx();
    int status =
        file->out && file->compressor ? 0 : fail_world(file->archive, "out of memory", NULL);
    if (status == 0 &&
        (ZSTD_isError(ZSTD_CCtx_setParameter(file->compressor, ZSTD_c_compressionLevel, LEVEL)) ||
         ZSTD_isError(ZSTD_CCtx_setParameter(file->compressor, ZSTD_c_checksumFlag, 1))))
        status = fail_world(file->archive, "zstd cannot be set up", NULL);
    if (status == 0)
        status = head_write(file) || results_write(file) || compress(file, "", 0, true) ? -1 : 0;
    if (status == 0 && fsync(file->fd))
        status = fail_world(file->archive, file->archive->path, strerror(errno));
    ZSTD_freeCCtx(file->compressor);
    free(file->out);
    return status;
}

/* ------------------------------------------------------------------------------------- the name */

/* The part as it is written: left over from a process that was killed, it is begun anew. */
static int part_open(struct record_archive *archive, const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);

    if (fd < 0)
        return fail_world(archive, path, strerror(errno));
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 && ftruncate(fd, 0) == 0)
        return fd;
    (void)fail_world(archive, path,
                     errno == EWOULDBLOCK ? "another process writes it" : strerror(errno));
    close(fd);
    return -1;
}

static int directory_sync(struct record_archive *archive, const char *directory)
{
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int status = fd < 0 || fsync(fd) ? fail_world(archive, directory, strerror(errno)) : 0;

    if (fd >= 0)
        close(fd);
    return status;
}

static bool is_regular(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* A file of that name is there: from a process that ended before it could say so, or another. */
static int there_check(struct record_archive *archive, struct store *store)
{
    struct record_verify_audit audit;

    if (!is_regular(archive->path)) { /* to read a pipe would wait */
        snprintf(archive->error, sizeof archive->error,
                 "%.500s: expected a regular file, or none; nothing was written", archive->path);
        return -1;
    }
    if (record_verify(store, archive->path, &audit))
        return fail_world(archive, audit.wrong, NULL);
    if (!audit.wrong[0] && audit.from == archive->from && audit.to == archive->to) {
        archive->there = true;
        archive->records = audit.records;
        return 0;
    }
    snprintf(archive->error, sizeof archive->error,
             "%.300s: is there, and is not the archive of these results; nothing was written: "
             "%.300s",
             archive->path, audit.wrong[0] ? audit.wrong : "it has others");
    return -1;
}

/* Where results are left out the part gets no name, but a shorter `to`. */
static int part_write(struct record_archive *archive, struct store *store, const char *part)
{
    struct file file = {.archive = archive, .store = store, .written = archive->from - 1};

    if (store_retention(store, &file.retention))
        return fail_store(archive, store);
    file.fd = part_open(archive, part);
    if (file.fd < 0)
        return -1;
    int status = all_write(&file);
    bool whole = archive->to == file.written;
    archive->to = file.written;
    if (status == 0 && whole && link(part, archive->path)) {
        status = errno == EEXIST ? there_check(archive, store)
                                 : fail_world(archive, archive->path, strerror(errno));
    }
    (void)unlink(part); /* while it is locked: nobody else writes it */
    close(file.fd);
    return status;
}

static int file_write(struct record_archive *archive, struct store *store, const char *directory)
{
    char part[RECORD_ARCHIVE_PATH + 8];
    int length = snprintf(
        archive->path, sizeof archive->path, "%s/records-%09" PRId64 "-%09" PRId64 "%s%s.jsonl.zst",
        directory, archive->from, archive->to, archive->season[0] ? "-" : "", archive->season);

    if (length >= (int)sizeof archive->path)
        return fail_world(archive, directory, "the path is too long");
    snprintf(part, sizeof part, "%s.part", archive->path);
    archive->records = 0;
    return access(archive->path, F_OK) == 0 ? there_check(archive, store)
                                            : part_write(archive, store, part);
}

int record_archive_write(struct record_archive *archive, struct store *store, const char *directory)
{
    archive->done = archive->to;
    archive->left_out = (struct record_faults){.count = 0};
    int status = file_write(archive, store, directory);
    if (status || archive->left_out.count == 0)
        return status ? status : directory_sync(archive, directory);

    /* Once more, up to the result before the first of them. */
    struct record_archive found = *archive;
    if (archive->to < archive->from)
        return 0;
    archive->left_out.count = 0;
    status = file_write(archive, store, directory);
    archive->done = found.done;
    archive->left_out = found.left_out;
    return status ? status : directory_sync(archive, directory);
}
