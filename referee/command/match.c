/* match.c - avondale match: plays bots against one another, without a daemon. */
#include "match/job_format.h"
#include "command/command.h"
#include "match/farm.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/options.h"
#include "command/play_options.h"
#include "base/progress.h"
#include "match/records_file.h"
#include "match/report.h"
#include "table/ruleset_name.h"
#include "match/run_facts.h"
#include "match/remote_bots.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/types.h>
#include <unistd.h>

enum { GAMES_MAX = 1000000, HOPELESS_BLOCKS = 3, KEEP_USEC = 5000000 };

struct match {
    struct schedule_config config;
    struct runner_config run;
    struct report report;
    struct runner_entry entries[SCHEDULE_ENTRIES_MAX];
    struct farm farm;
    char hashes[SCHEDULE_ENTRIES_MAX][WORK_HASH_DIGITS + 1]; /* of bots in archives */
    struct play play;
    const char *preset, *records_name, *openings_name;
    struct option_list words;
    struct opening *openings;
    struct records_file records;
    int block_count, next_block, status;
    bool resume, seeded;
    bool one_seed; /* all deals come from it; false after a drawn seed was drawn again */
    bool stopped;  /* the rest will be played later, so the results do not contain its seed */
    struct progress progress;
    json_t *facts; /* beside the records; NULL: there are none */
    usec_t kept;   /* when the times were last written */
};

static int refuse_records(int status, const char *error)
{
    options_bad(&match_options, "--records: %s", error);
    return status;
}

/* ------------------------------------------------------------------------------- the schedule */

static enum runner_next next_block(void *owner, struct schedule_block *block)
{
    struct match *match = owner;

    if (match->next_block == match->block_count)
        return RUNNER_END;
    schedule_block(&match->config, &match->run.rules, match->next_block++, block);
    return RUNNER_BLOCK;
}

/* Records do not contain the times of decisions: they are written beside them from time to time,
 * and at the end. */
static void keep_times(struct match *match)
{
    char error[RUN_FACTS_ERROR_BYTES];

    if (!match->facts)
        return;
    match->kept = clock_now_usec();
    run_facts_set_times(match->facts, match->report.thinks, match->config.entry_count);
    if (run_facts_write(match->records_name, match->facts, error))
        options_bad(&match_options, "--records %s", error);
}

static void tick(void *owner)
{
    struct match *match = owner;
    char text[160];

    if (clock_now_usec() - match->kept > KEEP_USEC)
        keep_times(match);

    report_brief(&match->report, text, sizeof text);
    progress_show(&match->progress, match->report.games, text);
}

/* If one of two entries is missing three times in a row, it will not come: ends the match. */
static bool is_hopeless(const struct match *match)
{
    const struct report *report = &match->report;

    return report->entry_count == 2 && report->blocks >= HOPELESS_BLOCKS &&
           (report_never_started(report, 0) || report_never_started(report, 1));
}

static bool block_done(void *owner, const struct schedule_block *block,
                       const struct runner_game *games)
{
    struct match *match = owner;
    char fault[128];

    if (match->records.file && records_file_write(&match->records, block, games)) {
        options_bad(&match_options, "--records %s: %s", match->records_name, strerror(errno));
        match->status = 3;
        return false;
    }
    if (match->play.strict && report_first_fault(&match->run, block, games, fault, sizeof fault)) {
        report_add(&match->report, block, games);
        progress_end(&match->progress);
        match->status = 1;
        options_bad(&match_options, "--strict: %s", fault);
        return false;
    }
    return report_add(&match->report, block, games) && !is_hopeless(match);
}

/* --------------------------------------------------------------------------------- going on */

/* Reads the whole blocks of an earlier run. */
static int resume(struct match *match)
{
    struct runner_game *games = calloc(SCHEDULE_GAMES_MAX, sizeof *games);
    const uint8_t *seed = match->seeded ? match->run.seed : NULL;
    struct schedule_block block;
    bool more = true;
    enum records_file_read got = RECORDS_FILE_READ;

    if (!games)
        memory_end();
    while (more && match->next_block < match->block_count) {
        schedule_block(&match->config, &match->run.rules, match->next_block, &block);
        got = records_file_read(&match->records, &match->run, &block, seed, games);
        if (got != RECORDS_FILE_READ)
            break;
        match->next_block++;
        more = report_add(&match->report, &block, games);
    }
    free(games);
    if (!more)
        match->block_count = match->next_block;
    int status = got == RECORDS_FILE_ERROR
                     ? 2
                     : records_file_go_on(&match->records, match->next_block == match->block_count);
    return status ? refuse_records(status, match->records.error) : 0;
}

