/* token_keeper.c - see token_keeper.h. */
#include "client/token_keeper.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Other characters of an address would make folders, or leave ours. */
static char file_letter(char c)
{
    return isalnum((unsigned char)c) || c == '.' || c == '-' ? c : '_';
}

int token_keeper_path(char *path, size_t size, const char *address, const char *name)
{
    const char *base = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    int length;

    if (base && base[0])
        length = snprintf(path, size, "%s/avondale/tokens/", base);
    else if (home && home[0])
        length = snprintf(path, size, "%s/.config/avondale/tokens/", home);
    else
        return -1;
    size_t at = (size_t)length;
    if (at + strlen(address) + 1 + strlen(name) >= size)
        return -1;
    for (; *address; address++)
        if (*address != '[' && *address != ']') /* the clients in other languages do the same */
            path[at++] = file_letter(*address);
    path[at++] = '/';
    for (; *name; name++)
        path[at++] = (char)tolower((unsigned char)*name);
    path[at] = '\0';
    return 0;
}

static int make_folders(const char *file)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof path, "%s", file) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0700) && errno != EEXIST)
            return -1;
        *slash = '/';
    }
    return 0;
}

/* Makes a file beside it under a unique name. Returns its descriptor, or -1. */
static int open_part(const char *path, char part[PATH_MAX])
{
    if (snprintf(part, PATH_MAX, "%s.XXXXXX", path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return mkostemp(part, O_CLOEXEC); /* mode 0600 */
}

int token_keeper_check(const char *path)
{
    struct stat info = {0};
    char part[PATH_MAX];

    if (access(path, F_OK) == 0)
        return access(path, R_OK | W_OK);
    if (snprintf(part, sizeof part, "%s%s", path[0] == '/' ? "" : "./", path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    do {
        char *slash = strrchr(part, '/');
        if (slash == part)
            return access("/", W_OK | X_OK);
        *slash = '\0';
    } while (stat(part, &info) && errno == ENOENT);
    if (!S_ISDIR(info.st_mode)) {
        errno = ENOTDIR;
        return -1;
    }
    return access(part, W_OK | X_OK);
}

int token_keeper_read(const char *path, char token[TOKEN_KEEPER_BYTES])
{
    char line[TOKEN_KEEPER_BYTES + 2] = "";
    FILE *file = fopen(path, "re");

    token[0] = '\0';
    if (!file)
        return errno == ENOENT ? 0 : -1;
    if (!fgets(line, sizeof line, file))
        line[0] = '\0';
    fclose(file);
    line[strcspn(line, "\r\n ")] = '\0';
    if (strlen(line) >= TOKEN_KEEPER_BYTES || line[strspn(line, "0123456789abcdefABCDEF")]) {
        errno = EINVAL;
        return -1;
    }
    memcpy(token, line, strlen(line) + 1);
    return 0;
}

int token_keeper_write(const char *path, const char *token)
{
    char part[PATH_MAX], line[TOKEN_KEEPER_BYTES + 1];
    int size = snprintf(line, sizeof line, "%.64s\n", token);

    if (make_folders(path))
        return -1;
    int fd = open_part(path, part);
    if (fd < 0)
        return -1;
    int status = write(fd, line, (size_t)size) == size && fsync(fd) == 0 ? 0 : -1;
    if (close(fd) || status || rename(part, path)) {
        int why = errno;
        unlink(part);
        errno = why;
        return -1;
    }
    return 0;
}
