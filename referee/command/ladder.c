/* ladder.c - avondale ladder: calls the ladder's own commands. */
#include "command/command.h"
#include "ladder.h"

#include <limits.h>

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

int ladder_main(int argc, char **argv)
{
    struct ladder_common common = {.url = "sqlite:avondale.db"};
    int first, status = options_take(&ladder_options, &common, argc, argv, &first);

    if (status)
        return status;
    return command_table_run(common.url, argc - first, argv + first, common.json, stdout, stderr);
}
