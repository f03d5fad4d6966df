/* writer_publish.c - publishes the state of the writer's thread: the view and its rank lists.
 *
 * The threads of the games read under the same mutex. So large parts are built beside the view, and
 * exchanged; changes in place are made in small portions, between which readers get their turn. */
#include "writer/writer.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    RESULTS_AT_ONCE = 8,
    NAMES_AT_ONCE = 256,
    MARKS_AT_ONCE = 64,
    MARKS_PAUSE_USEC = 50,
};

void writer_publish_fini(struct ladder *ladder)
{
    standings_fini(&ladder->view);
    for (int i = 0; i < ladder->rank_count; i++)
        rank_index_fini(&ladder->ranks[i]);
    free(ladder->ranks);
    for (int i = 0; i < ladder->table_count; i++)
        rank_list_table_free(&ladder->tables[i]);
    free(ladder->tables);
}

/* With the tables' mutex held: NULL where there is none yet. */
static const struct rank_table *table_of(const struct ladder *ladder, const char *board)
{
    for (int i = 0; i < ladder->table_count; i++) {
        if (strcmp(ladder->tables[i].board, board) == 0)
            return &ladder->tables[i];
    }
    return NULL;
}

/* --------------------------------------------------------------------------------------- all */

int writer_publish_add_again(struct ladder *ladder)
{
    struct standings *standings = &ladder->replay.standings;
    int status = 0, at = 0, count;
    do {
        pthread_mutex_lock(&ladder->mutex);
        count = ladder->view.count;
        for (int end = at + NAMES_AT_ONCE; at < count && at < end; at++) {
            const struct standing *bot = &ladder->view.bots[at];
            if (standings_find(standings, bot->name) < 0 &&
                standings_add(standings, bot->name, bot->owner) < 0)
                status = -1;
        }
        ladder->view_known = status ? 0 : at;
        pthread_mutex_unlock(&ladder->mutex);
        sched_yield();
    } while (at < count);
    return status;
}

struct fresh {
    struct standings view;
    struct rank_index *ranks;
    int rank_count;
};

static void fresh_fini(struct fresh *fresh)
{
    standings_fini(&fresh->view);
    for (int i = 0; i < fresh->rank_count; i++)
        rank_index_fini(&fresh->ranks[i]);
    free(fresh->ranks);
}

/* With the tables' mutex held. */
static int fresh_make(const struct ladder *ladder, struct fresh *fresh)
{
    standings_init(&fresh->view);
    fresh->rank_count = 0;
    fresh->ranks = NULL;
    if (standings_copy(&fresh->view, &ladder->replay.standings))
        return -1;
    fresh->ranks = calloc((size_t)fresh->view.board_count + 1, sizeof *fresh->ranks);
    for (int i = 0; fresh->ranks && i < fresh->view.board_count; i++) {
        const struct rank_table *table = table_of(ladder, fresh->view.boards[i].name);
        if (rank_index_make(&fresh->ranks[i], &fresh->view, i, table))
            return -1;
        fresh->rank_count++;
    }
    return fresh->ranks ? 0 : -1;
}

/* With the mutex held. Includes bots that were registered since the last time. */
static int fresh_exchange(struct ladder *ladder, struct fresh *fresh)
{
    for (int i = ladder->view_known; i < ladder->view.count; i++) {
        const char *name = ladder->view.bots[i].name;
        if (standings_find(&fresh->view, name) < 0 && standings_add(&fresh->view, name, "") < 0)
            return -1;
    }
    struct fresh before = {ladder->view, ladder->ranks, ladder->rank_count};
    ladder->view = fresh->view;
    ladder->ranks = fresh->ranks;
    ladder->rank_count = fresh->rank_count;
    ladder->view_known = 0;
    ladder->view_anew++;
    *fresh = before;
    return 0;
}

