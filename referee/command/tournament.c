/* tournament.c - avondale tournament: a whole competition from one file. */
#include "command/command.h"
#include "tournament/tournament_help.h"
#include "tournament/tournament_keys.h"
#include "tournament/tournament_json.h"
#include "tournament/tournament_report.h"
#include "tournament/tournament_blocks.h"
#include "tournament/tournament_directory.h"
#include "tournament/tournament_plan.h"
#include "match/farm.h"
#include "command/tournament_archives.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/options.h"
#include "command/play_options.h"
#include "command/tournament_dry.h"
#include "command/tournament_keep.h"
#include "base/progress.h"
#include "match/records_file.h"
#include "match/seed_log.h"
#include "match/remote_bots.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

struct run {
    struct tournament_report competition;
    struct runner_config config;
    struct tournament_blocks blocks;
    struct farm farm;
    const char *path;
    char records_path[TOURNAMENT_DIRECTORY_PATH];
    struct progress progress;
    struct records_file records;
    struct seed_log seeds;
    struct schedule_block held; /* it was scheduled, but was missing when the run continued */
    struct play play;
    struct tournament_keep keep;
    int rerun; /* a meeting, from 1; 0: none */
    const char *disqualify, *reason;
    bool has_held, resume, found_fault, dry;
    bool drawn; /* the seed: drawn by this session, for itself alone */
    int status;
};

static int world_failed(const char *what)
{
    options_bad(&tournament_options, "%s: %s", what, strerror(errno));
    return 3;
}

/* ------------------------------------------------------------------------------- the schedule */

static enum runner_next next_block(void *owner, struct schedule_block *block)
{
    struct run *run = owner;

    if (run->has_held) {
        *block = run->held;
        run->has_held = false;
        return RUNNER_BLOCK;
    }
    return tournament_blocks_next(&run->blocks, block);
}

/* -------------------------------------------------------------------------------- the results */

static void count_block(struct run *run, const struct schedule_block *block,
                        const struct runner_game *games)
{
    struct game_outcome outcomes[SCHEDULE_GAMES_MAX];

    for (int game = 0; game < block->game_count; game++)
        outcomes[game] = games[game].outcome;
    bool is_void = tournament_rulings_void(&run->competition.rulings, &run->blocks, block);
    if (is_void)
        report_add_void(&run->competition.report, block, games);
    else
        report_add(&run->competition.report, block, games);
    if (!is_void && tournament_rating_add(&run->competition.ratings, &run->competition.file.rules,
                                          block, games))
        memory_end();
    tournament_blocks_count(&run->blocks, block, outcomes);
}

static bool block_done(void *owner, const struct schedule_block *block,
                       const struct runner_game *games)
{
    struct run *run = owner;
    char fault[128];

    if (records_file_write(&run->records, block, games)) {
        run->status = world_failed("records.jsonl");
        return false;
    }
    count_block(run, block, games);
    if (!run->play.strict || !report_first_fault(&run->config, block, games, fault, sizeof fault))
        return true;
    progress_end(&run->progress);
    options_bad(&tournament_options, "--strict: %s", fault);
    run->found_fault = true;
    return false;
}

/* The end of the run says what cannot be written of the results. */
static void keep_files(struct run *run)
{
    char path[TOURNAMENT_DIRECTORY_PATH];

    if (tournament_keep_tick(&run->keep, &run->competition, clock_now_usec(), path))
        world_failed(path);
}

static void tick(void *owner)
{
    struct run *run = owner;

    keep_files(run);
    const struct report *report = &run->competition.report;
    char text[160];
    long faults = 0;

    for (int entry = 0; entry < report->entry_count; entry++)
        faults += report_faults(report, entry);
    snprintf(text, sizeof text, "round %d, %ld faults", run->competition.tournament.rounds, faults);
    progress_show(&run->progress, run->competition.report.games, text);
}

/* ---------------------------------------------------------------------------- the directory */

static void path_in(const struct run *run, const char *name, char path[TOURNAMENT_DIRECTORY_PATH])
{
    tournament_directory_path(run->competition.file.output, name, path);
}

/* The seed of this session. A drawn seed is written to disk only after its last deal: if the arena
 * dies, the unplayed games get other deals. A seed from the file or the store is that of all
 * sessions. */
