/* command_table.c - avondale ladder: the table of its commands.
 *
 * Works on the file itself, beside a daemon that serves from it: each command is one transaction,
 * and the daemon sees the changes within a second. A command that writes is run once more where the
 * server says that another transaction was in its way; where it does not say whether a commit took
 * place the command fails, as a second token would void the first. */
#include "shell/command_table.h"
#include "base/option_print.h"
#include "shell/command.h"
#include "work/work.h"

#include <errno.h>
#include <string.h>

/* ------------------------------------------------------------------------------------- options */

static const struct option_row common_rows[] = {
    {OPTION_TEXT("store", "URL", ladder_common, url, NULL,
                 "the ladder's database (sqlite:avondale.db by default)"),
     .secret = true},
    {OPTION_FLAG("json", ladder_common, json, "prints JSON")},
};
const struct option_part ladder_common_options = OPTION_PART(NULL, common_rows);

#define ROW_LADDER                                                                                 \
    {                                                                                              \
        OPTION_TEXT("ladder", "LADDER", command, ladder, NULL,                                     \
                    "the ladder, by its name in `list` (the one with most results by default)")    \
    }
static const struct option_row add_rows[] = {
    {OPTION_TEXT("owner", "OWNER", command, owner, NULL, "whose bot it is (its own by default)")},
};
static const struct option_row writer_view_rows[] = {ROW_LADDER};
static const struct option_row reference_rows[] = {
    {OPTION_FLAG("off", command, off, "it no longer holds the scale")},
};
static const struct option_row season_rows[] = {
    {OPTION_TEXT("from", "TIME", command, from, NULL,
                 "start: its first day, like 2026-03-01, or moment, like 2026-03-01T18:00:00Z (now "
                 "unless given)")},
    {OPTION_TEXT("to", "TIME", command, to, NULL, "start: its end, in the same form")},
    {OPTION_TEXT("ladder", "LADDER", command, ladder, NULL,
                 "start: the ladder whose results count (all by default)")},
    {OPTION_NUMBER("chips", "N", command, chips, 1, SEASON_CHIPS_MAX, NULL,
                   "start: chips that each bot begins with")},
    {OPTION_NUMBER("buy-in", "N", command, buy_in, 1, SEASON_CHIPS_MAX, NULL,
                   "start: chips that each seat pays for a game")},
    {OPTION_TEXT("key", "FILE", command, key, NULL, "end: the key that signs the table")},
    {OPTION_TEXT("public", "KEY", command, public, NULL,
                 "verify: the public key that must have signed (the one in the table unless "
                 "given)")},
};
static const struct option_row invite_rows[] = {
    {OPTION_NUMBER("uses", "N", command, uses, 1, 1000000, NULL,
                   "how many new names the code lets in (1 unless given)")},
    {OPTION_TEXT("until", "TIME", command, until, NULL,
                 "until when: a day like 2026-03-01, or a moment like 2026-03-01T18:00:00Z (for "
                 "ever unless given)")},
};
static const struct option_row event_rows[] = {
    {OPTION_TEXT("public", "KEY", command, public, NULL,
                 "verify: the public key that must have signed (the one in the table unless "
                 "given)")},
    {OPTION_TEXT("directory", "DIR", command, directory, NULL,
                 "verify: the output of the tournament, whose file and records must be those of "
                 "the table")},
};
static const struct option_row export_rows[] = {
    {OPTION_FLAG("records", command, records, "every game record, a line of JSON each")},
    {OPTION_FLAG("csv", command, csv, "results as a table")},
    {OPTION_FLAG("all", command, all,
                 "the log, owners, invite codes and programs that were handed in, to move "
                 "them elsewhere")},
};
static const struct option_row compact_rows[] = {
    {OPTION_FLAG(
        "shrink", command, shrink,
        "then gives that room back to the disk, and makes the partitions that a large "
        "PostgreSQL store of an older version lacks; refused while a daemon serves from the "
        "store")},
};
static const struct option_row records_rows[] = {
    {OPTION_TEXT("older", "HOW", command, older, NULL,
                 "only those that a daemon with --keep-records HOW would not keep (all by "
                 "default)")},
};
static const struct option_row recompute_rows[] = {
    {OPTION_FLAG("repair", command, repair, "writes what the log says")},
    {OPTION_FLAG("verify", command, verify,
                 "checks the hash chain of the log too and prints its last hash")},
    {OPTION_LIST("archive", "FILE", command, archives,
                 "with --verify: compares an archive of records with the log; may be repeated")},
};