static void publish_all(struct ladder *ladder)
{
    struct fresh fresh;
    pthread_mutex_lock(&ladder->tables_mutex);
    int status = fresh_make(ladder, &fresh);
    pthread_mutex_lock(&ladder->mutex);
    if (status == 0)
        status = fresh_exchange(ladder, &fresh);
    /* Without memory the published copy keeps its old values; the store has the new ones. */
    ladder->view_partial = status != 0;
    pthread_mutex_unlock(&ladder->mutex);
    pthread_mutex_unlock(&ladder->tables_mutex);
    if (status == 0) /* it has the view of before now */
        writer_account_compare(ladder, &fresh.view);
    fresh_fini(&fresh);
}

/* ------------------------------------------------------------------------------ what changed */

static bool ranks_grow(struct ladder *ladder)
{
    int count = ladder->view.board_count;
    if (ladder->rank_count >= count)
        return true;
    struct rank_index *ranks = realloc(ladder->ranks, (size_t)count * sizeof *ranks);
    if (!ranks)
        return false;
    memset(ranks + ladder->rank_count, 0, (size_t)(count - ladder->rank_count) * sizeof *ranks);
    ladder->ranks = ranks;
    ladder->rank_count = count;
    return true;
}

static int publish_entry(struct ladder *ladder, int board, int at)
{
    const struct standings *standings = &ladder->replay.standings;
    if (standings_put_entry(&ladder->view, standings, board, at) || !ranks_grow(ladder))
        return -1;
    int own = standings_board(&ladder->view, standings->boards[board].name);
    return rank_index_update(&ladder->ranks[own], &ladder->view, own, at);
}

/* The replay is past all results that are published together, so the first one of an entry brings
 * all that the others gave it. */
static bool is_published(const struct ladder *ladder, const struct result_change *change, int seat)
{
    return change->rated && standings_has_entry(&ladder->view, &ladder->replay.standings,
                                                change->board, change->seats[seat].entry);
}

static int publish_result(struct ladder *ladder, int seats, const struct result_change *change)
{
    const struct standings *standings = &ladder->replay.standings;
    bool published[LADDER_SEATS_MAX];
    int status = 0;
    for (int seat = 0; seat < seats; seat++) {
        published[seat] = is_published(ladder, change, seat);
        if (!published[seat])
            status |= standings_put(&ladder->view, &standings->bots[change->seats[seat].bot]) < 0;
    }
    for (int seat = 0; change->rated && !status && seat < seats; seat++) {
        if (!published[seat])
            status |= publish_entry(ladder, change->board, change->seats[seat].entry) ||
                      standings_copy_chips(&ladder->view, standings, change->seats[seat].bot);
    }
    return status;
}

/* What other processes wrote. With the mutex held, which readers get now and then. */
static void publish_caught(struct ladder *ladder)
{
    const struct standings *standings = &ladder->replay.standings;
    for (int i = 0; i < ladder->caught_count && !ladder->view_partial; i++) {
        const struct caught *caught = &ladder->caught[i];
        if (i % RESULTS_AT_ONCE == RESULTS_AT_ONCE - 1) {
            pthread_mutex_unlock(&ladder->mutex);
            sched_yield();
            pthread_mutex_lock(&ladder->mutex);
        }
        int status = caught->bot < 0
                         ? publish_result(ladder, caught->seat_count, &caught->change)
                         : standings_put(&ladder->view, &standings->bots[caught->bot]) < 0;
        ladder->view_partial |= status != 0;
    }
}

/* A version begins: until it plays, neither its bot nor a team with it is ranked. */
static int publish_version(struct ladder *ladder, const struct op *op)
{
    int status = writer_version_publish(ladder, op), bot = standings_find(&ladder->view, op->name);
    for (int i = 0; i < ladder->rank_count && bot >= 0 && status == 0; i++) {
        const struct board *board = &ladder->view.boards[i];
        int at = board_find(board, bot);
        if (at >= 0)
            status = rank_index_update(&ladder->ranks[i], &ladder->view, i, at);
        for (int team = board_next_team(board, bot, -1); team >= 0 && status == 0;
             team = board_next_team(board, bot, team))
            status =
                rank_index_update(&ladder->ranks[i], &ladder->view, i, board_newest(board, team));
    }
    return status;
}

