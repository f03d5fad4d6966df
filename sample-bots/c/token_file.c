/* token_file.c - see token_file.h. */
#include "token_file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int token_file_path(char *path, size_t size, const char *address, const char *name)
{
    const char *base = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    bool own = base && base[0];
    int start = snprintf(path, size, "%s%s/avondale/tokens/",
                         own    ? base
                         : home ? home
                                : "",
                         own ? "" : "/.config");
    int at = start, length = (int)strcspn(address, ",");

    if (start < 0 || start + length + 1 + (int)strlen(name) >= (int)size)
        return -1;
    for (int i = 0; i < length; i++) {
        char c = address[i];
        if (c == '[' || c == ']') /* around an IPv6 address: the clients of all languages agree */
            continue;
        path[at++] = isalnum((unsigned char)c) || c == '.' || c == '-' ? c : '_';
    }
    path[at++] = '/';
    for (; *name; name++)
        path[at++] = (char)tolower((unsigned char)*name);
    path[at] = '\0';
    return 0;
}

int token_file_read(const char *path, char token[TOKEN_FILE_BYTES])
{
    FILE *file = fopen(path, "r");

    token[0] = '\0';
    if (!file)
        return errno == ENOENT ? 0 : -1;
    if (!fgets(token, TOKEN_FILE_BYTES, file))
        token[0] = '\0';
    fclose(file);
    token[strcspn(token, "\r\n ")] = '\0';
    return 0;
}

static int make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        int status = mkdir(path, 0700);
        *slash = '/';
        if (status && errno != EEXIST)
            return -1;
    }
    return 0;
}

static int write_all(int fd, const char *token)
{
    char line[TOKEN_FILE_BYTES + 1];
    int size = snprintf(line, sizeof line, "%.64s\n", token);

    return write(fd, line, (size_t)size) == size && fsync(fd) == 0 ? 0 : -1;
}

int token_file_write(const char *path, const char *token)
{
    char part[PATH_MAX];

    if (snprintf(part, sizeof part, "%s.%ld", path, (long)getpid()) >= (int)sizeof part) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (make_folders(part))
        return -1;
    int fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        return -1;
    int status = write_all(fd, token);
    if (close(fd) || status || rename(part, path)) {
        int why = errno;
        unlink(part);
        errno = why;
        return -1;
    }
    return 0;
}
