/* writer_void.c - games that an ended process announced become void results, and their seeds are
 * never used again. Games that the opener of the ladder continues are left out. */
#include "writer/writer.h"
#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>

static const char cut_off[] = "the arena stopped in the middle";

static struct op *op_of(const struct store_game *game, const char *why, struct op *next)
{
    struct op *op = calloc(1, sizeof *op);

    if (!op)
        return NULL;
    op->kind = OP_RESULT;
    op->next = next;
    op->result = game->result;
    op->result.wall_msec = clock_wall_msec();
    snprintf(op->result.reason, sizeof op->result.reason, "aborted");
    snprintf(op->result.unrated, sizeof op->result.unrated, "%s", why);
    result_ranks(&op->result, 0, -1);
    return op;
}

/* The open games that were found, and how many of them stay open. */
struct search {
    bool orphaned;
    ladder_keep_fn *keep; /* or NULL */
    void *context;
    int kept;  /* kept open; they come first each time, so there is room for them */
    int count; /* found, including those; -1: failure, see store_error */
    bool more; /* there may be */
};

/* Reads up to STORE_PAGE more of them, newest first. Returns NULL if there are none to be voided.
 */
static struct op *ops_read(struct ladder *ladder, struct search *search)
{
    int max = search->kept + STORE_PAGE, tries = 0;
    struct store_game *games = calloc((size_t)max, sizeof *games);
    struct op *ops = NULL;

    search->count = -1;
    search->kept = 0;
    do {
        if (games && store_begin(ladder->store, false) == 0) {
            search->count = search->orphaned ? store_games_orphaned(ladder->store, games, max)
                                             : store_games_open(ladder->store, games, max);
        }
    } while (games && search->count < 0 && !search->orphaned && store_retry(ladder->store, &tries));
    store_rollback(ladder->store);
    for (int i = 0; i < search->count; i++) {
        const char *why =
            search->keep ? search->keep(search->context, games[i].result.game) : cut_off;
        struct op *op = why ? op_of(&games[i], why, ops) : NULL;
        search->kept += why == NULL;
        ops = op ? op : ops;
    }
    search->more = search->count == max;
    free(games);
    return ops;
}

/* Stores them as results. Returns how many, or -1 with a line. */
static int ops_store(struct ladder *ladder, struct op *ops, struct ladder_error *error)
{
    int stored = 0;

    if (ops)
        writer_group_store(ladder, ops);
    for (struct op *op = ops, *next = NULL; op; op = next) {
        next = op->next;
        if (op->status == LADDER_NOT_STORED && stored >= 0) {
            snprintf(error->text, sizeof error->text, "%.250s", op->text);
            stored = -1;
        }
        stored += stored >= 0 && op->status == LADDER_STORED;
        free(op);
    }
    return stored;
}

int writer_void_open(struct ladder *ladder, ladder_keep_fn *keep, void *context,
                     struct ladder_error *error)
{
    struct search search = {.keep = keep, .context = context};
    int stored;

    error->text[0] = '\0';
    do {
        struct op *ops = ops_read(ladder, &search);
        stored = ops_store(ladder, ops, error);
        ladder->voided_at_start += stored > 0 ? stored : 0;
    } while (search.more && stored >= 0 && (stored > 0 || search.kept == search.count));
    if (search.count >= 0 && stored >= 0)
        return 0;
    if (!error->text[0])
        snprintf(error->text, sizeof error->text, "%.250s",
                 store_error(ladder->store)[0] ? store_error(ladder->store) : "out of memory");
    return -1;
}

void writer_void_orphans(struct ladder *ladder)
{
    struct search search = {.orphaned = true};
    struct ladder_error error;

    ladder->orphans_sec = clock_now_sec() + WRITER_ORPHANS_SEC;
    double next = ladder->orphans_sec;
    if (writer_group_refresh(ladder) || ladder->orphans_sec > next)
        return;
    /* Games that could not be voided are found again by the next search. */
    (void)ops_store(ladder, ops_read(ladder, &search), &error);
}
