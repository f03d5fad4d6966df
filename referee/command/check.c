/* check.c - avondale check: drives one bot through everything that it may meet. */
#include "check/check.h"
#include "command/command.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/options.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RULESETS_MAX = 64, COMMAND_MAX = 4096 };

struct check {
    struct check_config config;
    struct check_report reports[CHECK_REPORTS_MAX];
    const char *rulesets[RULESETS_MAX], *junit_name;
    int ruleset_count;
    char command[COMMAND_MAX];
    bool json, both, terminal, verbose;
    int time_msec, startup_msec;
};

/* ----------------------------------------------------------------------------- the arguments */

static int take_ruleset(void *context, const char *value, char reason[OPTION_ERROR_BYTES])
{
    struct check *check = context;
    struct ruleset_error error;
    struct ruleset rules;

    if (check->ruleset_count == RULESETS_MAX)
        return option_table_refuse(reason, "at most %d", RULESETS_MAX);
    if (check_script_parse_ruleset(value, &rules, &error))
        return option_table_refuse(reason, "%s", error.text);
    check->rulesets[check->ruleset_count++] = value;
    check->config.rulesets = check->rulesets;
    check->config.ruleset_count = check->ruleset_count;
    return 0;
}

static bool is_option(const char *value)
{
    return value[0] == '-' && strlen(value) <= 64 && !strpbrk(value, " \t'\"\\");
}

static const struct option_row rows[] = {
    {OPTION_TAKE("ruleset", "R", take_ruleset, NULL,
                 "a preset, with options after it in one word: 'PRESET K=V ...'; may be repeated "
                 "(several that together have every phase)")},
    {OPTION_FLAG("both", check, both,
                 "checks it with --encoding text and with --encoding msgpack")},
    {OPTION_TEXT("session", "OPTION", check, config.session_option, NULL,
                 "the bot takes OPTION SESSION and then comes back to its games"),
     .valid = is_option, .allowed = "an option of the bot, as --session=--resume"},
    {OPTION_NUMBER("time", "MS", check, time_msec, 100, 600000, "5000", "for a decision")},
    {OPTION_NUMBER("startup", "MS", check, startup_msec, 1, 600000, "10000",
                   "from its start to its hello")},
    {OPTION_NUMBER("hands", "N", check, config.hands, 1, 100000, "60", "of each ruleset at most")},
    {OPTION_FLAG("json", check, json, "the list as JSON")},
    {OPTION_TEXT("junit", "FILE", check, junit_name, NULL, "writes the list as JUnit XML, too")},
    {OPTION_FLAG("verbose", check, verbose, "shows what the bot writes on standard error")},
};
static const struct option_part part = OPTION_PART(NULL, rows);

const struct option_table check_options = {
    .command = "check",
    .synopsis = "[OPTION...] -- CMD...",
    .does = "Leads one bot through every phase and every oddity of the protocol. CMD speaks it on "
            "standard input and output. Exits 0 if all is well, 1 if the bot made a mistake, 3 if "
            "it does not start.",
    .parts = {{&part, 0}, {&sandbox_options, offsetof(struct check, config.sandbox)}},
    .operands = "-- CMD...",
    .operands_min = 1,
    .operands_max = INT_MAX,
};

/* One word is a command line; several are a vector, so characters special to a shell are quoted. */
static int take_command(struct check *check, int count, char **words)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "%+,-./:=@_";
    char *at = check->command, *end = at + sizeof check->command - 8;

    for (int i = 0; i < count; i++) {
        const char *word = words[i];
        bool quoted = count > 1 && (!*word || word[strspn(word, plain)]);
        if (i > 0)
            *at++ = ' ';
        if (quoted)
            *at++ = '\'';
        for (; *word && at < end; word++) {
            *at++ = *word;
            if (quoted && *word == '\'') {
                memcpy(at, "\\''", 3);
                at += 3;
            }
        }
        if (*word)
            return options_bad(&check_options, "CMD: at most %d bytes", COMMAND_MAX);
        if (quoted)
            *at++ = '\'';
    }
    *at = 0;
    check->config.command = check->command;
    return 0;
}

/* ----------------------------------------------------------------------------------- the run */

static void show_progress(void *context, const char *what)
{
    const struct check *check = context;
    if (check->terminal)
        fprintf(stderr, "\r\033[Kcheck: %s", what);
}

static int run(struct check *check, int count)
{
    char error[256];
    int status = 0;

    for (int i = 0; i < count && status == 0; i++) {
        if (count > 1)
            snprintf(check->reports[i].label, sizeof check->reports[i].label, "%s",
                     i == 0 ? "text" : "msgpack");
        status = check_script_run(&check->config, &check->reports[i], error);
    }
    if (check->terminal)
        fputs("\r\033[K", stderr);
    if (status) {
        options_bad(&check_options, "%s: %s", check->command, error);
        return 3;
    }
    return 0;
}

static int write_junit(const struct check *check, int count)
{
    FILE *file = fopen(check->junit_name, "w");
    int status = file ? check_report_print_junit(check->reports, count, check->command, file) : -1;

    if (file && fclose(file))
        status = -1;
    if (status) {
        options_bad(&check_options, "--junit %s: %s", check->junit_name, strerror(errno));
        return 3;
    }
    return 0;
}

static int report(const struct check *check, int count)
{
    int status = check->json
                     ? check_report_print_json(check->reports, count, check->command, stdout)
                     : check_report_print(check->reports, count, stdout);
    if (status) {
        options_bad(&check_options, "standard output: %s", strerror(errno));
        return 3;
    }
    if (check->junit_name && write_junit(check, count))
        return 3;
    return check_report_count(check->reports, count, CHECK_FAILED) > 0;
}

static int check_all(struct check *check, int argc, char **argv)
{
    int first, status = options_take(&check_options, check, argc, argv, &first);
    int count = check->both ? 2 : 1;

    if (status)
        return status;
    check->config.time = check->time_msec * (usec_t)USEC_PER_MSEC;
    check->config.startup = check->startup_msec * (usec_t)USEC_PER_MSEC;
    status = take_command(check, argc - first, argv + first);
    if (status == 0)
        status = sandbox_options_begin(&check_options, &check->config.sandbox, check->verbose);
    if (status == 0)
        status = run(check, count);
    return status ? status : report(check, count);
}

int check_main(int argc, char **argv)
{
    struct check *check = calloc(1, sizeof *check);

    if (!check)
        memory_end();
    signal(SIGPIPE, SIG_IGN);
    log_set_level(LOG_ERROR); /* faults of the bot are findings */
    check->terminal = isatty(STDERR_FILENO);
    check->config = (struct check_config){.rulesets = check_rulesets,
                                          .ruleset_count = check_ruleset_count,
                                          .progress = show_progress,
                                          .context = check};
    int status = check_all(check, argc, argv);
    free(check);
    return status;
}
