/* command_season.c - avondale ladder season: begins and ends seasons, shows and checks their
 * tables. */
#include "shell/command.h"
#include "base/clock.h"
#include "log/season_close.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ------------------------------------------------------------------------------------ reading */

/* The season that the second argument names. Returns 0, or a status after an error line. */
static int season_named(struct command *command, const struct standings *standings,
                        const struct season **season)
{
    int index = standings_season(standings, command->arguments[1]);
    if (index < 0)
        return command_complain(command, EXIT_USAGE, "no season '%.64s'; 'season list' names them",
                                command->arguments[1]);
    *season = &standings->seasons[index];
    return EXIT_DONE;
}

/* --------------------------------------------------------------------------------------- start */

static int season_start(struct command *command, const struct standings *standings)
{
    struct season season = {.from_msec = clock_wall_msec(),
                            .chips = command->chips,
                            .buy_in = command->buy_in},
                  checked;
    const char *board = command->ladder;
    char text[LOG_ENTRY_TEXT_MAX + 1];

    int status = command_time_option(command, "--from", command->from, &season.from_msec);
    if (status == EXIT_DONE)
        status = command_time_option(command, "--to", command->to, &season.to_msec);
    if (status)
        return status;
    if (!command->to)
        return command_complain(command, EXIT_USAGE, "season start: --to is missing");
    if (command->from && season.from_msec < clock_wall_msec() - 24 * 3600 * INT64_C(1000))
        return command_complain(command, EXIT_USAGE,
                                "--from '%.40s': a season cannot begin in the past: games of that "
                                "time were not played for it",
                                command->from);
    if (board && standings_board(standings, board) < 0)
        return command_complain(command, EXIT_USAGE, "no ladder '%.64s'; 'list' names them", board);
    if (standings_season(standings, command->arguments[1]) >= 0)
        return command_complain(command, EXIT_USAGE, "season '%.64s' is there already",
                                command->arguments[1]);
    if (!name_is_valid(command->arguments[1]))
        return command_complain(
            command, EXIT_USAGE,
            "season '%.64s': must be 1 to 32 of A-Z a-z 0-9 . _ - and not start with a dot",
            command->arguments[1]);
    snprintf(season.name, sizeof season.name, "%.32s", command->arguments[1]);
    snprintf(season.board, sizeof season.board, "%.63s", board ? board : "");
    season_format(&season, text, sizeof text);
    const char *wrong = season_parse(text, &checked);
    if (wrong)
        return command_complain(command, EXIT_USAGE, "season start: %s", wrong);
    if (store_log_entry_add(command->store, LOG_ENTRY_SEASON, 0, clock_wall_msec(), text) ||
        store_commit(command->store))
        return command_store_failed(command);
    if (command->common.json)
        return command_print_json(command, json_pack("{s:s}", "season", season.name));
    fprintf(command->out, "season %s is in the log\n", season.name);
    return EXIT_DONE;
}

/* ----------------------------------------------------------------------------------------- end */

static int season_end(struct command *command, const struct standings *standings)
{
    const struct season *season = NULL;
    const char *file = command->key;
    struct ladder_error error;
    int status = season_named(command, standings, &season);
    if (status)
        return status;
    if (season->close_action)
        return command_complain(command, EXIT_USAGE, "season '%s' is over already", season->name);
    if (!file)
        return command_complain(command, EXIT_USAGE,
                                "season end: --key is missing; 'key FILE' makes one");
    struct sign_key *key = sign_key_read(file, &error);
    if (!key)
        return command_complain(command, EXIT_USAGE, "%s", error.text);
    char digest[SIGN_KEY_HEX];
    if (season_close(command->store, season->name, key, clock_wall_msec(), digest, &error))
        status = command_complain(command, EXIT_WORLD, "%s", error.text);
    else if (store_commit(command->store))
        status = command_store_failed(command);
    sign_key_free(key);
    if (status)
        return status;
    if (command->common.json)
        return command_print_json(
            command, json_pack("{s:s, s:s}", "season", season->name, "sha256", digest));
    fprintf(command->out, "season %s is over; SHA-256 of its table %s\n", season->name, digest);
    return EXIT_DONE;
}

/* ---------------------------------------------------------------------------- list, show, verify
 */

static int season_list(struct command *command, const struct standings *standings)
{
    json_t *array = command->common.json ? json_array() : NULL;
    char from[32], to[32];
    for (int i = 0; i < standings->season_count; i++) {
        const struct season *season = &standings->seasons[i];
        if (command->common.json)
            json_array_append_new(
                array, json_pack("{s:s, s:I, s:I, s:s, s:I, s:I, s:b, s:i}", "season", season->name,
                                 "from_msec", (json_int_t)season->from_msec, "to_msec",
                                 (json_int_t)season->to_msec, "ladder", season->board, "chips",
                                 (json_int_t)season->chips, "buy_in", (json_int_t)season->buy_in,
                                 "over", season->close_action != 0, "bots", season->bots));
        else
            fprintf(command->out, "%-32s  %s to %s  %s%s%s\n", season->name,
                    command_time_text(season->from_msec, from),
                    command_time_text(season->to_msec, to),
                    season->board[0] ? season->board : "all ladders",
                    season->chips ? ", with a purse" : "", season->close_action ? ", over" : "");
    }
    return command->common.json ? command_print_json(command, array) : EXIT_DONE;
}

struct holder {
    int64_t chips;
    const char *name;
};

