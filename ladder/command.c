/* command.c - avondale ladder: the ladder from the shell.
 *
 * Works on the file itself, beside a daemon that serves from it: each command is one transaction,
 * and the daemon sees what it changed within a second.
 */
#include "chain.h"
#include "command_work.h"
#include "csv.h"
#include "import.h"
#include "move.h"
#include "replay.h"
#include "token.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_DONE, EXIT_NO, EXIT_USAGE, EXIT_WORLD };

const char ladder_command_help[] =
    "avondale ladder COMMAND [--store URL] [--json]\n"
    "\n"
    "  add NAME [--owner OWNER]  adds a bot and prints its token, this once\n"
    "  token NAME                gives a bot a new token and prints it; the old one is void\n"
    "  top [N]                   the standings, best first (all, or the first N)\n"
    "  show NAME                 what is known of a bot\n"
    "  history NAME              its results, oldest first\n"
    "  ban NAME                  results with this bot are not rated from now on\n"
    "  void GAME                 a result counts for nothing; ratings are replayed without it\n"
    "  export [--records | --csv | --all]\n"
    "                            every result, or every game record, a line of JSON each; or\n"
    "                            results as a table; or all there is, to move it elsewhere\n"
    "  import FILE               adds the results of a table as `export --csv` and `avondale replay\n"
    "                            --csv` make it (- is standard input): all of them or none; games\n"
    "                            that are there already stay as they are; or fills an empty\n"
    "                            store with all that `export --all` wrote\n"
    "  recompute [--repair | --verify]\n"
    "                            replays all results and compares with what is stored; --verify\n"
    "                            checks the hash chain of the log too and prints its last hash\n"
    "  archive put PATH | list   bots for workers: packs a directory (or takes a tar) and prints\n"
    "                            its SHA-256; lists those that are there\n"
    "  work list | end NAME | drop NAME\n"
    "                            what tournaments and matches gave out with --store; no more of\n"
    "                            it is played; it goes with all its results\n"
    "  workers                   who plays it, and when each was last seen\n"
    "\n"
    "Exit status: 0 done; 1 recompute found differences; 2 bad usage or input; 3 the disk "
    "failed.\n";

struct command {
    struct store *store;
    FILE *out, *err;
    bool json;
    const char *argument; /* NAME, GAME or N; NULL where none was given */
    const char *owner;
    bool option; /* the option of the entry was given */
    bool verify; /* --verify of recompute */
    bool csv;    /* --csv of export */
    bool all;    /* --all of export */
    int status;
};

/* ------------------------------------------------------------------------------------ helpers */

static int complain(struct command *command, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int complain(struct command *command, int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("avondale ladder: ", command->err);
    vfprintf(command->err, format, args);
    fputc('\n', command->err);
    va_end(args);
    return status;
}

static int store_trouble(struct command *command)
{
    return complain(command, EXIT_WORLD, "%s", store_error(command->store));
}

/* Prints and frees. Output errors are found once, at the end of ladder_command. */
static int print_json(struct command *command, json_t *value)
{
    int status = value ? json_dumpf(value, command->out, JSON_COMPACT) : -1;
    json_decref(value);
    fputc('\n', command->out);
    return status ? complain(command, EXIT_WORLD, "out of memory") : EXIT_DONE;
}

static int64_t wall_msec_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static const char *time_text(int64_t msec, char text[32])
{
    time_t seconds = (time_t)(msec / 1000);
    struct tm parts;
    if (msec <= 0 || !gmtime_r(&seconds, &parts) ||
        !strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &parts))
        snprintf(text, 32, "-");
    return text;
}

static int bot_named(struct command *command, struct standing *bot)
{
    if (!result_name_valid(command->argument))
        return complain(
            command, EXIT_USAGE,
            "name '%.64s': must be 1 to 32 of A-Z a-z 0-9 . _ - and not start with a dot",
            command->argument);
    int status = store_bot_find(command->store, command->argument, bot);
    if (status == 1)
        return complain(command, EXIT_USAGE, "no bot named '%s'", command->argument);
    return status ? store_trouble(command) : EXIT_DONE;
}

