/* command_show.c - avondale ladder: the commands that only read. */
#include "shell/command.h"
#include "log/csv.h"
#include "log/dump.h"
#include "standings/rank_list.h"
#include "standings/team.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ------------------------------------------------------------------------------------ ladders */

int command_show_board(struct command *command, const struct standings *standings)
{
    const char *name = command->ladder;
    int index = name ? standings_board(standings, name) : standings_main(standings);
    if (name && index < 0) {
        command->status =
            command_complain(command, EXIT_USAGE, "no ladder '%.64s'; 'list' names them", name);
        return BOARD_UNKNOWN;
    }
    return index;
}

static int print_boards(struct command *command, const struct standings *standings)
{
    json_t *array = command->common.json ? json_array() : NULL;
    if (!command->common.json)
        fprintf(command->out, "%8s  %5s  %-40s  %s\n", "results", "bots", "ladder", "ruleset");
    for (int i = 0; i < standings->board_count; i++) {
        struct ladder_board board;
        rank_list_describe(standings, i, &board);
        if (command->common.json)
            json_array_append_new(
                array, json_pack("{s:s, s:s, s:s, s:i, s:i, s:I}", "ladder", board.name, "ruleset",
                                 board.ruleset, "format", board.format, "results", board.results,
                                 "bots", board.bots, "newest_msec", (json_int_t)board.newest_msec));
        else
            fprintf(command->out, "%8d  %5d  %-40s  %s\n", board.results, board.bots, board.name,
                    board.ruleset);
    }
    return command->common.json ? command_print_json(command, array) : EXIT_DONE;
}

int command_show_list(struct command *command)
{
    struct replay replay;
    int status = command_load_log(command, &replay);
    if (status)
        return status;
    status = print_boards(command, &replay.standings);
    replay_fini(&replay);
    return status;
}

/* --------------------------------------------------------------------------------- top, show */

static json_t *row_json(const struct ladder_row *row)
{
    return json_pack("{s:o, s:s, s:s, s:s, s:I, s:b, s:i, s:i, s:i, s:i, s:I}", "rank",
                     row->rank ? json_integer(row->rank) : json_null(), "name", row->name,
                     "version", row->version, "owner", row->owner, "rating_milli",
                     (json_int_t)row->rating_milli, "provisional", row->provisional, "games",
                     row->games, "wins", row->wins, "ties", row->ties, "losses", row->losses,
                     "last_msec", (json_int_t)row->last_msec);
}

static void print_row(struct command *command, const struct ladder_row *row)
{
    char place[16] = "-";
    if (row->rank)
        snprintf(place, sizeof place, "%d", row->rank);
    fprintf(command->out, "%4s  %-32s  %8.1f%c  %6d  %6d %5d %6d\n", place, row->name,
            (double)row->rating_milli / 1000, row->provisional ? '?' : ' ', row->games, row->wins,
            row->ties, row->losses);
}

static int print_top(struct command *command, const struct standings *standings, int limit)
{
    int count = 0, board = command_show_board(command, standings);
    bool provisional = false;
    struct ladder_row *rows = board >= 0 ? rank_list_rows(standings, board, NULL, &count) : NULL;
    if (board == BOARD_UNKNOWN)
        return command->status;
    if (board >= 0 && !rows)
        return command_complain(command, EXIT_WORLD, "out of memory");
    rank_list_order(rows, count);
    json_t *array = command->common.json ? json_array() : NULL;
    if (!command->common.json)
        fprintf(command->out, "%4s  %-32s  %8s   %6s  %6s %5s %6s\n", "rank", "name", "online",
                "games", "wins", "ties", "losses");
    for (int i = 0; i < count && i < limit; i++) {
        if (command->common.json)
            json_array_append_new(array, row_json(&rows[i]));
        else
            print_row(command, &rows[i]);
        provisional = provisional || rows[i].provisional;
    }
    if (provisional && !command->common.json)
        fprintf(command->out,
                "? is provisional and has no rank yet: fewer than %d rated results, or opponents "
                "of fewer than %d owners.\n",
                PROVISIONAL_GAMES, PROVISIONAL_OWNERS);
    free(rows);
    return command->common.json ? command_print_json(command, array) : EXIT_DONE;
}

