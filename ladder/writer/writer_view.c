/* writer_view.c - the published view of a ladder: copies made by the writer's thread. */
#include "standings/rank_place.h"
#include "standings/team.h"
#include "base/token.h"
#include "writer/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { REPORTS_MAX = 100 /* once a day; the shell lists pairs, too */ };

bool writer_view_bot(struct ladder *ladder, const char *name, struct ladder_bot *bot)
{
    pthread_mutex_lock(&ladder->mutex);
    int index = standings_find(&ladder->view, name);
    if (index >= 0 && bot)
        apply_result_view(&ladder->view.bots[index], bot);
    pthread_mutex_unlock(&ladder->mutex);
    return index >= 0;
}

int writer_view_bots_named(struct ladder *ladder, const char *part, int *from, int look,
                           struct ladder_bot *bots, int max)
{
    int count = 0;
    pthread_mutex_lock(&ladder->mutex);
    for (int end = *from + look; *from < end && *from < ladder->view.count && count < max;
         (*from)++) {
        const struct standing *bot = &ladder->view.bots[*from];
        if (strcasestr(bot->name, part))
            apply_result_view(bot, &bots[count++]);
    }
    pthread_mutex_unlock(&ladder->mutex);
    return count;
}

bool writer_view_token_valid(struct ladder *ladder, const char *name, const char *token)
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

bool writer_view_batch(struct ladder *ladder, const char *board, struct ladder_batch *batch)
{
    pthread_mutex_lock(&ladder->mutex);
    int index = standings_board(&ladder->view, board);
    bool found = index >= 0 && index < ladder->rank_count && ladder->ranks[index].has_batch;
    if (found)
        *batch = ladder->ranks[index].batch;
    pthread_mutex_unlock(&ladder->mutex);
    return found;
}

uint64_t writer_view_past_changes(struct ladder *ladder)
{
    pthread_mutex_lock(&ladder->mutex);
    uint64_t count = ladder->view_anew;
    pthread_mutex_unlock(&ladder->mutex);
    return count;
}

int writer_view_rows(struct ladder *ladder, const char *board, int first, struct ladder_row *rows,
                     int max, int *total)
{
    int count = 0;
    *total = 0;
    pthread_mutex_lock(&ladder->mutex);
    int index = board_index(ladder, board);
    if (index >= 0 && index < ladder->rank_count) {
        *total = ladder->ranks[index].by_place.count;
        count = rank_index_rows(&ladder->ranks[index], &ladder->view, index, first, rows, max);
    }
    pthread_mutex_unlock(&ladder->mutex);
    return count;
}

bool writer_view_place_valid(const char *text)
{
    struct rank_place place;
    return rank_place_parse(text, &place) == 0;
}

int writer_view_rows_after(struct ladder *ladder, const char *board, const char *text,
                           struct ladder_row *rows, int max, int *first, int *total)
{
    struct rank_place place;
    int count = 0;
    *total = *first = 0;
    if (rank_place_parse(text, &place))
        return 0;
    pthread_mutex_lock(&ladder->mutex);
    int index = board_index(ladder, board);
    if (index >= 0 && index < ladder->rank_count) {
        const struct rank_index *rank = &ladder->ranks[index];
        *total = rank->by_place.count;
        *first = rank_place_find(rank, &ladder->view, index, &place);
        count = rank_index_rows(rank, &ladder->view, index, *first, rows, max);
    }
    pthread_mutex_unlock(&ladder->mutex);
    return count;
}

bool writer_view_row(struct ladder *ladder, const char *board, const char *name,
                     struct ladder_row *row)
{
    pthread_mutex_lock(&ladder->mutex);
    int index = board_index(ladder, board);
    bool found =
        index >= 0 && index < ladder->rank_count &&
        rank_index_find(&ladder->ranks[index], &ladder->view, index,
                        team_entry_find(&ladder->view, &ladder->view.boards[index], name), row);
    pthread_mutex_unlock(&ladder->mutex);
    return found;
}

int writer_view_boards(struct ladder *ladder, struct ladder_board *boards, int max)
{
    pthread_mutex_lock(&ladder->mutex);
    int count = ladder->view.board_count < max ? ladder->view.board_count : max;
    for (int i = 0; i < count; i++)
        rank_list_describe(&ladder->view, i, &boards[i]);
    pthread_mutex_unlock(&ladder->mutex);
    return count;
}

int writer_view_board_count(struct ladder *ladder)
{
    pthread_mutex_lock(&ladder->mutex);
    int count = ladder->view.board_count;
    pthread_mutex_unlock(&ladder->mutex);
    return count;
}

bool writer_view_board(struct ladder *ladder, const char *name, struct ladder_board *board)
{
    pthread_mutex_lock(&ladder->mutex);
    int index = board_index(ladder, name);
    if (index >= 0)
        rank_list_describe(&ladder->view, index, board);
    pthread_mutex_unlock(&ladder->mutex);
    return index >= 0;
}

