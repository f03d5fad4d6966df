/* handed_in.h - archives of programs, and the owners that hand them in over HTTP. */
#ifndef AVONDALE_TEST_HANDED_IN_H
#define AVONDALE_TEST_HANDED_IN_H

#include <archive.h>
#include <archive_entry.h>

#include "web_asked.h"
#include "writer/writer_account.h"

struct handed {
    char bytes[32768];
    size_t size;
};

/* Adds a file to an archive: a regular one, or a link to `target`. */
static inline void handed_add(struct archive *archive, const char *path, const char *text,
                              const char *target)
{
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, path);
    archive_entry_set_filetype(entry, target ? AE_IFLNK : AE_IFREG);
    archive_entry_set_perm(entry, 0755);
    archive_entry_set_size(entry, target ? 0 : (la_int64_t)strlen(text));
    if (target)
        archive_entry_set_symlink(entry, target);
    assert_int_equal(archive_write_header(archive, entry), ARCHIVE_OK);
    if (!target)
        assert_int_equal(archive_write_data(archive, text, strlen(text)), (int)strlen(text));
    archive_entry_free(entry);
}

/* Makes the archive of a program with that manifest (NULL: none), and a link if one is given. */
static inline void handed_make(struct handed *handed, const char *manifest, const char *target)
{
    struct archive *archive = archive_write_new();
    assert_int_equal(archive_write_set_format_ustar(archive), ARCHIVE_OK);
    assert_int_equal(
        archive_write_open_memory(archive, handed->bytes, sizeof handed->bytes, &handed->size),
        ARCHIVE_OK);
    handed_add(archive, "bot", "#!/bin/sh\nexit 0\n", NULL);
    if (manifest)
        handed_add(archive, "./avondale.ini", manifest, NULL);
    if (target)
        handed_add(archive, "link", "", target);
    assert_int_equal(archive_write_close(archive), ARCHIVE_OK);
    archive_write_free(archive);
}

static const char handed_manifest[] = "[bot]\nstart = ./bot\n";

static inline size_t handed_head(char *head, size_t max, const char *token, const char *method,
                                 const char *path, const char *more, size_t size)
{
    return (size_t)snprintf(head, max,
                            "%s /api/v1/bots/%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                            "%sAuthorization: Bearer %s\r\nContent-Length: %zu\r\n\r\n",
                            method, path, more, token, size);
}

/* Sends a request with a body, or without one. */
static inline int handed_ask(const struct fixture *fixture, const char *token, const char *method,
                             const char *path, const struct handed *handed)
{
    char bytes[sizeof handed->bytes + 1024];
    size_t size = handed ? handed->size : 0;
    size_t head = handed_head(bytes, 1024, token, method, path, "", size);
    if (handed)
        memcpy(bytes + head, handed->bytes, size);
    return web_exchange(fixture, dial(fixture), bytes, head + size);
}

static inline void handed_owner(const struct fixture *fixture, char token[65])
{
    static const char ask[] = "POST /api/v1/account HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                              "Content-Length: 0\r\n\r\n";
    assert_int_equal(web_exchange(fixture, dial(fixture), ask, sizeof ask - 1), 201);
    const char *said = strstr(reply, "\"token\":\"");
    assert_non_null(said);
    snprintf(token, 65, "%.64s", said + 9);
}

/* Returns the number of archives in the store. */
static inline int handed_archives(const struct fixture *fixture)
{
    struct work_archive archives[32];
    struct ladder_error error;
    struct work *work;
    assert_int_equal(work_open(&work, fixture->temp.url, true, NULL, &error), 0);
    int count = work_archives(work, "", archives, 32);
    work_close(work);
    return count;
}

#endif
