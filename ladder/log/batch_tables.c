/* batch_tables.c - from the log to batch tables (ratings 3, 7). */
#include "log/batch_tables.h"
#include "standings/guard.h"
#include "rating/residual.h"
#include "standings/team.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void batch_tables_init(struct batch_tables *ranking)
{
    memset(ranking, 0, sizeof *ranking);
    replay_init(&ranking->replay);
}

static void boards_free(struct batch_tables *ranking)
{
    for (int i = 0; i < ranking->board_count; i++) {
        free(ranking->boards[i].results);
        batch_keep_fini(&ranking->boards[i].keep);
    }
    free(ranking->boards);
    ranking->boards = NULL;
    ranking->board_count = 0;
}

void batch_tables_fini(struct batch_tables *ranking)
{
    boards_free(ranking);
    replay_fini(&ranking->replay);
}

/* ------------------------------------------------------------------------------------ the log */

static struct batch_tables_board *board_room(struct batch_tables *ranking, int index)
{
    if (index >= ranking->board_count) {
        struct batch_tables_board *boards =
            realloc(ranking->boards, (size_t)(index + 1) * sizeof *boards);
        if (!boards)
            return NULL;
        for (int i = ranking->board_count; i <= index; i++)
            boards[i] = (struct batch_tables_board){.ranked_count = -1};
        ranking->boards = boards;
        ranking->board_count = index + 1;
    }
    struct batch_tables_board *board = &ranking->boards[index];
    if (board->count == board->capacity) {
        int64_t capacity = board->capacity ? board->capacity * 2 : 64;
        struct batch_result *results = realloc(board->results, (size_t)capacity * sizeof *results);
        if (!results)
            return NULL;
        board->results = results;
        board->capacity = capacity;
    }
    return board;
}

static bool season_takes(const struct batch_tables *ranking, const struct ladder_result *result,
                         int board)
{
    const struct standings *standings = &ranking->replay.standings;
    if (!ranking->season)
        return true;
    int index = standings_season(standings, ranking->season);
    return index >= 0 &&
           season_has(&standings->seasons[index], standings->boards[board].name, result->wall_msec);
}

/* One seat for each bot; on a board of teams one for each side. */
static void players_fill(const struct ladder_result *result, const struct result_change *change,
                         bool teams, struct batch_result *out)
{
    unsigned seated = 0;
    for (int seat = 0; seat < result->seat_count; seat++) {
        int side = result->seats[seat].side;
        if (teams && seated >> side & 1)
            continue;
        seated |= 1u << side;
        out->player[out->seat_count] = change->seats[seat].entry;
        out->side[out->seat_count++] = (uint8_t)side;
    }
}

static int visit(void *context, const struct store_result *stored,
                 const struct result_change *change)
{
    struct batch_tables *ranking = context;
    const struct ladder_result *result = &stored->result;
    if (batch_stopped(ranking->stop))
        return -1;
    if (ranking->loads != ranking->replay.loads) { /* the past changed: read again */
        boards_free(ranking);
        ranking->loads = ranking->replay.loads;
    }
    if (!change->rated || !season_takes(ranking, result, change->board))
        return 0;
    struct batch_tables_board *board = board_room(ranking, change->board);
    if (!board)
        return -1;
    struct batch_result *out = &board->results[board->count++];
    *out = (struct batch_result){.side_count = (uint8_t)result->side_count,
                                 .newcomers = change->newcomers};
    players_fill(result, change, ranking->replay.standings.boards[change->board].has_teams, out);
    for (int side = 0; side < result->side_count; side++)
        out->rank[side] = (uint8_t)result->ranks[side];
    return 0;
}

int batch_tables_update(struct batch_tables *ranking, struct store *store)
{
    bool pauses = ranking->replay.pauses;
    int status = ranking->replay.loads == 0
                     ? replay_load(&ranking->replay, store, visit, ranking)
                     : replay_refresh(&ranking->replay, store, visit, ranking);
    if (status) {
        snprintf(ranking->error, sizeof ranking->error, "%s",
                 ranking->replay.error[0] ? ranking->replay.error : "out of memory");
        boards_free(ranking);
        replay_fini(&ranking->replay); /* the next call reads all of it */
        replay_init(&ranking->replay);
        ranking->replay.pauses = pauses;
        ranking->loads = 0;
    }
    return status;
}

/* ---------------------------------------------------------------------------------- the table */

static void with_add(struct rank_table *table, int line, int other)
{
    int *with = table->lines[line].with, at = 0;
    while (at < RANK_WITH_MAX && with[at] >= 0)
        at++;
    if (at < RANK_WITH_MAX)
        with[at] = other;
}