static const struct option_part add_part = OPTION_PART(NULL, add_rows);
static const struct option_part ladder_part = OPTION_PART(NULL, writer_view_rows);
static const struct option_part reference_part = OPTION_PART(NULL, reference_rows);
static const struct option_part season_part = OPTION_PART(NULL, season_rows);
static const struct option_part invite_part = OPTION_PART(NULL, invite_rows);
static const struct option_part event_part = OPTION_PART(NULL, event_rows);
static const struct option_part export_part = OPTION_PART(NULL, export_rows);
static const struct option_part compact_part = OPTION_PART(NULL, compact_rows);
static const struct option_part records_part = OPTION_PART(NULL, records_rows);
static const struct option_part recompute_part = OPTION_PART(NULL, recompute_rows);

/* ------------------------------------------------------------------------------------ commands */

enum need { NEEDS_STORE, NEEDS_WORK, NEEDS_NOTHING };

/* The options of a command: its own part, if any, and the common ones. */
#define COMMON                                                                                     \
    {                                                                                              \
        &ladder_common_options, offsetof(struct command, common)                                   \
    }
#define NO_PART .parts = {COMMON}
#define PART(part_) .parts = {{&part_, 0}, COMMON}
#define OPERANDS(min, max, text) .operands = text, .operands_min = min, .operands_max = max

