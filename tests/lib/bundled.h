/* bundled.h - directories and archives, for the tests of bundles. */
#ifndef AVONDALE_TEST_BUNDLED_H
#define AVONDALE_TEST_BUNDLED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ladder.h"

struct place {
    char top[64], path[128];
    char error[BUNDLE_ERROR_BYTES];
};

static inline int setup(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    snprintf(place->top, sizeof place->top, "/tmp/avondale-test-XXXXXX");
    assert_non_null(mkdtemp(place->top));
    *state = place;
    return 0;
}

static inline int open_one(const char *path, const struct stat *info, int type, struct FTW *where)
{
    (void)info;
    (void)where;
    return type == FTW_D ? chmod(path, 0755) : 0;
}

static inline int remove_one(const char *path, const struct stat *info, int type, struct FTW *where)
{
    (void)info;
    (void)type;
    (void)where;
    return remove(path);
}

static inline int teardown(void **state)
{
    struct place *place = *state;
    nftw(place->top, open_one, 16, FTW_PHYS);
    nftw(place->top, remove_one, 16, FTW_PHYS | FTW_DEPTH);
    free(place);
    return 0;
}

/* ---- archives of other programs */

struct made {
    struct archive *archive;
    uint8_t bytes[512 << 10];
    size_t size;
};

/* Refused with this message. */
static inline void refused_look(struct place *place, const struct made *made, const char *words)
{
    assert_int_equal(bundle_unpack(made->bytes, made->size, 1 << 20, NULL, place->error), 2);
    if (!strstr(place->error, words))
        fail_msg("'%s' does not say '%s'", place->error, words);
}

#endif
