/* worker.c - avondale worker: plays what tournaments and matches put into a store. */
#include "command/command.h"
#include "base/log.h"
#include "base/options.h"
#include "match/farm_worker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LEASE_SEC_DEFAULT = 30 };

struct args {
    struct worker_config config;
    const char *cache;
    bool verbose;
};

static const struct option_set set;

static int take_store(void *context, const char *value)
{
    if (!ladder_url_valid(value))
        return options_bad(&set, "--store: must be sqlite:PATH or "
                                 "postgresql://[USER@]HOST[:PORT]/DATABASE");
    ((struct args *)context)->config.url = value;
    return 0;
}

static int take_jobs(void *context, const char *value)
{
    if (options_number(value, 1, WORKER_JOBS_MAX, &((struct args *)context)->config.jobs))
        return options_bad(&set, "--jobs %s: expected a number from 1 to %d", value,
                           WORKER_JOBS_MAX);
    return 0;
}

static int take_name(void *context, const char *value)
{
    struct args *args = context;
    if (!work_name_valid(value))
        return options_bad(&set, "--name %s: expected 1 to %d of A-Z a-z 0-9 . _ -", value,
                           WORK_NAME_MAX);
    strcpy(args->config.name, value);
    return 0;
}

static int take_lease(void *context, const char *value)
{
    if (options_number(value, WORKER_LEASE_SEC_MIN, WORKER_LEASE_SEC_MAX,
                       &((struct args *)context)->config.lease_sec))
        return options_bad(&set, "--lease %s: expected a number from %d to %d", value,
                           WORKER_LEASE_SEC_MIN, WORKER_LEASE_SEC_MAX);
    return 0;
}

static int take_cache(void *context, const char *value)
{
    ((struct args *)context)->cache = value;
    return 0;
}

static int take_once(void *context, const char *value)
{
    (void)value;
    ((struct args *)context)->config.once = true;
    return 0;
}

static int take_verbose(void *context, const char *value)
{
    (void)value;
    ((struct args *)context)->verbose = true;
    return 0;
}

static const struct option_row rows[] = {
    {"store", "URL", "where tournaments and matches put their work (sqlite:avondale.db)",
     take_store},
    {"jobs", "N", "blocks of games at once (1)", take_jobs},
    {"name", "NAME", "what lists call it (the machine's name)", take_name},
    {"lease", "N", "seconds without a sign of life after which others take its blocks (30)",
     take_lease},
    {"cache", "DIR", "where bots that come as archives are unpacked (avondale-cache)", take_cache},
    {"once", NULL, "ends when all work that is there has ended", take_once},
    {"verbose", NULL, "shows what bots write on standard error, and a log", take_verbose},
};

static const struct option_set set = {
    .command = "worker",
    .usage =
        "[OPTION...]\n"
        "Plays the blocks of tournaments and matches that were started with the same --store.\n",
    .rows = rows,
    .row_count = sizeof rows / sizeof rows[0],
    .shared = &sandbox_options,
    .shared_offset = offsetof(struct args, config.sandbox),
};

static void set_defaults(struct args *args)
{
    char host[WORK_NAME_MAX + 1] = "";

    sandbox_set_defaults(&args->config.sandbox);
    args->config.url = "sqlite:avondale.db";
    args->config.jobs = 1;
    args->config.lease_sec = LEASE_SEC_DEFAULT;
    args->cache = "avondale-cache";
    if (gethostname(host, sizeof host - 1) == 0 && work_name_valid(host))
        strcpy(args->config.name, host);
    else
        strcpy(args->config.name, "worker");
}

int cmd_worker(int argc, char **argv)
{
    struct args *args = calloc(1, sizeof *args);
    char *cache = NULL;
    int first, status;

    if (!args)
        return 3;
    set_defaults(args);
    status = options_take(&set, args, argc, argv, &first);
    if (status == 0 && first < argc)
        status = options_bad(&set, "'%s' is no option; see avondale worker --help", argv[first]);
    if (status == 0)
        status = sandbox_begin(&set, &args->config.sandbox, args->verbose);
    if (status == 0) {
        /* Bots are started in it, so its name must hold from anywhere. */
        if (mkdir(args->cache, 0755) == 0 || errno == EEXIST)
            cache = realpath(args->cache, NULL);
        if (!cache) {
            options_bad(&set, "--cache %s: %s", args->cache, strerror(errno));
            status = 3;
        }
    }
    if (status == 0) {
        args->config.cache = cache;
        log_set_level(args->verbose ? LOG_INFO : LOG_WARN);
        status = worker_run(&args->config);
    }
    free(cache);
    free(args);
    return status;
}
