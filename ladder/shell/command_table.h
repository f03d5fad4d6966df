/* command_table.h - commands from the shell (admin side, blocking). */
#ifndef AVONDALE_LADDER_COMMAND_TABLE
#define AVONDALE_LADDER_COMMAND_TABLE

#include "base/option_table.h"

#include <stdbool.h>
#include <stdio.h>

/* The options before the command, and among its own options. */
struct ladder_common {
    const char *url;
    bool json;
};
extern const struct option_part ladder_common_options; /* of struct ladder_common */

/* Runs avondale ladder add|token|top|show|history|ban|void|export|import|recompute ...: argv[0] is
 * that word. Prints to `out`, and errors as one line to `err`. Returns the exit status 0, 1, 2
 * or 3. */
int command_table_run(const char *url, int argc, char **argv, bool json, FILE *out, FILE *err);

/* The commands with their options, for the help and the manual page of avondale ladder. */
void command_table_print(FILE *out, bool manual);

#endif