bool writer_view_result_board(struct ladder *ladder, const struct ladder_result *result,
                              char name[LADDER_BOARD_MAX + 1])
{
    const char *owners[LADDER_SEATS_MAX];
    char format[BOARD_FORMAT_MAX + 1];

    pthread_mutex_lock(&ladder->mutex);
    for (int seat = 0; seat < result->seat_count; seat++) {
        int bot = standings_find(&ladder->view, result->seats[seat].bot);
        const char *owner = bot >= 0 ? ladder->view.bots[bot].owner : "";
        owners[seat] = *owner ? owner : result->seats[seat].bot;
    }
    board_format(result, owners, format);
    pthread_mutex_unlock(&ladder->mutex);
    board_name_make(result->ruleset, format, name);
    return board_has_teams(format);
}

/* The results of all versions up to the entry `newest`, oldest first; the newest ones if there is
 * no room for all. */
static int pasts_of(const struct standings *standings, const struct board *board, int newest,
                    struct ladder_past *pasts, int max)
{
    int count = 0;
    for (int at = newest; at >= 0 && count < max; at = board->entries[at].before)
        count++;
    for (int at = newest, i = count; i-- > 0; at = board->entries[at].before)
        rank_list_past(standings, board, &board->entries[at], &pasts[i]);
    return count;
}

int writer_view_pasts(struct ladder *ladder, const char *name, struct ladder_past *pasts, int max)
{
    const struct standings *view = &ladder->view;
    int count = 0;
    pthread_mutex_lock(&ladder->mutex);
    int bot = standings_find(view, name);
    for (int i = 0; i < view->board_count && bot >= 0; i++) {
        const struct board *board = &view->boards[i];
        count += pasts_of(view, board, board_find(board, bot), pasts + count, max - count);
        for (int team = board_next_team(board, bot, -1); team >= 0;
             team = board_next_team(board, bot, team))
            count += pasts_of(view, board, board_newest(board, team), pasts + count, max - count);
    }
    pthread_mutex_unlock(&ladder->mutex);
    return count;
}

void writer_view_version_at(struct ladder *ladder, const char *name, int64_t seq,
                            char label[LADDER_NAME_MAX + 1])
{
    pthread_mutex_lock(&ladder->mutex);
    int bot = standings_find(&ladder->view, name);
    snprintf(label, LADDER_NAME_MAX + 1, "%s",
             bot >= 0 ? standings_version_at(&ladder->view, bot, seq) : "");
    pthread_mutex_unlock(&ladder->mutex);
}

int64_t writer_view_rating(struct ladder *ladder, const char *name, const char *ruleset,
                           int side_count, int seat_count)
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

void writer_view_health(struct ladder *ladder, struct ladder_health *health)
{
    pthread_mutex_lock(&ladder->mutex);
    *health = ladder->health;
    health->results = ladder->op_counts[OP_RESULT];
    health->announced = ladder->op_counts[OP_ANNOUNCE];
    health->records = ladder->op_counts[OP_RECORD];
    pthread_mutex_unlock(&ladder->mutex);
}

bool writer_view_trouble(struct ladder *ladder, char text[256])
{
    pthread_mutex_lock(&ladder->mutex);
    bool told = ladder->trouble_new;
    ladder->trouble_new = false;
    memcpy(text, ladder->trouble, sizeof ladder->trouble);
    pthread_mutex_unlock(&ladder->mutex);
    return told;
}

void writer_view_tell(struct ladder *ladder, const char *line)
{
    uint64_t one = 1;
    pthread_mutex_lock(&ladder->mutex);
    void *reports =
        ladder->report_count < REPORTS_MAX
            ? realloc(ladder->reports, ((size_t)ladder->report_count + 1) * sizeof *ladder->reports)
            : NULL;
    if (reports) {
        ladder->reports = reports;
        snprintf(ladder->reports[ladder->report_count++], sizeof *ladder->reports, "%s", line);
    }
    pthread_mutex_unlock(&ladder->mutex);
    if (write(ladder->event_fd, &one, sizeof one) < 0)
        return; /* it is readable anyway */
}

bool writer_view_report(struct ladder *ladder, char line[400])
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

int64_t writer_view_start(const struct ladder *ladder, int64_t *snapshot_seq)
{
    *snapshot_seq = ladder->start_snapshot;
    return ladder->start_seq;
}

int writer_view_voided_at_start(const struct ladder *ladder)
{
    return ladder->voided_at_start;
}

int writer_view_recent(struct ladder *ladder, struct ladder_game *games, int max)
{
    pthread_mutex_lock(&ladder->mutex);
    int count = ladder->recent_count < max ? ladder->recent_count : max;
    if (count > 0)
        memcpy(games, ladder->recent, (size_t)count * sizeof *games);
    pthread_mutex_unlock(&ladder->mutex);
    return count > 0 ? count : 0;
}