/* Replaces the members of a team, known by its lowest index, by their entries. */
static void with_fill(struct rank_table *table)
{
    for (int i = 0; i < table->count; i++) {
        for (int k = 0; k < RANK_WITH_MAX; k++)
            table->lines[i].with[k] = -1;
    }
    for (int i = 0; i < table->count; i++) {
        int head = table->lines[i].row.team;
        int other = head < 0 ? -1 : table->lines[head].with[0]; /* that is there already */
        if (head < 0 || head == i)
            continue;
        with_add(table, head, i);
        with_add(table, i, head);
        if (other >= 0) {
            with_add(table, other, i);
            with_add(table, i, other);
        }
    }
}

static int table_fill(const struct batch_tables *ranking, const struct board *board,
                      const struct batch_row *rows, const bool *played, struct rank_table *table)
{
    const struct standings *standings = &ranking->replay.standings;
    table->lines = calloc((size_t)board->count + 1, sizeof *table->lines);
    if (board->has_teams)
        table->team_names = calloc((size_t)board->count + 1, sizeof *table->team_names);
    if (!table->lines || (board->has_teams && !table->team_names)) {
        rank_list_table_free(table);
        return -1;
    }
    table->count = board->count;
    for (int i = 0; i < board->count; i++) {
        const struct entry *entry = &board->entries[i];
        struct rank_line *line = &table->lines[i];
        if (board->has_teams)
            team_entry_name(standings, board, entry, table->team_names[i]);
        else
            memcpy(line->name, standings->bots[entry->player].name, sizeof line->name);
        line->version = entry->version;
        line->row = rows[i];
        line->played = played[i];
    }
    with_fill(table);
    return 0;
}

/* In a season each version that played in it has a row: its results there stay, whatever its bot is
 * now. */
static bool takes_part(const struct batch_tables *ranking, int board, int at)
{
    const struct standings *standings = &ranking->replay.standings;
    const struct board *from = &standings->boards[board];
    if (!ranking->season || ranking->way == BATCH_FIRST)
        return rank_list_counts(standings, board, at);
    return !team_entry_is_banned(standings, from, &from->entries[at]);
}

/* Marks by result which of a board's prove nothing (guard.h), *count of them. The caller frees it;
 * NULL if out of memory. */
static uint8_t *results_mark(const struct batch_tables *ranking, int index, int64_t *count)
{
    const struct standings *standings = &ranking->replay.standings;
    const struct board *board = &standings->boards[index];
    const struct batch_tables_board *from = &ranking->boards[index];
    bool *established = calloc((size_t)board->count + 1, sizeof *established);
    uint8_t *marks = calloc((size_t)from->count + 1, sizeof *marks);

    for (int i = 0; established && i < board->count; i++)
        established[i] = !board_entry_provisional(&board->entries[i]) ||
                         team_entry_is_reference(standings, board, &board->entries[i]);
    *count = 0;
    for (int64_t i = 0; established && marks && i < from->count; i++) {
        marks[i] = !guard_in_batch(&from->results[i], established);
        *count += marks[i];
    }
    if (!established) {
        free(marks);
        marks = NULL;
    }
    free(established);
    return marks;
}

/* The results of a board without those that are marked: the board's own if none is, else new ones
 * (results_free); NULL if out of memory. */
static struct batch_result *results_proved(const struct batch_tables_board *from,
                                           const uint8_t *marks, int64_t left_out)
{
    if (left_out == 0)
        return from->results;
    struct batch_result *proved = calloc((size_t)(from->count - left_out) + 1, sizeof *proved);
    int64_t count = 0;
    for (int64_t i = 0; proved && i < from->count; i++) {
        if (!marks[i])
            proved[count++] = from->results[i];
    }
    return proved;
}

static void results_free(const struct batch_tables *ranking, int index,
                         struct batch_result *results)
{
    if (results != ranking->boards[index].results)
        free(results);
}