static json_t *bot_json(const struct standing *bot, int rank)
{
    struct ladder_bot view;
    result_view(bot, &view);
    json_t *object =
        json_pack("{s:s, s:s, s:I, s:b, s:i, s:i, s:i, s:i, s:b, s:b, s:I}", "name", bot->name,
                  "owner", bot->owner[0] ? bot->owner : bot->name, "rating_milli",
                  (json_int_t)bot->rating_milli, "provisional", view.provisional, "games",
                  bot->games, "wins", bot->wins, "ties", bot->ties, "losses", bot->losses, "banned",
                  bot->banned, "token", bot->has_token, "last_msec", (json_int_t)bot->last_msec);
    if (object && rank > 0)
        json_object_set_new(object, "rank", json_integer(rank));
    return object;
}

/* --------------------------------------------------------------------------------- add, token */

static int print_token(struct command *command, const char *name, const char *hex)
{
    if (command->json)
        return print_json(command, json_pack("{s:s, s:s}", "name", name, "token", hex));
    fprintf(command->out, "%s\n", hex);
    return EXIT_DONE;
}

static int command_add(struct command *command)
{
    struct standing bot = {.has_token = true}, other;
    char hex[TOKEN_HEX_BYTES];
    const char *bad = !result_name_valid(command->argument)                  ? command->argument
                      : command->owner && !result_name_valid(command->owner) ? command->owner
                                                                             : NULL;
    if (bad)
        return complain(
            command, EXIT_USAGE,
            "name '%.64s': must be 1 to 32 of A-Z a-z 0-9 . _ - and not start with a dot", bad);
    snprintf(bot.name, sizeof bot.name, "%s", command->argument);
    snprintf(bot.owner, sizeof bot.owner, "%s", command->owner ? command->owner : "");
    int there = store_bot_find(command->store, bot.name, &other);
    if (there == 0)
        return complain(command, EXIT_USAGE,
                        "'%s' is there already; 'token %s' gives it a new token", other.name,
                        other.name);
    if (there < 0)
        return store_trouble(command);
    if (token_make(hex, bot.token_hash))
        return complain(command, EXIT_WORLD, "the system gives no random bytes");
    if (store_bot_add(command->store, &bot, wall_msec_now()) || store_commit(command->store))
        return store_trouble(command);
    return print_token(command, bot.name, hex);
}

static int command_token(struct command *command)
{
    struct standing bot;
    char hex[TOKEN_HEX_BYTES];
    int status = bot_named(command, &bot);
    if (status)
        return status;
    if (token_make(hex, bot.token_hash))
        return complain(command, EXIT_WORLD, "the system gives no random bytes");
    if (store_bot_token(command->store, bot.id, bot.token_hash) || store_commit(command->store))
        return store_trouble(command);
    return print_token(command, bot.name, hex);
}

/* --------------------------------------------------------------------------------- top, show */

/* Every bot as the cache has it; freed by the caller. NULL after a complaint. */
static struct standing *bots_all(struct command *command, int *count)
{
    struct standing *bots = NULL;
    int64_t after = 0;
    *count = 0;
    for (;;) {
        struct standing *more = realloc(bots, (size_t)(*count + STORE_PAGE) * sizeof *bots);
        int read = more ? store_bots(command->store, after, more + *count, STORE_PAGE) : -1;
        bots = more ? more : bots;
        if (read < 0) {
            free(bots);
            command->status =
                more ? store_trouble(command) : complain(command, EXIT_WORLD, "out of memory");
            return NULL;
        }
        *count += read;
        if (read < STORE_PAGE)
            return bots;
        after = bots[*count - 1].id;
    }
}

static void print_standing(struct command *command, const struct ladder_bot *bot, int rank)
{
    char place[16] = "-";
    if (!bot->provisional)
        snprintf(place, sizeof place, "%d", rank);
    fprintf(command->out, "%4s  %-32s  %8.1f%c  %6d  %6d %5d %6d\n", place, bot->name,
            (double)bot->rating_milli / 1000, bot->provisional ? '?' : ' ', bot->games, bot->wins,
            bot->ties, bot->losses);
}

