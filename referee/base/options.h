/* options.h - parses the options of a subcommand with option_table.h, and prints errors the way
 * avondale does. */
#ifndef AVONDALE_OPTIONS_H
#define AVONDALE_OPTIONS_H

#include "ladder.h"

#include <stddef.h>

/* Sets the defaults, takes the options out of argv and moves the operands to its end: *first is the
 * index of the first one. --help prints the table and ends the program. Returns 0, or an exit
 * status after one line on standard error. */
int options_take(const struct option_table *table, void *context, int argc, char **argv,
                 int *first);

/* Prints "avondale COMMAND: ..." on standard error. Returns 2. */
__attribute__((format(printf, 2, 3))) int options_bad(const struct option_table *table,
                                                      const char *format, ...);
/* The same without the table. */
__attribute__((format(printf, 2, 3))) int options_command_bad(const char *command,
                                                              const char *format, ...);

#endif