static int holder_compare(const void *left, const void *right)
{
    const struct holder *a = left, *b = right;
    if (a->chips != b->chips)
        return a->chips < b->chips ? 1 : -1;
    return strcmp(a->name, b->name);
}

static int print_purse(struct command *command, const struct standings *standings,
                       const struct season *season)
{
    struct holder *holders = calloc((size_t)standings->count + 1, sizeof *holders);
    int count = 0;
    if (!holders)
        return command_complain(command, EXIT_WORLD, "out of memory");
    for (int bot = 0; bot < standings->count && bot < season->purse_count; bot++) {
        if (season->purse[bot] > 0)
            holders[count++] =
                (struct holder){season_chips(season, bot), standings->bots[bot].name};
    }
    qsort(holders, (size_t)count, sizeof *holders, holder_compare);
    for (int i = 0; i < count; i++)
        fprintf(command->out, "%10lld  %s\n", (long long)holders[i].chips, holders[i].name);
    free(holders);
    return EXIT_DONE;
}

/* The parsed document of a season that is over: a new reference, NULL after an error line. */
static json_t *season_document(struct command *command, const struct season *season)
{
    char name[LADDER_NAME_MAX + 16], *text = NULL;
    season_table_document_name(season->name, name);
    int status = store_document(command->store, name, &text);
    json_t *sealed = status == 0 ? json_loads(text, 0, NULL) : NULL;
    free(text);
    if (!sealed)
        command->status = status == STORE_FAILED
                              ? command_store_failed(command)
                              : command_complain(command, EXIT_NO, "season '%s' has no final table",
                                                 season->name);
    return sealed;
}

static int season_show(struct command *command, const struct standings *standings)
{
    const struct season *season = NULL;
    int status = season_named(command, standings, &season);
    if (status)
        return status;
    if (!season->close_action)
        return print_purse(command, standings, season);
    json_t *sealed = season_document(command, season);
    if (!sealed)
        return command->status;
    if (command->common.json)
        return command_print_json(command, sealed);
    fprintf(command->out, "%s\n", json_string_value(json_object_get(sealed, "table")));
    json_decref(sealed);
    return EXIT_DONE;
}

/* Returns NULL, or what is wrong. */
static const char *seal_check(struct command *command, const struct season *season,
                              const json_t *sealed)
{
    const char *table = season_table_unseal(sealed, command->public);
    char digest[SIGN_KEY_HEX];
    struct log_entry action;
    struct ladder_error error;

    if (!table)
        return "the signature is not that of this table";
    sign_digest(table, digest);
    if (store_log_entries(command->store, season->close_action - 1, &action, 1) != 1 ||
        !strstr(action.text, digest))
        return "the log names another table";
    int format = season_table_format_of(table);
    if (format == 0)
        return "this version of avondale does not know its format";
    char *again = season_table(command->store, season->name, season->close_action, format, &error);
    bool same = again && strcmp(again, table) == 0;
    free(again);
    return same ? NULL : "the log makes another table";
}

static int season_verify(struct command *command, const struct standings *standings)
{
    const struct season *season = NULL;
    int status = season_named(command, standings, &season);
    if (status)
        return status;
    if (!season->close_action)
        return command_complain(command, EXIT_USAGE, "season '%s' is not over", season->name);
    json_t *sealed = season_document(command, season);
    if (!sealed)
        return command->status;
    const char *wrong = seal_check(command, season, sealed);
    if (wrong)
        status = command_complain(command, EXIT_NO, "season %s: %s", season->name, wrong);
    else
        fprintf(command->out, "season %s: signed by %s, and the log makes the same table\n",
                season->name, json_string_value(json_object_get(sealed, "key")));
    json_decref(sealed);
    return status;
}

/* ----------------------------------------------------------------------------------------- words
 */

static const struct {
    const char *word;
    int (*run)(struct command *command, const struct standings *standings);
    bool named, writes;
} words[] = {
    {"start", season_start, true, true},    {"end", season_end, true, true},
    {"list", season_list, false, false},    {"show", season_show, true, false},
    {"verify", season_verify, true, false},
};

bool command_season_writes(const struct command *command)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(words[i].word, command->argument) == 0)
            return words[i].writes;
    }
    return false;
}

int command_season(struct command *command)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct replay replay;
        if (strcmp(words[i].word, command->argument) != 0)
            continue;
        if (words[i].named && command->argument_count < 2)
            return command_complain(command, EXIT_USAGE, "season %s: NAME is missing",
                                    words[i].word);
        int status = command_load_log(command, &replay);
        if (status)
            return status;
        status = words[i].run(command, &replay.standings);
        replay_fini(&replay);
        return status;
    }
    return command_complain(command, EXIT_USAGE,
                            "season '%.32s': must be start, end, list, show or verify",
                            command->argument);
}

int command_season_key(struct command *command)
{
    struct ladder_error error;
    char public[SIGN_KEY_HEX];
    if (sign_key_make(command->argument, &error))
        return command_complain(command, EXIT_USAGE, "%s", error.text);
    struct sign_key *key = sign_key_read(command->argument, &error);
    int status = !key || sign_public(key, public)
                     ? command_complain(command, EXIT_WORLD, "%s", error.text)
                     : 0;
    sign_key_free(key);
    if (status)
        return status;
    if (command->common.json)
        return command_print_json(command, json_pack("{s:s}", "public", public));
    fprintf(command->out, "%s\n", public);
    return EXIT_DONE;
}
