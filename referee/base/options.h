/* options.h - the options of a subcommand as one table: parsed, explained and refused from it. */
#ifndef AVONDALE_OPTIONS_H
#define AVONDALE_OPTIONS_H

#include <stddef.h>

struct option_row {
    const char *name;  /* without the dashes */
    const char *value; /* how help calls its value; NULL: it takes none */
    const char *help;  /* one line, or several: the next ones are indented as the first */
    /* 0, or an exit status after a line on standard error (options_bad). `value` is NULL for a
     * flag. */
    int (*take)(void *context, const char *value);
};

struct option_set {
    const char *command; /* "match"; "" in those that others share */
    /* what follows "usage: avondale match ", and a line or two on what it does */
    const char *usage;
    const struct option_row *rows;
    int row_count;
    const struct option_set *shared; /* more rows, of a part that several commands have; or NULL */
    size_t shared_offset;            /* of that part in `context` */
};

/* Takes the options out of argv and moves the operands to its end: *first is the index of the first
 * one.
 * --help prints the table and ends the program. 0, or an exit status after one line. */
int options_take(const struct option_set *set, void *context, int argc, char **argv, int *first);

/* "avondale COMMAND: ..." on standard error; returns 2. */
__attribute__((format(printf, 2, 3))) int options_bad(const struct option_set *set,
                                                      const char *format, ...);
/* The same for a command that has no table of options. */
__attribute__((format(printf, 2, 3))) int command_bad(const char *command, const char *format, ...);

/* A whole number from min to max, nothing else: 0 and *out, or -1. */
int options_number(const char *text, long min, long max, int *out);

#endif