/* Whether this continues the same match. A drawn seed need not be known: the played games prove
 * their own deals, and the rest gets new ones. */
static int compare_facts(struct match *match, const json_t *facts)
{
    char error[RUN_FACTS_ERROR_BYTES];
    bool drawn;
    int status = run_facts_compare(match->records_name, facts, &drawn, error);

    if (status > 1) {
        options_bad(&match_options, "--resume: %s", error);
        return status;
    }
    if (status == 1)
        log_say("avondale match: %s.match is not there: policy, times and commands of the games "
                "in %s are taken to be these",
                match->records_name, match->records_name);
    if (status == 0 && !drawn && !match->seeded)
        return options_bad(&match_options, "--resume: %s was played with --seed: expected it again",
                           match->records_name);
    match->one_seed = match->seeded;
    if (!match->seeded)
        fprintf(stderr,
                "avondale match: --resume without --seed: further deals come from a new one\n");
    return 0;
}

static int prepare_records(struct match *match)
{
    char error[RUN_FACTS_ERROR_BYTES];
    int status = records_file_open(&match->records, match->records_name, match->resume);

    if (status)
        return refuse_records(status, match->records.error);
    if (!match->records.plain)
        return 0;
    match->facts =
        run_facts_create(&match->run, &match->config, match->openings_name, !match->seeded);
    if (match->records.begun)
        status = compare_facts(match, match->facts);
    if (status == 0 && match->resume)
        status = resume(match);
    if (status == 0 && match->records.begun)
        run_facts_add_times(match->records_name, match->config.entry_count, match->report.thinks);
    if (status == 0 && (status = run_facts_write(match->records_name, match->facts, error)) != 0)
        options_bad(&match_options, "--records %s", error);
    match->kept = clock_now_usec();
    return status;
}

static int open_records(struct match *match)
{
    if (match->records_name)
        return prepare_records(match);
    return match->resume ? options_bad(&match_options, "--resume: expected --records FILE with it")
                         : 0;
}

/* ----------------------------------------------------------------------------- the arguments */

