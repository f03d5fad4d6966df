/* command_table.h - commands from the shell (admin side, blocking). */
#ifndef AVONDALE_LADDER_COMMAND_TABLE
#define AVONDALE_LADDER_COMMAND_TABLE

#include <stdbool.h>
#include <stdio.h>

/* Runs avondale ladder add|token|top|show|history|ban|void|export|import|recompute ...: argv[0] is
 * that word. Prints to `out`, and errors as one line to `err`. Returns the exit status 0, 1, 2
 * or 3. */
int ladder_command(const char *url, int argc, char **argv, bool json, FILE *out, FILE *err);
extern const char ladder_command_help[];

#endif