static const struct verb {
    struct option_table table; /* its `command` is the name */
    int (*run)(struct command *command);
    enum need need;
    bool writes, creates;
} verbs[] = {
    {.table = {"add", "NAME", "Adds a bot and prints its token, this once.", PART(add_part),
               OPERANDS(1, 1, "NAME")},
     .run = command_bot_add,
     .writes = true,
     .creates = true},
    {.table = {"token", "NAME", "Gives a bot a new token and prints it; the old one is void.",
               NO_PART, OPERANDS(1, 1, "NAME")},
     .run = command_bot_token,
     .writes = true},
    {.table = {"list", "", "Lists the ladders: one for each ruleset and format.", NO_PART},
     .run = command_show_list},
    {.table = {"top", "[N]",
               "Prints a ladder by its online ratings, best first: all, or the first N.",
               PART(ladder_part), OPERANDS(0, 1, "one N")},
     .run = command_show_top},
    {.table = {"standings", "",
               "Prints a ladder by the batch rating of all results less its error bar.",
               PART(ladder_part)},
     .run = command_rank_standings},
    {.table = {"report", "residuals",
               "Prints pairs of bots that do too well or too badly together: a reason to look, no "
               "proof. Exits 1 if there are any.",
               PART(ladder_part), OPERANDS(1, 1, "residuals")},
     .run = command_rank_report},
    {.table = {"show", "NAME\nstore",
               "Prints what is known of a bot, or of a team: NAME+NAME. Or what the store takes: "
               "records, rows, pages (of a bot of that name: show STORE).",
               NO_PART, OPERANDS(1, 1, "NAME or store")},
     .run = command_show},
    {.table = {"history", "NAME", "Prints the results of a bot, oldest first.", NO_PART,
               OPERANDS(1, 1, "NAME")},
     .run = command_show_history},
    {.table = {"version", "NAME LABEL",
               "A bot is another program from now on: it keeps its rating, and its results are "
               "counted from zero.",
               NO_PART, OPERANDS(2, 2, "NAME LABEL")},
     .run = command_bot_version,
     .writes = true},
    {.table = {"reference", "NAME",
               "A bot is a fixed program that holds the scale of the batch ratings.",
               PART(reference_part), OPERANDS(1, 1, "NAME")},
     .run = command_bot_reference,
     .writes = true},
    {.table = {"season",
               "start NAME --to TIME [--from TIME] [--ladder LADDER] [--chips N --buy-in N]\n"
               "end NAME --key FILE\nlist\nshow NAME\nverify NAME [--public KEY]",
               "Begins a season, with a purse where chips are given: each bot gets N, each seat "
               "pays the buy-in, the winners share the pot. Ends one: freezes its table and signs "
               "it. Lists what there is; prints the table, or the chips; checks signature and "
               "log.",
               PART(season_part), OPERANDS(1, 2, "start, end, list, show or verify, and a NAME")},
     .run = command_season},
    {.table = {"event",
               "add NAME at=TIME [zone=ZONE] [repeat=once|daily|weekly] file=FILE "
               "[entries=file|best:N|signed|active] [per-owner=N] [ladder=LADDER] [series=NAME] "
               "[points=25,18,...]\n"
               "add NAME kind=season at=TIME length=2h [ladder=LADDER] [chips=N buy-in=N] ...\n"
               "remove NAME\nenter NAME BOT\nwithdraw NAME BOT\nlist\nshow NAME\nverify RUN "
               "[--public KEY] [--directory DIR]\nseries NAME",
               "The calendar: a tournament or a season that the daemon starts at a time on the "
               "clock of a zone, and ends; its table is frozen and signed. Entries are those of "
               "the file; or of the bots with a program, there or handed in by their owner and "
               "active, the best of a ladder or those that signed up; or those of the file and "
               "all that are active. Adds an event or changes the one of that name; takes one "
               "away; signs up a bot, "
               "or takes it off; lists them; "
               "prints what one came to; checks a final table; counts the points of a series from "
               "the signed tables of its events.",
               PART(event_part), OPERANDS(1, 16, "a word, a NAME and its words")},
     .run = command_event,
     .creates = true},
    {.table = {"key", "FILE", "Makes a key to sign with (Ed25519) and prints the public one.",
               NO_PART, OPERANDS(1, 1, "FILE")},
     .run = command_season_key,
     .need = NEEDS_NOTHING},
    {.table = {"invite", "[--uses N] [--until TIME]\nlist\nwithdraw CODE",
               "Makes a code that lets new names in where the daemon has `register=invite`, and "
               "prints it, this once. Lists the codes by their ids, with their uses; withdraws "
               "one, by itself or by its id.",
               PART(invite_part), OPERANDS(0, 2, "nothing, list, or withdraw CODE")},
     .run = command_invite,
     .creates = true},
    {.table = {"ban", "NAME", "Results with this bot are not rated from now on.", NO_PART,
               OPERANDS(1, 1, "NAME")},
     .run = command_bot_ban,
     .writes = true},
    {.table = {"void", "GAME", "A result counts for nothing; ratings are replayed without it.",
               NO_PART, OPERANDS(1, 1, "GAME")},
     .run = command_log_void,
     .writes = true},
    {.table = {"export", "[--records | --csv | --all]",
               "Prints every result, a line of JSON each, or what the option says. Names damaged "
               "records, leaves them out, and exits 1.",
               PART(export_part)},
     .run = command_show_export},
    {.table = {"import", "FILE",
               "Adds the results of a table as `export --csv` and `avondale replay --csv` make it "
               "(- is standard input): all of them or none; games that are there already stay as "
               "they are. Or fills an empty store with all that `export --all` wrote: the log, and "
               "what belongs to owners.",
               NO_PART, OPERANDS(1, 1, "FILE")},
     .run = command_log_import,
     .writes = true,
     .creates = true},
    {.table = {"recompute", "[--repair | --verify [--archive FILE ...]]",
               "Replays all results and compares with what is stored. Exits 1 where they differ.",
               PART(recompute_part)},
     .run = command_log_recompute},
    {.table = {"compact", "[--shrink]",
               "Packs the records of a store from before records were packed, a page at a time, "
               "beside a daemon if need be. New rows fill the room that they took.",
               PART(compact_part)},
     .run = command_store_compact,
     .writes = true},
    {.table = {"records", "archive DIR",
               "Writes results with their records, as far as no archive has them, into new files "
               "in a directory, one for each part of a season: lines of JSON, compressed (zstd). "
               "Names damaged records, leaves them out, and exits 1. "
               "--keep-records deletes only archived records.",
               PART(records_part), OPERANDS(2, 2, "archive and a DIR")},
     .run = command_records},
    {.table = {"archive", "put PATH\nlist",
               "Bots for workers (records: `ladder records`): packs a directory (or takes a tar) "
               "and prints its SHA-256; lists "
               "those that are there.",
               NO_PART, OPERANDS(1, 2, "put PATH or list")},
     .run = command_archive,
     .need = NEEDS_WORK,
     .creates = true},
    {.table = {"work", "list\nend NAME\ndrop NAME",
               "The work of tournaments and matches with --store: lists it; ends it, so no more of "
               "it is played; drops it with all its results.",
               NO_PART, OPERANDS(1, 2, "list, end NAME or drop NAME")},
     .run = command_work,
     .need = NEEDS_WORK},
    {.table = {"workers", "", "Lists the workers, and when each was last seen.", NO_PART},
     .run = command_workers,
     .need = NEEDS_WORK},
};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static const struct verb *verb_find(const char *name)
{
    for (size_t i = 0; i < VERBS; i++) {
        if (strcmp(verbs[i].table.command, name) == 0)
            return &verbs[i];
    }
    return NULL;
}

