/* ladder.c - avondale ladder: hands over to the ladder's own commands. */
#include "command/command.h"
#include "ladder.h"
#include "base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: avondale ladder [--store URL] [--json] COMMAND [ARGUMENT...]\n"
    "  --store URL  the ladder's database, sqlite:avondale.db unless told\n";

int cmd_ladder(int argc, char **argv)
{
    const char *url = "sqlite:avondale.db";
    bool json = false;
    int first = 1;

    for (; first < argc && strncmp(argv[first], "--", 2) == 0; first++) {
        if (strcmp(argv[first], "--json") == 0) {
            json = true;
        } else if (strcmp(argv[first], "--store") == 0 && first + 1 < argc) {
            url = argv[++first];
        } else if (strncmp(argv[first], "--store=", 8) == 0) {
            url = argv[first] + 8;
        } else if (strcmp(argv[first], "--help") == 0) {
            fputs(usage, stdout);
            fputs(ladder_command_help, stdout);
            return 0;
        } else {
            log_say("avondale ladder: no option '%s'; there are --store URL, --json, --help",
                    argv[first]);
            return 2;
        }
    }
    if (first == argc) {
        fputs(usage, stderr);
        return 2;
    }
    return ladder_command(url, argc - first, argv + first, json, stdout, stderr);
}
