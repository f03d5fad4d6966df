/* store_files.h - stores that are files, of this and of older versions, for their tests. */
#ifndef AVONDALE_TEST_STORE_FILES_H
#define AVONDALE_TEST_STORE_FILES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include "ladder_temp.h"
#include "log/replay.h"

static inline char *bytes_read(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *data = malloc(1 << 20);
    *bytes = fread(data, 1, 1 << 20, file);
    assert_true(*bytes < 1 << 20);
    fclose(file);
    return data;
}

/* What `--count URL` of this program does: the number of results as its exit status. */
static inline int count_results(const char *url)
{
    struct store_result *page = calloc(STORE_PAGE, sizeof *page);
    struct store *store = NULL;
    struct ladder_error error;
    int count = -1;

    if (page && store_open(&store, url, STORE_MUST_EXIST, &error) == 0 &&
        store_begin(store, false) == 0)
        count = store_results(store, 0, 0, page, STORE_PAGE);
    store_close(store);
    free(page);
    return count < 0 ? 255 : count;
}

#endif