int command_show_top(struct command *command)
{
    struct replay replay;
    long limit = STANDINGS_BOTS_MAX;
    if (command->argument) {
        char *end = NULL;
        limit = strtol(command->argument, &end, 10);
        if (*end || end == command->argument || limit < 1 || limit > STANDINGS_BOTS_MAX)
            return command_complain(command, EXIT_USAGE,
                                    "top '%.32s': must be a number from 1 to %d", command->argument,
                                    (int)STANDINGS_BOTS_MAX);
    }
    int status = command_load_log(command, &replay);
    if (status)
        return status;
    status = print_top(command, &replay.standings, (int)limit);
    replay_fini(&replay);
    return status;
}

static json_t *bot_json(const struct standing *bot)
{
    struct ladder_bot view;
    apply_result_view(bot, &view);
    return json_pack("{s:s, s:s, s:I, s:b, s:i, s:i, s:i, s:i, s:b, s:b, s:I}", "name", bot->name,
                     "owner", bot->owner[0] ? bot->owner : bot->name, "rating_milli",
                     (json_int_t)bot->rating_milli, "provisional", view.provisional, "games",
                     bot->games, "wins", bot->wins, "ties", bot->ties, "losses", bot->losses,
                     "banned", bot->banned, "token", bot->has_token, "last_msec",
                     (json_int_t)bot->last_msec);
}

/* One line for each ladder of pairs on which the team has played. */
static int print_team(struct command *command, const struct standings *standings)
{
    json_t *array = command->common.json ? json_array() : NULL;
    char when[32];
    int count = 0;
    for (int i = 0; i < standings->board_count; i++) {
        const struct board *board = &standings->boards[i];
        struct ladder_row row;
        int at = board->has_teams ? team_entry_find(standings, board, command->argument) : -1;
        if (at < 0)
            continue;
        rank_list_row(standings, i, at, &row);
        count++;
        if (command->common.json) {
            json_t *value = row_json(&row);
            json_object_del(value, "rank"); /* the same for the other bots */
            json_object_set_new(value, "ladder", json_string(board->name));
            json_array_append_new(array, value);
            continue;
        }
        fprintf(command->out,
                "name    %s%s%s\nowner   %s\nladder  %s\nonline  %.1f%s\n"
                "games   %d (%d won, %d tied, %d lost)\nlast    %s\n",
                row.name, row.version[0] ? " " : "", row.version, row.owner, board->name,
                (double)row.rating_milli / 1000, row.provisional ? "?" : "", row.games, row.wins,
                row.ties, row.losses, command_time_text(row.last_msec, when));
    }
    if (count == 0) {
        json_decref(array);
        return command_complain(command, EXIT_USAGE, "no team '%.100s' has played",
                                command->argument);
    }
    return command->common.json ? command_print_json(command, array) : EXIT_DONE;
}

static int show_team(struct command *command)
{
    struct replay replay;
    int status = command_load_log(command, &replay);
    if (status)
        return status;
    status = print_team(command, &replay.standings);
    replay_fini(&replay);
    return status;
}

/* The row of a bot has the owner that it began with; the log says who took it over. Returns 0, or a
 * status after a complaint. */
static int owner_now(struct command *command, struct standing *bot)
{
    struct replay replay;
    int status = bot->account[0] ? command_load_log(command, &replay) : EXIT_DONE;
    if (!bot->account[0] || status)
        return status;
    int index = standings_find(&replay.standings, bot->name);
    if (index >= 0)
        memcpy(bot->owner, replay.standings.bots[index].owner, sizeof bot->owner);
    replay_fini(&replay);
    return EXIT_DONE;
}

