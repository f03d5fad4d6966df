/* command_rank.c - avondale ladder: the batch table of a ladder, computed from all its results. */
#include "shell/command.h"
#include "log/batch_tables.h"

#include <stdlib.h>
#include <string.h>

static json_t *row_json(const struct ladder_row *row)
{
    return json_pack("{s:o, s:s, s:s, s:s, s:b, s:f, s:o, s:I, s:b, s:i, s:i, s:i, s:i, s:o, s:o, "
                     "s:s, s:o, s:I}",
                     "rank", row->rank ? json_integer(row->rank) : json_null(), "name", row->name,
                     "version", row->version, "owner", row->owner, "reference", row->reference,
                     "rating", row->rating, "err95", row->few ? json_null() : json_real(row->err95),
                     "online_milli", (json_int_t)row->rating_milli, "provisional", row->provisional,
                     "games", row->games, "wins", row->wins, "ties", row->ties, "losses",
                     row->losses, "first", row->first ? json_integer(row->first) : json_null(),
                     "last", row->last ? json_integer(row->last) : json_null(), "with", row->with,
                     "los", row->los > 0 ? json_real(row->los) : json_null(), "last_msec",
                     (json_int_t)row->last_msec);
}

static void print_row(struct command *command, const struct ladder_row *row)
{
    char place[16] = "-", places[32] = "", los[16] = "", bar[16] = "too few";
    char name[2 * LADDER_TEAM_MAX + LADDER_WITH_MAX + 4];
    snprintf(name, sizeof name, "%s%s%s%s%s", row->name, row->version[0] ? " " : "", row->version,
             row->with[0] ? " +" : "", row->with);
    if (row->rank)
        snprintf(place, sizeof place, "%d", row->rank);
    if (row->first)
        snprintf(places, sizeof places, "%d-%d", row->first, row->last);
    if (!row->few)
        snprintf(bar, sizeof bar, "%.1f", row->err95);
    if (row->los > 0)
        snprintf(los, sizeof los, "%.1f%%", 100 * row->los);
    fprintf(command->out, "%4s  %9s  %-32s  %8.1f%c %7s  %8.1f  %6d  %6s\n", place, places, name,
            row->rating, row->provisional ? '?' : ' ', bar, (double)row->rating_milli / 1000,
            row->games, los);
}

/* How far the online rating of a reference bot, which never changes, has drifted from the batch
 * rating. */
static void print_drift(struct command *command, const struct ladder_row *rows, int count)
{
    double sum = 0;
    int references = 0;
    for (int i = 0; i < count; i++) {
        double drift = (double)rows[i].rating_milli / 1000 - rows[i].rating;
        if (!rows[i].reference)
            continue;
        fprintf(command->out, "reference %s: online %+.1f from its batch rating\n", rows[i].name,
                drift);
        sum += drift;
        references++;
    }
    if (references > 0)
        fprintf(command->out, "the scale is held by the mean of %d reference bots; drift %+.1f\n",
                references, sum / references);
}

static int print_table(struct command *command, const struct board *board,
                       const struct rank_table *table, const struct ladder_row *rows, int count)
{
    if (command->common.json) {
        json_t *array = json_array();
        for (int i = 0; i < count; i++)
            json_array_append_new(array, row_json(&rows[i]));
        return command_print_json(
            command, json_pack("{s:s, s:I, s:I, s:i, s:o}", "ladder", board->name, "last_seq",
                               (json_int_t)table->last_seq, "seed", (json_int_t)table->seed,
                               "resamples", table->resamples, "standings", array));
    }
    fprintf(command->out, "%s: %d rated results, log up to %lld\n", board->name, board->results,
            (long long)table->last_seq);
    fprintf(command->out, "%4s  %9s  %-32s  %8s  %7s  %8s  %6s  %6s\n", "rank", "places", "name",
            "rating", "+-95%", "online", "games", "better");
    for (int i = 0; i < count; i++)
        print_row(command, &rows[i]);
    print_drift(command, rows, count);
    fprintf(
        command->out,
        "Bars: 95 %%, of the distance to the mean of all who have one; the wider one of what the "
        "likelihood\nleaves open and a bootstrap over results (seed %llu, %d resamples); too few: "
        "less than four results.\nRank by rating less bar; places: where 95 %% of the resamples "
        "have it; better: the chance to be so than\nthe next. NAME +OTHER: both only ever played "
        "together on one side; the rating is theirs as a team.\n? is provisional.\n",
        (unsigned long long)table->seed, table->resamples);
    return EXIT_DONE;
}

static int standings_print(struct command *command, struct batch_tables *ranking)
{
    const struct standings *standings = &ranking->replay.standings;
    struct rank_table table;
    int count = 0, board = command_show_board(command, standings);
    if (board < 0)
        return board == BOARD_UNKNOWN
                   ? command->status
                   : command_complain(command, EXIT_USAGE, "there is no ladder yet");
    if (batch_tables_make(ranking, board, &table))
        return command_complain(command, EXIT_WORLD, "out of memory");
    struct ladder_row *rows = rank_list_rows(standings, board, &table, &count);
    int status = rows ? EXIT_DONE : command_complain(command, EXIT_WORLD, "out of memory");
    if (rows) {
        rank_list_order(rows, count);
        status = print_table(command, &standings->boards[board], &table, rows, count);
    }
    free(rows);
    rank_list_table_free(&table);
    return status;
}

int command_rank_standings(struct command *command)
{
    struct batch_tables ranking;
    batch_tables_init(&ranking);
    int status = batch_tables_update(&ranking, command->store)
                     ? command_complain(command, EXIT_WORLD, "%s", ranking.error)
                     : standings_print(command, &ranking);
    batch_tables_fini(&ranking);
    return status;
}

/* ---------------------------------------------------------------------------------- residuals */

static void print_line(void *context, const char *line)
{
    struct command *command = context;
    command->status = EXIT_NO;
    fprintf(command->out, "%s\n", line);
}

static int residuals_print(struct command *command, struct batch_tables *ranking)
{
    const struct standings *standings = &ranking->replay.standings;
    bool one = command->ladder;
    int only = one ? command_show_board(command, standings) : BOARD_NONE;
    if (only == BOARD_UNKNOWN)
        return command->status;
    command->status = EXIT_DONE;
    for (int i = 0; i < standings->board_count; i++) {
        struct rank_table table;
        int64_t pairs = 0;
        if (only >= 0 && only != i)
            continue;
        if (batch_tables_make(ranking, i, &table))
            return command_complain(command, EXIT_WORLD, "out of memory");
        int status = batch_tables_residuals(ranking, i, &table, print_line, command, &pairs);
        rank_list_table_free(&table);
        if (status)
            return command_complain(command, EXIT_WORLD, "out of memory");
        fprintf(command->out, "ladder %s: %lld pairs looked at\n", standings->boards[i].name,
                (long long)pairs);
    }
    return command->status;
}

int command_rank_report(struct command *command)
{
    struct batch_tables ranking;
    if (strcmp(command->argument, "residuals") != 0)
        return command_complain(command, EXIT_USAGE, "report '%.32s': must be residuals",
                                command->argument);
    batch_tables_init(&ranking);
    int status = batch_tables_update(&ranking, command->store)
                     ? command_complain(command, EXIT_WORLD, "%s", ranking.error)
                     : residuals_print(command, &ranking);
    batch_tables_fini(&ranking);
    return status;
}
