/* rank_list.c - the rank list of one ladder (ratings 7). */
#include "standings/rank_list.h"
#include "standings/team.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DAY_MSEC (24 * 60 * 60 * INT64_C(1000))

/* The identity of a row. */
static void row_name(const struct standings *standings, const struct board *board,
                     const struct entry *entry, struct ladder_row *row)
{
    if (board->has_teams) {
        row->team = true;
        team_entry_name(standings, board, entry, row->name);
        team_entry_labels_now(standings, board, entry, row->version);
        row->reference = team_entry_is_reference(standings, board, entry);
    } else {
        const struct standing *bot = &standings->bots[entry->player];
        memcpy(row->name, bot->name, sizeof bot->name);
        memcpy(row->version, bot->label, sizeof bot->label);
        row->reference = bot->reference;
    }
    int count;
    const struct standing *first = &standings->bots[board_bots(board, entry, &count)[0]];
    memcpy(row->owner, first->owner[0] ? first->owner : first->name, sizeof row->owner);
}

void rank_list_row(const struct standings *standings, int board, int at, struct ladder_row *row)
{
    const struct board *from = &standings->boards[board];
    const struct entry *entry = &from->entries[at];
    assert(board >= 0 && board < standings->board_count);
    assert(at >= 0 && at < standings->boards[board].count);
    memset(row, 0, sizeof *row);
    row_name(standings, from, entry, row);
    row->rating_milli = entry->rating_milli;
    row->last_msec = entry->last_msec;
    row->provisional = true;
    if (!team_entry_is_current(standings, from, entry)) /* it has not played yet */
        return;
    row->games = entry->games;
    row->wins = entry->wins;
    row->ties = entry->ties;
    row->losses = entry->losses;
    row->provisional = board_entry_provisional(entry);
}

/* The version of a bot; of a team: how many came before. */
static int number_of(const struct board *board, const struct entry *entry)
{
    int number = 0;
    if (!board->has_teams)
        return entry->version;
    for (int at = entry->before; at >= 0; at = board->entries[at].before)
        number++;
    return number;
}

void rank_list_past(const struct standings *standings, const struct board *board,
                    const struct entry *entry, struct ladder_past *past)
{
    memset(past, 0, sizeof *past);
    memcpy(past->board, board->name, sizeof past->board);
    if (board->has_teams)
        team_entry_name(standings, board, entry, past->team);
    team_entry_labels(standings, board, entry, past->version);
    past->number = number_of(board, entry);
    past->rating_milli = entry->rating_milli;
    past->games = entry->games;
    past->wins = entry->wins;
    past->ties = entry->ties;
    past->losses = entry->losses;
}

int rank_list_class(const struct ladder_row *row)
{
    return row->provisional ? 2 : row->in_batch ? 0 : 1;
}

int rank_list_compare(const struct ladder_row *a, const struct ladder_row *b)
{
    if (rank_list_class(a) != rank_list_class(b))
        return rank_list_class(a) - rank_list_class(b);
    if (rank_list_class(a) == 0 && a->rating - a->err95 != b->rating - b->err95)
        return a->rating - a->err95 < b->rating - b->err95 ? 1 : -1;
    if (a->rating_milli != b->rating_milli)
        return a->rating_milli < b->rating_milli ? 1 : -1;
    if (a->games != b->games)
        return a->games < b->games ? 1 : -1;
    int names = strcasecmp(a->name, b->name);
    return names ? names : strcmp(a->version, b->version);
}

static int compare(const void *left, const void *right)
{
    return rank_list_compare(left, right);
}

bool rank_list_counts(const struct standings *standings, int board, int at)
{
    const struct board *from = &standings->boards[board];
    const struct entry *entry = &from->entries[at];
    bool inactive = entry->last_msec < from->newest_msec - INACTIVE_DAYS * DAY_MSEC;
    assert(board >= 0 && board < standings->board_count);
    assert(at >= 0 && at < standings->boards[board].count);
    return board_newest(from, entry->player) == at && !inactive &&
           !team_entry_is_banned(standings, from, entry);
}

