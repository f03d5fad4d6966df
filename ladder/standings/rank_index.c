/* rank_index.c - a rank list that is kept up to date. */
#include "standings/rank_index.h"
#include "standings/team.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { READ_AT_ONCE = 64 };

struct context {
    const struct rank_index *index;
    const struct standings *standings;
    const struct board *board;
};

static int compare_names(const struct context *context, const struct entry *left,
                         const struct entry *right)
{
    const struct standing *bots = context->standings->bots;
    char a[LADDER_TEAM_MAX + 1], b[LADDER_TEAM_MAX + 1];
    if (!context->board->has_teams)
        return strcasecmp(bots[left->player].name, bots[right->player].name);
    team_entry_name(context->standings, context->board, left, a);
    team_entry_name(context->standings, context->board, right, b);
    return strcasecmp(a, b);
}

/* As rank_list_order puts rows in order. */
static int compare_places(const void *argument, int32_t left, int32_t right)
{
    const struct context *context = argument;
    const struct rank_key *a = &context->index->keys[left], *b = &context->index->keys[right];
    if (a->class != b->class)
        return a->class - b->class;
    if (a->class == 0 && a->bound != b->bound)
        return a->bound < b->bound ? 1 : -1;
    if (a->rating_milli != b->rating_milli)
        return a->rating_milli < b->rating_milli ? 1 : -1;
    if (a->games != b->games)
        return a->games < b->games ? 1 : -1;
    const struct entry *entries = context->board->entries;
    return compare_names(context, &entries[left], &entries[right]);
}

static int compare_ages(const void *argument, int32_t left, int32_t right)
{
    const struct context *context = argument;
    const struct rank_key *a = &context->index->keys[left], *b = &context->index->keys[right];
    if (a->last_msec != b->last_msec)
        return a->last_msec < b->last_msec ? -1 : 1;
    return (left > right) - (left < right);
}

static struct context context_of(const struct rank_index *index, const struct standings *standings,
                                 int board)
{
    return (struct context){index, standings, &standings->boards[board]};
}

void rank_index_fini(struct rank_index *index)
{
    order_list_fini(&index->by_place);
    order_list_fini(&index->by_age);
    free(index->keys);
    free(index->marks);
    *index = (struct rank_index){.capacity = 0};
}

static bool index_grow(struct rank_index *index, int count)
{
    if (count <= index->capacity)
        return true;
    int capacity = count < 32 ? 64 : count * 2;
    struct rank_key *keys = realloc(index->keys, (size_t)capacity * sizeof *keys);
    if (!keys)
        return false;
    index->keys = keys;
    struct rank_mark *marks = realloc(index->marks, (size_t)capacity * sizeof *marks);
    if (!marks)
        return false;
    index->marks = marks;
    size_t fresh = (size_t)(capacity - index->capacity);
    memset(keys + index->capacity, 0, fresh * sizeof *keys);
    memset(marks + index->capacity, 0, fresh * sizeof *marks);
    index->capacity = capacity;
    return true;
}

static void row_make(const struct rank_index *index, const struct standings *standings, int board,
                     int at, struct ladder_row *row)
{
    const struct rank_mark *mark = &index->marks[at];
    const struct board *from = &standings->boards[board];
    rank_list_row(standings, board, at, row);
    if (!mark->in_batch || !team_entry_is_current(standings, from, &from->entries[at]))
        return;
    struct batch_row rated = {.rating = mark->rating,
                              .err95 = mark->err95,
                              .los = mark->los,
                              .first = mark->first,
                              .last = mark->last,
                              .blocks = mark->blocks};
    rank_list_row_rate(standings, board, &rated, mark->with, row);
}

static void key_make(struct rank_index *index, const struct standings *standings, int board, int at)
{
    struct ladder_row row;
    row_make(index, standings, board, at, &row);
    index->keys[at] = (struct rank_key){.bound = row.rating - row.err95,
                                        .rating_milli = row.rating_milli,
                                        .last_msec = row.last_msec,
                                        .games = row.games,
                                        .class = (signed char)rank_list_class(&row),
                                        .listed = rank_list_counts(standings, board, at)};
}

/* --------------------------------------------------------------------------------- one by one */

static void take_out(struct rank_index *index, const struct context *context, int at)
{
    if (!index->keys[at].listed)
        return;
    order_list_remove(&index->by_place, at, compare_places, context);
    order_list_remove(&index->by_age, at, compare_ages, context);
    index->keys[at].listed = false;
}

static int put_in(struct rank_index *index, const struct context *context, int board, int at)
{
    key_make(index, context->standings, board, at);
    if (!index->keys[at].listed)
        return 0;
    if (order_list_insert(&index->by_place, at, compare_places, context) == 0) {
        if (order_list_insert(&index->by_age, at, compare_ages, context) == 0)
            return 0;
        order_list_remove(&index->by_place, at, compare_places, context);
    }
    index->keys[at].listed = false;
    return -1;
}

/* Removes the entries that have become inactive. */
static void drop_inactive(struct rank_index *index, const struct context *context, int board)
{
    int32_t oldest;
    while (order_list_read(&index->by_age, 0, &oldest, 1) == 1 &&
           !rank_list_counts(context->standings, board, oldest))
        take_out(index, context, oldest);
}

int rank_index_update(struct rank_index *index, const struct standings *standings, int board,
                      int at)
{
    struct context context = context_of(index, standings, board);
    int before = standings->boards[board].entries[at].before;
    assert(board >= 0 && board < standings->board_count);
    assert(at >= 0 && at < standings->boards[board].count);
    if (!index_grow(index, standings->boards[board].count))
        return -1;
    if (before >= 0)
        take_out(index, &context, before);
    take_out(index, &context, at);
    int status = put_in(index, &context, board, at);
    drop_inactive(index, &context, board);
    return status;
}