static int choose_seed(struct run *run)
{
    char path[TOURNAMENT_DIRECTORY_PATH];
    struct tournament_file *file = &run->competition.file;

    path_in(run, "seed", path);
    if (run->resume && seed_log_read(&run->seeds, path))
        return errno == EBADMSG
                   ? options_bad(&tournament_options,
                                 "--resume: %s: expected lines of a block, a commitment, a seed",
                                 path)
                   : world_failed(path);
    if (run->seeds.count > 0 && file->seeded && !seed_log_is_last(&run->seeds, file->seed))
        return options_bad(&tournament_options, "--resume: %s: it was begun with other deals",
                           path);
    run->drawn = !file->seeded && !run->farm.url;
    if (!file->seeded && getrandom(file->seed, FAIR_BYTES, 0) != FAIR_BYTES)
        return world_failed("seed");
    file->seeded = true;
    return 0;
}

/* Before the first game with it, and when it is no longer in use. */
static int keep_seed(struct run *run, bool told)
{
    char path[TOURNAMENT_DIRECTORY_PATH];
    struct tournament_file *file = &run->competition.file;

    path_in(run, "seed", path);
    if (told)
        seed_log_reveal(&run->seeds, file->seed);
    else
        seed_log_begin(&run->seeds, run->blocks.block_count - run->has_held, file->seed);
    return seed_log_write(&run->seeds, path) ? world_failed(path) : 0;
}

static int keep_file(const struct run *run)
{
    const char *failed;
    int kept = tournament_directory_keep_copy(run->competition.file.output, run->path, run->resume,
                                              &failed);

    if (kept > 0)
        return options_bad(&tournament_options,
                           "--resume: %s: it is not the file that %s was begun with", run->path,
                           run->competition.file.output);
    return kept ? world_failed(failed) : 0;
}

/* What was decided in earlier runs. */
static int read_rulings(struct run *run)
{
    char path[TOURNAMENT_DIRECTORY_PATH], error[TOURNAMENT_RULING_ERROR];

    path_in(run, "rulings.jsonl", path);
    if (!run->resume)
        return 0;
    if (tournament_rulings_read(&run->competition.rulings, path, &run->competition.file, error))
        return options_bad(&tournament_options, "--resume: %s: %s", path, error);
    if (run->competition.rulings.count > 0 && run->farm.url)
        return options_bad(&tournament_options, "--store: %s: what was ruled is played here", path);
    return 0;
}

/* A directory that holds files of a tournament, but no records, is not ours. */
static int check_directory(const struct run *run)
{
    char path[TOURNAMENT_DIRECTORY_PATH];

    return tournament_directory_taken(run->competition.file.output, run->path, path)
               ? options_bad(&tournament_options,
                             "%s is there already, and no tournament's: say another output", path)
               : 0;
}

static int open_directory(struct run *run)
{
    struct stat found;
    int status = 0;

    path_in(run, "records.jsonl", run->records_path);
    if (mkdir(run->competition.file.output, 0777) && errno != EEXIST)
        return world_failed(run->competition.file.output);
    if (stat(run->records_path, &found))
        status = check_directory(run);
    if (status == 0 && (status = records_file_open(&run->records, run->records_path, run->resume)))
        options_bad(&tournament_options, "%s", run->records.error);
    if (status)
        return status;
    run->resume = run->resume && run->records.begun;
    if ((status = keep_file(run)) || (status = read_rulings(run)))
        return status;
    return choose_seed(run);
}

/* ---------------------------------------------------------------------------------- going on */

/* The seed of the block's session; NULL if it was lost: its records prove their own deals. */
static const uint8_t *seed_of(const struct run *run)
{
    const struct seed_session *session =
        run->drawn ? seed_log_find(&run->seeds, run->held.set) : NULL;

    if (!run->drawn)
        return run->config.seed;
    return session && session->known ? session->seed : NULL;
}

static int apply_rulings(struct run *run)
{
    char error[TOURNAMENT_RULING_ERROR];

    if (tournament_rulings_apply(&run->competition.rulings, &run->blocks, error))
        return options_bad(&tournament_options, "%s: %s", run->rerun ? "--rerun" : "--disqualify",
                           error);
    return 0;
}