static int command_top(struct command *command)
{
    long limit = STANDINGS_BOTS_MAX;
    if (command->argument) {
        char *end = NULL;
        limit = strtol(command->argument, &end, 10);
        if (*end || end == command->argument || limit < 1 || limit > STANDINGS_BOTS_MAX)
            return complain(command, EXIT_USAGE, "top '%.32s': must be a number from 1 to %d",
                            command->argument, (int)STANDINGS_BOTS_MAX);
    }
    int count = 0;
    struct standing *bots = bots_all(command, &count);
    if (!bots)
        return command->status;
    struct ladder_bot *list = calloc((size_t)count + 1, sizeof *list);
    if (!list) {
        free(bots);
        return complain(command, EXIT_WORLD, "out of memory");
    }
    int64_t newest = 0;
    for (int i = 0; i < count; i++) {
        result_view(&bots[i], &list[i]);
        newest = bots[i].last_msec > newest ? bots[i].last_msec : newest;
    }
    count = result_rank_list(list, count, newest);
    json_t *array = command->json ? json_array() : NULL;
    if (!command->json)
        fprintf(command->out, "%4s  %-32s  %8s   %6s  %6s %5s %6s\n", "rank", "name", "rating",
                "games", "wins", "ties", "losses");
    for (int i = 0; i < count && i < limit; i++) {
        if (command->json)
            json_array_append_new(
                array,
                json_pack("{s:o, s:s, s:s, s:I, s:b, s:i, s:i, s:i, s:i, s:I}", "rank",
                          list[i].provisional ? json_null() : json_integer(i + 1), "name",
                          list[i].name, "owner", list[i].owner[0] ? list[i].owner : list[i].name,
                          "rating_milli", (json_int_t)list[i].rating_milli, "provisional",
                          list[i].provisional, "games", list[i].games, "wins", list[i].wins, "ties",
                          list[i].ties, "losses", list[i].losses, "last_msec",
                          (json_int_t)list[i].last_msec));
        else
            print_standing(command, &list[i], i + 1);
    }
    free(bots);
    free(list);
    return command->json ? print_json(command, array) : EXIT_DONE;
}

static int command_show(struct command *command)
{
    struct standing bot;
    struct ladder_bot view;
    char when[32];
    int status = bot_named(command, &bot);
    if (status)
        return status;
    if (command->json)
        return print_json(command, bot_json(&bot, 0));
    result_view(&bot, &view);
    fprintf(command->out,
            "name    %s\nowner   %s\nrating  %.1f%s\ngames   %d (%d won, %d tied, %d lost)\n"
            "token   %s\nbanned  %s\nlast    %s\n",
            bot.name, bot.owner[0] ? bot.owner : bot.name, (double)bot.rating_milli / 1000,
            view.provisional ? "?" : "", bot.games, bot.wins, bot.ties, bot.losses,
            bot.has_token ? "yes" : "no", bot.banned ? "yes" : "no",
            time_text(bot.last_msec, when));
    return EXIT_DONE;
}

/* --------------------------------------------------------------------------- history, export */

typedef int result_print_fn(struct command *command, const struct store_result *row,
                            const struct standing *bot);

/* Prints results page by page, oldest first: a log of any length takes the memory of one page. */
static int results_print(struct command *command, const struct standing *bot,
                         result_print_fn *print)
{
    struct store_result *page = calloc(STORE_PAGE, sizeof *page);
    int64_t after = 0;
    int count = 0, status = EXIT_DONE;
    if (!page)
        return complain(command, EXIT_WORLD, "out of memory");
    do {
        count = store_results(command->store, bot ? bot->id : 0, after, page, STORE_PAGE);
        if (count < 0)
            status = store_trouble(command);
        for (int i = 0; i < count && status == EXIT_DONE; i++) {
            status = print(command, &page[i], bot);
            after = page[i].seq;
        }
    } while (count == STORE_PAGE && status == EXIT_DONE && !ferror(command->out));
    free(page);
    return status;
}

