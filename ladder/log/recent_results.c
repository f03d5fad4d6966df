/* recent_results.c - reads the newest results of the log at the start of a daemon. */
#include "log/recent_results.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>

enum age { AGE_UNKNOWN = -1, AGE_RECENT, AGE_TOO_OLD, AGE_NO_RESULT };

/* Returns the age of the first result after `seq`; AGE_UNKNOWN if the store failed. */
static enum age look(struct store *store, int64_t seq, int64_t since_msec, struct store_result *row)
{
    int count = store_results(store, 0, seq, row, 1);
    if (count <= 0)
        return count < 0 ? AGE_UNKNOWN : AGE_NO_RESULT;
    return row->result.wall_msec < since_msec ? AGE_TOO_OLD : AGE_RECENT;
}

/* Results are in the order of their ends within about a second, so the first one of the day is
 * found by bisection, without reading a log of years. Sets *after to the result before it. Returns
 * 0, or -1. */
static int find_day(struct store *store, int64_t since_msec, struct store_result *row,
                    int64_t *after)
{
    int64_t low = 0, high = 1;
    enum age age;

    while ((age = look(store, high, since_msec, row)) == AGE_TOO_OLD)
        high *= 2;
    while (age != AGE_UNKNOWN && low < high) {
        int64_t middle = low + (high - low) / 2;
        age = look(store, middle, since_msec, row);
        if (age == AGE_TOO_OLD)
            low = middle + 1;
        else
            high = middle;
    }
    *after = low;
    return age == AGE_UNKNOWN ? -1 : 0;
}

static int visit(struct store *store, int64_t since_msec, struct store_result *page,
                 recent_results_fn *fn, void *context)
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

int recent_results_since(const char *url, int64_t since_msec, recent_results_fn *fn, void *context,
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