int batch_tables_make(struct batch_tables *ranking, int index, struct rank_table *table)
{
    const struct standings *standings = &ranking->replay.standings;
    const struct board *board = &standings->boards[index];
    struct batch_row *rows = calloc((size_t)board->count + 1, sizeof *rows);
    bool *ranked = calloc((size_t)board->count + 1, sizeof *ranked);
    bool *reference = calloc((size_t)board->count + 1, sizeof *reference);
    bool *played = calloc((size_t)board->count + 1, sizeof *played);
    struct batch_tables_board *from = board_room(ranking, index);
    bool keeps =
        ranking->keep_from > 0 && ranking->way == BATCH_NOW && board->count >= ranking->keep_from;
    int64_t left_out = 0;
    uint8_t *marks = from ? results_mark(ranking, index, &left_out) : NULL;
    /* A table that is kept has all results, and marks; any other one has those that count. */
    struct batch_result *results = marks ? results_proved(from, marks, keeps ? 0 : left_out) : NULL;
    int status = rows && ranked && reference && played && results ? 0 : -1;
    struct batch batch = {.results = results,
                          .result_count = from ? from->count - (keeps ? 0 : left_out) : 0,
                          .left_out = keeps ? marks : NULL,
                          .left_out_count = keeps ? left_out : 0,
                          .player_count = board->count,
                          .ranked = ranked,
                          .reference = reference,
                          .center = RATING_START_MILLI / 1000.0,
                          .virtual_draws = BATCH_VIRTUAL_DRAWS,
                          .way = ranking->way,
                          .stop = ranking->stop,
                          .seed = keeps ? 0 : (uint64_t)ranking->replay.last_seq, /* no other */
                          .resamples = keeps ? BATCH_KEEP_DRAWS : BATCH_RESAMPLES,
                          .rows = rows};

    memset(table, 0, sizeof *table);
    memcpy(table->board, board->name, sizeof table->board);
    table->last_seq = ranking->replay.last_seq;
    table->seed = batch.seed;
    table->resamples = batch.resamples;
    for (int64_t i = 0; status == 0 && i < batch.result_count; i++) {
        const struct batch_result *result = &results[i];
        for (int seat = 0; seat < result->seat_count && !batch_left_out(&batch, i); seat++)
            played[result->player[seat]] = true;
    }
    for (int i = 0; i < board->count && status == 0; i++) {
        ranked[i] = played[i] && takes_part(ranking, index, i) &&
                    !board_entry_provisional(&board->entries[i]);
        reference[i] = played[i] && team_entry_is_reference(standings, board, &board->entries[i]);
    }
    if (status == 0) {
        status = (keeps ? batch_keep_make(&from->keep, &batch) : batch_compute(&batch)) ||
                         table_fill(ranking, board, rows, played, table)
                     ? -1
                     : 0;
        from->ranked_count = from->count;
    }
    free(rows);
    free(ranked);
    free(reference);
    free(played);
    free(marks);
    if (from)
        results_free(ranking, index, results);
    return status;
}

/* ---------------------------------------------------------------------------------- residuals */

/* Finds bots that beat newcomers too often. */
static int tell_newcomers(const struct batch_tables *ranking, int index, const char *name,
                          void (*tell)(void *context, const char *line), void *context)
{
    const struct standings *standings = &ranking->replay.standings;
    const struct board *board = &standings->boards[index];
    struct residual_report report = {.count = 0};
    double *ratings = calloc((size_t)board->count + 1, sizeof *ratings);
    int status = -1;

    for (int i = 0; ratings && i < board->count; i++)
        ratings[i] = (double)board->entries[i].rating_milli / 1000.0;
    if (ratings)
        status = residual_newcomers(ranking->boards[index].results, ranking->boards[index].count,
                                    ratings, board->count, &report);
    for (int i = 0; i < report.count; i++) {
        const struct residual *found = &report.found[i];
        char line[400], text[LADDER_TEAM_MAX + 1];
        team_entry_name(standings, board, &board->entries[found->x], text);
        snprintf(
            line, sizeof line,
            "ladder %s: %s against bots that are not established: %lld results, %+.3f a result "
            "more than expected, z %+.1f (limit %.1f)",
            name, text, (long long)found->results, found->mean, found->z, report.limit);
        tell(context, line);
    }
    free(report.found);
    free(ratings);
    return status;
}

/* Of the results that the ratings were computed from. */
static int residuals_proved(const struct batch_tables *ranking, int board,
                            const struct batch_row *rows, struct residual_report *report)
{
    const struct batch_tables_board *from = &ranking->boards[board];
    int64_t left_out = 0;
    uint8_t *marks = results_mark(ranking, board, &left_out);
    struct batch_result *results = marks ? results_proved(from, marks, left_out) : NULL;
    int status = results ? residual_find(results, from->count - left_out, rows, report) : -1;

    free(marks);
    results_free(ranking, board, results);
    return status;
}

int batch_tables_residuals(const struct batch_tables *ranking, int board,
                           const struct rank_table *table,
                           void (*tell)(void *context, const char *line), void *context,
                           int64_t *pairs)
{
    struct batch_row *rows = calloc((size_t)table->count + 1, sizeof *rows);
    struct residual_report report = {.count = 0};
    int status = -1;

    for (int i = 0; rows && i < table->count; i++)
        rows[i] = table->lines[i].row;
    if (rows)
        status = residuals_proved(ranking, board, rows, &report);
    for (int i = 0; i < report.count && status == 0; i++) {
        const struct residual *found = &report.found[i];
        char line[400];
        snprintf(line, sizeof line,
                 "ladder %s: %s with %s at the table: %lld results, %+.3f a result more than "
                 "expected, z "
                 "%+.1f (limit %.1f)",
                 table->board, rank_list_line_name(table, found->x),
                 rank_list_line_name(table, found->y), (long long)found->results, found->mean,
                 found->z, report.limit);
        tell(context, line);
    }
    if (status == 0)
        status = tell_newcomers(ranking, board, table->board, tell, context);
    *pairs = report.pairs;
    free(report.found);
    free(rows);
    return status;
}