static json_t *result_json(const struct store_result *row)
{
    const struct ladder_result *result = &row->result;
    json_t *seats = json_array(), *scores = json_array();
    for (int i = 0; i < result->seat_count; i++)
        json_array_append_new(
            seats,
            json_pack("{s:s, s:i, s:i, s:I, s:I, s:i}", "bot", result->seats[i].bot, "side",
                      result->seats[i].side, "rank", result->ranks[result->seats[i].side],
                      "before_milli", (json_int_t)row->change.seats[i].before_milli, "after_milli",
                      (json_int_t)row->change.seats[i].after_milli, "k", row->change.seats[i].k));
    for (int i = 0; i < result->side_count; i++)
        json_array_append_new(scores, json_integer(result->scores[i]));
    return json_pack("{s:I, s:s, s:s, s:I, s:s, s:o, s:o, s:b, s:s}", "seq", (json_int_t)row->seq,
                     "game", result->game, "ruleset", result->ruleset, "wall_msec",
                     (json_int_t)result->wall_msec, "reason", result->reason, "scores", scores,
                     "seats", seats, "rated", row->change.rated, "unrated", row->change.unrated);
}

static int print_history(struct command *command, const struct store_result *row,
                         const struct standing *bot)
{
    const struct ladder_result *result = &row->result;
    if (command->json)
        return print_json(command, result_json(row));
    struct ladder_game summary;
    char when[32];
    int seat = 0;
    while (seat < result->seat_count - 1 && strcasecmp(result->seats[seat].bot, bot->name) != 0)
        seat++;
    result_summary(result, &summary);
    fprintf(command->out, "%s  %s  %s  rank %d  %s  %.1f -> %.1f  %s%s%s\n",
            time_text(result->wall_msec, when), summary.game, summary.ruleset,
            result->ranks[result->seats[seat].side], summary.score,
            (double)row->change.seats[seat].before_milli / 1000,
            (double)row->change.seats[seat].after_milli / 1000, summary.players,
            row->change.rated ? "" : "  not rated: ", row->change.unrated);
    return EXIT_DONE;
}

static int print_export(struct command *command, const struct store_result *row,
                        const struct standing *bot)
{
    (void)bot;
    char *text = NULL;
    if (command->csv) {
        csv_print_row(&row->result, command->out);
        return EXIT_DONE;
    }
    if (!command->option)
        return print_json(command, result_json(row));
    int status = store_record(command->store, row->result.game, &text);
    if (status < 0)
        return store_trouble(command);
    if (status == 0)
        fprintf(command->out, "%s\n", text);
    free(text);
    return EXIT_DONE;
}

static int command_history(struct command *command)
{
    struct standing bot;
    int status = bot_named(command, &bot);
    return status ? status : results_print(command, &bot, print_history);
}

static int export_all(struct command *command)
{
    struct move move = {.name = "export"};

    if (move_export(&move, command->store, command->out))
        return complain(command, EXIT_WORLD, "%s", move.error);
    return EXIT_DONE;
}

static int import_all(struct command *command, FILE *file)
{
    struct move move = {.name = command->argument};

    if (move_import(&move, command->store, file))
        return complain(command, move.world ? EXIT_WORLD : EXIT_USAGE, "%s", move.error);
    if (store_commit(command->store))
        return store_trouble(command);
    if (command->json)
        return print_json(command, json_pack("{s:i, s:i, s:i, s:i}", "bots", move.bots, "results",
                                             move.results, "actions", move.actions, "announced",
                                             move.announced));
    fprintf(command->out, "%d bots, %d results, %d bans and voids, %d announced games moved\n",
            move.bots, move.results, move.actions, move.announced);
    return EXIT_DONE;
}

static int command_export(struct command *command)
{
    if (command->csv + command->option + command->all > 1)
        return complain(command, EXIT_USAGE, "export: expected one of --records, --csv and --all");
    if (command->all)
        return export_all(command);
    if (command->csv)
        csv_print_head(command->out);
    return results_print(command, NULL, print_export);
}

static int command_import(struct command *command)
{
    bool is_stdin = strcmp(command->argument, "-") == 0;
    struct import import = {.name = command->argument, .wall_msec = wall_msec_now()};
    FILE *file = is_stdin ? stdin : fopen(command->argument, "r");

    if (!file)
        return complain(command, EXIT_USAGE, "%.200s: %s", command->argument, strerror(errno));
    int first = getc(file);
    ungetc(first, file);
    int status = first == '{' ? import_all(command, file) : import_csv(&import, command->store, file);
    if (!is_stdin)
        fclose(file);
    if (first == '{')
        return status;
    if (status)
        return complain(command, import.world ? EXIT_WORLD : EXIT_USAGE, "%s", import.error);
    if (store_commit(command->store))
        return store_trouble(command);
    if (command->json)
        return print_json(command,
                          json_pack("{s:i, s:i}", "added", import.added, "there", import.there));
    fprintf(command->out, "%d results added, %d were there already\n", import.added, import.there);
    return EXIT_DONE;
}

