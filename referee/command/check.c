/* check.c - avondale check: leads one bot through everything that it may meet. */
#include "check/check.h"
#include "command/command.h"
#include "base/log.h"
#include "base/out_of_memory.h"
#include "base/options.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RULESETS_MAX = 64, COMMAND_MAX = 4096, TIME_MSEC = 5000, STARTUP_MSEC = 10000, HANDS = 60 };

struct check {
    struct check_config config;
    struct check_report reports[CHECK_REPORTS_MAX];
    const char *rulesets[RULESETS_MAX], *junit_name;
    int ruleset_count;
    char command[COMMAND_MAX];
    bool json, both, terminal, verbose;
};

static const struct option_set set;

/* ----------------------------------------------------------------------------- the arguments */

static int take_ruleset(void *context, const char *value)
{
    struct check *check = context;
    struct ruleset_error error;
    struct ruleset rules;

    if (check->ruleset_count == RULESETS_MAX)
        return options_bad(&set, "--ruleset: at most %d", RULESETS_MAX);
    if (check_parse_ruleset(value, &rules, &error))
        return options_bad(&set, "--ruleset: %s", error.text);
    check->rulesets[check->ruleset_count++] = value;
    check->config.rulesets = check->rulesets;
    check->config.ruleset_count = check->ruleset_count;
    return 0;
}

static int take_msec(const char *name, const char *value, int min, usec_t *time)
{
    int msec;
    if (options_number(value, min, 600000, &msec))
        return options_bad(&set, "--%s %s: expected milliseconds from %d to 600000", name, value,
                           min);
    *time = (usec_t)msec * USEC_PER_MSEC;
    return 0;
}

static int take_time(void *context, const char *value)
{
    return take_msec("time", value, 100, &((struct check *)context)->config.time);
}

static int take_startup(void *context, const char *value)
{
    return take_msec("startup", value, 1, &((struct check *)context)->config.startup);
}

static int take_hands(void *context, const char *value)
{
    if (options_number(value, 1, 100000, &((struct check *)context)->config.hands))
        return options_bad(&set, "--hands %s: expected a number from 1 to 100000", value);
    return 0;
}

static int take_both(void *context, const char *value)
{
    (void)value;
    ((struct check *)context)->both = true;
    return 0;
}

static int take_session(void *context, const char *value)
{
    if (value[0] != '-' || strlen(value) > 64 || strpbrk(value, " \t'\"\\"))
        return options_bad(
            &set, "--session %s: expected an option of the bot, as --session=--resume", value);
    ((struct check *)context)->config.session_option = value;
    return 0;
}

static int take_json(void *context, const char *value)
{
    (void)value;
    ((struct check *)context)->json = true;
    return 0;
}

static int take_junit(void *context, const char *value)
{
    ((struct check *)context)->junit_name = value;
    return 0;
}

static int take_verbose(void *context, const char *value)
{
    (void)value;
    ((struct check *)context)->verbose = true;
    return 0;
}

static const struct option_row rows[] = {
    {"ruleset", "R",
     "a preset, with options after it in one word: 'PRESET K=V ...'; may be\nrepeated (several "
     "that together have every phase)",
     take_ruleset},
    {"both", NULL, "checks it with --encoding text and with --encoding msgpack", take_both},
    {"session", "OPTION", "the bot takes OPTION SESSION and then comes back to its games",
     take_session},
    {"time", "MS", "for a decision (5000)", take_time},
    {"startup", "MS", "from its start to its hello (10000)", take_startup},
    {"hands", "N", "of each ruleset at most (60)", take_hands},
    {"json", NULL, "the list as JSON", take_json},
    {"junit", "FILE", "writes the list as JUnit XML, too", take_junit},
    {"verbose", NULL, "shows what the bot writes on standard error", take_verbose},
};

static const struct option_set set = {
    .command = "check",
    .usage =
        "[OPTION...] -- CMD...\n"
        "Leads one bot through every phase and every oddity of the protocol. CMD speaks it on\n"
        "standard input and output. Exits 0 where all is well, 1 where something is not, 3 where\n"
        "the bot does not start.\n",
    .rows = rows,
    .row_count = sizeof rows / sizeof rows[0],
    .shared = &sandbox_options,
    .shared_offset = offsetof(struct check, config.sandbox),
};

/* One word is a command line; several are a vector, so what is special to a shell is quoted. */
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
            return options_bad(&set, "CMD: at most %d bytes", COMMAND_MAX);
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
        status = check_run(&check->config, &check->reports[i], error);
    }
    if (check->terminal)
        fputs("\r\033[K", stderr);
    if (status) {
        options_bad(&set, "%s: %s", check->command, error);
        return 3;
    }
    return 0;
}

static int write_junit(const struct check *check, int count)
{
    FILE *file = fopen(check->junit_name, "w");
    int status = file ? check_print_junit(check->reports, count, check->command, file) : -1;

    if (file && fclose(file))
        status = -1;
    if (status) {
        options_bad(&set, "--junit %s: %s", check->junit_name, strerror(errno));
        return 3;
    }
    return 0;
}

static int report(const struct check *check, int count)
{
    int status = check->json ? check_print_json(check->reports, count, check->command, stdout)
                             : check_print(check->reports, count, stdout);
    if (status) {
        options_bad(&set, "standard output: %s", strerror(errno));
        return 3;
    }
    if (check->junit_name && write_junit(check, count))
        return 3;
    return check_count(check->reports, count, CHECK_FAILED) > 0;
}

static int check_all(struct check *check, int argc, char **argv)
{
    int first, status = options_take(&set, check, argc, argv, &first);
    int count = check->both ? 2 : 1;

    if (status)
        return status;
    if (first == argc)
        return options_bad(&set, "expected -- CMD...; see avondale check --help");
    status = take_command(check, argc - first, argv + first);
    if (status == 0)
        status = sandbox_begin(&set, &check->config.sandbox, check->verbose);
    if (status == 0)
        status = run(check, count);
    return status ? status : report(check, count);
}

int cmd_check(int argc, char **argv)
{
    struct check *check = calloc(1, sizeof *check);

    if (!check)
        memory_end();
    signal(SIGPIPE, SIG_IGN);
    log_set_level(LOG_ERROR); /* what goes wrong with the bot is in the list */
    check->terminal = isatty(STDERR_FILENO);
    check->config = (struct check_config){.rulesets = check_rulesets,
                                          .ruleset_count = check_ruleset_count,
                                          .time = (usec_t)TIME_MSEC * USEC_PER_MSEC,
                                          .startup = (usec_t)STARTUP_MSEC * USEC_PER_MSEC,
                                          .hands = HANDS,
                                          .progress = show_progress,
                                          .context = check};
    sandbox_set_defaults(&check->config.sandbox);
    int status = check_all(check, argc, argv);
    free(check);
    return status;
}
