/* command_table.c - avondale ladder: the table of its commands.
 *
 * Works on the file itself, beside a daemon that serves from it: each command is one transaction,
 * and the daemon sees what it changed within a second.
 */
#include "shell/command_table.h"
#include "shell/command.h"
#include "shell/command_work.h"

#include <errno.h>
#include <string.h>

const char ladder_command_help[] =
    "avondale ladder COMMAND [--store URL] [--json]\n"
    "\n"
    "  add NAME [--owner OWNER]  adds a bot and prints its token, this once\n"
    "  token NAME                gives a bot a new token and prints it; the old one is void\n"
    "  list                      the ladders: one for each ruleset and format\n"
    "  top [N] [--ladder LADDER] a ladder by its online ratings, best first (all, or the first "
    "N);\n"
    "                            the one with most results where none is named\n"
    "  standings [--ladder LADDER]\n"
    "                            the same by the batch rating of all results less its error bar\n"
    "  report residuals [--ladder LADDER]\n"
    "                            pairs of bots that do too well or too badly together; a reason to "
    "look,\n"
    "                            no proof\n"
    "  show NAME                 what is known of a bot, or of a team: NAME+NAME\n"
    "  history NAME              its results, oldest first\n"
    "  version NAME LABEL        a bot is another program from now on: it keeps its rating, and "
    "its\n"
    "                            results are counted from zero\n"
    "  reference NAME [--off]    a bot is a fixed program that holds the scale of the batch "
    "ratings,\n"
    "                            or (--off) no more\n"
    "  season start NAME --to TIME [--from TIME] [--ladder LADDER] [--chips N --buy-in N]\n"
    "                            begins a season, with a purse where chips are given: each bot "
    "gets N,\n"
    "                            each seat pays the buy-in, the winners share the pot\n"
    "  season end NAME --key FILE\n"
    "                            freezes its table and signs it\n"
    "  season list | show NAME | verify NAME [--public KEY]\n"
    "                            what there is; the table, or the chips; checks signature and log\n"
    "  key FILE                  makes a key to sign with (Ed25519) and prints the public one\n"
    "  ban NAME                  results with this bot are not rated from now on\n"
    "  void GAME                 a result counts for nothing; ratings are replayed without it\n"
    "  export [--records | --csv | --all]\n"
    "                            every result, or every game record, a line of JSON each; or\n"
    "                            results as a table; or all there is, to move it elsewhere\n"
    "  import FILE               adds the results of a table as `export --csv` and `avondale "
    "replay\n"
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
    "Exit status: 0 done; 1 recompute found differences, a season's table is not what it should "
    "be, or\n"
    "a report found pairs; 2 bad usage or input; 3 the disk "
    "failed.\n";

/* Options: those that end in = take a value. */
static const struct verb {
    const char *name;
    int (*run)(struct command *command);
    int needed, most;      /* arguments */
    const char *arguments; /* their names */
    const char *options;
    bool writes, creates;
} entries[] = {
    {"add", command_add, 1, 1, "NAME", "--owner=", true, true},
    {"token", command_token, 1, 1, "NAME", "", true, false},
    {"list", command_list, 0, 0, "", "", false, false},
    {"top", command_top, 0, 1, "N", "--ladder=", false, false},
    {"standings", command_standings, 0, 0, "", "--ladder=", false, false},
    {"report", command_report, 1, 1, "residuals", "--ladder=", false, false},
    {"show", command_show, 1, 1, "NAME", "", false, false},
    {"history", command_history, 1, 1, "NAME", "", false, false},
    {"version", command_version, 2, 2, "NAME LABEL", "", true, false},
    {"reference", command_reference, 1, 1, "NAME", "--off", true, false},
    {"season", command_season, 1, 2, "WHAT NAME",
     "--from= --to= --ladder= --chips= --buy-in= --key= --public=", false, false},
    {"key", command_key, 1, 1, "FILE", "", false, false},
    {"ban", command_ban, 1, 1, "NAME", "", true, false},
    {"void", command_void, 1, 1, "GAME", "", true, false},
    {"export", command_export, 0, 0, "", "--records --csv --all", false, false},
    {"import", command_import, 1, 1, "FILE", "", true, true},
    {"recompute", command_recompute, 0, 0, "", "--repair --verify", false, false},
};
enum { ENTRY_COUNT = sizeof entries / sizeof entries[0] };