/* ------------------------------------------------------------------------ ban, void, recompute */

static int command_ban(struct command *command)
{
    struct standing bot;
    int status = bot_named(command, &bot);
    if (status)
        return status;
    if (bot.banned)
        return complain(command, EXIT_USAGE, "'%s' is banned already", bot.name);
    bot.banned = true;
    if (store_action_add(command->store, STORE_ACTION_BAN, bot.id, wall_msec_now()) ||
        store_bot_cache(command->store, &bot) || store_commit(command->store))
        return store_trouble(command);
    if (command->json)
        return print_json(command, json_pack("{s:s, s:b}", "name", bot.name, "banned", 1));
    fprintf(command->out, "%s is banned\n", bot.name);
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

static int recompute(struct command *command, bool repair, struct replay_audit *audit)
{
    struct replay replay;
    replay_init(&replay);
    int status = replay_recompute(&replay, command->store, repair, audit);
    if (status)
        complain(command, EXIT_WORLD, "%s", replay.error);
    replay_fini(&replay);
    return status ? EXIT_WORLD : EXIT_DONE;
}

/* The void joins the log and the cache is rewritten in the same transaction: no reader sees one of
 * them without the other. */
static int command_void(struct command *command)
{
    int64_t seq = 0;
    struct replay_audit audit = {.progress = show_progress, .context = command};
    int status = result_game_valid(command->argument)
                     ? store_result_find(command->store, command->argument, &seq)
                     : 1;
    if (status == 1)
        return complain(command, EXIT_USAGE, "no game '%.64s'", command->argument);
    if (status < 0 || store_action_add(command->store, STORE_ACTION_VOID, seq, wall_msec_now()))
        return store_trouble(command);
    status = recompute(command, true, &audit);
    if (status)
        return status;
    if (store_commit(command->store))
        return store_trouble(command);
    if (command->json)
        return print_json(command, json_pack("{s:s, s:b, s:i}", "game", command->argument, "void",
                                             1, "changed", audit.differ));
    fprintf(command->out, "%s is void: %d results and bots changed\n", command->argument,
            audit.differ);
    return EXIT_DONE;
}

static void print_chain(const struct command *command, const struct chain_audit *chain)
{
    if (chain->wrong[0])
        fprintf(command->out, "%s\n", chain->wrong);
    else
        fprintf(command->out, "chain of %d results and %d actions is whole%s\n", chain->results,
                chain->actions, chain->unchained ? ", after results from before there was one" : "");
    fprintf(command->out, "last hash %lld ", (long long)chain->last_seq);
    for (int i = 0; i < CHAIN_BYTES; i++)
        fprintf(command->out, "%02x", chain->last[i]);
    fputc('\n', command->out);
}

static int command_recompute(struct command *command)
{
    struct chain_audit chain = {.results = 0};
    struct replay_audit audit = {
        .report = show_line, .progress = show_progress, .context = command};
    int status = recompute(command, command->option, &audit);
    if (status)
        return status;
    if (command->verify && chain_verify(command->store, &chain))
        return store_trouble(command);
    if (store_commit(command->store))
        return store_trouble(command);
    if (command->verify && !command->json)
        print_chain(command, &chain);
    if (command->json)
        status = print_json(command, json_pack("{s:i, s:i, s:i, s:b, s:s?}", "results", audit.results,
                                               "bots", audit.bots, "differ", audit.differ,
                                               "repaired", command->option && audit.differ > 0,
                                               "altered", chain.wrong[0] ? chain.wrong : NULL));
    else
        fprintf(command->out, "%d results, %d bots: %d differ\n", audit.results, audit.bots,
                audit.differ);
    if (status)
        return status;
    return (audit.differ && !command->option) || chain.wrong[0] ? EXIT_NO : EXIT_DONE;
}

/* ----------------------------------------------------------------------------------- the table */

static const struct entry {
    const char *name;
    int (*run)(struct command *command);
    enum { NONE, OPTIONAL, NEEDED } argument;
    const char *argument_name;
    const char *option; /* the one option it takes, or NULL */
    bool writes, creates;
} entries[] = {
    {"add", command_add, NEEDED, "NAME ", "--owner", true, true},
    {"token", command_token, NEEDED, "NAME ", NULL, true, false},
    {"top", command_top, OPTIONAL, "N ", NULL, false, false},
    {"show", command_show, NEEDED, "NAME ", NULL, false, false},
    {"history", command_history, NEEDED, "NAME ", NULL, false, false},
    {"ban", command_ban, NEEDED, "NAME ", NULL, true, false},
    {"void", command_void, NEEDED, "GAME ", NULL, true, false},
    {"export", command_export, NONE, "", "--records", false, false}, /* and --csv, --all */
    {"import", command_import, NEEDED, "FILE ", NULL, true, true},
    {"recompute", command_recompute, NONE, "", "--repair", false, false}, /* and --verify */
};

static const struct entry *entry_find(const char *name)
{
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        if (strcmp(entries[i].name, name) == 0)
            return &entries[i];
    }
    return NULL;
}

