/* writer_view.c - what is known of a ladder from memory: copies that the writer's thread published. */
#include "token.h"
#include "writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool ladder_bot_find(struct ladder *ladder, const char *name, struct ladder_bot *bot)
{
    pthread_mutex_lock(&ladder->mutex);
    int index = standings_find(&ladder->view, name);
    if (index >= 0 && bot)
        result_view(&ladder->view.bots[index], bot);
    pthread_mutex_unlock(&ladder->mutex);
    return index >= 0;
}

bool ladder_token_valid(struct ladder *ladder, const char *name, const char *token)
{
    uint8_t hash[32] = {0};
    pthread_mutex_lock(&ladder->mutex);
    int index = standings_find(&ladder->view, name);
    bool needed = index >= 0 && ladder->view.bots[index].has_token;
    if (needed)
        memcpy(hash, ladder->view.bots[index].token_hash, sizeof hash);
    pthread_mutex_unlock(&ladder->mutex);
    return !needed || token_check(token, hash);
}

/* ----------------------------------------------------------------------------------- standings */

/* With the mutex held: the index of a board of the view, or -1. */
static int board_index(const struct ladder *ladder, const char *board)
{
    return board ? standings_board(&ladder->view, board) : standings_main(&ladder->view);
}

/* With the mutex held: NULL where there is none yet. */
static const struct rank_table *table_of(const struct ladder *ladder, const char *board)
{
    for (int i = 0; i < ladder->table_count; i++) {
        if (strcmp(ladder->tables[i].board, board) == 0)
            return &ladder->tables[i];
    }
    return NULL;
}

bool ladder_batch_find(struct ladder *ladder, const char *board, struct ladder_batch *batch)
{
    pthread_mutex_lock(&ladder->mutex);
    const struct rank_table *table = table_of(ladder, board);
    if (table)
        *batch = (struct ladder_batch){table->last_seq, table->seed, table->resamples};
    pthread_mutex_unlock(&ladder->mutex);
    return table != NULL;
}

static bool lists_grow(struct ladder *ladder)
{
    int count = ladder->view.board_count;
    if (ladder->list_count >= count)
        return true;
    struct rank_list *lists = realloc(ladder->lists, (size_t)count * sizeof *lists);
    if (!lists)
        return false;
    memset(lists + ladder->list_count, 0, (size_t)(count - ladder->list_count) * sizeof *lists);
    ladder->lists = lists;
    ladder->list_count = count;
    return true;
}

/* Locks the mutex: the rank list of a board, made anew where it is out of date; NULL where there is none.
 * It is sorted while nobody is kept waiting: readers come on a thread of their own, and the thread of the
 * games asks for bots under the same mutex. Without memory the list stays as it was. */
static const struct rank_list *list_lock(struct ladder *ladder, const char *board)
{
    struct ladder_row *rows = NULL;
    int count = 0;

    pthread_mutex_lock(&ladder->mutex);
    int index = board_index(ladder, board);
    if (index < 0 || !lists_grow(ladder))
        return NULL;
    uint64_t now = ladder->view_changes;
    if (ladder->lists[index].rows && ladder->lists[index].made_of == now)
        return &ladder->lists[index];
    rows = rank_rows(&ladder->view, index, table_of(ladder, ladder->view.boards[index].name), &count);
    pthread_mutex_unlock(&ladder->mutex);
    if (rows)
        rank_order(rows, count);
    pthread_mutex_lock(&ladder->mutex);
    if (rows) { /* a board that moved to another place meanwhile is found out of date there */
        free(ladder->lists[index].rows);
        ladder->lists[index] = (struct rank_list){.rows = rows, .count = count, .made_of = now};
    }
    return ladder->lists[index].rows ? &ladder->lists[index] : NULL;
}

int ladder_rows(struct ladder *ladder, const char *board, int first, struct ladder_row *rows, int max,
                int *total)
{
    const struct rank_list *list = list_lock(ladder, board);
    *total = list ? list->count : 0;
    int left = first < *total ? *total - first : 0;
    int count = left < max ? left : max;
    if (count > 0)
        memcpy(rows, list->rows + first, (size_t)count * sizeof *rows);
    pthread_mutex_unlock(&ladder->mutex);
    return count > 0 ? count : 0;
}

bool ladder_row_find(struct ladder *ladder, const char *board, const char *name, struct ladder_row *row)
{
    bool found = false;
    const struct rank_list *list = list_lock(ladder, board);
    for (int i = 0; list && i < list->count && !found; i++) {
        found = strcasecmp(list->rows[i].name, name) == 0;
        if (found)
            *row = list->rows[i];
    }
    pthread_mutex_unlock(&ladder->mutex);
    return found;
}

int ladder_boards(struct ladder *ladder, struct ladder_board *boards, int max)
{
    pthread_mutex_lock(&ladder->mutex);
    int count = ladder->view.board_count < max ? ladder->view.board_count : max;
    for (int i = 0; i < count; i++)
        rank_describe(&ladder->view, i, &boards[i]);
    pthread_mutex_unlock(&ladder->mutex);
    return count;
}

