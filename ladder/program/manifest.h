/* manifest.h - avondale.ini: how a program that was handed in starts, and how it is built. Pure.
 *
 *     [bot]
 *     start = python3 bot.py
 *     build = make
 *     rulesets = wikipedia au-pagat
 *
 * Whoever wrote it is not trusted: a command names files of its own directory and programs of the
 * system by name, so that nothing else of a machine comes into view of its sandbox. */
#ifndef AVONDALE_MANIFEST_H
#define AVONDALE_MANIFEST_H

#include "base/name.h"
#include "base/values.h"

#include <stddef.h>

#define MANIFEST_FILE "avondale.ini"

enum {
    MANIFEST_BYTES_MAX = 4096,
    MANIFEST_VALUE_MAX = 160, /* bytes of a value: inih's lines end at 200 */
    MANIFEST_ERROR_BYTES = 240,
};

struct manifest {
    char start[MANIFEST_VALUE_MAX + 1];
    char build[MANIFEST_VALUE_MAX + 1];    /* "": it is not built */
    char rulesets[MANIFEST_VALUE_MAX + 1]; /* names with blanks between; "": those of the ladder */
    char name[LADDER_NAME_MAX + 1];        /* for `submit`, where its options say none; "" */
    char version[LADDER_NAME_MAX + 1];     /* the same */
};

/* Reads the text. Returns 0, or -1 with a line in `error` that names the line and what is allowed.
 */
LADDER_MUST_CHECK int manifest_parse(const char *text, size_t size, struct manifest *manifest,
                                     char error[MANIFEST_ERROR_BYTES]);

#endif
