/* store_retry.c - another try for a transaction that met a temporary failure. */
#include "base/clock.h"
#include "store/store_kind.h"

#include <time.h>

enum { PAUSE_MSEC_MIN = 5 };

bool store_retry(struct store *store, int *tries)
{
    bool again = store->again && *tries < STORE_TRIES_MAX;

    store->kind->rollback(store);
    if (again) { /* two that met must not meet again: between half of the pause and all of it */
        long msec = (long)PAUSE_MSEC_MIN << (*tries)++;
        msec = msec / 2 + (long)(clock_now_usec() % (msec / 2 + 1));
        nanosleep(&(struct timespec){msec / 1000, msec % 1000 * 1000000L}, NULL);
    }
    return again;
}
