/* tournament_directory.c - the files of a tournament beside its records. */
#include "tournament/tournament_directory.h"

#include "base/memory.h"
#include "match/job_format.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char copy_name[] = "tournament.ini";
static const char *const outputs[] = {copy_name,       "seed",         "standings.txt",
                                      "standings.csv", "results.json", "index.html",
                                      "times.json",    "rulings.jsonl"};

void tournament_directory_path(const char *output, const char *name,
                               char path[TOURNAMENT_DIRECTORY_PATH])
{
    snprintf(path, TOURNAMENT_DIRECTORY_PATH, "%s/%s", output, name);
}

static bool is_same_file(const char *one, const char *other)
{
    char a[PATH_MAX], b[PATH_MAX];

    return realpath(one, a) && realpath(other, b) && strcmp(a, b) == 0;
}

bool tournament_directory_taken(const char *output, const char *input,
                                char path[TOURNAMENT_DIRECTORY_PATH])
{
    struct stat found;

    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        tournament_directory_path(output, outputs[i], path);
        if (lstat(path, &found) == 0 && (outputs[i] != copy_name || !is_same_file(input, path)))
            return true;
    }
    return false;
}

char *tournament_directory_read(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t capacity = 0;

    if (!file)
        return NULL;
    if (getdelim(&text, &capacity, '\0', file) < 0) {
        free(text);
        text = feof(file) ? calloc(1, 1) : NULL;
    }
    fclose(file);
    return text;
}

int tournament_directory_write(const char *path, const char *text)
{
    size_t size = strlen(text);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

    if (fd < 0)
        return -1;
    ssize_t wrote = 1;
    while (size > 0 && (wrote > 0 || (wrote < 0 && errno == EINTR))) {
        wrote = write(fd, text, size);
        text += wrote > 0 ? wrote : 0;
        size -= wrote > 0 ? (size_t)wrote : 0;
    }
    return close(fd) || size > 0 ? -1 : 0;
}

int tournament_directory_replace(const char *path, const char *text)
{
    char fresh[TOURNAMENT_DIRECTORY_PATH + 8];

    snprintf(fresh, sizeof fresh, "%s.new", path);
    return tournament_directory_write(fresh, text) || rename(fresh, path) ? -1 : 0;
}

int tournament_directory_keep_copy(const char *output, const char *input, bool resume,
                                   const char **failed)
{
    char path[TOURNAMENT_DIRECTORY_PATH];
    char *text = tournament_directory_read(input);
    int status = 0;

    *failed = input;
    if (!text)
        return -1;
    tournament_directory_path(output, copy_name, path);
    char *kept = tournament_directory_read(path);
    /* It may be the same file: then it is not written again. */
    if (!kept || strcmp(text, kept) != 0) {
        *failed = copy_name;
        status = resume ? 1 : tournament_directory_write(path, text);
    }
    free(text);
    free(kept);
    return status;
}

int tournament_directory_keep_times(const char *path, const struct think_times *thinks, int count)
{
    json_t *times = job_format_thinks_value(thinks, count);
    char *text = times ? json_dumps(times, JSON_COMPACT) : NULL;

    if (!text)
        memory_end();
    int status = tournament_directory_replace(path, text);
    json_decref(times);
    free(text);
    return status;
}

void tournament_directory_add_times(const char *path, struct think_times *thinks, int count)
{
    char *text = tournament_directory_read(path);
    json_t *times = text ? json_loads(text, 0, NULL) : NULL;

    (void)job_format_thinks_add(times, count, thinks);
    json_decref(times);
    free(text);
}