static int take_bot(void *context, const char *text, char error[OPTION_ERROR_BYTES])
{
    struct match *match = context;
    const char *equals = strchr(text, '=');
    size_t size = equals ? (size_t)(equals - text) : 0;
    struct runner_entry *entry = &match->entries[match->config.entry_count];

    if (match->config.entry_count == SCHEDULE_ENTRIES_MAX)
        return option_table_refuse(error, "at most %d", SCHEDULE_ENTRIES_MAX);
    if (size < 1 || size > NAME_MAX_BYTES || !equals[1] || text[0] == '.' ||
        strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") != size)
        return option_table_refuse(error,
                                   "expected NAME=CMD, the name 1 to 32 of A-Z a-z 0-9 . _ -");
    if (!remote_bots_command_valid(equals + 1))
        return option_table_refuse(error, "expected " REMOTE_BOTS_ALLOWED);
    memcpy(entry->name, text, size);
    entry->command = equals + 1;
    for (int i = 0; i < match->config.entry_count; i++) {
        if (strcasecmp(match->entries[i].name, entry->name) == 0)
            return option_table_refuse(error, "the name is there twice");
    }
    match->config.entry_count++;
    return 0;
}

/* Arguments stand in /proc for all users to read, including bots in none and rlimit, so the seed is
 * overwritten there. */
static int take_seed(void *context, const char *value, char error[OPTION_ERROR_BYTES])
{
    struct match *match = context;
    char line[2 * FAIR_BYTES + 2] = "";
    const char *text = value;

    (void)error;
    if (strcmp(value, "-") == 0) {
        if (!fgets(line, sizeof line, stdin))
            line[0] = '\0';
        line[strcspn(line, "\n")] = '\0';
        text = line;
    }
    memset(match->run.seed, 0, FAIR_BYTES);
    if (hex_decode(text, strlen(text), match->run.seed, FAIR_BYTES) < 1)
        return -1;
    match->seeded = true;
    if (text == value)
        memset((char *)(uintptr_t)value, 'x', strlen(value));
    fair_wipe(line, sizeof line);
    return 0;
}

static int take_time(void *context, const char *value, char error[OPTION_ERROR_BYTES])
{
    char reason[160];
    if (time_control_parse(value, &((struct match *)context)->run.time, reason))
        return option_table_refuse(error, "%s", reason);
    return 0;
}

static int take_policy(void *context, const char *value, char error[OPTION_ERROR_BYTES])
{
    (void)error;
    return fault_policy_parse(value, &((struct match *)context)->run.policy);
}

static int take_sprt(void *context, const char *value, char error[OPTION_ERROR_BYTES])
{
    struct report *report = &((struct match *)context)->report;
    char reason[160];

    report->has_sprt = true;
    if (report_parse_sprt(value, &report->sprt, reason))
        return option_table_refuse(error, "%s", reason);
    return 0;
}

static int take_archive(void *context, const char *text, char error[OPTION_ERROR_BYTES])
{
    struct match *match = context;
    const char *equals = strchr(text, '=');

    (void)error;
    for (int i = 0; equals && equals[1] && i < match->config.entry_count; i++) {
        struct runner_entry *entry = &match->entries[i];
        if (strlen(entry->name) == (size_t)(equals - text) &&
            strncasecmp(entry->name, text, (size_t)(equals - text)) == 0) {
            entry->archive = equals + 1;
            return 0;
        }
    }
    return -1;
}

static const struct option_row rows[] = {
    {OPTION_TAKE(
        "bot", "NAME=CMD", take_bot, NULL,
        "an entry: a command that speaks the protocol on standard input and output, or "
        "tcp://HOST:PORT or unix:PATH, where bots of that name will connect; two or more")},
    {OPTION_TEXT("ruleset", "R", match, preset, "wikipedia", "a preset; see avondale rules")},
    {OPTION_LIST("option", "K=V", match, words,
                 "changes an option of the ruleset; may be repeated, each option once")},
    {OPTION_NUMBER("games", "N", match, config.games, 1, GAMES_MAX, "100",
                   "games in all, rounded up to whole blocks")},
    {OPTION_FLAG("duplicate", match, config.duplicate,
                 "plays each deal once with every rotation of the line-up; with three sides or "
                 "more as often again with the seats of the two exchanged, or mirrored (--solo)")},
    {OPTION_FLAG("solo", match, config.solo,
                 "every seat is an entry of its own; everyone sits with and against everyone "
                 "equally often")},
    {OPTION_NUMBER("jobs", "N", match, run.jobs, 1, RUNNER_JOBS_MAX, "1",
                   "tables at once; those of a block play together")},
    {OPTION_TAKE("seed", "HEX", take_seed, NULL,
                 "the deals follow from it (drawn from the system by default); - reads it from "
                 "standard input"),
     .allowed = "2 to 64 digits of hex, an even number"},
    {OPTION_TAKE("time", "T", take_time, "5000",
                 "ms a decision, or auction=,exchange=,play=,bank=,inc=,startup=,lag=")},
    {OPTION_TAKE("policy", "P", take_policy, "strikes=3", "strict, strikes=N or lenient"),
     .allowed = POLICY_FORMS},
    {OPTION_TAKE("sprt", "LIST", take_sprt, NULL,
                 "elo0=,elo1=,alpha=,beta=,model=: stops when the test of the first two entries "
                 "has decided; exit 0 for H1, 1 for H0 or where it has not (alpha and beta 0.05, "
                 "model normalized)")},
    {OPTION_TEXT("records", "FILE", match, records_name, NULL,
                 "writes a record a game, in the order of the schedule, into a new file; "
                 "FILE.match says how they were played")},
    {OPTION_FLAG("resume", match, resume,
                 "continues after the whole blocks in --records; refused if ruleset, seed, "
                 "entries, policy, times or line-ups differ")},
    {OPTION_TEXT("openings", "FILE", match, openings_name, NULL,
                 "given deals, a line each as replay --deals prints them: the first deal of each "
                 "game, or of each block of several")},
    {OPTION_TAKE("archive", "NAME=DIR", take_archive, NULL,
                 "with --store: packs a directory for workers, who start the bot in it (or "
                 "NAME=SHA256, of an archive in the store)"),
     .allowed = "NAME=DIR, the name that of a --bot before it"},
};
static const struct option_part part = OPTION_PART(NULL, rows);

const struct option_table match_options = {
    .command = "match",
    .synopsis = "--bot NAME=CMD --bot NAME=CMD ... [OPTION...]",
    .does = "Plays bots against one another and prints results with error bars. Exits 0 when "
            "done, 1 where --sprt or --strict says no, 3 where a bot never started, 4 when it was "
            "stopped (SIGINT, SIGTERM), with what there is.",
    .parts = {{&part, 0},
              {&play_options, offsetof(struct match, play)},
              {&farm_options, offsetof(struct match, farm)},
              {&sandbox_options, offsetof(struct match, run.sandbox)}},
};

/* -------------------------------------------------------------------------------- other machines
 */

/* The identity of a match: everything that decides its games. */
static int name_work(struct match *match)
{
    char *text = job_format_write(&match->run), *whole = NULL;

    if (!text || asprintf(&whole, "%s %d %d %d", text, match->config.games, match->config.duplicate,
                          match->config.solo) < 0)
        abort();
    farm_name(&match->farm, "match", whole);
    free(text);
    free(whole);
    return 0;
}

static int prepare_farm(struct match *match)
{
    int status = farm_open(&match->farm, &match_options);

    for (int i = 0; status == 0 && i < match->config.entry_count; i++) {
        struct runner_entry *entry = &match->entries[i];
        if (!entry->archive)
            continue;
        status = farm_pack(&match->farm, entry->name, entry->archive, match->hashes[i], NULL);
        entry->archive = match->hashes[i];
    }
    return status ? status : name_work(match);
}

static int check_farm(const struct match *match)
{
    for (int i = 0; i < match->config.entry_count; i++) {
        const struct runner_entry *entry = &match->entries[i];
        if (match->farm.url && remote_bots_expected(entry->command))
            return options_bad(&match_options,
                               "--store: %s connects by itself, workers start theirs", entry->name);
        if (!match->farm.url && entry->archive)
            return options_bad(&match_options, "--archive: expected --store with it");
    }
    if (match->farm.url && match->openings_name)
        return options_bad(&match_options, "--openings: not with --store");
    return 0;
}

/* ------------------------------------------------------------------------------------ the run */

static int read_openings(struct match *match)
{
    char error[320];

    match->run.opening_count =
        openings_read(match->openings_name, &match->run.rules, &match->openings, error);
    match->run.openings = match->openings;
    return match->run.opening_count == 0 ? options_bad(&match_options, "--openings %s", error) : 0;
}

static int take_arguments(struct match *match, int argc, char **argv)
{
    struct ruleset_error error;
    int first, status = options_take(&match_options, match, argc, argv, &first);

    if (status)
        return status;
    if (match->config.entry_count < 2)
        return options_bad(&match_options,
                           "expected at least two --bot NAME=CMD; see avondale match --help");
    if (ruleset_parse(&match->run.rules, match->preset, match->words.values, match->words.count,
                      &error))
        return options_bad(&match_options, "%s", error.text);
    if (match->config.solo && match->config.entry_count < match->run.rules.players)
        return options_bad(&match_options,
                           "--solo: expected at least %d --bot, one for each seat, got %d",
                           match->run.rules.players, match->config.entry_count);
    if (match->report.has_sprt && (match->config.entry_count != 2 || match->config.solo))
        return options_bad(&match_options, "--sprt: expected two --bot and no --solo");
    if (check_farm(match) || (match->openings_name && read_openings(match)))
        return 2;
    if (!match->seeded && getrandom(match->run.seed, FAIR_BYTES, 0) != FAIR_BYTES) {
        options_bad(&match_options, "no random bytes: %s", strerror(errno));
        return 3;
    }
    return sandbox_options_begin(&match_options, &match->run.sandbox, match->play.verbose);
}

static void set_defaults(struct match *match)
{
    struct runner_config *run = &match->run;

    match->one_seed = true;
    run->time = (struct time_control){.startup = 10000000, .lag = 20000};
    run->prefix = "m";
    run->entries = match->entries;
    run->owner = match;
    run->next = next_block;
    run->done = block_done;
    run->tick = tick;
    match->report.rules = &run->rules;
    match->report.entries = match->entries;
}

/* Hides them from bots in strict, wherever their programs are. */
static void hide_files(const struct match *match)
{
    char *facts;

    if (match->openings_name)
        sandbox_hide(match->openings_name);
    if (!match->records_name)
        return;
    sandbox_hide(match->records_name);
    if (asprintf(&facts, "%s.match", match->records_name) < 0)
        memory_end();
    sandbox_hide(facts);
    free(facts);
}

/* How it continues, with the part that only this run knows. */
static int say_stopped(const struct match *match)
{
    char seed[2 * FAIR_BYTES + 1];

    hex_encode(match->run.seed, FAIR_BYTES, seed);
    fprintf(stderr, "avondale match: stopped after %ld of %ld games", match->report.games,
            (long)match->block_count * match->run.block_size);
    if (match->records.file)
        fprintf(stderr, "; the same command with --resume%s%s continues",
                match->seeded || !match->one_seed ? "" : " --seed ",
                match->seeded || !match->one_seed ? "" : seed);
    fputc('\n', stderr);
    return COMMAND_STOPPED;
}

static int play(struct match *match)
{
    match->run.entry_count = match->report.entry_count = match->config.entry_count;
    match->run.block_size = schedule_block_size(&match->config, &match->run.rules);
    match->run.seats_max = schedule_seats_max(&match->config, &match->run.rules);
    match->block_count = schedule_block_count(&match->config, &match->run.rules);
    match->run.blocks_max = match->block_count;
    int status = match->farm.url ? prepare_farm(match) : runner_check_programs(&match->run);
    if (status == 0)
        status = play_options_open(&match_options, &match->play, match->farm.url,
                                   &match->run.transcripts);
    if (status == 0)
        status = open_records(match);
    if (status)
        return status;
    match->run.records = match->records.file != NULL;
    hide_files(match);
    progress_init(&match->progress, "match", match->report.games,
                  (long)match->block_count * match->run.block_size,
                  match->play.report_interval_sec);
    status = match->farm.url ? farm_run(&match->farm, &match->run, "match", match->next_block,
                                        match->report.thinks)
                             : runner_run(&match->run, match->report.thinks);
    progress_end(&match->progress);
    keep_times(match);
    if (match->status || status > 1)
        return match->status ? match->status : status;
    match->stopped = status == 1;
    return match->stopped ? say_stopped(match)
                          : play_options_say_never_started(&match_options, &match->report);
}

/* What was played, beside what came of it. */
static json_t *match_json(const struct match *match)
{
    const struct schedule_config *config = &match->config;
    const struct ruleset *rules = &match->run.rules;
    char seed[2 * FAIR_BYTES + 1], text[OPTION_TEXT_MAX];
    json_t *json = report_json(&match->report), *options = json_object();

    for (int i = 0; i < option_count(); i++) {
        if (!ruleset_differs(rules, i))
            continue;
        option_format(rules, i, text);
        json_object_set_new(options, option_name(i), json_string(text));
    }
    fault_policy_format(&match->run.policy, text, sizeof text);
    hex_encode(match->run.seed, FAIR_BYTES, seed);
    json_t *terms = json_pack("{s:s,s:s,s:o,s:s,s:b,s:b,s:s*}", "version", AVONDALE_VERSION,
                              "ruleset", preset_name(rules->preset), "options", options, "policy",
                              text, "duplicate", config->duplicate, "solo", config->solo, "seed",
                              match->one_seed && !match->stopped ? seed : NULL);
    json_object_update_new(json, terms);
    return json;
}

static void print_text(const struct match *match)
{
    char rules[1024], seed[2 * FAIR_BYTES + 1];

    report_print(&match->report, stdout);
    ruleset_name_text(&match->run.rules, rules, sizeof rules);
    hex_encode(match->run.seed, FAIR_BYTES, seed);
    printf("ruleset %s, ", rules);
    if (match->stopped)
        puts("stopped before its end");
    else if (match->one_seed)
        printf("seed %s\n", seed);
    else
        puts("more than one seed");
}

static int print(const struct match *match)
{
    if (match->play.json) {
        json_t *json = match_json(match);
        json_dumpf(json, stdout, JSON_INDENT(2));
        putchar('\n');
        json_decref(json);
    } else {
        print_text(match);
    }
    if (fflush(stdout) == 0)
        return 0;
    log_say("avondale match: standard output: %s", strerror(errno));
    return 3;
}

int match_main(int argc, char **argv)
{
    struct match *match = calloc(1, sizeof *match);
    int status;

    if (!match)
        memory_end();
    set_defaults(match);
    status = take_arguments(match, argc, argv);
    if (status == 0) {
        log_set_level(match->play.verbose ? LOG_INFO : LOG_WARN);
        status = play(match);
        if (status != 2 && match->report.games > 0 && print(match))
            status = 3;
    }
    if (records_file_close(&match->records) && status == 0) {
        options_bad(&match_options, "--records %s: %s", match->records_name, strerror(errno));
        status = 3;
    }
    if (status == 0 && match->report.has_sprt)
        status = match->report.sprt.state == SPRT_H1 ? 0 : 1;
    transcript_close(match->run.transcripts);
    farm_close(&match->farm);
    json_decref(match->facts);
    free(match->openings);
    report_fini(&match->report);
    free(match);
    return status;
}
