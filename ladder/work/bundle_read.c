/* bundle_read.c - one file of an archive, in memory. */
#include "work/bundle.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <string.h>

static bool is_file(struct archive_entry *entry, const char *name)
{
    const char *path = archive_entry_pathname(entry);

    while (path && path[0] == '.' && path[1] == '/')
        path += 2;
    return path && strcmp(path, name) == 0 && archive_entry_filetype(entry) == AE_IFREG;
}

int bundle_read(const uint8_t *bytes, size_t size, const char *name, char *text, size_t max,
                size_t *length, char error[BUNDLE_ERROR_BYTES])
{
    struct archive *archive = archive_read_new();
    struct archive_entry *entry;
    la_ssize_t got = 0;
    bool found = false;

    *length = 0;
    if (!archive) {
        snprintf(error, BUNDLE_ERROR_BYTES, "out of memory");
        return BUNDLE_FAILED;
    }
    archive_read_support_format_tar(archive);
    archive_read_support_filter_gzip(archive);
    if (archive_read_open_memory(archive, bytes, size) == ARCHIVE_OK) {
        while (!found && archive_read_next_header(archive, &entry) == ARCHIVE_OK)
            found = is_file(entry, name);
    }
    while (found && *length < max &&
           (got = archive_read_data(archive, text + *length, max - *length)) > 0)
        *length += (size_t)got;
    archive_read_free(archive);
    if (found && got >= 0 && *length < max)
        return 0;
    snprintf(error, BUNDLE_ERROR_BYTES, "%.100s: %s", name,
             !found    ? "it is missing at the top of the archive"
             : got < 0 ? "it cannot be read"
                       : "it is too long");
    return BUNDLE_REFUSED;
}
