/* archived.h - archives of the log of retained.h, in a directory of their own. */
#ifndef AVONDALE_TEST_ARCHIVED_H
#define AVONDALE_TEST_ARCHIVED_H

#include <sys/stat.h>
#include <zstd.h>

#include "retained.h"
#include "log/record_archive.h"
#include "log/record_verify.h"

/* Writes the next archive, up to the time `until`, and notes it in the store unless that failed.
 * Returns as record_archive_write.
 */
static inline int archived_write(const struct place *place, int64_t until,
                                 struct record_archive *archive)
{
    struct store *store = retained_begin(place, false);
    assert_int_equal(record_archive_next(archive, store, until), 0);
    int status =
        archive->from > archive->to ? 0 : record_archive_write(archive, store, place->temp.dir);
    retained_end(store);
    return status;
}

static inline void archived_note(const struct place *place, const struct record_archive *archive)
{
    assert_int_equal(retained_archived(place, archive->from, archive->to), 0);
}

static inline struct record_verify_audit archived_verify(const struct place *place,
                                                         const char *path)
{
    struct record_verify_audit audit;
    struct store *store = retained_begin(place, false);
    if (record_verify(store, path, &audit))
        fail_msg("%s", audit.wrong);
    retained_end(store);
    return audit;
}

/* All of a file, on the heap. */
static inline char *archived_read(const char *path, size_t *size)
{
    struct stat info;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &info), 0);
    char *bytes = malloc((size_t)info.st_size + 1);
    assert_non_null(bytes);
    *size = fread(bytes, 1, (size_t)info.st_size, file);
    assert_int_equal(*size, info.st_size);
    fclose(file);
    return bytes;
}

static inline void archived_store(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Decompresses a file; the caller frees the text. */
static inline char *archived_text(const char *path)
{
    size_t size, room = 1 << 20;
    char *bytes = archived_read(path, &size), *text = calloc(1, room);
    assert_non_null(text);
    assert_false(ZSTD_isError(ZSTD_decompress(text, room - 1, bytes, size)));
    free(bytes);
    return text;
}

static inline void archived_text_store(const char *path, const char *text)
{
    size_t room = ZSTD_compressBound(strlen(text));
    char *bytes = malloc(room);
    assert_non_null(bytes);
    size_t size = ZSTD_compress(bytes, room, text, strlen(text), 3);
    assert_false(ZSTD_isError(size));
    archived_store(path, bytes, size);
    free(bytes);
}

#endif
