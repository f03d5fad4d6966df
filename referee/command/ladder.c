/* ladder.c - avondale ladder: calls the ladder's own commands. */
#include "command/command.h"
#include "events/event_source.h"
#include "ladder.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

const struct option_table ladder_options = {
    .command = "ladder",
    .synopsis = "[--store URL] [--json] COMMAND [ARGUMENT...]",
    .does = "The ladder from the shell, beside a daemon or without one. Exits 0 when done, 1 where "
            "the answer is no, 2 for bad usage or input, 3 where the disk failed.",
    .parts = {{&ladder_common_options, 0}},
    .operands = "a command",
    .operands_min = 1,
    .operands_max = INT_MAX,
    .operand_ends = true,
    .print_more = command_table_print,
};

/* The ladder does not know what a tournament is: its file is checked here, as a whole. Returns 0,
 * or an exit status after a line for each mistake. */
static int check_event(int count, char **words)
{
    if (count < 2 || strcmp(words[0], "event") != 0 || strcmp(words[1], "add") != 0)
        return 0;
    enum event_entries entries = EVENT_OF_FILE;
    for (int i = 2; i < count; i++) {
        if (strncmp(words[i], "entries=", strlen("entries=")) == 0 &&
            strcmp(words[i], "entries=file") != 0)
            entries = EVENT_ACTIVE; /* or others that programs of owners may be among */
    }
    for (int i = 2; i < count; i++) {
        if (strncmp(words[i], "file=", strlen("file=")) != 0)
            continue;
        char *text = event_source_read(words[i] + strlen("file="), entries);
        if (!text)
            return 2;
        free(text);
    }
    return 0;
}

int ladder_main(int argc, char **argv)
{
    struct ladder_common common = {.url = "sqlite:avondale.db"};
    int first, status = options_take(&ladder_options, &common, argc, argv, &first);

    if (status == 0)
        status = check_event(argc - first, argv + first);
    if (status)
        return status;
    return command_table_run(common.url, argc - first, argv + first, common.json, stdout, stderr);
}
