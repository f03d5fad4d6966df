/* pg_account.c - owners and codes of the PostgreSQL store. */
#include "postgres/pg.h"
#include "store/store_account.h"

#include <string.h>

/* pg_one of a statement that writes. Notes the write if there was one, so that other nodes read it.
 */
static int written(struct store *store, const PGresult *rows, int none)
{
    pg_of(store)->dirty |= rows && PQntuples(rows) > 0;
    return pg_one(rows, none);
}

/* --------------------------------------------------------------------------------- accounts */

static int account_add(struct store *store, const struct store_account *account)
{
    return written(store,
                   pg_query(store, PG_ACCOUNT_ADD, "sshi", account->name, account->party,
                            account->token_hash, account->made_msec),
                   STORE_THERE);
}

static void account_read(const PGresult *rows, int row, void *item)
{
    struct store_account *account = item;

    pg_text(rows, row, 0, account->name, sizeof account->name);
    pg_text(rows, row, 1, account->party, sizeof account->party);
    (void)pg_hash(rows, row, 2, account->token_hash);
    account->made_msec = pg_int(rows, row, 3);
}

static int account_find(struct store *store, const char *name, struct store_account *account)
{
    const PGresult *rows = pg_query(store, PG_ACCOUNT_FIND, "s", name);
    if (rows && PQntuples(rows) == 1)
        account_read(rows, 0, account);
    return pg_one(rows, STORE_NONE);
}

static int account_page(struct store *store, const char *after, struct store_account *accounts,
                        int max)
{
    return pg_list(pg_query(store, PG_ACCOUNT_PAGE, "si", after, (int64_t)max), account_read,
                   accounts, sizeof *accounts);
}

static int account_token(struct store *store, const char *name, const uint8_t hash[32])
{
    pg_of(store)->dirty = true;
    return pg_send(store, PG_ACCOUNT_TOKEN, "hs", hash, name);
}

static int account_bots(struct store *store, const char *account, struct standing *bots, int max)
{
    const PGresult *rows = pg_query(store, PG_BOTS_OF, "si", account, (int64_t)max);
    int count = rows ? PQntuples(rows) : -1;

    for (int i = 0; i < count; i++) {
        if (pg_rows_bot_read(store, rows, i, &bots[i]))
            return -1;
    }
    return count;
}

static int account_give(struct store *store, int64_t bot_id, const char *account)
{
    pg_transaction_bot_changes(store, bot_id);
    return pg_send(store, PG_BOT_GIVE, "si", account, bot_id);
}

static int account_stop(struct store *store, int64_t bot_id, bool stopped)
{
    pg_transaction_bot_changes(store, bot_id);
    return pg_send(store, PG_BOT_STOP, "ii", (int64_t)stopped, bot_id);
}

static int holder(struct store *store, const uint8_t hash[32], struct store_holder *holder)
{
    const PGresult *rows = pg_query(store, PG_TOKEN_HOLDER, "h", hash);
    if (rows && PQntuples(rows) == 1) {
        holder->account = pg_int(rows, 0, 0) != 0;
        pg_text(rows, 0, 1, holder->name, sizeof holder->name);
        (void)pg_hash(rows, 0, 2, holder->token_hash);
    }
    return pg_one(rows, STORE_NONE);
}

/* ------------------------------------------------------------------------------------ codes */

static int invite_add(struct store *store, const struct store_invite *invite)
{
    return written(store,
                   pg_query(store, PG_INVITE_ADD, "hsiiii", invite->code_hash, invite->id,
                            invite->uses, invite->used, invite->until_msec, invite->made_msec),
                   STORE_THERE);
}

static void invite_read(const PGresult *rows, int row, void *item)
{
    struct store_invite *invite = item;

    memset(invite, 0, sizeof *invite);
    pg_text(rows, row, 0, invite->id, sizeof invite->id);
    invite->uses = pg_int(rows, row, 1);
    invite->used = pg_int(rows, row, 2);
    invite->until_msec = pg_int(rows, row, 3);
    invite->made_msec = pg_int(rows, row, 4);
    (void)pg_hash(rows, row, 5, invite->code_hash);
}

static int invite_find(struct store *store, const uint8_t code_hash[32],
                       struct store_invite *invite)
{
    const PGresult *rows = pg_query(store, PG_INVITE_FIND, "h", code_hash);
    if (rows && PQntuples(rows) == 1)
        invite_read(rows, 0, invite);
    return pg_one(rows, STORE_NONE);
}

static int invite_use(struct store *store, const uint8_t code_hash[32], int64_t now_msec)
{
    return written(store, pg_query(store, PG_INVITE_USE, "hi", code_hash, now_msec), STORE_NONE);
}

static int invites(struct store *store, const char *after, struct store_invite *list, int max)
{
    return pg_list(pg_query(store, PG_INVITE_PAGE, "si", after, (int64_t)max), invite_read, list,
                   sizeof *list);
}

static int invite_drop(struct store *store, const char *id)
{
    return written(store, pg_query(store, PG_INVITE_DROP, "s", id), STORE_NONE);
}

const struct store_account_kind pg_account = STORE_ACCOUNT_KIND;
