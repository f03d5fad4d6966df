/* sandbox_options.c - the options of the sandbox. */
#include "base/log.h"
#include "base/options.h"
#include "sandbox/sandbox.h"

#include <stdio.h>
#include <string.h>

static const struct option_row rows[] = {
    {OPTION_WORD("sandbox", "MODE", sandbox_config, mode, sandbox_mode_names, "none",
                 "what bots may do: none (anything), rlimit (limits), strict (limits, namespaces, "
                 "no network, no sockets, few files)")},
    {OPTION_FLAG("require-sandbox", sandbox_config, require,
                 "does not play where less than MODE promises works")},
    {OPTION_NUMBER("bot-memory-mb", "N", sandbox_config, limits[SANDBOX_MEMORY_MB], 16, 1 << 20,
                   "4096",
                   "MiB of address space of each process of a bot, and of memory of all of them "
                   "where there are control groups: see the line at the start")},
    {OPTION_NUMBER("bot-cpu-sec", "N", sandbox_config, limits[SANDBOX_CPU_SEC], 1, 1 << 24, "3600",
                   "seconds of CPU time of each process of a bot")},
    {OPTION_NUMBER("bot-files", "N", sandbox_config, limits[SANDBOX_FILES], 8, 1 << 16, "256",
                   "open files of each process of a bot")},
    {OPTION_NUMBER("bot-processes", "N", sandbox_config, limits[SANDBOX_PROCESSES], 1, 1 << 16,
                   "64", "processes and threads of a bot")},
    {OPTION_TEXT("bot-logs", "DIR", sandbox_config, logs, NULL,
                 "what bots write on standard error goes to DIR/NAME.SEAT.log, 1 MiB each")},
};

const struct option_part sandbox_options = OPTION_PART("The sandbox of bots", rows);

void sandbox_options_set_defaults(struct sandbox_config *config)
{
    memset(config, 0, sizeof *config);
    option_table_set_part_defaults(&sandbox_options, config);
}

int sandbox_options_begin(const struct option_table *table, struct sandbox_config *config,
                          bool verbose)
{
    char line[SANDBOX_ERROR_BYTES];

    config->verbose = verbose;
    int status = sandbox_prepare(config, line);
    if (status)
        options_bad(table, "%s", line);
    else if (line[0])
        log_say("%s", line);
    return status;
}