int command_show(struct command *command)
{
    if (strcmp(command->argument, "store") == 0)
        return command_store_sizes(command);
    struct standing bot;
    struct ladder_bot view;
    char when[32];
    if (strchr(command->argument, '+'))
        return show_team(command);
    int status = command_find_bot(command, &bot);
    if (status == EXIT_DONE)
        status = owner_now(command, &bot);
    if (status)
        return status;
    if (command->common.json)
        return command_print_json(command, bot_json(&bot));
    apply_result_view(&bot, &view);
    fprintf(command->out,
            "name    %s\nowner   %s\nonline  %.1f%s\ngames   %d (%d won, %d tied, %d lost)\n"
            "token   %s\nbanned  %s\nlast    %s\n",
            bot.name, bot.owner[0] ? bot.owner : bot.name, (double)bot.rating_milli / 1000,
            view.provisional ? "?" : "", bot.games, bot.wins, bot.ties, bot.losses,
            bot.has_token ? "yes" : "no", bot.banned ? "yes" : "no",
            command_time_text(bot.last_msec, when));
    return EXIT_DONE;
}

/* --------------------------------------------------------------------------- history, export */

typedef int result_print_fn(struct command *command, const struct store_result *row,
                            const struct standing *bot);

/* Prints results page by page, oldest first: the memory of one page suffices for a log of any
 * length. */
static int results_print(struct command *command, const struct standing *bot,
                         result_print_fn *print)
{
    struct store_result *page = calloc(STORE_PAGE, sizeof *page);
    int64_t after = 0;
    int count = 0, status = EXIT_DONE;
    if (!page)
        return command_complain(command, EXIT_WORLD, "out of memory");
    do {
        count = store_results(command->store, bot ? bot->id : 0, after, page, STORE_PAGE);
        if (count < 0)
            status = command_store_failed(command);
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
    if (command->common.json)
        return command_print_json(command, result_json(row));
    struct ladder_game summary;
    char when[32];
    int seat = 0;
    while (seat < result->seat_count - 1 && strcasecmp(result->seats[seat].bot, bot->name) != 0)
        seat++;
    apply_result_summary(result, &summary);
    fprintf(command->out, "%s  %s  %s  rank %d  %s  %.1f -> %.1f  %s%s%s\n",
            command_time_text(result->wall_msec, when), summary.game, summary.ruleset,
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
    struct record_read read;
    if (command->csv) {
        csv_print_row(&row->result, command->out);
        return EXIT_DONE;
    }
    if (!command->records)
        return command_print_json(command, result_json(row));
    if (record_read(command->store, &command->retention, row, &read))
        return command_store_failed(command);
    if (read.text)
        fprintf(command->out, "%s\n", read.text);
    command->left += read.left;
    record_read_count(&read, row, &command->faults);
    free(read.text);
    return EXIT_DONE;
}

int command_show_history(struct command *command)
{
    struct standing bot;
    int status = command_find_bot(command, &bot);
    return status ? status : results_print(command, &bot, print_history);
}

/* On the error output: the other is the records, or the results with their hashes. */
static void say_left(const struct command *command, int64_t left)
{
    if (left > 0)
        fprintf(command->err, "%" PRId64 " records were deleted; archives may have them\n", left);
}

/* Returns EXIT_NO where records were left out that should be there. */
static int say_faults(struct command *command, const struct record_faults *faults)
{
    if (faults->count == 0)
        return EXIT_DONE;
    return command_complain(command, EXIT_NO,
                            "%" PRId64 " records are wrong and were left out; the first: %s",
                            faults->count, faults->first);
}

static int export_all(struct command *command)
{
    struct dump dump = {.name = "export"};

    if (dump_export(&dump, command->store, command->out))
        return command_complain(command, EXIT_WORLD, "%s", dump.error);
    say_left(command, dump.left);
    if (dump.damaged > 0)
        fprintf(command->err, "%d archives are damaged in the store, and were left out\n",
                dump.damaged);
    return say_faults(command, &dump.faults);
}

int command_show_export(struct command *command)
{
    if (command->records + command->csv + command->all > 1)
        return command_complain(command, EXIT_USAGE,
                                "export: expected one of --records, --csv and --all");
    if (command->all)
        return export_all(command);
    if (command->csv)
        csv_print_head(command->out);
    if (store_retention(command->store, &command->retention))
        return command_store_failed(command);
    int status = results_print(command, NULL, print_export);
    say_left(command, command->left);
    return status ? status : say_faults(command, &command->faults);
}