static int arguments_read(struct command *command, const struct entry *entry, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            command->json = true;
        } else if (entry->run == command_recompute && strcmp(argv[i], "--verify") == 0) {
            command->verify = true;
        } else if (entry->run == command_export && strcmp(argv[i], "--csv") == 0) {
            command->csv = true;
        } else if (entry->run == command_export && strcmp(argv[i], "--all") == 0) {
            command->all = true;
        } else if (entry->option && strcmp(argv[i], entry->option) == 0) {
            command->option = true;
            if (entry->run != command_add)
                continue;
            if (++i == argc)
                return complain(command, EXIT_USAGE, "--owner: must be followed by a name");
            command->owner = argv[i];
        } else if ((argv[i][0] == '-' && argv[i][1]) || command->argument || entry->argument == NONE) {
            return complain(command, EXIT_USAGE, "%s '%.64s': %s takes %s%s%s--json", entry->name,
                            argv[i], entry->name, entry->argument_name,
                            entry->option ? entry->option : "", entry->option ? " " : "");
        } else {
            command->argument = argv[i];
        }
    }
    if (entry->argument == NEEDED && !command->argument)
        return complain(command, EXIT_USAGE, "%s: %.*s is missing", entry->name,
                        (int)strlen(entry->argument_name) - 1, entry->argument_name);
    return EXIT_DONE;
}

int ladder_command(const char *url, int argc, char **argv, bool json, FILE *out, FILE *err)
{
    struct command command = {.out = out, .err = err, .json = json};
    struct ladder_error error;
    const struct entry *entry = argc > 0 ? entry_find(argv[0]) : NULL;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(ladder_command_help, out);
            return EXIT_DONE;
        }
    }
    if (argc > 0 && command_work_is(argv[0]))
        return command_work(url, argc, argv, json, out, err);
    if (!entry)
        return complain(
            &command, EXIT_USAGE,
            "'%.32s': must be add, token, top, show, history, ban, void, export, import, recompute, "
            "archive, work or workers",
            argc > 0 ? argv[0] : "");
    int status = arguments_read(&command, entry, argc, argv);
    if (status)
        return status;
    int opened = store_open(&command.store, url, entry->creates ? 0 : STORE_MUST_EXIST, &error);
    if (opened)
        return complain(&command, opened == STORE_REFUSED ? EXIT_USAGE : EXIT_WORLD, "%s",
                        error.text);
    bool writes = entry->writes || (entry->run == command_recompute && command.option);
    status = store_begin(command.store, writes) ? store_trouble(&command) : entry->run(&command);
    store_rollback(command.store); /* of what did not commit */
    store_close(command.store);
    if ((fflush(out) || ferror(out)) && status == EXIT_DONE)
        status = complain(&command, EXIT_WORLD, "cannot write the output: %s", strerror(errno));
    return status;
}
