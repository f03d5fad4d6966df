/* command.c - shared by the commands: errors, output, options, and reading the store. */
#include "shell/command.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Writes untrusted text: bytes other than printable ASCII become \xHH, so that none moves the
 * cursor or begins a line. */
static void put_escaped(const char *text, FILE *out)
{
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        if (*at >= ' ' && *at < 0x7f)
            fputc(*at, out);
        else
            fprintf(out, "\\x%02x", *at);
    }
}

int command_complain(struct command *command, int status, const char *format, ...)
{
    char *text = NULL;
    va_list args;

    if (command->repeats && store_conflict(command->store))
        return EXIT_AGAIN;
    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    va_end(args);
    fputs("avondale ladder: ", command->err);
    put_escaped(text ? text : "out of memory", command->err);
    fputc('\n', command->err);
    free(text);
    return status;
}

int command_store_failed(struct command *command)
{
    return command_complain(command, EXIT_WORLD, "%s", store_error(command->store));
}

int command_print_json(struct command *command, json_t *value)
{
    int status = value ? json_dumpf(value, command->out, JSON_COMPACT) : -1;
    json_decref(value);
    fputc('\n', command->out);
    return status && !ferror(command->out) ? command_complain(command, EXIT_WORLD, "out of memory")
                                           : EXIT_DONE;
}

const char *command_time_text(int64_t msec, char text[CLOCK_TEXT_BYTES])
{
    if (msec <= 0 || !*clock_wall_text(msec, text))
        snprintf(text, CLOCK_TEXT_BYTES, "-");
    return text;
}

int command_find_bot(struct command *command, struct standing *bot)
{
    if (!name_is_valid(command->argument))
        return command_complain(
            command, EXIT_USAGE,
            "name '%.64s': must be 1 to 32 of A-Z a-z 0-9 . _ - and not start with a dot",
            command->argument);
    int status = store_bot_find(command->store, command->argument, bot);
    if (status == STORE_NONE)
        return command_complain(command, EXIT_USAGE, "no bot named '%s'", command->argument);
    return status ? command_store_failed(command) : EXIT_DONE;
}

int command_load_log(struct command *command, struct replay *replay)
{
    replay_init(replay);
    replay->resumes = true;
    if (replay_load(replay, command->store, NULL, NULL) == 0)
        return EXIT_DONE;
    int status = command_complain(command, EXIT_WORLD, "%s", replay->error);
    replay_fini(replay);
    return status;
}

/* A day, or a moment of it, in UTC. */
static bool time_parse(const char *text, int64_t *msec)
{
    struct tm parts = {.tm_year = 0};
    const char *end = strptime(text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    if (!end) {
        parts = (struct tm){.tm_year = 0};
        end = strptime(text, "%Y-%m-%d", &parts);
    }
    if (!end || *end)
        return false;
    *msec = (int64_t)timegm(&parts) * 1000;
    return true;
}

int command_time_option(struct command *command, const char *name, const char *text, int64_t *msec)
{
    if (!text || time_parse(text, msec))
        return EXIT_DONE;
    return command_complain(command, EXIT_USAGE,
                            "%s '%.40s': expected a day like 2026-03-01 or a moment like "
                            "2026-03-01T18:00:00Z",
                            name, text);
}