/* Replays the whole blocks of an earlier run from their records. */
static int resume(struct run *run)
{
    struct runner_game *games = calloc(SCHEDULE_GAMES_MAX, sizeof *games);
    enum records_file_read got = RECORDS_FILE_READ;
    int ruled = 0;

    if (!games)
        memory_end();
    while (!(ruled = apply_rulings(run)) &&
           tournament_blocks_next(&run->blocks, &run->held) == RUNNER_BLOCK) {
        got = records_file_read(&run->records, &run->config, &run->held, seed_of(run), games);
        run->has_held = got != RECORDS_FILE_READ;
        if (got != RECORDS_FILE_READ)
            break;
        count_block(run, &run->held, games);
    }
    free(games);
    if (ruled)
        return ruled;
    if (got != RECORDS_FILE_ERROR &&
        run->competition.rulings.applied < run->competition.rulings.count)
        return options_bad(&tournament_options,
                           "--resume: %s: records from before a ruling are missing",
                           run->competition.file.output);
    int status = got == RECORDS_FILE_ERROR ? 2 : records_file_go_on(&run->records, !run->has_held);
    if (status)
        options_bad(&tournament_options, "%s", run->records.error);
    return status;
}

/* ----------------------------------------------------------------------------- the arguments */

static int take_keys(void *context, const char *value, char error[OPTION_ERROR_BYTES])
{
    (void)context;
    (void)value;
    (void)error;
    tournament_keys_print(stdout, false);
    tournament_help_print(stdout);
    exit(0);
}

/* --keys lists them; the manual page has them, too. */
static void print_more(FILE *out, bool manual)
{
    if (manual)
        tournament_keys_print(out, true);
}

static const struct option_row rows[] = {
    {OPTION_FLAG("resume", run, resume, "continues the run in the output directory")},
    {OPTION_NUMBER("rerun", "MEETING", run, rerun, 1, 100000000, NULL,
                   "a meeting, by its number in the output, is played again; its old result stays "
                   "on record as void. Goes on with the tournament, as --resume")},
    {OPTION_TEXT("disqualify", "ENTRY", run, disqualify, NULL,
                 "an entry plays no more, and stands behind all others; goes on as --resume")},
    {OPTION_TEXT("reason", "TEXT", run, reason, NULL,
                 "why; recorded and shown. --disqualify wants it")},
    {OPTION_FLAG("dry-run", run, dry,
                 "plays some blocks for a few seconds, and says how many games there are and about "
                 "how long they take; writes nothing")},
    {OPTION_TAKE("keys", NULL, take_keys, NULL,
                 "lists the keys of the file, and says how formats, scores, tie-breaks, seeds and "
                 "byes work")},
};
static const struct option_part part = OPTION_PART(NULL, rows);

const struct option_table tournament_options = {
    .command = "tournament",
    .synopsis = "FILE.ini [OPTION...]",
    .does = "Plays the competition that the file describes; writes records, standings (text, CSV, "
            "JSON) and a page with plots into its output directory. Exits 0 when done, 1 where "
            "--strict says no, 3 where an entry never started, 4 when it was stopped (SIGINT, "
            "SIGTERM).",
    .parts = {{&part, 0},
              {&play_options, offsetof(struct run, play)},
              {&farm_options, offsetof(struct run, farm)},
              {&sandbox_options, offsetof(struct run, config.sandbox)}},
    .operands = "one FILE.ini",
    .operands_min = 1,
    .operands_max = 1,
    .print_more = print_more,
};

/* A store decides the seed: the same deals as before, wherever they were played; the files here are
 * its own. */
static int prepare_farm(struct run *run)
{
    struct tournament_file *file = &run->competition.file;
    bool found = false;
    int status = farm_open(&run->farm, &tournament_options);

    if (status == 0)
        status = tournament_archives_pack(&tournament_options, file, run->path, &run->farm);
    if (status == 0)
        status = farm_find(&run->farm, &found, file->seed);
    file->seeded = file->seeded || found;
    run->resume = run->resume || found;
    return status;
}

/* ------------------------------------------------------------------------------------ the run */

static void set_up(struct run *run)
{
    struct tournament_file *file = &run->competition.file;
    struct runner_config *config = &run->config;

    config->rules = file->rules;
    config->time = file->time;
    config->policy = file->policy;
    config->entries = file->entries;
    config->entry_count = file->format.entry_count;
    config->jobs = file->jobs;
    memcpy(config->seed, file->seed, FAIR_BYTES);
    config->prefix = "t";
    config->records = true;
    config->owner = run;
    config->next = next_block;
    config->done = block_done;
    config->tick = tick;
    run->competition.report.rules = &file->rules;
    run->competition.report.entries = file->entries;
    run->competition.report.entry_count = file->format.entry_count;
    tournament_init(&run->competition.tournament, &file->format);
    tournament_blocks_init(&run->blocks, &run->competition.tournament, &file->rules, file->repeats,
                           file->duplicate);
    run->competition.blocks = &run->blocks;
    config->block_size = tournament_blocks_size(&run->blocks);
    const struct schedule_config shape = {.solo = file->format.format == TOURNAMENT_INDIVIDUAL,
                                          .duplicate = file->duplicate};
    config->seats_max = schedule_seats_max(&shape, &file->rules);
}

