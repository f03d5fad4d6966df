/* store_retry.c - another try for a transaction that met a temporary failure. */
#include "base/clock.h"
#include "store/store_kind.h"

#include <time.h>

enum { PAUSE_MSEC_MIN = 5 };

void store_retry_pause(int msec)
{
    long part = msec / 2 + (long)(clock_now_usec() % (msec / 2 + 1));

    nanosleep(&(struct timespec){part / 1000, part % 1000 * 1000000L}, NULL);
}

bool store_retry(struct store *store, int *tries)
{
    bool again = store->again && *tries < STORE_TRIES_MAX;

    store->kind->rollback(store);
    if (again)
        store_retry_pause(PAUSE_MSEC_MIN << (*tries)++);
    return again;
}
