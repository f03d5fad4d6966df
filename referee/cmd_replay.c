/* cmd_replay.c - avondale replay: plays records again (records.md, last section). */
#include "cmd.h"
#include "protocol.h"

#include <errno.h>
#include <getopt.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char help[] =
    "usage: avondale replay [--strict] [--all] [--json] FILE...\n"
    "Plays each record of the files again through the rules (FILE - is standard input) and prints "
    "a\n"
    "line for each that differs, then `N records, M hands, K steps: D differ`. Where a record "
    "proves\n"
    "its shuffles, those are checked too. Exits 0 only if D is 0.\n"
    "  --strict  actions must be written canonically, optional keys must hold what belongs there\n"
    "  --all     prints every difference of a record that can be told, not the first alone\n"
    "  --json    prints an object a line: one for each difference, then one with the totals\n";

struct replay_run {
    const char *file;
    long line, records, hands, steps, differ;
    bool json;
    bool progress; /* standard error is a terminal */
    time_t shown;  /* when progress was last shown */
};

/* Ctrl-C: the record at hand is finished, then what there is is told. */
static volatile sig_atomic_t stopped;

static void on_interrupt(int number)
{
    (void)number;
    stopped = 1;
}

static void report(void *context, const char *text)
{
    const struct replay_run *run = context;

    if (!run->json) {
        printf("%s:%ld: %s\n", run->file, run->line, text);
        return;
    }
    /* A file name that is not UTF-8 has no place in JSON. */
    json_t *file = json_string(run->file);
    json_t *object = json_pack("{s:o,s:I,s:s}", "file", file ? file : json_null(), "line",
                               (json_int_t)run->line, "difference", text);
    if (object)
        json_dumpf(object, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(object);
}

static void show_progress(struct replay_run *run)
{
    time_t now = time(NULL);

    if (!run->progress || now == run->shown)
        return;
    if (run->shown)
        fprintf(stderr, "\r%ld records, %ld differ", run->records, run->differ);
    run->shown = now;
}

/* 0, or the exit status of what stands in the way. */
static int replay_file(FILE *file, struct replay_run *run, struct replay *replay)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    int status = 0;

    run->line = 0;
    while (!status && !stopped && (size = getline(&line, &capacity, file)) > 0) {
        run->line++;
        if (line[size - 1] == '\n')
            size--;
        if (size == 0)
            continue;
        replay->hands = replay->steps = 0;
        int differences = record_replay(line, (size_t)size, replay);
        if (differences == PROTOCOL_ERROR_MEMORY) {
            fprintf(stderr, "avondale replay: %s:%ld: out of memory\n", run->file, run->line);
            status = 3;
        }
        run->differ += differences != 0;
        run->records++;
        run->hands += replay->hands;
        run->steps += replay->steps;
        show_progress(run);
    }
    if (!status && !stopped && ferror(file)) {
        fprintf(stderr, "avondale replay: %s: %s\n", run->file, strerror(errno));
        status = 2;
    }
    free(line);
    return status;
}

static int replay_files(char **files, int count, struct replay_run *run, struct replay *replay)
{
    int status = 0;

    for (int i = 0; i < count && !status && !stopped; i++) {
        bool is_stdin = strcmp(files[i], "-") == 0;
        FILE *file = is_stdin ? stdin : fopen(files[i], "r");
        if (!file) {
            fprintf(stderr, "avondale replay: %s: %s\n", files[i], strerror(errno));
            return 2;
        }
        run->file = files[i];
        status = replay_file(file, run, replay);
        if (!is_stdin)
            fclose(file);
    }
    return status;
}

/* Prints the totals. 0 or 1; 3 where they cannot be told or are not all there is. */
static int finish(const struct replay_run *run)
{
    if (run->progress && run->shown)
        fputs("\r\033[K", stderr);
    printf(run->json ? "{\"records\":%ld,\"hands\":%ld,\"steps\":%ld,\"differ\":%ld}\n"
                     : "%ld records, %ld hands, %ld steps: %ld differ\n",
           run->records, run->hands, run->steps, run->differ);
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "avondale replay: standard output: %s\n", strerror(errno));
        return 3;
    }
    if (stopped) {
        fputs("avondale replay: interrupted; not all records were played\n", stderr);
        return run->differ > 0 ? 1 : 3;
    }
    return run->differ > 0;
}

/* -1: go on; else the exit status. */
static int read_options(int argc, char **argv, struct replay_run *run, struct replay *replay)
{
    static const struct option options[] = {{"strict", no_argument, NULL, 's'},
                                            {"all", no_argument, NULL, 'a'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    int option;

    opterr = 0; /* our own line says what is allowed, too */
    optind = 1;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 's')
            replay->strict = true;
        else if (option == 'a')
            replay->all = true;
        else if (option == 'j')
            run->json = true;
        else if (option == 'h')
            return fputs(help, stdout) < 0 ? 3 : 0;
        else {
            fprintf(stderr,
                    "avondale replay: %s: no such option; allowed: --strict --all --json --help\n",
                    argv[optind - 1]);
            return 2;
        }
    }
    if (optind == argc) {
        fputs("avondale replay: expected at least one FILE; see avondale replay --help\n", stderr);
        return 2;
    }
    return -1;
}

int cmd_replay(int argc, char **argv)
{
    struct replay_run run = {.progress = isatty(STDERR_FILENO)};
    struct replay replay = {.report = report, .context = &run};
    struct sigaction interrupt = {.sa_handler = on_interrupt}; /* no SA_RESTART: reads end */
    int status = read_options(argc, argv, &run, &replay);

    if (status >= 0)
        return status;
    sigaction(SIGINT, &interrupt, NULL);
    status = replay_files(argv + optind, argc - optind, &run, &replay);
    return status ? status : finish(&run);
}
