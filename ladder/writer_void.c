/* writer_void.c - games that were announced by a process that is no more: they become results that say
 * so. Their cards were lost with the process, and their seeds are never used again. */
#include "writer.h"

#include <stdio.h>
#include <stdlib.h>

static struct op *op_of(const struct store_game *game, struct op *next)
{
    struct op *op = calloc(1, sizeof *op);

    if (!op)
        return NULL;
    op->kind = OP_RESULT;
    op->next = next;
    op->result = game->result;
    op->result.wall_msec = writer_wall_msec();
    snprintf(op->result.reason, sizeof op->result.reason, "aborted");
    snprintf(op->result.unrated, sizeof op->result.unrated, "the arena stopped in the middle");
    result_ranks(&op->result, 0, -1);
    return op;
}

/* Up to STORE_PAGE of them, newest first: *count. NULL with -1: failure; store_error tells. */
static struct op *ops_read(struct ladder *ladder, bool orphaned, int *count)
{
    struct store_game *games = calloc(STORE_PAGE, sizeof *games);
    struct op *ops = NULL;

    *count = -1;
    if (games && store_begin(ladder->store, false) == 0) {
        *count = orphaned ? store_games_orphaned(ladder->store, games, STORE_PAGE)
                          : store_games_open(ladder->store, games, STORE_PAGE);
        store_rollback(ladder->store);
    }
    for (int i = 0; i < *count; i++) {
        struct op *op = op_of(&games[i], ops);
        ops = op ? op : ops;
    }
    free(games);
    return ops;
}

/* Stores them as results; how many were, or -1 with the line why not. */
static int ops_store(struct ladder *ladder, struct op *ops, struct ladder_error *error)
{
    int stored = 0;

    if (ops)
        writer_group_store(ladder, ops);
    for (struct op *op = ops, *next = NULL; op; op = next) {
        next = op->next;
        if (op->status < 0 && stored >= 0) {
            snprintf(error->text, sizeof error->text, "%.250s", op->text);
            stored = -1;
        }
        stored += stored >= 0 && op->status == 0;
        free(op);
    }
    return stored;
}

int writer_void_open(struct ladder *ladder, struct ladder_error *error)
{
    int count, stored;

    error->text[0] = '\0';
    do {
        struct op *ops = ops_read(ladder, false, &count);
        stored = ops_store(ladder, ops, error);
        ladder->voided_at_start += stored > 0 ? stored : 0;
    } while (count == STORE_PAGE && stored > 0);
    if (count >= 0 && stored >= 0)
        return 0;
    if (!error->text[0])
        snprintf(error->text, sizeof error->text, "%.250s",
                 store_error(ladder->store)[0] ? store_error(ladder->store) : "out of memory");
    return -1;
}

void writer_void_orphans(struct ladder *ladder)
{
    struct ladder_error error;
    int count;
    struct op *ops = ops_read(ladder, true, &count);

    /* What is not stored now is looked for again. */
    (void)ops_store(ladder, ops, &error);
}
