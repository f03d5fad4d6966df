/* command.h - shared by the files of the commands; inside the shell only. */
#ifndef AVONDALE_COMMAND_H
#define AVONDALE_COMMAND_H

#include "base/clock.h"
#include "log/record_read.h"
#include "log/replay.h"
#include "shell/command_table.h"

#include <jansson.h>
#include <stdio.h>

/* EXIT_AGAIN is no exit status: the command runs once more. */
enum { EXIT_DONE, EXIT_NO, EXIT_USAGE, EXIT_WORLD, EXIT_AGAIN };
struct command {
    struct store *store;
    struct work *work; /* used instead by the commands in command_work.c */
    FILE *out, *err;
    struct ladder_common common;
    /* The options of all commands; NULL or false where one was not given. */
    const char *owner, *ladder, *from, *to, *key, *public, *until, *directory;
    int chips, buy_in, uses;
    const char *older;
    struct option_list archives;
    bool off, records, csv, all, repair, verify, shrink;
    char **arguments; /* the operands */
    int argument_count;
    /* Of `export --records`. */
    struct store_retention retention;
    int64_t left;                /* records that were deleted */
    struct record_faults faults; /* those that are wrong */
    const char *argument;        /* the first operand; NULL if none was given */
    int status;
    /* Its only transaction is open: after a conflict it may run from its beginning once more. */
    bool repeats;
};

/* ---- command.c */
/* Prints one line to `err`; returns `status`. After a conflict in the store, where the command
 * repeats: prints nothing and returns EXIT_AGAIN, which the command must return. */
int command_complain(struct command *command, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int command_store_failed(struct command *command);
/* Prints and frees. Output errors are detected once, at the end of command_table_run. */
int command_print_json(struct command *command, json_t *value);
/* In UTC; "-" for none. */
const char *command_time_text(int64_t msec, char text[CLOCK_TEXT_BYTES]);
/* Reads a day like 2026-03-01, or a moment of it like 2026-03-01T18:00:00Z, in UTC; a NULL leaves
 * *msec as it is. Returns EXIT_DONE, or a status after a complaint that names the option. */
int command_time_option(struct command *command, const char *name, const char *text, int64_t *msec);
/* Reads the bot that the first argument names from the store. Returns 0, or an exit status after an
 * error line. */
int command_find_bot(struct command *command, struct standing *bot);
/* Reads the whole log. Returns as command_find_bot; frees the replay if it fails. */
int command_load_log(struct command *command, struct replay *replay);

/* ---- command_show.c */
enum { BOARD_NONE = -1, BOARD_UNKNOWN = -2 };
/* Returns the index of the ladder that --ladder names, or of the one with the most results;
 * BOARD_NONE if there is none yet; BOARD_UNKNOWN, with command->status, after an error line. */
int command_show_board(struct command *command, const struct standings *standings);
int command_show_list(struct command *command);
int command_show_top(struct command *command);
int command_show(struct command *command);
int command_show_history(struct command *command);
int command_show_export(struct command *command);

/* ---- command_bot.c: bots */
int command_bot_add(struct command *command);
int command_bot_token(struct command *command);
int command_bot_ban(struct command *command);
int command_bot_version(struct command *command);
int command_bot_reference(struct command *command);

/* ---- command_invite.c: codes that let new names in */
int command_invite(struct command *command);
bool command_invite_writes(const struct command *command);

/* ---- command_log.c: results */
int command_log_import(struct command *command);
int command_log_void(struct command *command);
int command_log_recompute(struct command *command);

/* ---- command_store.c: what the store takes */
int command_store_sizes(struct command *command);
int command_store_compact(struct command *command);

/* ---- command_records.c: records that may leave */
int command_records(struct command *command);
/* Compares the archives that --archive names with the log, and says what left that none of them
 * has. Sets *wrong to whether anything is. Returns 0, or an exit status after a complaint. */
int command_records_verify(struct command *command, int64_t left, bool *wrong);

/* ---- command_season.c */
int command_season(struct command *command);
bool command_season_writes(const struct command *command);
int command_season_key(struct command *command);

/* ---- command_event.c: the calendar */
int command_event(struct command *command);
bool command_event_writes(const struct command *command);

/* ---- command_rank.c */
int command_rank_standings(struct command *command);
int command_rank_report(struct command *command);

/* ---- command_work.c: the queue of work for several machines */
int command_archive(struct command *command);
int command_work(struct command *command);
int command_workers(struct command *command);

#endif
