/* recent_results.c - the newest results of the log, read once at the start of a daemon. */
#include "log/recent_results.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>

/* Of the first result after `seq`: 1 if it is too old, 0 if it is not, 2 if there is none, -1 on
 * failure. */
static int look(struct store *store, int64_t seq, int64_t since_msec, struct store_result *row)
{
    int count = store_results(store, 0, seq, row, 1);
    if (count <= 0)
        return count < 0 ? -1 : 2;
    return row->result.wall_msec < since_msec;
}

/* Results are in the order of their ends but for a second or so, so the first of the day is found
 * by halving: a log of years is not read for it. Sets *after to the result before it; 0 or -1. */
static int find_day(struct store *store, int64_t since_msec, struct store_result *row,
                    int64_t *after)
{
    int64_t low = 0, high = 1;
    int old;

    while ((old = look(store, high, since_msec, row)) == 1)
        high *= 2;
    while (old >= 0 && low < high) {
        int64_t middle = low + (high - low) / 2;
        old = look(store, middle, since_msec, row);
        if (old == 1)
            low = middle + 1;
        else
            high = middle;
    }
    *after = low;
    return old < 0 ? -1 : 0;
}

static int visit(struct store *store, int64_t since_msec, struct store_result *page,
                 ladder_day_fn *fn, void *context)
{
    int64_t after;
    int count;

    if (find_day(store, since_msec, page, &after))
        return -1;
    do {
        count = store_results(store, 0, after, page, STORE_PAGE);
        for (int i = 0; i < count; i++) {
            after = page[i].seq;
            if (page[i].result.wall_msec >= since_msec)
                fn(context, &page[i].result, page[i].change.rated);
        }
    } while (count == STORE_PAGE);
    return count < 0 ? -1 : 0;
}

int ladder_results_since(const char *url, int64_t since_msec, ladder_day_fn *fn, void *context,
                         struct ladder_error *error)
{
    struct store_result *page = calloc(STORE_PAGE, sizeof *page);
    struct store *store = NULL;
    int status = -1;

    snprintf(error->text, sizeof error->text, "out of memory");
    if (page && store_open(&store, url, STORE_MUST_EXIST, error) == 0) {
        if (store_begin(store, false) == 0) {
            status = visit(store, since_msec, page, fn, context);
            store_rollback(store);
        }
        if (status)
            snprintf(error->text, sizeof error->text, "%s", store_error(store));
    }
    store_close(store);
    free(page);
    return status;
}
