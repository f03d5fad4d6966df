/* fuzz.h - what the fuzz targets share. Each fuzz_NAME.c defines LLVMFuzzerTestOneInput for one
 * entry point; libFuzzer calls it with inputs of its own, replay_main.c with the files of a corpus.
 */
#ifndef AVONDALE_FUZZ_H
#define AVONDALE_FUZZ_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); /* always 0 */

/* A promise was broken: says which and ends the program, so that the input is kept. */
__attribute__((noreturn, format(printf, 1, 2))) static inline void fuzz_broken(const char *format,
                                                                               ...)
{
    va_list args;
    va_start(args, format);
    fputs("broken: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    abort();
}

/* The input as a source of decisions; zeros follow its end. */
struct fuzz_bytes {
    const uint8_t *at;
    size_t left;
};

static inline uint8_t fuzz_byte(struct fuzz_bytes *bytes)
{
    if (bytes->left == 0)
        return 0;
    bytes->left--;
    return *bytes->at++;
}

/* 0 .. bound-1; bound from 1 to 256. */
static inline uint32_t fuzz_below(struct fuzz_bytes *bytes, uint32_t bound)
{
    return fuzz_byte(bytes) % bound;
}

#endif
