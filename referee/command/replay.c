/* replay.c - avondale replay: replays records (records.md, last section). */
#include "command/command.h"
#include "base/log.h"
#include "base/options.h"
#include "protocol.h"
#include "record/record_csv.h"
#include "record/show.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum replay_mode { REPLAY_CHECK, REPLAY_SHOW, REPLAY_DEALS, REPLAY_CSV };

struct replay_run {
    enum replay_mode mode;
    struct replay replay;
    const char *file;
    long line, records, hands, steps, differ;
    int game; /* the number of the one record to replay, in each file; 0: all */
    bool json, ascii, show, deals, csv;
    bool progress; /* standard error is a terminal */
    time_t shown;  /* when progress was last shown */
};

/* Ctrl-C: finishes the current record, then prints the results so far. */
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
    /* JSON cannot hold a file name that is not UTF-8. */
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

static int check_record(struct replay_run *run, const char *line, size_t size)
{
    run->replay.hands = run->replay.steps = 0;
    int differences = replay_run(line, size, &run->replay);
    run->hands += run->replay.hands;
    run->steps += run->replay.steps;
    show_progress(run);
    return differences;
}

static int print_record(struct replay_run *run, const char *line, size_t size)
{
    struct show_style style = show_text_style(stdout, run->ascii);

    if (run->records > 0)
        putchar('\n');
    int differences = show_record(line, size, &style, stdout);
    if (differences == PROTOCOL_ERROR_RECORD)
        log_say("avondale replay: %s:%ld: not a record", run->file, run->line);
    return differences;
}

/* Each deal of a record as a line that `match --openings` takes. */
static int print_deals(struct replay_run *run, const char *line, size_t size)
{
    json_error_t error;
    json_t *record = json_loadb(line, size, 0, &error);
    const json_t *hands = json_object_get(record, "hands");
    int status = 0;

    for (size_t i = 0; i < json_array_size(hands); i++) {
        json_t *hand = json_array_get(hands, i), *deal = json_object_get(hand, "deal");
        json_object_del(deal, "deck");
        json_object_set(deal, "dealer", json_object_get(hand, "dealer"));
        if (!json_is_object(deal) || json_dumpf(deal, stdout, JSON_COMPACT))
            status = PROTOCOL_ERROR_RECORD;
        else
            putchar('\n');
    }
    if (!json_is_array(hands))
        status = PROTOCOL_ERROR_RECORD;
    if (status)
        log_say("avondale replay: %s:%ld: not a record", run->file, run->line);
    json_decref(record);
    return status;
}

static int print_row(struct replay_run *run, const char *line, size_t size)
{
    char error[160];

    if (run->records == 0)
        puts(record_csv_head);
    if (record_csv_print(line, size, stdout, error) == 0)
        return 0;
    log_say("avondale replay: %s:%ld: %s", run->file, run->line, error);
    return PROTOCOL_ERROR_RECORD;
}

/* Returns 0, or the exit status of a failure. */
static int take_record(struct replay_run *run, const char *line, size_t size)
{
    static int (*const takes[])(struct replay_run *, const char *,
                                size_t) = {[REPLAY_CHECK] = check_record,
                                           [REPLAY_SHOW] = print_record,
                                           [REPLAY_DEALS] = print_deals,
                                           [REPLAY_CSV] = print_row};
    int differences = takes[run->mode](run, line, size);

    if (differences == PROTOCOL_ERROR_MEMORY) {
        log_say("avondale replay: %s:%ld: out of memory", run->file, run->line);
        return 3;
    }
    run->differ += differences != 0;
    run->records++;
    return 0;
}

/* Returns 0, or the exit status of a failure. */
static int replay_file(FILE *file, struct replay_run *run)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    int status = 0, game = 0;

    run->line = 0;
    while (!status && !stopped && (size = getline(&line, &capacity, file)) > 0) {
        run->line++;
        if (line[size - 1] == '\n')
            size--;
        if (size > 0 && (++game == run->game || run->game == 0))
            status = take_record(run, line, (size_t)size);
    }
    if (!status && !stopped && !feof(file)) {
        log_say("avondale replay: %s: %s", run->file, strerror(errno));
        status = 2;
    } else if (!status && !stopped && game < run->game) {
        status = options_bad(&replay_options, "--game %d: %s has %d records", run->game, run->file,
                             game);
    }
    free(line);
    return status;
}

