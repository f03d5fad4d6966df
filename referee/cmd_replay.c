/* cmd_replay.c - avondale replay: plays records again (records.md, last section). */
#include "cmd.h"
#include "protocol.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct totals {
    const char *file;
    long line, records, hands, steps, differ;
};

static const char help[] =
    "usage: avondale replay [--strict] [--all] [--json] FILE...\n"
    "Plays each record of the files again through the rules (FILE - is standard input) and prints a\n"
    "line for each that differs, then `N records, M hands, K steps: D differ`. Exits 0 only if D is 0.\n"
    "  --strict  also compares the lists of legal actions where a record has them\n"
    "  --all     prints every difference of a record, not the first alone\n"
    "  --json    prints the totals as JSON\n";

static void report(void *context, const char *text)
{
    const struct totals *totals = context;
    printf("%s:%ld: %s\n", totals->file, totals->line, text);
}

static void replay_file(FILE *file, struct totals *totals, struct replay *replay)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;

    totals->line = 0;
    while ((size = getline(&line, &capacity, file)) > 0) {
        totals->line++;
        if (line[size - 1] == '\n')
            size--;
        if (size == 0)
            continue;
        replay->hands = replay->steps = 0;
        totals->differ += record_replay(line, (size_t)size, replay) != 0;
        totals->records++;
        totals->hands += replay->hands;
        totals->steps += replay->steps;
    }
    free(line);
}

static int replay_files(char **files, int count, struct totals *totals, struct replay *replay)
{
    for (int i = 0; i < count; i++) {
        bool is_stdin = strcmp(files[i], "-") == 0;
        FILE *file = is_stdin ? stdin : fopen(files[i], "r");
        if (!file) {
            fprintf(stderr, "avondale replay: %s: %s\n", files[i], strerror(errno));
            return 2;
        }
        totals->file = files[i];
        replay_file(file, totals, replay);
        bool failed = ferror(file);
        if (!is_stdin)
            fclose(file);
        if (failed) {
            fprintf(stderr, "avondale replay: %s: cannot be read\n", files[i]);
            return 2;
        }
    }
    return 0;
}

int cmd_replay(int argc, char **argv)
{
    static const struct option options[] = {{"strict", no_argument, NULL, 's'},
                                            {"all", no_argument, NULL, 'a'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    struct totals totals = {0};
    struct replay replay = {.report = report, .context = &totals};
    bool json = false;
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 's')
            replay.strict = true;
        else if (option == 'a')
            replay.all = true;
        else if (option == 'j')
            json = true;
        else if (option == 'h')
            return fputs(help, stdout) < 0 ? 3 : 0;
        else
            return 2;
    }
    if (optind == argc) {
        fputs("avondale replay: expected at least one FILE; see avondale replay --help\n", stderr);
        return 2;
    }
    int status = replay_files(argv + optind, argc - optind, &totals, &replay);
    if (status)
        return status;
    printf(json ? "{\"records\": %ld, \"hands\": %ld, \"steps\": %ld, \"differ\": %ld}\n"
                : "%ld records, %ld hands, %ld steps: %ld differ\n",
           totals.records, totals.hands, totals.steps, totals.differ);
    return totals.differ > 0;
}
