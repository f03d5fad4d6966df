/* command_log.c - the commands that add results to the log, void one, or replay all of them. */
#include "base/clock.h"
#include "base/hex.h"
#include "log/chain_verify.h"
#include "log/dump.h"
#include "log/import.h"
#include "log/snapshot_verify.h"
#include "shell/command.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static int import_all(struct command *command, FILE *file)
{
    struct dump dump = {.name = command->argument};

    if (dump_import(&dump, command->store, file))
        return command_complain(command, dump.world ? EXIT_WORLD : EXIT_USAGE, "%s", dump.error);
    if (store_commit(command->store))
        return command_store_failed(command);
    if (command->common.json)
        return command_print_json(command, json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "bots",
                                                     dump.bots, "results", dump.results, "actions",
                                                     dump.actions, "announced", dump.announced,
                                                     "accounts", dump.accounts, "invites",
                                                     dump.invites, "programs", dump.programs));
    fprintf(command->out, "%d bots, %d results, %d log entries, %d announced games moved\n",
            dump.bots, dump.results, dump.actions, dump.announced);
    if (dump.accounts + dump.invites + dump.programs > 0)
        fprintf(command->out, "%d accounts, %d invite codes, %d programs moved\n", dump.accounts,
                dump.invites, dump.programs);
    return EXIT_DONE;
}

int command_log_import(struct command *command)
{
    bool is_stdin = strcmp(command->argument, "-") == 0;
    struct import import = {.name = command->argument, .wall_msec = clock_wall_msec()};
    FILE *file = is_stdin ? stdin : fopen(command->argument, "r");

    if (!file)
        return command_complain(command, EXIT_USAGE, "%.200s: %s", command->argument,
                                strerror(errno));
    command->repeats &= !is_stdin;
    int first = getc(file);
    ungetc(first, file);
    int status =
        first == '{' ? import_all(command, file) : import_csv(&import, command->store, file);
    if (!is_stdin)
        fclose(file);
    if (first == '{')
        return status;
    if (status)
        return command_complain(command, import.world ? EXIT_WORLD : EXIT_USAGE, "%s",
                                import.error);
    if (store_commit(command->store))
        return command_store_failed(command);
    if (command->common.json)
        return command_print_json(
            command, json_pack("{s:i, s:i}", "added", import.added, "there", import.there));
    fprintf(command->out, "%d results added, %d were there already\n", import.added, import.there);
    return EXIT_DONE;
}

static void show_line(void *context, const char *line)
{
    const struct command *command = context;
    fprintf(command->err, "%s\n", line);
}

static void show_progress(void *context, int results)
{
    const struct command *command = context;
    if (isatty(fileno(command->err)))
        fprintf(command->err, "\r%d results\r", results);
}

/* The caller ends the replay in any case. */
static int recompute(struct command *command, struct replay *replay, bool repair,
                     struct replay_audit *audit)
{
    replay_init(replay);
    if (replay_recompute(replay, command->store, repair, audit) == 0)
        return EXIT_DONE;
    return command_complain(command, EXIT_WORLD, "%s", replay->error);
}

/* The void joins the log and the cache is rewritten in the same transaction: no reader sees one of
 * them without the other. */
int command_log_void(struct command *command)
{
    int64_t seq = 0;
    struct replay_audit audit = {.progress = show_progress, .context = command};
    int status = name_is_game_id(command->argument)
                     ? store_result_find(command->store, command->argument, &seq)
                     : STORE_NONE;
    if (status == STORE_NONE)
        return command_complain(command, EXIT_USAGE, "no game '%.64s'", command->argument);
    if (status == STORE_FAILED ||
        store_log_entry_add(command->store, LOG_ENTRY_VOID, seq, clock_wall_msec(), ""))
        return command_store_failed(command);
    struct replay replay;
    status = recompute(command, &replay, true, &audit);
    replay_fini(&replay);
    if (status)
        return status;
    if (store_commit(command->store))
        return command_store_failed(command);
    if (command->common.json)
        return command_print_json(command, json_pack("{s:s, s:b, s:i}", "game", command->argument,
                                                     "void", 1, "changed", audit.differ));
    fprintf(command->out, "%s is void: %d results and bots changed\n", command->argument,
            audit.differ);
    return EXIT_DONE;
}

