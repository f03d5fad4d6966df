/* submit.c - avondale submit: hands in a bot, as an archive, to an arena elsewhere. */
#include "command/command.h"
#include "command/server_options.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct submit {
    struct server_options server;
    const char *name, *version;
};

static const struct option_row rows[] = {
    {OPTION_TEXT("name", "NAME", submit, name, NULL,
                 "of the bot; without it that of avondale.ini")},
    {OPTION_TEXT("version", "LABEL", submit, version, NULL,
                 "of what is handed in; without it that of avondale.ini")},
};
static const struct option_part part = OPTION_PART(NULL, rows);

const struct option_table submit_options = {
    .command = "submit",
    .synopsis = "DIR|TAR --server URL [OPTION...]",
    .does = "Hands in a bot: a directory, or a tar, with a file avondale.ini that says how it "
            "starts. The arena builds it, checks it, and makes it the bot's active version.",
    .parts = {{&part, 0}, {&server_options_part, offsetof(struct submit, server)}},
    .operands = "a directory, or a tar",
    .operands_min = 1,
    .operands_max = 1,
};

static int file_read(const char *path, off_t size, uint8_t **bytes)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    *bytes = malloc((size_t)size + 1);
    ssize_t got = fd >= 0 && *bytes ? read(fd, *bytes, (size_t)size) : -1;
    if (fd >= 0)
        close(fd);
    return got == size ? 0 : options_bad(&submit_options, "%.200s: %s", path, strerror(errno));
}

/* Packs a directory, or reads a tar. */
static int pack(const char *path, uint8_t **bytes, size_t *size)
{
    char error[BUNDLE_ERROR_BYTES];
    struct stat info;

    if (stat(path, &info))
        return options_bad(&submit_options, "%.200s: %s", path, strerror(errno));
    if (S_ISDIR(info.st_mode))
        return bundle_pack(path, bytes, size, error) ? options_bad(&submit_options, "%.300s", error)
                                                     : 0;
    if (!S_ISREG(info.st_mode) || info.st_size > WORK_ARCHIVE_BYTES_MAX)
        return options_bad(&submit_options,
                           "%.200s: expected a directory, or a tar of at most %d MiB", path,
                           WORK_ARCHIVE_BYTES_MAX >> 20);
    *size = (size_t)info.st_size;
    return file_read(path, info.st_size, bytes);
}

/* Reports what the arena would refuse before anything is sent. */
static int look(const uint8_t *bytes, size_t size, struct manifest *manifest)
{
    char text[MANIFEST_BYTES_MAX + 2], error[BUNDLE_ERROR_BYTES], wrong[MANIFEST_ERROR_BYTES];
    size_t length;

    if (bundle_unpack(bytes, size, BUNDLE_BYTES_MAX, NULL, error) ||
        bundle_read(bytes, size, MANIFEST_FILE, text, sizeof text, &length, error))
        return options_bad(&submit_options, "%.300s", error);
    if (manifest_parse(text, length, manifest, wrong))
        return options_bad(&submit_options, "%.240s", wrong);
    return 0;
}

static int put(struct submit *submit, const struct manifest *manifest, const uint8_t *bytes,
               size_t size)
{
    char path[120];
    const char *name = submit->name ? submit->name : manifest->name,
               *label = submit->version ? submit->version : manifest->version;
    struct http_request request = {.method = "PUT",
                                   .path = path,
                                   .type = "application/x-tar",
                                   .body = bytes,
                                   .body_bytes = size};
    json_t *value = NULL;

    if (!name_is_valid(name))
        return options_bad(&submit_options,
                           "--name %.80s: expected 1 to 32 of A-Z a-z 0-9 . _ - here or as `name` "
                           "in " MANIFEST_FILE,
                           name);
    if (!name_is_valid(label))
        return options_bad(&submit_options,
                           "--version %.80s: expected 1 to 32 of A-Z a-z 0-9 . _ - here or as "
                           "`version` in " MANIFEST_FILE,
                           label);
    snprintf(path, sizeof path, "/api/v1/bots/%s/versions/%s", name, label);
    int status = server_options_begin(&submit_options, &submit->server, true);
    if (status == 0)
        status = server_options_ask(&submit_options, &submit->server, &request, &value);
    if (status == 0)
        printf("%s version %s is handed in, and waits for its check\n", name, label);
    json_decref(value);
    server_options_end(&submit->server);
    return status;
}

int submit_main(int argc, char **argv)
{
    struct submit submit = {.name = NULL};
    struct manifest manifest;
    uint8_t *bytes = NULL;
    size_t size = 0;
    int first, status = options_take(&submit_options, &submit, argc, argv, &first);

    if (status == 0)
        status = pack(argv[first], &bytes, &size);
    if (status == 0)
        status = look(bytes, size, &manifest);
    if (status == 0)
        status = put(&submit, &manifest, bytes, size);
    free(bytes);
    return fflush(stdout) ? 3 : status;
}