static int replay_files(char **files, int count, struct replay_run *run)
{
    int status = 0;

    for (int i = 0; i < count && !status && !stopped; i++) {
        bool is_stdin = strcmp(files[i], "-") == 0;
        FILE *file = is_stdin ? stdin : fopen(files[i], "r");
        if (!file) {
            log_say("avondale replay: %s: %s", files[i], strerror(errno));
            return 2;
        }
        run->file = files[i];
        status = replay_file(file, run);
        if (!is_stdin)
            fclose(file);
    }
    return status;
}

static void print_totals(const struct replay_run *run)
{
    printf(run->json ? "{\"records\":%ld,\"hands\":%ld,\"steps\":%ld,\"differ\":%ld}\n"
                     : "%ld records, %ld hands, %ld steps: %ld differ\n",
           run->records, run->hands, run->steps, run->differ);
}

/* Prints the totals. Returns 0 or 1; 3 if they cannot be printed or are incomplete. */
static int finish(const struct replay_run *run)
{
    if (run->progress && run->shown)
        fputs("\r\033[K", stderr);
    if (run->mode == REPLAY_CHECK)
        print_totals(run);
    if (fflush(stdout) || ferror(stdout)) {
        log_say("avondale replay: standard output: %s", strerror(errno));
        return 3;
    }
    if (stopped) {
        fputs("avondale replay: interrupted; not all records were played\n", stderr);
        return run->differ > 0 ? 1 : 3;
    }
    return run->differ > 0;
}

/* ----------------------------------------------------------------------------- the arguments */

static const struct option_row rows[] = {
    {OPTION_FLAG(
        "strict", replay_run, replay.strict,
        "actions must be written canonically, optional keys must hold what belongs there")},
    {OPTION_FLAG("all", replay_run, replay.all,
                 "prints every difference of a record that can be told, not the first alone")},
    {OPTION_FLAG("json", replay_run, json,
                 "prints an object a line: one for each difference, then one with the totals")},
    {OPTION_FLAG("show", replay_run, show,
                 "prints each game for people: hands, auction, tricks (> leads, * wins, ! stood in "
                 "for a fault), scores")},
    {OPTION_FLAG("csv", replay_run, csv,
                 "prints a table with a row a game, as ladder import takes it")},
    {OPTION_FLAG("deals", replay_run, deals, "prints each deal as a line for match --openings")},
    {OPTION_NUMBER("game", "N", replay_run, game, 1, INT_MAX, NULL,
                   "only the N-th record of each file")},
    {OPTION_FLAG("ascii", replay_run, ascii,
                 "with --show: letters in place of the signs of suits")},
};
static const struct option_part part = OPTION_PART(NULL, rows);

const struct option_table replay_options = {
    .command = "replay",
    .synopsis = "[OPTION...] FILE...",
    .does = "Plays each record of the files again through the rules (FILE - is standard input) and "
            "prints a line for each that differs, then `N records, M hands, K steps: D differ`. "
            "Where a record proves its shuffles, those are checked too. Exits 0 only if D is 0.",
    .parts = {{&part, 0}},
    .operands = "at least one FILE",
    .operands_min = 1,
    .operands_max = INT_MAX,
};

static int choose_mode(struct replay_run *run)
{
    if (run->show + run->deals + run->csv > 1)
        return options_bad(&replay_options, "expected one of --show, --deals and --csv");
    run->mode = run->show    ? REPLAY_SHOW
                : run->deals ? REPLAY_DEALS
                : run->csv   ? REPLAY_CSV
                             : REPLAY_CHECK;
    return 0;
}

int replay_main(int argc, char **argv)
{
    struct replay_run run = {.replay = {.report = report}, .progress = isatty(STDERR_FILENO)};
    struct sigaction interrupt = {.sa_handler = on_interrupt}; /* no SA_RESTART: reads end */
    int first, status = options_take(&replay_options, &run, argc, argv, &first);

    if (status == 0)
        status = choose_mode(&run);
    if (status)
        return status;
    run.replay.context = &run;
    sigaction(SIGINT, &interrupt, NULL);
    status = replay_files(argv + first, argc - first, &run);
    return status ? status : finish(&run);
}
