/* tournament_dry.c - plays a few blocks and extrapolates. */
#include "command/tournament_dry.h"

#include "base/log.h"
#include "base/memory.h"
#include "command/command.h"
#include "tournament/tournament_plan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

struct
try {
    const struct tournament_file *file;
    struct report *report;
    struct tournament_plan plan;
    usec_t began, ended; /* ended: the end of the last block */
    int scheduled, done;
    long games;
};

static enum runner_next next_block(void *owner, struct schedule_block *block)
{
    struct try *try = owner;
    usec_t enough = try->done < TOURNAMENT_DRY_ENOUGH ? TOURNAMENT_DRY_SEC : TOURNAMENT_DRY_SEC_MIN;

    if (try->scheduled >= TOURNAMENT_DRY_BLOCKS || try->scheduled >= try->plan.blocks ||
        clock_now_usec() - try->began > enough * 1000000)
        return RUNNER_END;
    tournament_plan_try(try->file, try->scheduled++, block);
    return RUNNER_BLOCK;
}

static bool block_done(void *owner, const struct schedule_block *block,
                       const struct runner_game *games)
{
    struct try *try = owner;

    report_add(try->report, block, games);
    try->done++;
    try->games += block->game_count;
    try->ended = clock_now_usec();
    return true;
}

/* Of the whole competition, or -1 if no block was played. */
static double seconds_of(const struct try *try)
{
    return try->done == 0
               ? -1
               : (double)(try->ended - try->began) / 1e6 * (double)try->plan.blocks / try->done;
}

static void format_time(double seconds, char text[40])
{
    if (seconds < 120)
        snprintf(text, 40, "%.0f s", seconds < 1 ? 1 : seconds);
    else if (seconds < 7200)
        snprintf(text, 40, "%.0f min", seconds / 60);
    else
        snprintf(text, 40, "%.1f h", seconds / 3600);
}

static void print_text(const struct try *try, int jobs)
{
    const struct tournament_plan *plan = &try->plan;
    char time[40];

    printf("%s: %s, %d entries", try->file->name, tournament_format_name(try->file->format.format),
           try->file->format.entry_count);
    if (plan->meetings > 0)
        printf(", %d rounds, %ld meetings", plan->rounds, plan->meetings);
    printf("\n%ld blocks of %d games, %ld games\n", plan->blocks, plan->block_size, plan->games);
    if (try->done > 0) {
        format_time(seconds_of(try), time);
        printf("%d blocks were tried, %d tables at once: about %s for all\n", try->done, jobs,
               time);
    }
    report_print_faults(try->report, stdout);
    puts("void blocks, and deciding blocks of a knockout, are more; nothing was written");
}

static void print_json(const struct try *try)
{
    const struct tournament_plan *plan = &try->plan;
    double seconds = seconds_of(try);
    json_t *json = json_pack(
        "{s:s,s:s,s:i,s:i,s:I,s:I,s:i,s:I,s:i,s:o,s:I}", "name", try->file->name, "format",
        tournament_format_name(try->file->format.format), "entries", try->file->format.entry_count,
        "rounds", plan->rounds, "meetings", (json_int_t)plan->meetings, "blocks",
        (json_int_t)plan->blocks, "block_size", plan->block_size, "games", (json_int_t)plan->games,
        "tried_blocks", try->done, "seconds", seconds < 0 ? json_null() : json_real(seconds),
        "faults", (json_int_t)report_all_faults(try->report));

    if (!json)
        memory_end();
    json_dumpf(json, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(json);
}

int tournament_dry_run(const struct tournament_file *file, const struct runner_config *config,
                       struct report *report, bool plays, bool json)
{
    struct try try = {.file = file, .report = report, .began = clock_now_usec()};
    struct runner_config run = *config;
    int status = 0;

    tournament_plan_make(&try.plan, file);
    run.owner = &try;
    run.next = next_block;
    run.done = block_done;
    run.tick = NULL;
    run.records = false;
    run.transcripts = NULL;
    run.prefix = "dry";
    if (getrandom(run.seed, FAIR_BYTES, 0) != FAIR_BYTES) {
        options_command_bad("tournament", "no random bytes: %s", strerror(errno));
        return 3;
    }
    if (plays)
        status = runner_run(&run, report->thinks);
    if (status > 1)
        return status;
    if (json)
        print_json(&try);
    else
        print_text(&try, run.jobs);
    if (fflush(stdout)) {
        options_command_bad("tournament", "standard output: %s", strerror(errno));
        return 3;
    }
    return status == 1 ? COMMAND_STOPPED : 0;
}