/* The table as help and messages name it: "ladder top". */
static struct option_table named_table(const struct verb *verb, char name[40])
{
    struct option_table table = verb->table;

    snprintf(name, 40, "ladder %s", verb->table.command);
    table.command = name;
    return table;
}

void command_table_print(FILE *out, bool manual)
{
    option_print_title(out, manual, "Commands");
    for (size_t i = 0; i < VERBS; i++)
        option_print_command(out, manual, &verbs[i].table);
}

/* --------------------------------------------------------------------------------- running one */

static int no_such_command(struct command *command, const char *word)
{
    char names[400] = "";
    size_t used = 0;

    for (size_t i = 0; i < VERBS; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", verbs[i].table.command,
                                 i + 2 < VERBS   ? ", "
                                 : i + 1 < VERBS ? " or "
                                                 : "");
    return command_complain(command, EXIT_USAGE, "'%.32s': must be %s", word, names);
}

static int with_store(struct command *command, const struct verb *verb)
{
    struct ladder_error error;
    unsigned flags = command->shrink ? STORE_MUST_EXIST | STORE_EXCLUSIVE /* as a daemon */
                     : verb->creates ? 0
                                     : STORE_MUST_EXIST;
    int opened = store_open(&command->store, command->common.url, flags, &error);

    if (opened)
        return command_complain(command, opened == STORE_REFUSED ? EXIT_USAGE : EXIT_WORLD, "%s",
                                error.text);
    if (replay_upgrade(command->store, &error)) {
        store_close(command->store);
        return command_complain(command, EXIT_WORLD, "%s", error.text);
    }
    bool writes = verb->writes || command->repair ||
                  (verb->run == command_season && command_season_writes(command)) ||
                  (verb->run == command_invite && command_invite_writes(command)) ||
                  (verb->run == command_event && command_event_writes(command));
    int status, tries = 0;
    do { /* the daemon does the same with its transactions */
        command->repeats = writes && tries < STORE_TRIES_MAX;
        status = store_begin(command->store, writes) ? command_store_failed(command)
                                                     : verb->run(command);
    } while (status == EXIT_AGAIN && store_retry(command->store, &tries));
    store_rollback(command->store); /* of what did not commit */
    store_close(command->store);
    return status;
}

static int with_work(struct command *command, const struct verb *verb)
{
    struct ladder_error error;
    int status = work_open(&command->work, command->common.url, !verb->creates, NULL, &error);

    if (status)
        return command_complain(command, status, "%s", error.text);
    status = verb->run(command);
    work_close(command->work);
    return status;
}

static int run(struct command *command, const struct verb *verb)
{
    switch (verb->need) {
    case NEEDS_STORE:
        return with_store(command, verb);
    case NEEDS_WORK:
        return with_work(command, verb);
    case NEEDS_NOTHING:
        break;
    }
    return verb->run(command);
}

int command_table_run(const char *url, int argc, char **argv, bool json, FILE *out, FILE *err)
{
    struct command command = {.out = out, .err = err, .common = {.url = url, .json = json}};
    const struct verb *verb = argc > 0 ? verb_find(argv[0]) : NULL;
    char error[OPTION_ERROR_BYTES], name[40];
    int first, status = EXIT_DONE;

    if (!verb)
        return no_such_command(&command, argc > 0 ? argv[0] : "");
    struct option_table table = named_table(verb, name);
    switch (option_table_parse(&table, &command, argc, argv, &first, error)) {
    case OPTION_BAD:
        return command_complain(&command, EXIT_USAGE, "%s: %s", verb->table.command, error);
    case OPTION_HELP:
        option_print_help(&table, out);
        break;
    case OPTION_MANUAL:
        option_print_manual(&table, out);
        break;
    case OPTION_OK:
        command.arguments = argv + first;
        command.argument_count = argc - first;
        command.argument = argc > first ? argv[first] : NULL;
        status = run(&command, verb);
    }
    if ((fflush(out) || ferror(out)) && (status == EXIT_DONE || status == EXIT_NO))
        status =
            command_complain(&command, EXIT_WORLD, "cannot write the output: %s", strerror(errno));
    return status;
}