bool ladder_board_find(struct ladder *ladder, const char *name, struct ladder_board *board)
{
    pthread_mutex_lock(&ladder->mutex);
    int index = board_index(ladder, name);
    if (index >= 0)
        rank_describe(&ladder->view, index, board);
    pthread_mutex_unlock(&ladder->mutex);
    return index >= 0;
}

void ladder_result_board(struct ladder *ladder, const struct ladder_result *result, char name[LADDER_BOARD_MAX + 1])
{
    const char *owners[LADDER_SEATS_MAX];
    char format[BOARD_FORMAT_MAX + 1];
    struct board board;

    pthread_mutex_lock(&ladder->mutex);
    for (int seat = 0; seat < result->seat_count; seat++) {
        int bot = standings_find(&ladder->view, result->seats[seat].bot);
        const char *owner = bot >= 0 ? ladder->view.bots[bot].owner : "";
        owners[seat] = *owner ? owner : result->seats[seat].bot;
    }
    board_format(result, owners, format);
    pthread_mutex_unlock(&ladder->mutex);
    board_init(&board, result->ruleset, format);
    memcpy(name, board.name, sizeof board.name);
}

int ladder_pasts(struct ladder *ladder, const char *name, struct ladder_past *pasts, int max)
{
    int count = 0;
    pthread_mutex_lock(&ladder->mutex);
    int bot = standings_find(&ladder->view, name);
    for (int i = 0; i < ladder->view.board_count && bot >= 0; i++) {
        const struct board *board = &ladder->view.boards[i];
        for (int at = 0; board_find(board, bot) >= 0 && at < board->count && count < max; at++) {
            const struct entry *entry = &board->entries[at];
            if (entry->bot == bot)
                rank_past(board, entry, &pasts[count++]);
        }
    }
    pthread_mutex_unlock(&ladder->mutex);
    return count;
}

void ladder_version_at(struct ladder *ladder, const char *name, int64_t seq,
                       char label[LADDER_NAME_MAX + 1])
{
    pthread_mutex_lock(&ladder->mutex);
    int bot = standings_find(&ladder->view, name);
    snprintf(label, LADDER_NAME_MAX + 1, "%s",
             bot >= 0 ? standings_version_at(&ladder->view, bot, seq) : "");
    pthread_mutex_unlock(&ladder->mutex);
}

int64_t ladder_rating(struct ladder *ladder, const char *name, const char *ruleset, int side_count,
                      int seat_count)
{
    char format[BOARD_FORMAT_MAX + 1];
    int64_t rating = RATING_START_MILLI;
    if (seat_count == side_count)
        snprintf(format, sizeof format, "solo-%d", side_count);
    else
        snprintf(format, sizeof format, "mixed-%dof%d", side_count, seat_count);
    pthread_mutex_lock(&ladder->mutex);
    int bot = standings_find(&ladder->view, name);
    for (int i = 0; i < ladder->view.board_count && bot >= 0; i++) {
        const struct board *board = &ladder->view.boards[i];
        int at = board_find(board, bot);
        if (at >= 0 && strcmp(board->ruleset, ruleset) == 0 && strcmp(board->format, format) == 0)
            rating = board->entries[at].rating_milli;
    }
    pthread_mutex_unlock(&ladder->mutex);
    return rating;
}

void ladder_health(struct ladder *ladder, struct ladder_health *health)
{
    pthread_mutex_lock(&ladder->mutex);
    *health = ladder->health;
    health->results = ladder->op_counts[OP_RESULT];
    health->announced = ladder->op_counts[OP_ANNOUNCE];
    health->records = ladder->op_counts[OP_RECORD];
    pthread_mutex_unlock(&ladder->mutex);
}

bool ladder_trouble(struct ladder *ladder, char text[256])
{
    pthread_mutex_lock(&ladder->mutex);
    bool told = ladder->trouble_new;
    ladder->trouble_new = false;
    memcpy(text, ladder->trouble, sizeof ladder->trouble);
    pthread_mutex_unlock(&ladder->mutex);
    return told;
}

bool ladder_report(struct ladder *ladder, char line[400])
{
    pthread_mutex_lock(&ladder->mutex);
    bool there = ladder->report_count > 0;
    if (there) {
        memcpy(line, ladder->reports[0], sizeof ladder->reports[0]);
        ladder->report_count--;
        memmove(ladder->reports, ladder->reports + 1,
                (size_t)ladder->report_count * sizeof *ladder->reports);
    }
    pthread_mutex_unlock(&ladder->mutex);
    return there;
}

int ladder_voided_at_start(const struct ladder *ladder)
{
    return ladder->voided_at_start;
}

int ladder_recent(struct ladder *ladder, struct ladder_game *games, int max)
{
    pthread_mutex_lock(&ladder->mutex);
    int count = ladder->recent_count < max ? ladder->recent_count : max;
    if (count > 0)
        memcpy(games, ladder->recent, (size_t)count * sizeof *games);
    pthread_mutex_unlock(&ladder->mutex);
    return count > 0 ? count : 0;
}
