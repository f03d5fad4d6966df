/* command_work.h - the commands of avondale ladder that are about work for several machines. */
#ifndef AVONDALE_COMMAND_WORK_H
#define AVONDALE_COMMAND_WORK_H

#include <stdbool.h>
#include <stdio.h>

bool command_work_is(const char *name);
/* As ladder_command, for a name of those. */
int command_work(const char *url, int argc, char **argv, bool json, FILE *out, FILE *err);

#endif
