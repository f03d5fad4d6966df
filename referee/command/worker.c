/* worker.c - avondale worker: plays the blocks that tournaments and matches put into a store. */
#include "command/command.h"
#include "base/log.h"
#include "base/options.h"
#include "bridge/server_link.h"
#include "check/program_worker.h"
#include "host/host.h"
#include "match/farm_worker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct args {
    struct farm_worker_config config;
    const char *cache, *arena;
    struct host_config host;
    bool verbose, unsafe;
};

static bool is_fingerprint(const char *text)
{
    return server_link_check_fingerprint(text) == 0;
}

static const struct option_row rows[] = {
    {OPTION_TEXT("store", "URL", args, config.url, "sqlite:avondale.db",
                 "where tournaments and matches put their work"),
     .valid = writer_url_valid, .allowed = LADDER_URL_FORMS, .secret = true},
    {OPTION_NUMBER("jobs", "N", args, config.jobs, 0, FARM_WORKER_JOBS_MAX, "1",
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
    {OPTION_NUMBER("host-jobs", "N", args, host.jobs, 0, HOST_JOBS_MAX, "0",
                   "programs of owners that play on the ladder at --arena at once")},
    {OPTION_TEXT("arena", "LIST", args, arena, NULL,
                 "where they play: HOST:PORT, [IPV6]:PORT or unix:PATH; several nodes with "
                 "commas")},
    {OPTION_NUMBER("host-wait", "N", args, host.wait_sec, 1, 3600, "60",
                   "seconds after which a program that has no game ends its turn")},
    {OPTION_FLAG("tls", args, host.place.tls,
                 "connects to --arena by TLS; the certificate must lead to a root of this system")},
    {OPTION_TEXT("tls-ca", "FILE", args, host.place.tls_ca, NULL,
                 "by TLS; a file of certificates (PEM) to trust instead")},
    {OPTION_TEXT("tls-fingerprint", "HEX", args, host.place.tls_fingerprint, NULL,
                 "by TLS; the SHA-256 of the one certificate that it trusts"),
     .valid = is_fingerprint, .allowed = "64 digits of hex"},
    {OPTION_FLAG("unsafe-programs", args, unsafe,
                 "builds, checks and hosts what owners hand in also without a strict sandbox: then "
                 "nothing limits strangers' programs")},
    {OPTION_FLAG("verbose", args, verbose, "shows what bots write on standard error, and a log")},
};
static const struct option_part part = OPTION_PART(NULL, rows);
_Static_assert(WORK_NAME_MAX == 64, "the option --name says so");

const struct option_table worker_options = {
    .command = "worker",
    .synopsis = "[OPTION...]",
    .does = "Plays the blocks of tournaments and matches that were started with the same --store, "
            "and builds, checks and hosts the programs that owners hand in.",
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

/* What it does beside the blocks of games; NULL: not that. */
struct aside {
    struct program_worker *programs;
    struct host *host;
};

static bool step(void *context)
{
    const struct aside *aside = context;
    bool checks = aside->programs && program_worker_step(aside->programs);
    bool hosts = aside->host && host_step(aside->host);

    return checks || hosts;
}

/* Returns an exit status. */
static int open_host(struct args *args, const char *cache, struct host **host)
{
    struct bridge_config at;

    if (!args->arena || bridge_take_addresses(&at, args->arena))
        return options_bad(&worker_options,
                           "--host-jobs needs --arena: HOST:PORT, [IPV6]:PORT or unix:PATH, at "
                           "most %d with commas",
                           BRIDGE_ADDRESSES_MAX);
    memcpy(args->host.place.addresses, at.addresses, sizeof at.addresses);
    args->host.place.address_count = at.address_count;
    args->host.place.tls |= args->host.place.tls_ca || args->host.place.tls_fingerprint;
    args->host.url = args->config.url;
    args->host.cache = cache;
    args->host.name = args->config.name;
    args->host.lease_sec = args->config.lease_sec;
    args->host.sandbox = &args->config.sandbox;
    return host_create(host, &args->host) ? 3 : 0;
}

/* Works, and builds, checks and hosts what owners hand in, where that may be. */
static int run(struct args *args, const char *cache)
{
    struct aside aside = {.programs = NULL};
    struct program_worker_config config = {.url = args->config.url,
                                           .cache = cache,
                                           .name = args->config.name,
                                           .lease_sec = args->config.lease_sec,
                                           .sandbox = &args->config.sandbox,
                                           .unsafe = args->unsafe};
    bool may = program_worker_may(&args->config.sandbox, args->unsafe);
    int status = 0;

    if (!may && args->host.jobs > 0) {
        log_say("avondale worker: --host-jobs: programs of owners need --sandbox strict, and a "
                "machine that keeps all its promises; --unsafe-programs runs them without");
        return 3;
    }
    if (may && program_worker_create(&aside.programs, &config))
        return 3;
    if (args->host.jobs > 0)
        status = open_host(args, cache, &aside.host);
    if (!may)
        log_line(
            LOG_INFO,
            "programs of owners need --sandbox strict, and a machine that keeps all its promises");
    args->config.strangers = may;
    args->config.aside = may ? step : NULL;
    args->config.context = &aside;
    if (status == 0)
        status = farm_worker_run(&args->config);
    host_destroy(aside.host);
    program_worker_destroy(aside.programs);
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
