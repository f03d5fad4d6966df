/* replay_main.c - runs a fuzz target over files, and over all files of directories: the corpus as a
 * regression test, for machines without libFuzzer. */
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz.h"

static long runs;
static const char *running;

/* The name of the input that ends the program is the last line of standard error. */
static void tell_running(void)
{
    if (running)
        fprintf(stderr, "in %s\n", running);
}

static int run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    struct stat status;
    uint8_t *data = NULL;
    int result = 3;

    if (!file || fstat(fileno(file), &status))
        goto out;
    /* Exactly as large as the input, so that a sanitizer sees a read beyond it. */
    data = malloc((size_t)status.st_size);
    if ((!data && status.st_size > 0) ||
        fread(data, 1, (size_t)status.st_size, file) != (size_t)status.st_size)
        goto out;
    running = path;
    LLVMFuzzerTestOneInput(data, (size_t)status.st_size);
    running = NULL;
    runs++;
    result = 0;
out:
    if (result)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    free(data);
    if (file)
        fclose(file);
    return result;
}

static int run_directory(const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort), result = 0;

    if (count < 0) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return 3;
    }
    for (int i = 0; i < count; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        if (result == 0 && entries[i]->d_name[0] != '.')
            result = run_file(name);
        free(entries[i]);
    }
    free(entries);
    return result;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s FILE|DIRECTORY ...\n", argv[0]);
        return 2;
    }
    atexit(tell_running);
    for (int i = 1; i < argc; i++) {
        struct stat status;
        bool directory = stat(argv[i], &status) == 0 && S_ISDIR(status.st_mode);
        int result = directory ? run_directory(argv[i]) : run_file(argv[i]);
        if (result)
            return result;
    }
    printf("%ld inputs\n", runs);
    return runs > 0 ? 0 : 2;
}
