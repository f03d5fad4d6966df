/* options.c - the options of a subcommand as one table. */
#include "base/options.h"

#include "base/log.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 64, HELP_COLUMN = 22 };

static int bad(const char *command, const char *format, va_list args)
{
    char *text = NULL;

    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    log_say("avondale%s%s: %s", *command ? " " : "", command, text ? text : "out of memory");
    free(text);
    return 2;
}

int options_bad(const struct option_set *set, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int status = bad(set->command, format, args);
    va_end(args);
    return status;
}

int command_bad(const char *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int status = bad(command, format, args);
    va_end(args);
    return status;
}

int options_number(const char *text, long min, long max, int *out)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if ((*text != '-' && (*text < '0' || *text > '9')) || *end || errno || value < min ||
        value > max)
        return -1;
    *out = (int)value;
    return 0;
}

static void print_rows(const struct option_set *set)
{
    for (int i = 0; i < set->row_count; i++) {
        const struct option_row *row = &set->rows[i];
        int width =
            printf("  --%s%s%s", row->name, row->value ? " " : "", row->value ? row->value : "");
        printf("%*s", width < HELP_COLUMN ? HELP_COLUMN - width : 1, "");
        for (const char *at = row->help; *at; at++) {
            putchar(*at);
            if (*at == '\n')
                printf("%*s", HELP_COLUMN, "");
        }
        putchar('\n');
    }
}

static void print_help(const struct option_set *set)
{
    printf("usage: avondale %s %s", set->command, set->usage);
    print_rows(set);
    if (set->shared)
        print_rows(set->shared);
}

static int add_rows(const struct option_set *set, struct option *options, int count)
{
    assert(count + set->row_count <= ROWS_MAX);
    for (int i = 0; i < set->row_count; i++)
        options[count++] =
            (struct option){.name = set->rows[i].name,
                            .has_arg = set->rows[i].value ? required_argument : no_argument};
    return count;
}

int options_take(const struct option_set *set, void *context, int argc, char **argv, int *first)
{
    struct option options[ROWS_MAX + 2];
    int option, index = 0, count;

    memset(options, 0, sizeof options);
    count = add_rows(set, options, 0);
    if (set->shared)
        count = add_rows(set->shared, options, count);
    options[count] = (struct option){.name = "help"};
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":", options, &index)) != -1) {
        if (option == ':')
            return options_bad(set, "%s: expected a value; see avondale %s --help",
                               argv[optind - 1], set->command);
        if (option != 0)
            return options_bad(set, "%s: no such option; see avondale %s --help", argv[optind - 1],
                               set->command);
        if (index == count) {
            print_help(set);
            exit(0);
        }
        int status = index < set->row_count ? set->rows[index].take(context, optarg)
                                            : set->shared->rows[index - set->row_count].take(
                                                  (char *)context + set->shared_offset, optarg);
        if (status)
            return status;
    }
    *first = optind;
    return 0;
}