/* The results of an individual competition for each pair. */
static void add_pairs(struct tournament_report *competition)
{
    int count = competition->file.format.entry_count;

    for (int a = 0; a < count; a++) {
        for (int b = a + 1; b < count; b++) {
            const struct schedule_pair *pair =
                schedule_pair_of(&competition->report.totals, count, a, b);
            if (pair->games > 0 &&
                tournament_add_result(&competition->tournament, a, b, 2 * pair->wins + pair->ties,
                                      2 * pair->losses + pair->ties, pair->margin))
                memory_end();
        }
    }
}

static int finish(struct run *run)
{
    struct tournament_report *competition = &run->competition;
    char path[TOURNAMENT_DIRECTORY_PATH];

    if (competition->file.format.format == TOURNAMENT_INDIVIDUAL)
        add_pairs(competition);
    if (tournament_rating_make(&competition->ratings, competition->file.format.entry_count))
        memory_end();
    competition->sessions = run->seeds.count;
    if (tournament_report_write(competition, path))
        return world_failed(path);
    if (run->play.json) {
        json_t *json = tournament_json_make(competition);
        json_dumpf(json, stdout, JSON_INDENT(2));
        putchar('\n');
        json_decref(json);
    } else {
        tournament_report_print(competition, stdout);
    }
    return fflush(stdout) ? world_failed("standard output") : 0;
}

/* Hides them from bots in strict, wherever their programs are. */
static void hide_files(const struct run *run)
{
    sandbox_hide(run->path);
    sandbox_hide(run->competition.file.output);
}

static int say_stopped(const struct run *run)
{
    fprintf(
        stderr,
        "avondale tournament: stopped after %ld games; the same command with --resume continues\n",
        run->competition.report.games);
    return COMMAND_STOPPED;
}

/* Not available to bots that connect, or with workers. */
static int play_dry(struct run *run)
{
    struct tournament_file *file = &run->competition.file;
    bool plays = !run->farm.url;

    if (run->resume)
        return options_bad(&tournament_options, "--dry-run: expected no --resume beside it");
    for (int i = 0; i < file->format.entry_count; i++)
        plays = plays && !remote_bots_expected(file->entries[i].command);
    int status = run->farm.url ? 0 : tournament_archives_place(&tournament_options, file);
    set_up(run);
    if (status == 0 && plays)
        status = runner_check_programs(&run->config);
    if (status == 0) {
        hide_files(run);
        status =
            tournament_dry_run(file, &run->config, &run->competition.report, plays, run->play.json);
    }
    return status ? status
                  : play_options_say_never_started(&tournament_options, &run->competition.report);
}

/* The ruling of this command. Returns 0 or a status; *found: there is one. */
static int take_ruling(const struct run *run, struct tournament_ruled *ruled, bool *found)
{
    const struct tournament_file *file = &run->competition.file;
    char error[TOURNAMENT_RULING_ERROR];

    *found = run->rerun > 0 || run->disqualify;
    if (!*found)
        return run->reason ? options_bad(&tournament_options,
                                         "--reason: expected --rerun or --disqualify beside it")
                           : 0;
    if (run->dry || run->farm.url || file->format.format == TOURNAMENT_INDIVIDUAL)
        return options_bad(&tournament_options, "%s: expected no %s beside it",
                           run->rerun > 0 ? "--rerun" : "--disqualify",
                           run->dry        ? "--dry-run"
                           : run->farm.url ? "--store"
                                           : "format individual");
    return tournament_rulings_make(ruled, file, run->rerun, run->disqualify, run->reason, error)
               ? options_bad(&tournament_options, "%s", error)
               : 0;
}

