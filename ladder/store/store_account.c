/* store_account.c - forwards the calls of store_account.h to the kind of the store. */
#include "store/store_account.h"
#include "store/store_kind.h"

#include <assert.h>

int store_account_add(struct store *store, const struct store_account *account)
{
    assert(name_is_valid(account->name) && name_is_valid(account->party));
    return store->kind->account->add(store, account);
}

int store_account_find(struct store *store, const char *name, struct store_account *account)
{
    return store->kind->account->find(store, name, account);
}

int store_account_page(struct store *store, const char *after, struct store_account *accounts,
                       int max)
{
    return store->kind->account->page(store, after, accounts, max);
}

int store_account_token(struct store *store, const char *name, const uint8_t hash[32])
{
    return store->kind->account->token(store, name, hash);
}

int store_account_bots(struct store *store, const char *account, struct standing *bots, int max)
{
    assert(account[0]);
    return store->kind->account->bots(store, account, bots, max);
}

int store_account_give(struct store *store, int64_t bot_id, const char *account)
{
    assert(bot_id > 0);
    return store->kind->account->give(store, bot_id, account);
}

int store_account_stop(struct store *store, int64_t bot_id, bool stopped)
{
    assert(bot_id > 0);
    return store->kind->account->stop(store, bot_id, stopped);
}

int store_account_holder(struct store *store, const uint8_t hash[32], struct store_holder *holder)
{
    return store->kind->account->holder(store, hash, holder);
}

int store_account_invite_add(struct store *store, const struct store_invite *invite)
{
    assert(invite->id[0] && invite->uses > 0);
    return store->kind->account->invite_add(store, invite);
}

int store_account_invite_find(struct store *store, const uint8_t code_hash[32],
                              struct store_invite *invite)
{
    return store->kind->account->invite_find(store, code_hash, invite);
}

int store_account_invite_use(struct store *store, const uint8_t code_hash[32], int64_t now_msec)
{
    return store->kind->account->invite_use(store, code_hash, now_msec);
}

int store_account_invites(struct store *store, const char *after, struct store_invite *invites,
                          int max)
{
    return store->kind->account->invites(store, after, invites, max);
}

int store_account_invite_drop(struct store *store, const char *id)
{
    return store->kind->account->invite_drop(store, id);
}