/* Returns false if everything must be published again. */
static bool publish_changes(struct ladder *ladder, const struct op *ops)
{
    int count = 0;
    pthread_mutex_lock(&ladder->mutex);
    publish_caught(ladder);
    for (const struct op *op = ops; op && !ladder->view_partial; op = op->next) {
        if ((op->kind != OP_RESULT && op->kind != OP_VERSION && op->kind != OP_CLAIM &&
             op->kind != OP_ACCOUNT) ||
            op->status != LADDER_STORED)
            continue;
        if (++count % RESULTS_AT_ONCE == 0) {
            pthread_mutex_unlock(&ladder->mutex);
            sched_yield();
            pthread_mutex_lock(&ladder->mutex);
        }
        int status = op->kind == OP_RESULT
                         ? publish_result(ladder, op->result.seat_count, &op->change)
                     : op->kind == OP_VERSION ? publish_version(ladder, op)
                     : op->kind == OP_ACCOUNT ? writer_account_publish(ladder, op)
                                              : writer_claim_publish(ladder, op);
        ladder->view_partial = status != 0;
    }
    bool whole = !ladder->view_partial;
    pthread_mutex_unlock(&ladder->mutex);
    return whole;
}

void writer_publish(struct ladder *ladder, const struct op *ops)
{
    if (ladder->caught_whole || !publish_changes(ladder, ops))
        publish_all(ladder);
    ladder->caught_count = 0;
    ladder->caught_whole = false;
    pthread_mutex_lock(&ladder->mutex);
    ladder->view.newest_msec = ladder->replay.standings.newest_msec;
    ladder->recent_count = replay_recent(&ladder->replay, ladder->recent, REPLAY_RECENT);
    pthread_mutex_unlock(&ladder->mutex);
}

/* ------------------------------------------------------------------------------- batch tables */

/* With the tables' mutex held: replaces the one before. Returns NULL if out of memory. */
static const struct rank_table *table_keep(struct ladder *ladder, struct rank_table *table)
{
    int i = 0;
    while (i < ladder->table_count && strcmp(ladder->tables[i].board, table->board) != 0)
        i++;
    if (i == ladder->table_count) {
        struct rank_table *grown = realloc(ladder->tables, (size_t)(i + 1) * sizeof *grown);
        if (!grown) {
            rank_list_table_free(table);
            return NULL;
        }
        ladder->tables = grown;
        ladder->table_count++;
    } else {
        rank_list_table_free(&ladder->tables[i]);
    }
    ladder->tables[i] = *table;
    return &ladder->tables[i];
}

void writer_publish_table(struct ladder *ladder, struct rank_table *made)
{
    pthread_mutex_lock(&ladder->tables_mutex);
    const struct rank_table *table = table_keep(ladder, made);
    for (int at = 0, end; table && at < table->count; at = end) {
        end = at + MARKS_AT_ONCE < table->count ? at + MARKS_AT_ONCE : table->count;
        pthread_mutex_lock(&ladder->mutex);
        int board = standings_board(&ladder->view, table->board);
        /* A ladder that is new to the view is published together with its table. */
        if (board < 0 || board >= ladder->rank_count ||
            rank_index_mark(&ladder->ranks[board], &ladder->view, board, table, at, end))
            ladder->view_partial = true;
        pthread_mutex_unlock(&ladder->mutex);
        nanosleep(&(struct timespec){.tv_nsec = MARKS_PAUSE_USEC * 1000}, NULL);
    }
    pthread_mutex_unlock(&ladder->tables_mutex);
}
