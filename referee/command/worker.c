/* worker.c - avondale worker: plays the blocks that tournaments and matches put into a store. */
#include "command/command.h"
#include "base/log.h"
#include "base/options.h"
#include "check/program_worker.h"
#include "match/farm_worker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct args {
    struct farm_worker_config config;
    const char *cache;
    bool verbose, unsafe;
};

static const struct option_row rows[] = {
    {OPTION_TEXT("store", "URL", args, config.url, "sqlite:avondale.db",
                 "where tournaments and matches put their work"),
     .valid = writer_url_valid, .allowed = LADDER_URL_FORMS, .secret = true},
    {OPTION_NUMBER("jobs", "N", args, config.jobs, 1, FARM_WORKER_JOBS_MAX, "1",
                   "blocks of games at once")},
    {.name = "name",
     .kind = OPTION_KIND_COPY,
     .value = "NAME",
     OPTION_SIZED(args, config.name),
     .valid = work_name_valid,
     .allowed = "1 to 64 of A-Z a-z 0-9 . _ -",
     .help = "what lists call it (the name of the machine by default)"},
    {OPTION_NUMBER("lease", "N", args, config.lease_sec, FARM_WORKER_LEASE_SEC_MIN,
                   FARM_WORKER_LEASE_SEC_MAX, "30",
                   "seconds without a sign of life after which others take its blocks")},
    {OPTION_TEXT("cache", "DIR", args, cache, "avondale-cache",
                 "where bots that come as archives are unpacked")},
    {OPTION_FLAG("once", args, config.once, "ends when all work that is there has ended")},
    {OPTION_FLAG("unsafe-programs", args, unsafe,
                 "builds and checks what owners hand in also without a strict sandbox: strangers' "
                 "programs then do what they like")},
    {OPTION_FLAG("verbose", args, verbose, "shows what bots write on standard error, and a log")},
};
static const struct option_part part = OPTION_PART(NULL, rows);
_Static_assert(WORK_NAME_MAX == 64, "the option --name says so");

const struct option_table worker_options = {
    .command = "worker",
    .synopsis = "[OPTION...]",
    .does = "Plays the blocks of tournaments and matches that were started with the same --store.",
    .parts = {{&part, 0}, {&sandbox_options, offsetof(struct args, config.sandbox)}},
};

/* The name of the machine, in a form for lists. */
static void set_name(struct farm_worker_config *config)
{
    char host[WORK_NAME_MAX + 1] = "";

    if (gethostname(host, sizeof host - 1) == 0 && work_name_valid(host))
        strcpy(config->name, host);
    else
        strcpy(config->name, "worker");
}

static bool step(void *context)
{
    return program_worker_step(context);
}

/* Works, and builds and checks what owners hand in, where that may be. */
static int run(struct args *args, const char *cache)
{
    struct program_worker *programs = NULL;
    struct program_worker_config config = {.url = args->config.url,
                                           .cache = cache,
                                           .name = args->config.name,
                                           .lease_sec = args->config.lease_sec,
                                           .sandbox = &args->config.sandbox,
                                           .unsafe = args->unsafe};

    if (program_worker_may(&args->config.sandbox, args->unsafe)) {
        if (program_worker_create(&programs, &config))
            return 3;
        args->config.aside = step;
        args->config.context = programs;
    } else {
        log_line(LOG_INFO, "programs of owners are for workers with --sandbox strict, where it "
                           "works whole");
    }
    int status = farm_worker_run(&args->config);
    program_worker_destroy(programs);
    return status;
}

int worker_main(int argc, char **argv)
{
    struct args *args = calloc(1, sizeof *args);
    char *cache = NULL;
    int first, status;

    if (!args)
        return 3;
    status = options_take(&worker_options, args, argc, argv, &first);
    if (status == 0 && !args->config.name[0])
        set_name(&args->config);
    if (status == 0)
        status = sandbox_options_begin(&worker_options, &args->config.sandbox, args->verbose);
    if (status == 0) {
        /* Bots are started in it, so the path must be absolute. */
        if (mkdir(args->cache, 0755) == 0 || errno == EEXIST)
            cache = realpath(args->cache, NULL);
        if (!cache) {
            options_bad(&worker_options, "--cache %s: %s", args->cache, strerror(errno));
            status = 3;
        }
    }
    if (status == 0) {
        args->config.cache = cache;
        log_set_level(args->verbose ? LOG_INFO : LOG_WARN);
        status = run(args, cache);
    }
    free(cache);
    free(args);
    return status;
}
