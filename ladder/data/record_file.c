/* record_file.c - one record of a sorted file, found by halves: no index, and no whole read. */
#include "data/record_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 4096, HEAD = 128 };

bool record_file_open(struct record_file *file, const char *path)
{
    struct stat about;
    *file = (struct record_file){.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (file->fd < 0)
        return false;
    if (fstat(file->fd, &about) || !S_ISREG(about.st_mode)) {
        close(file->fd);
        file->fd = -1;
        return false;
    }
    file->size = about.st_size;
    return true;
}

void record_file_close(struct record_file *file)
{
    if (file->fd >= 0)
        close(file->fd);
    file->fd = -1;
}

int64_t record_file_number(const char *game)
{
    const char *digits = strrchr(game, '-');
    char *end;
    if (!digits || strspn(digits + 1, "0123456789") != strlen(digits + 1))
        return 0;
    long long number = strtoll(digits + 1, &end, 10);
    return *end || number < 1 || number >= INT32_MAX ? 0 : number;
}

/* The place after the next end of a line, from `from` on; -1: there is none. */
static int64_t line_after(const struct record_file *file, int64_t from)
{
    char piece[PIECE];
    for (int64_t at = from; at < file->size && at - from < RECORD_FILE_LINE_MAX;) {
        ssize_t got = pread(file->fd, piece, sizeof piece, at);
        const char *end = got > 0 ? memchr(piece, '\n', (size_t)got) : NULL;
        if (end)
            return at + (end - piece) + 1;
        if (got <= 0)
            break;
        at += got;
    }
    return -1;
}

/* The number of the game whose record begins there; 0: no record begins there. */
static int64_t number_at(const struct record_file *file, int64_t at)
{
    static const char before[] = "\"game\":\"";
    char head[HEAD + 1];
    ssize_t got = pread(file->fd, head, HEAD, at);
    if (got <= 0)
        return 0;
    head[got] = '\0';
    char *game = strstr(head, before), *end;
    if (!game || !(end = strchr(game += strlen(before), '"')))
        return 0;
    *end = '\0';
    return record_file_number(game);
}

/* Where the record of a game begins; -1: nowhere. The first line that begins at or after the middle
 * says in which half it is. */
static int64_t find(const struct record_file *file, int64_t number)
{
    int64_t low = file->last < number ? file->at : 0, high = file->size;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        int64_t begin = middle == 0 ? 0 : line_after(file, middle - 1);
        if (begin < 0 || begin >= high) {
            high = middle;
            continue;
        }
        int64_t found = number_at(file, begin);
        if (found == number)
            return begin;
        if (found == 0)
            return -1;
        if (found < number)
            low = begin + 1;
        else
            high = middle;
    }
    return -1;
}

char *record_file_take(struct record_file *file, int64_t number)
{
    bool next = file->last > 0 && number == file->last + 1 && file->at < file->size;
    int64_t begin = next && number_at(file, file->at) == number ? file->at : find(file, number);
    int64_t end = begin < 0 ? -1 : line_after(file, begin);
    if (end < 0)
        return NULL;
    size_t size = (size_t)(end - begin - 1), got = 0;
    char *line = malloc(size + 1);
    while (line && got < size) {
        ssize_t more = pread(file->fd, line + got, size - got, begin + (int64_t)got);
        if (more <= 0) {
            free(line);
            return NULL;
        }
        got += (size_t)more;
    }
    if (line) {
        line[size] = '\0';
        file->at = end;
        file->last = number;
    }
    return line;
}