/* Reads all records, rules after the last whole block, and reads them again under that ruling. */
static int rule(struct run *run, struct tournament_ruled *ruled)
{
    struct tournament_report *competition = &run->competition;
    char path[TOURNAMENT_DIRECTORY_PATH];
    int status = run->resume ? resume(run)
                             : options_bad(&tournament_options, "%s: nothing was played yet",
                                           competition->file.output);

    if (status)
        return status;
    ruled->block = run->blocks.block_count - run->has_held;
    ruled->season = competition->tournament.season;
    records_file_close(&run->records);
    report_fini(&competition->report);
    memset(&competition->report, 0, sizeof competition->report);
    tournament_rating_fini(&competition->ratings);
    tournament_blocks_fini(&run->blocks);
    tournament_fini(&competition->tournament);
    run->has_held = false;
    competition->rulings.applied = 0;
    tournament_rulings_add(&competition->rulings, ruled);
    if ((status = records_file_open(&run->records, run->records_path, true)))
        return options_bad(&tournament_options, "%s", run->records.error);
    set_up(run);
    if ((status = resume(run)))
        return status;
    path_in(run, "rulings.jsonl", path);
    return tournament_rulings_write(&competition->rulings, path, &run->blocks, &competition->file,
                                    run->records_path)
               ? world_failed(path)
               : 0;
}

static int play(struct run *run)
{
    struct tournament_plan plan;
    struct tournament_ruled ruled;
    char failed[TOURNAMENT_DIRECTORY_PATH];
    bool rules;
    int bad = take_ruling(run, &ruled, &rules);

    if (bad)
        return bad;
    run->resume = run->resume || rules;

    if (run->dry)
        return play_dry(run);
    int status = run->farm.url
                     ? prepare_farm(run)
                     : tournament_archives_place(&tournament_options, &run->competition.file);

    run->config.entries = run->competition.file.entries;
    run->config.entry_count = run->competition.file.format.entry_count;
    if (status == 0 && !run->farm.url)
        status = runner_check_programs(&run->config);
    if (status == 0)
        status = play_options_open(&tournament_options, &run->play, run->farm.url,
                                   &run->config.transcripts);
    if (status == 0)
        status = open_directory(run);
    if (status)
        return status;
    set_up(run);
    if (rules)
        status = rule(run, &ruled);
    else if (run->resume)
        status = resume(run);
    if (status)
        return status;
    if (run->resume)
        tournament_keep_add_times(&run->competition);
    if ((status = keep_seed(run, false)))
        return status;
    hide_files(run);
    tournament_plan_make(&plan, &run->competition.file);
    progress_init(&run->progress, run->competition.file.name, run->competition.report.games,
                  plan.games, run->play.report_interval_sec);
    status = run->farm.url
                 ? farm_run(&run->farm, &run->config, "tournament",
                            run->blocks.block_count - run->has_held, run->competition.report.thinks)
                 : runner_run(&run->config, run->competition.report.thinks);
    progress_end(&run->progress);
    if (tournament_keep_times(&run->keep, &run->competition, clock_now_usec(), failed))
        world_failed(failed);
    if (run->status || status > 1)
        return run->status ? run->status : status;
    run->competition.finished = status == 0 && !run->found_fault;
    int written = finish(run);
    if (status == 0 || run->drawn) /* a session that continues a stopped one draws a new seed */
        written = written ? written : keep_seed(run, true);
    if (written)
        return written;
    if (status == 1)
        return say_stopped(run);
    return run->found_fault
               ? 1
               : play_options_say_never_started(&tournament_options, &run->competition.report);
}

int tournament_main(int argc, char **argv)
{
    struct run *run = calloc(1, sizeof *run);
    int first, status;

    if (!run)
        memory_end();
    status = options_take(&tournament_options, run, argc, argv, &first);
    if (status == 0)
        status =
            sandbox_options_begin(&tournament_options, &run->config.sandbox, run->play.verbose);
    if (status == 0) {
        run->path = argv[first];
        log_set_level(run->play.verbose ? LOG_INFO : LOG_WARN);
        status = tournament_file_read(&run->competition.file, run->path);
        if (status == 0)
            status = play(run);
        tournament_file_free(&run->competition.file);
    }
    if (records_file_close(&run->records) && status == 0)
        status = world_failed("records.jsonl");
    transcript_close(run->config.transcripts);
    farm_close(&run->farm);
    report_fini(&run->competition.report);
    tournament_rulings_fini(&run->competition.rulings);
    tournament_fini(&run->competition.tournament);
    tournament_rating_fini(&run->competition.ratings);
    tournament_blocks_fini(&run->blocks);
    free(run);
    return status;
}
