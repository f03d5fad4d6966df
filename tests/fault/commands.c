/* commands.c - scenarios of one command each: it gives the same output as without a fault, or
 * ends with a status and a reason. */
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMAND_SECONDS = 30 };

static void must_equal(struct trial *trial, const char *name, const char *good)
{
    char *ours = trial_file(name), *theirs = trial_file(good);
    if (!theirs[0]) /* the run that all others are compared with */
        rename(name, good);
    else if (strcmp(ours, theirs) != 0)
        trial_broken(trial, "status 0, but %s is not what it is without a fault: %.200s", name,
                     ours);
    free(ours);
    free(theirs);
}

/* Returns true if it ended with status 0. */
static bool command(struct trial *trial, const char *const argv[])
{
    return trial_judge(trial, argv[1],
                       trial_wait(trial_start(trial, argv, true), COMMAND_SECONDS)) == 0;
}

/* Records: those without a fault; or where a bot may have been lost, and with it its game, or a
 * game is void, any that keep to the rules. */
static void must_hold(struct trial *trial, const char *name, const char *good)
{
    const char *const argv[] = {"avondale", "replay", "--strict", name, NULL};
    char *records = trial_file(name);
    bool void_game = strstr(records, "\"reason\":\"aborted\"") && !trial->harmless;
    free(records);
    if (!trial->bot_lost && !void_game)
        must_equal(trial, name, good);
    else if (trial_judge(trial, "records",
                         trial_wait(trial_start(trial, argv, false), COMMAND_SECONDS)))
        trial_broken(trial, "its records do not replay");
}

static void copy(const char *from, const char *to)
{
    char line[512];
    snprintf(line, sizeof line, "cp %s %s", from, to);
    if (system(line) != 0)
        abort();
}

void trial_match(struct trial *trial)
{
    char random[600], basic[600];
    snprintf(random, sizeof random, "random=%s/build/bots/random --seed 1", trial->top);
    snprintf(basic, sizeof basic, "basic=%s/build/bots/basic", trial->top);
    const char *const argv[] = {"avondale",      "match",       "--bot",  random,   "--bot",
                                basic,           "--games",     "2",      "--jobs", "2",
                                "--option",      "max_hands=1", "--seed", "01",     "--records",
                                "trial/records", NULL};
    if (command(trial, argv)) /* its output holds times */
        must_hold(trial, "trial/records", "good/records");
}

void trial_tournament(struct trial *trial)
{
    const char *const argv[] = {"avondale", "tournament", "trial/file.ini", NULL};
    FILE *file = fopen("trial/file.ini", "w");
    if (!file)
        abort();
    fprintf(file, "[tournament]\nname = faults\nformat = round-robin\njobs = 2\nmax_hands = 1\n"
                  "seed = 5eed\noutput = trial/played\n");
    for (int i = 1; i <= 3; i++)
        fprintf(file, "[entry r%d]\ncommand = %s/build/bots/random --seed %d\n", i, trial->top, i);
    if (fclose(file))
        abort();
    if (command(trial, argv)) {
        must_hold(trial, "trial/played/records.jsonl", "good/rounds");
        if (!trial->bot_lost)
            must_equal(trial, "trial/played/standings.csv", "good/standings.csv");
    }
}

void trial_replay(struct trial *trial)
{
    const char *const argv[] = {"avondale", "replay", "--strict", "good/records", NULL};
    if (command(trial, argv))
        must_equal(trial, "trial/out", "good/replay");
}

void trial_recompute(struct trial *trial)
{
    const char *const argv[] = {"avondale",  "ladder",   "--store", "sqlite:trial/db",
                                "recompute", "--verify", NULL};
    copy("good/db", "trial/db");
    if (command(trial, argv))
        must_equal(trial, "trial/out", "good/recompute");
}

void trial_export(struct trial *trial)
{
    const char *const argv[] = {"avondale", "ladder", "--store", "sqlite:trial/db",
                                "export",   "--all",  NULL};
    copy("good/db", "trial/db");
    if (command(trial, argv))
        must_equal(trial, "trial/out", "good/export");
}

/* All of it or nothing: what is exported again is the file, or there is no result at all. */
void trial_import(struct trial *trial)
{
    const char *const in[] = {"avondale", "ladder",      "--store", "sqlite:trial/db",
                              "import",   "good/export", NULL};
    const char *const out[] = {"avondale", "ladder", "--store", "sqlite:trial/db",
                               "export",   "--all",  NULL};
    if (command(trial, in)) {
        if (trial_judge(trial, "export",
                        trial_wait(trial_start(trial, out, false), COMMAND_SECONDS)) == 0)
            must_equal(trial, "trial/out", "good/export");
        return;
    }
    trial_wait(trial_start(trial, out, false), COMMAND_SECONDS);
    char *left = trial_file("trial/out"), *all = trial_file("good/export");
    if (strstr(left, "\"kind\":\"result\"") && strcmp(left, all) != 0)
        trial_broken(trial, "a part was imported: %.200s", left);
    free(left);
    free(all);
}
