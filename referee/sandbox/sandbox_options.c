/* sandbox_options.c - the options of the sandbox: one table of limits, one of options. */
#include "base/log.h"
#include "base/options.h"
#include "sandbox/sandbox.h"

#include <stdio.h>
#include <string.h>

static const struct limit {
    const char *name;
    int min, max, by_default;
} limits[SANDBOX_LIMIT_COUNT] = {
    [SANDBOX_MEMORY_MB] = {"bot-memory-mb", 16, 1 << 20, 4096},
    [SANDBOX_CPU_SEC] = {"bot-cpu-sec", 1, 1 << 24, 3600},
    [SANDBOX_FILES] = {"bot-files", 8, 1 << 16, 256},
    [SANDBOX_PROCESSES] = {"bot-processes", 1, 1 << 16, 64},
};

void sandbox_set_defaults(struct sandbox_config *config)
{
    memset(config, 0, sizeof *config);
    for (int i = 0; i < SANDBOX_LIMIT_COUNT; i++)
        config->limits[i] = limits[i].by_default;
}

static int take_limit(struct sandbox_config *config, enum sandbox_limit which, const char *value)
{
    const struct limit *limit = &limits[which];
    if (options_number(value, limit->min, limit->max, &config->limits[which]) == 0)
        return 0;
    return options_bad(&sandbox_options, "--%s %s: expected a number from %d to %d", limit->name,
                       value, limit->min, limit->max);
}

static int take_memory(void *context, const char *value)
{
    return take_limit(context, SANDBOX_MEMORY_MB, value);
}

static int take_cpu(void *context, const char *value)
{
    return take_limit(context, SANDBOX_CPU_SEC, value);
}

static int take_files(void *context, const char *value)
{
    return take_limit(context, SANDBOX_FILES, value);
}

static int take_processes(void *context, const char *value)
{
    return take_limit(context, SANDBOX_PROCESSES, value);
}

static int take_mode(void *context, const char *value)
{
    for (int mode = 0; mode < SANDBOX_MODE_COUNT; mode++) {
        if (strcmp(value, sandbox_mode_name((enum sandbox_mode)mode)) == 0) {
            ((struct sandbox_config *)context)->mode = (enum sandbox_mode)mode;
            return 0;
        }
    }
    return options_bad(&sandbox_options, "--sandbox %s: expected none, rlimit or strict", value);
}

static int take_require(void *context, const char *value)
{
    (void)value;
    ((struct sandbox_config *)context)->require = true;
    return 0;
}

static int take_logs(void *context, const char *value)
{
    ((struct sandbox_config *)context)->logs = value;
    return 0;
}

static const struct option_row rows[] = {
    {"sandbox", "MODE",
     "what bots may do: none (anything), rlimit (limits), strict (limits,\nnamespaces, no network, "
     "no sockets, few files) (none)",
     take_mode},
    {"require-sandbox", NULL, "does not play where less than MODE promises works", take_require},
    {"bot-memory-mb", "N",
     "MiB of address space of each process of a bot, and of memory of all of\nthem where there are "
     "control groups: see the line at the start (4096)",
     take_memory},
    {"bot-cpu-sec", "N", "seconds of CPU time of each process of a bot (3600)", take_cpu},
    {"bot-files", "N", "open files of each process of a bot (256)", take_files},
    {"bot-processes", "N", "processes and threads of a bot (64)", take_processes},
    {"bot-logs", "DIR", "what bots write on standard error goes to DIR/NAME.SEAT.log,\n1 MiB each",
     take_logs},
};

const struct option_set sandbox_options = {
    .command = "",
    .usage = "",
    .rows = rows,
    .row_count = sizeof rows / sizeof rows[0],
};

int sandbox_begin(const struct option_set *set, struct sandbox_config *config, bool verbose)
{
    char line[SANDBOX_ERROR_BYTES];

    config->verbose = verbose;
    int status = sandbox_prepare(config, line);
    if (status)
        options_bad(set, "%s", line);
    else if (line[0])
        log_say("%s", line);
    return status;
}