static const struct verb *entry_find(const char *name)
{
    for (size_t i = 0; i < ENTRY_COUNT; i++) {
        if (strcmp(entries[i].name, name) == 0)
            return &entries[i];
    }
    return NULL;
}

/* Where `name` stands in a list of options; NULL: it is none of them. */
static const char *option_find(const char *list, const char *name, size_t size)
{
    for (const char *at = list; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " =");
        if (length == size && strncmp(at, name, size) == 0)
            return at;
        at += strcspn(at, " ");
    }
    return NULL;
}

/* Reads argv[*at], an option of the entry, and its value, which may be the next word. */
static int option_read(struct command *command, const struct verb *entry, int argc, char **argv,
                       int *at)
{
    char *word = argv[*at], *equals = strchr(word, '=');
    size_t size = equals ? (size_t)(equals - word) : strlen(word);
    const char *known = option_find(entry->options, word, size);
    bool valued = known && known[size] == '=';

    if (!known || command->option_count == COMMAND_OPTIONS_MAX || (equals && !valued))
        return complain(command, EXIT_USAGE, "%s '%.64s': %s takes %s%s%s%s--json", entry->name,
                        word, entry->name, entry->arguments, entry->arguments[0] ? " " : "",
                        entry->options, entry->options[0] ? " " : "");
    if (valued && !equals && *at + 1 == argc)
        return complain(command, EXIT_USAGE, "%s: must be followed by a value", word);
    command->options[command->option_count].value = equals ? equals + 1 : valued ? argv[++*at] : "";
    if (equals)
        *equals = '\0';
    command->options[command->option_count++].name = word;
    return EXIT_DONE;
}

static int arguments_read(struct command *command, const struct verb *entry, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        bool spare = command->argument_count < entry->most;
        if (strcmp(argv[i], "--json") == 0) {
            command->json = true;
        } else if (spare && (argv[i][0] != '-' || !argv[i][1])) {
            command->arguments[command->argument_count++] = argv[i];
        } else {
            int status = option_read(command, entry, argc, argv, &i);
            if (status)
                return status;
        }
    }
    command->argument = command->arguments[0];
    if (command->argument_count < entry->needed) {
        const char *missing = entry->arguments;
        for (int i = 0; i < command->argument_count; i++)
            missing += strcspn(missing, " ") + 1;
        return complain(command, EXIT_USAGE, "%s: %.*s is missing", entry->name,
                        (int)strcspn(missing, " "), missing);
    }
    return EXIT_DONE;
}

static int no_such_command(struct command *command, const char *word)
{
    char names[400] = "";
    size_t used = 0;

    for (size_t i = 0; i < ENTRY_COUNT; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", entries[i].name,
                                 i + 2 < ENTRY_COUNT   ? ", "
                                 : i + 1 < ENTRY_COUNT ? " or "
                                                       : "");
    return complain(command, EXIT_USAGE, "'%.32s': must be %s", word, names);
}

int ladder_command(const char *url, int argc, char **argv, bool json, FILE *out, FILE *err)
{
    struct command command = {.out = out, .err = err, .json = json};
    struct ladder_error error;
    const struct verb *entry = argc > 0 ? entry_find(argv[0]) : NULL;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(ladder_command_help, out);
            return EXIT_DONE;
        }
    }
    if (argc > 0 && command_work_is(argv[0]))
        return command_work(url, argc, argv, json, out, err);
    if (!entry)
        return no_such_command(&command, argc > 0 ? argv[0] : "");
    int status = arguments_read(&command, entry, argc, argv);
    if (status)
        return status;
    if (entry->run == command_key) /* needs no store */
        return command_key(&command);
    int opened = store_open(&command.store, url, entry->creates ? 0 : STORE_MUST_EXIST, &error);
    if (opened)
        return complain(&command, opened == STORE_REFUSED ? EXIT_USAGE : EXIT_WORLD, "%s",
                        error.text);
    if (replay_upgrade(command.store, &error)) {
        store_close(command.store);
        return complain(&command, EXIT_WORLD, "%s", error.text);
    }
    bool writes = entry->writes || command_option(&command, "--repair") ||
                  (entry->run == command_season && season_writes(&command));
    status = store_begin(command.store, writes) ? store_trouble(&command) : entry->run(&command);
    store_rollback(command.store); /* of what did not commit */
    store_close(command.store);
    if ((fflush(out) || ferror(out)) && status == EXIT_DONE)
        status = complain(&command, EXIT_WORLD, "cannot write the output: %s", strerror(errno));
    return status;
}
