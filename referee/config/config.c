/* config.c - options of the daemon: read from files and arguments, printed, compared. */
#include "config/config.h"
#include "base/ini_file.h"
#include "base/log.h"
#include "config/config_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where error messages go. */
typedef char error_text[OPTION_ERROR_BYTES];

/* ---------------------------------------------------------------------------- what it prints */

/* In the form of a file: options that were not given are comments with their defaults. */
static void print_value(const struct config *config, const struct option_row *row)
{
    char value[sizeof config->options], *save = NULL;
    bool is_switch = row->kind == OPTION_KIND_SWITCH;

    printf("; %s%s\n", row->help, is_switch ? " (0 or 1)" : "");
    option_table_format(row, config, value, sizeof value);
    if (strcmp(value, row->standard) == 0) {
        printf(";%s = %s\n\n", row->name, value);
        return;
    }
    for (char *line = strtok_r(value, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
        printf("%s = %s\n", row->name, line);
    putchar('\n');
}

static void print_config(const struct config *config)
{
    const struct option_row *row;
    int at = 0;

    puts("; avondale serve --config FILE: every option with its default.\n");
    while ((row = option_table_next(&config_file_options, &at)))
        print_value(config, row);
}

/* ------------------------------------------------------------------------------------- the file */

struct file_context {
    struct config *config;
    const char *name;
    char *error;
    int status;
};

static void on_key(void *context, int line, const char *section, const char *name,
                   const char *value)
{
    struct file_context *file = context;
    const struct option_row *row = option_table_find(&config_file_options, name, NULL, NULL);
    const char *instead = option_table_gone(&config_file_options, name);
    const char *nearest = option_table_nearest(&config_file_options, name);
    char where[300];

    if (file->status)
        return; /* the message names the first of them */
    snprintf(where, sizeof where, "%.280s:%d: ", file->name, line);
    if (instead)
        file->status =
            option_table_refuse(file->error, "%s%s: no longer an option; %s", where, name, instead);
    else if (!*section && !row && nearest)
        file->status = option_table_refuse(file->error,
                                           "%sno option '%.80s', '%s' is; see avondale serve "
                                           "--print-config",
                                           where, name, nearest);
    else if (*section || !row)
        file->status = option_table_refuse(file->error,
                                           "%sno option '%.80s'; see avondale serve --print-config",
                                           where, *section ? section : name);
    else
        file->status = option_table_set(row, file->config, value, where, file->error);
}

static int read_file(struct config *config, const char *name, error_text error)
{
    struct file_context file = {.config = config, .name = name, .error = error};
    const struct ini_file_handler handler = {.context = &file, .key = on_key};
    char why[INI_FILE_ERROR_BYTES];
    int status = ini_file_read(name, &handler, why);

    if (file.status)
        return file.status;
    if (status > 0)
        return option_table_refuse(error, "%.280s:%d: %s", name, status, why);
    return status < 0 ? option_table_refuse(error, "%.280s: %s", name, why) : 0;
}

/* Returns 0, CONFIG_DONE or -1 with the message in `error`. */
static int read_all(struct config *config, int argc, char **argv, error_text error)
{
    struct reading *reading = calloc(1, sizeof *reading);
    struct option_list files;
    int first, status = 0;
    enum option_result result;

    if (!reading)
        return option_table_refuse(error, "out of memory");
    /* First for the files, then once more, because arguments win over files. */
    option_table_set_defaults(&serve_options, reading);
    result = option_table_parse(&serve_options, reading, argc, argv, &first, error);
    if (result == OPTION_OK) {
        files = reading->files;
        memset(reading, 0, sizeof *reading);
        reading->config.time.startup = 10000000;
        option_table_set_defaults(&serve_options, reading);
        for (int i = 0; i < files.count && status == 0; i++)
            status = read_file(&reading->config, files.values[i], error);
        result = status ? OPTION_BAD
                        : option_table_parse(&serve_options, reading, argc, argv, &first, error);
    }
    if (result == OPTION_OK)
        status = config_make(&reading->config, error);
    if (result == OPTION_HELP)
        option_print_help(&serve_options, stdout);
    else if (result == OPTION_MANUAL)
        option_print_manual(&serve_options, stdout);
    else if (result == OPTION_OK && status == 0 && reading->print)
        print_config(&reading->config);
    *config = reading->config;
    bool done = result == OPTION_HELP || result == OPTION_MANUAL || reading->print;
    free(reading);
    if (result == OPTION_BAD || status)
        return -1;
    return done ? CONFIG_DONE : 0;
}

int config_read(struct config *config, int argc, char **argv)
{
    char error[OPTION_ERROR_BYTES] = "";
    int status = read_all(config, argc, argv, error);

    if (status == -1)
        return options_bad(&serve_options, "%s", error);
    return status;
}

/* ---------------------------------------------------------------------------- while it runs */

int config_read_again(struct config *config, int argc, char **argv, char *why, size_t why_size)
{
    char error[OPTION_ERROR_BYTES] = "";
    int status = read_all(config, argc, argv, error);

    if (status == -1)
        log_escape(error, why, why_size);
    return status ? -1 : 0;
}

static bool same(const struct config *a, const struct config *b, const struct option_row *row)
{
    char x[sizeof a->options], y[sizeof b->options];

    option_table_format(row, a, x, sizeof x);
    option_table_format(row, b, y, sizeof y);
    return strcmp(x, y) == 0;
}

void config_compare(const struct config *from, const struct config *to,
                    char live[CONFIG_NAMES_BYTES], char fixed[CONFIG_NAMES_BYTES])
{
    const struct option_row *row;
    int at = 0;

    live[0] = fixed[0] = 0;
    while ((row = option_table_next(&config_file_options, &at))) {
        if (same(from, to, row))
            continue;
        char *names = row->live ? live : fixed;
        size_t used = strlen(names);
        snprintf(names + used, CONFIG_NAMES_BYTES - used, "%s%s", used ? ", " : "", row->name);
    }
}

bool config_option(const struct config *config, int index, struct config_option *option)
{
    const struct option_row *row = option_table_next(&config_file_options, &index);

    if (!row)
        return false;
    option->name = row->name;
    option->help = row->help;
    option->live = row->live;
    option_table_format(row, config, option->value, sizeof option->value);
    for (char *c = option->value; (c = strchr(c, '\n')) != NULL;)
        *c = ' ';
    return true;
}

void config_describe_node(const struct config *config, struct ladder_node *node)
{
    memset(node, 0, sizeof *node);
    snprintf(node->name, sizeof node->name, "%s", config->node);
    memcpy(node->address, config->node_at, sizeof node->address);
}
