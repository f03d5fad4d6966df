/* options.c - parses the options of a subcommand and prints its errors. */
#include "base/options.h"

#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int bad(const char *command, const char *format, va_list args)
{
    char *text = NULL;

    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    log_say("avondale%s%s: %s", *command ? " " : "", command, text ? text : "out of memory");
    free(text);
    return 2;
}

int options_bad(const struct option_table *table, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int status = bad(table->command, format, args);
    va_end(args);
    return status;
}

int options_command_bad(const char *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int status = bad(command, format, args);
    va_end(args);
    return status;
}

int options_take(const struct option_table *table, void *context, int argc, char **argv, int *first)
{
    char error[OPTION_ERROR_BYTES];

    option_table_set_defaults(table, context);
    switch (option_table_parse(table, context, argc, argv, first, error)) {
    case OPTION_OK:
        return 0;
    case OPTION_BAD:
        return options_bad(table, "%s", error);
    case OPTION_HELP:
        option_print_help(table, stdout);
        break;
    case OPTION_MANUAL:
        option_print_manual(table, stdout);
        break;
    }
    exit(fflush(stdout) ? 3 : 0);
}