void rank_list_table_free(struct rank_table *table)
{
    free(table->lines);
    free(table->team_names);
    table->lines = NULL;
    table->team_names = NULL;
    table->count = 0;
}

const char *rank_list_line_name(const struct rank_table *table, int line)
{
    assert(line >= 0 && line < table->count);
    return table->team_names ? table->team_names[line] : table->lines[line].name;
}

void rank_list_row_rate(const struct standings *standings, int board, const struct batch_row *rated,
                        const int with[RANK_WITH_MAX], struct ladder_row *row)
{
    assert(board >= 0 && board < standings->board_count);
    const struct board *from = &standings->boards[board];
    row->in_batch = true;
    row->rating = rated->rating;
    row->err95 = rated->err95;
    row->few = rated->blocks < BATCH_BLOCKS_MIN;
    row->los = rated->los;
    row->first = rated->first;
    row->last = rated->last;
    row->group = rated->group;
    row->with[0] = '\0';
    for (int i = 0; i < RANK_WITH_MAX && with[i] >= 0 && with[i] < from->count; i++) {
        size_t length = strlen(row->with);
        snprintf(row->with + length, sizeof row->with - length, "%s%s", length ? "+" : "",
                 standings->bots[from->entries[with[i]].player].name);
    }
}

/* Copies the lines of the table to the entries of the board. */
static void table_merge(const struct standings *standings, int board,
                        const struct rank_table *table, struct ladder_row *rows)
{
    const struct board *from = &standings->boards[board];
    for (int i = 0; i < table->count; i++) {
        const struct rank_line *line = &table->lines[i];
        int at = team_entry_find(standings, from, rank_list_line_name(table, i)),
            with[RANK_WITH_MAX];
        if (at < 0 || !line->played || from->entries[at].version != line->version ||
            !team_entry_is_current(standings, from, &from->entries[at]))
            continue;
        for (int k = 0; k < RANK_WITH_MAX; k++)
            with[k] =
                line->with[k] < 0
                    ? -1
                    : team_entry_find(standings, from, rank_list_line_name(table, line->with[k]));
        rank_list_row_rate(standings, board, &line->row, with, &rows[at]);
    }
}

struct ladder_row *rank_list_rows(const struct standings *standings, int board,
                                  const struct rank_table *table, int *count)
{
    const struct board *from = &standings->boards[board];
    struct ladder_row *rows = calloc((size_t)from->count + 1, sizeof *rows);
    assert(board >= 0 && board < standings->board_count);
    *count = 0;
    if (!rows)
        return NULL;
    for (int i = 0; i < from->count; i++)
        rank_list_row(standings, board, i, &rows[i]);
    if (table)
        table_merge(standings, board, table, rows);
    for (int i = 0; i < from->count; i++) {
        if (rank_list_counts(standings, board, i))
            rows[(*count)++] = rows[i];
    }
    return rows;
}

void rank_list_order(struct ladder_row *rows, int count)
{
    assert(count >= 0 && (rows || count == 0));
    if (count > 1)
        qsort(rows, (size_t)count, sizeof *rows, compare);
    for (int i = 0; i < count; i++)
        rows[i].rank = rows[i].provisional ? 0 : i + 1;
}

void rank_list_describe(const struct standings *standings, int board, struct ladder_board *out)
{
    const struct board *from = &standings->boards[board];
    assert(board >= 0 && board < standings->board_count);
    memset(out, 0, sizeof *out);
    memcpy(out->name, from->name, sizeof out->name);
    memcpy(out->ruleset, from->ruleset, sizeof out->ruleset);
    memcpy(out->format, from->format, sizeof from->format);
    out->results = from->results;
    out->newest_msec = from->newest_msec;
    out->bots = from->bots;
}