static bool entry_is_named(const struct standings *standings, const struct board *board,
                           const struct entry *entry, const char *name)
{
    char team[LADDER_TEAM_MAX + 1];
    if (!board->has_teams)
        return strcmp(standings->bots[entry->player].name, name) == 0;
    team_entry_name(standings, board, entry, team);
    return strcmp(team, name) == 0;
}

/* Returns the entry of a line of a table, or -1. Line n is entry n, as far as we have read the log;
 * after a void the lines have other numbers. */
static int mark_find(const struct standings *standings, int board, const struct rank_table *table,
                     int i)
{
    const struct board *from = &standings->boards[board];
    const struct rank_line *line = &table->lines[i];
    if (i >= from->count)
        return i;
    const char *name = rank_list_line_name(table, i);
    if (entry_is_named(standings, from, &from->entries[i], name) &&
        from->entries[i].version == line->version)
        return i;
    int at = team_entry_find(standings, from, name);
    return at >= 0 && from->entries[at].version == line->version ? at : -1;
}

static void mark_set(struct rank_mark *mark, const struct standings *standings, int board,
                     const struct rank_table *table, int i)
{
    const struct rank_line *line = &table->lines[i];
    *mark = (struct rank_mark){.in_batch = line->played};
    if (!line->played)
        return;
    *mark = (struct rank_mark){.in_batch = true,
                               .first = line->row.first,
                               .last = line->row.last,
                               .blocks = line->row.blocks,
                               .rating = line->row.rating,
                               .err95 = line->row.err95,
                               .los = line->row.los};
    for (int k = 0; k < RANK_WITH_MAX; k++) {
        int with = line->with[k];
        mark->with[k] = with < 0 ? -1 : mark_find(standings, board, table, with);
        if (with >= 0 && mark->with[k] < 0) /* that version is gone */
            mark->with[k] = team_entry_find(standings, &standings->boards[board],
                                            rank_list_line_name(table, with));
    }
}

static void batch_set(struct rank_index *index, const struct rank_table *table)
{
    index->batch = (struct ladder_batch){table->last_seq, table->seed, table->resamples};
    index->has_batch = true;
}

int rank_index_mark(struct rank_index *index, const struct standings *standings, int board,
                    const struct rank_table *table, int from, int to)
{
    struct context context = context_of(index, standings, board);
    assert(from >= 0 && to <= table->count);
    if (!index_grow(index,
                    context.board->count > table->count ? context.board->count : table->count))
        return -1;
    batch_set(index, table);
    for (int i = from; i < to; i++) {
        int at = mark_find(standings, board, table, i);
        bool there = at >= 0 && at < context.board->count;
        if (there)
            take_out(index, &context, at);
        if (at >= 0)
            mark_set(&index->marks[at], standings, board, table, i);
        if (there && put_in(index, &context, board, at))
            return -1;
    }
    return 0;
}

/* ---------------------------------------------------------------------------------------- all */

int rank_index_make(struct rank_index *index, const struct standings *standings, int board,
                    const struct rank_table *table)
{
    struct context context = context_of(index, standings, board);
    int count = context.board->count, marks = table ? table->count : 0, listed = 0;
    assert(board >= 0 && board < standings->board_count);
    *index = (struct rank_index){.capacity = 0};
    int32_t *items = calloc((size_t)count + 1, sizeof *items);
    if (!items || !index_grow(index, count > marks ? count : marks)) {
        free(items);
        rank_index_fini(index);
        return -1;
    }
    for (int i = 0; i < marks; i++) {
        int at = mark_find(standings, board, table, i);
        if (at >= 0)
            mark_set(&index->marks[at], standings, board, table, i);
    }
    if (table)
        batch_set(index, table);
    for (int at = 0; at < count; at++) {
        key_make(index, standings, board, at);
        if (index->keys[at].listed)
            items[listed++] = at;
    }
    int status = order_list_fill(&index->by_place, items, listed, compare_places, &context) ||
                         order_list_fill(&index->by_age, items, listed, compare_ages, &context)
                     ? -1
                     : 0;
    free(items);
    if (status)
        rank_index_fini(index);
    return status;
}

/* ------------------------------------------------------------------------------------- asked for
 */

static void row_place(const struct rank_index *index, const struct standings *standings, int board,
                      int at, int place, struct ladder_row *row)
{
    row_make(index, standings, board, at, row);
    row->rank = row->provisional ? 0 : place + 1;
}

int rank_index_rows(const struct rank_index *index, const struct standings *standings, int board,
                    int first, struct ladder_row *rows, int max)
{
    int32_t items[READ_AT_ONCE];
    int count = 0, got;
    assert(board >= 0 && board < standings->board_count && max >= 0);
    do {
        int room = max - count < READ_AT_ONCE ? max - count : READ_AT_ONCE;
        got = room > 0 ? order_list_read(&index->by_place, first + count, items, room) : 0;
        for (int i = 0; i < got; i++, count++)
            row_place(index, standings, board, items[i], first + count, &rows[count]);
    } while (got > 0);
    return count;
}

int rank_index_place(const struct rank_index *index, const struct standings *standings, int board,
                     int at)
{
    struct context context = context_of(index, standings, board);
    assert(board >= 0 && board < standings->board_count);
    if (at < 0 || at >= index->capacity || !index->keys[at].listed)
        return -1;
    return order_list_place(&index->by_place, at, compare_places, &context);
}

bool rank_index_find(const struct rank_index *index, const struct standings *standings, int board,
                     int at, struct ladder_row *row)
{
    int place = rank_index_place(index, standings, board, at);
    assert(board >= 0 && board < standings->board_count);
    if (place >= 0)
        row_place(index, standings, board, at, place, row);
    return place >= 0;
}