static void print_chain(const struct command *command, const struct chain_audit *chain)
{
    char hex[2 * CHAIN_BYTES + 1];

    if (chain->wrong[0])
        fprintf(command->out, "%s\n", chain->wrong);
    else
        fprintf(command->out, "chain of %d results and %d log entries is whole%s\n", chain->results,
                chain->actions,
                chain->unchained ? ", after results from before there was one" : "");
    if (chain->records_wrong > 0)
        fprintf(command->out, "records: %d are damaged, were altered or taken out\n",
                chain->records_wrong);
    hex_format(chain->last, CHAIN_BYTES, hex);
    fprintf(command->out, "last hash %lld %s\n", (long long)chain->last_seq, hex);
    if (chain->entry_id == 0)
        return;
    hex_format(chain->entry, CHAIN_BYTES, hex);
    fprintf(command->out, "last log entry %lld %s\n", (long long)chain->entry_id, hex);
}

static void print_snapshots(const struct command *command, const struct snapshot_audit *snapshots)
{
    for (int age = 0; age < STORE_SNAPSHOTS; age++) {
        if (snapshots->passed_over[age][0])
            fprintf(command->out, "%s\n", snapshots->passed_over[age]);
    }
    if (snapshots->proved > 0)
        fprintf(command->out, "snapshots: %d make what the log makes, the newest to result %lld\n",
                snapshots->proved, (long long)snapshots->proved_seq);
    if (snapshots->wrong > 0)
        fprintf(command->out, "snapshots: %d do not make what the log makes%s\n", snapshots->wrong,
                command->repair ? ", and were replaced" : "");
}

/* All that a recompute finds. */
struct recomputed {
    struct replay_audit audit;
    struct chain_audit chain;
    struct snapshot_audit snapshots;
    bool archives_wrong;
};

static int recompute_print(struct command *command, const struct recomputed *found)
{
    const struct replay_audit *audit = &found->audit;
    const char *wrong = found->chain.wrong;

    if (command->verify && !command->common.json)
        print_chain(command, &found->chain);
    if ((command->verify || command->repair) && !command->common.json)
        print_snapshots(command, &found->snapshots);
    if (command->common.json)
        return command_print_json(
            command,
            json_pack("{s:i, s:i, s:i, s:b, s:s?, s:i, s:i, s:i, s:i, s:b}", "results",
                      audit->results, "bots", audit->bots, "differ", audit->differ, "repaired",
                      command->repair && (audit->differ > 0 || found->snapshots.wrong > 0),
                      "altered", wrong[0] ? wrong : NULL, "snapshots", found->snapshots.proved,
                      "snapshots_wrong", found->snapshots.wrong, "records_left", found->chain.left,
                      "records_wrong", found->chain.records_wrong, "archives_wrong",
                      (int)found->archives_wrong));
    fprintf(command->out, "%d results, %d bots: %d differ\n", audit->results, audit->bots,
            audit->differ);
    return EXIT_DONE;
}

/* Does everything in the transaction, and what follows it. */
static int recompute_all(struct command *command, struct replay *replay, struct recomputed *found)
{
    int status = recompute(command, replay, command->repair, &found->audit);

    if (status)
        return status;
    if (command->verify && chain_verify(command->store, &found->chain))
        return command_store_failed(command);
    if ((command->verify || command->repair) &&
        snapshot_verify(replay, command->store, &found->snapshots))
        return command_store_failed(command);
    status = command->verify
                 ? command_records_verify(command, found->chain.left, &found->archives_wrong)
                 : EXIT_DONE;
    if (status)
        return status;
    if (store_commit(command->store))
        return command_store_failed(command);
    command->repeats = false;
    if (command->repair && found->snapshots.wrong > 0 &&
        snapshot_verify_repair(replay, command->store))
        return command_store_failed(command);
    return recompute_print(command, found);
}

int command_log_recompute(struct command *command)
{
    if (command->archives.count > 0 && !command->verify)
        return command_complain(command, EXIT_USAGE,
                                "recompute: --archive: expected --verify, too");
    struct replay replay;
    struct recomputed found = {
        .audit = {.report = show_line, .progress = show_progress, .context = command}};
    int status = recompute_all(command, &replay, &found);

    replay_fini(&replay);
    if (status)
        return status;
    bool differs = found.audit.differ > 0 || found.snapshots.wrong > 0;
    return (differs && !command->repair) || found.chain.wrong[0] || found.archives_wrong
               ? EXIT_NO
               : EXIT_DONE;
}
