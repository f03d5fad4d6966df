/* command.h - what the files of the commands share; inside the shell only. */
#ifndef AVONDALE_COMMAND_H
#define AVONDALE_COMMAND_H

#include "log/replay.h"

#include <jansson.h>
#include <stdio.h>

enum { EXIT_DONE, EXIT_NO, EXIT_USAGE, EXIT_WORLD };
enum { COMMAND_ARGUMENTS_MAX = 3, COMMAND_OPTIONS_MAX = 8 };

struct command {
    struct store *store;
    struct work *work; /* instead, of the commands in command_work.c */
    FILE *out, *err;
    bool json;
    const char *arguments[COMMAND_ARGUMENTS_MAX];
    int argument_count;
    const char *argument; /* the first of them; NULL where none was given */
    struct {
        const char *name, *value; /* value "" where it takes none */
    } options[COMMAND_OPTIONS_MAX];
    int option_count;
    int status;
};

/* ---- command.c */
/* Prints one line to `err`; returns `status`. */
int complain(struct command *command, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int store_trouble(struct command *command);
/* NULL where the option was not given. */
const char *command_option(const struct command *command, const char *name);
/* Prints and frees. Output errors are found once, at the end of ladder_command. */
int print_json(struct command *command, json_t *value);
/* In UTC; "-" for none. */
const char *time_text(int64_t msec, char text[32]);
/* Reads the bot that the first argument names from the store. Returns 0, or an exit status after a
 * complaint. */
int bot_named(struct command *command, struct standing *bot);
/* Reads the whole log. Returns as bot_named; frees the replay if it fails. */
int log_load(struct command *command, struct replay *replay);

/* ---- command_show.c */
/* Returns the index of the ladder that --ladder names, or of the one with most results; -1 if there
 * is none yet; -2 after a complaint, with command->status. */
int board_named(struct command *command, const struct standings *standings);
int command_list(struct command *command);
int command_top(struct command *command);
int command_show(struct command *command);
int command_history(struct command *command);
int command_export(struct command *command);

/* ---- command_act.c: bots */
int command_add(struct command *command);
int command_token(struct command *command);
int command_ban(struct command *command);
int command_version(struct command *command);
int command_reference(struct command *command);

/* ---- command_log.c: results */
int command_import(struct command *command);
int command_void(struct command *command);
int command_recompute(struct command *command);

/* ---- command_season.c */
int command_season(struct command *command);
bool season_writes(const struct command *command);
int command_key(struct command *command);

/* ---- command_rank.c */
int command_standings(struct command *command);
int command_report(struct command *command);

#endif
