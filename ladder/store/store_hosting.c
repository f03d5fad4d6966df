/* store_hosting.c - forwards the calls of store_hosting.h to the kind of the store. */
#include "store/store_hosting.h"
#include "store/store_kind.h"

#include <assert.h>
#include <string.h>

int store_hosting_page(struct store *store, int64_t after_id, struct store_hosted *hosted, int max)
{
    return store->kind->hosting->page(store, after_id, hosted, max);
}

int store_hosting_take(struct store *store, int64_t id, const char *holder, int64_t lease_msec,
                       struct store_hosted *hosted)
{
    assert(holder[0]);
    return store->kind->hosting->take(store, id, holder, lease_msec, hosted);
}

int store_hosting_renew(struct store *store, int64_t bot_id, const char *holder, int64_t lease_msec)
{
    return store->kind->hosting->renew(store, bot_id, holder, lease_msec);
}

int store_hosting_leave(struct store *store, int64_t bot_id, const char *holder, int64_t pause_msec,
                        int64_t failures, const char *games)
{
    assert(strlen(games) <= HOSTED_GAMES_MAX);
    return store->kind->hosting->leave(store, bot_id, holder, pause_msec, failures, games);
}
