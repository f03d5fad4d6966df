/* sqlite_account.c - owners and codes of the SQLite store. */
#include "sqlite/sqlite_store.h"
#include "store/store_account.h"

#include <string.h>

static void column_hash(sqlite3_stmt *stmt, int column, uint8_t hash[32])
{
    memset(hash, 0, 32);
    if (sqlite3_column_bytes(stmt, column) == 32)
        memcpy(hash, sqlite3_column_blob(stmt, column), 32);
}

/* --------------------------------------------------------------------------------- accounts */

static int account_add(struct store *store, const struct store_account *account)
{
    sqlite3_stmt *stmt = sql_statement(store, ACCOUNT_ADD);
    if (!stmt || sql_bind(store, stmt, "ssbi", account->name, account->party, account->token_hash,
                          (int)sizeof account->token_hash, account->made_msec))
        return -1;
    return sql_change(store, stmt, STORE_THERE);
}

static void account_read(sqlite3_stmt *stmt, void *item)
{
    struct store_account *account = item;

    sql_column_text(stmt, 0, account->name, sizeof account->name);
    sql_column_text(stmt, 1, account->party, sizeof account->party);
    column_hash(stmt, 2, account->token_hash);
    account->made_msec = sqlite3_column_int64(stmt, 3);
}

static int account_find(struct store *store, const char *name, struct store_account *account)
{
    sqlite3_stmt *stmt = sql_statement(store, ACCOUNT_FIND);
    if (!stmt || sql_bind(store, stmt, "s", name))
        return -1;
    return sql_find(store, stmt, account_read, account);
}

static int account_page(struct store *store, const char *after, struct store_account *accounts,
                        int max)
{
    sqlite3_stmt *stmt = sql_statement(store, ACCOUNT_PAGE);
    if (!stmt || sql_bind(store, stmt, "si", after, (int64_t)max))
        return -1;
    return sql_list(store, stmt, account_read, accounts, sizeof *accounts, max);
}

static int account_token(struct store *store, const char *name, const uint8_t hash[32])
{
    sqlite3_stmt *stmt = sql_statement(store, ACCOUNT_TOKEN);
    if (!stmt || sql_bind(store, stmt, "bs", hash, 32, name))
        return -1;
    return sql_run(store, stmt);
}

static int account_bots(struct store *store, const char *account, struct standing *bots, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, BOTS_OF);
    if (!stmt || sql_bind(store, stmt, "si", account, (int64_t)max))
        return -1;
    return sqlite_rows_bots_read(store, stmt, bots, max);
}

static int account_give(struct store *store, int64_t bot_id, const char *account)
{
    sqlite3_stmt *stmt = sql_statement(store, BOT_GIVE);
    if (!stmt || sql_bind(store, stmt, "si", account, bot_id))
        return -1;
    return sql_run(store, stmt);
}

static int account_stop(struct store *store, int64_t bot_id, bool stopped)
{
    sqlite3_stmt *stmt = sql_statement(store, BOT_STOP);
    if (!stmt || sql_bind(store, stmt, "ii", (int64_t)stopped, bot_id))
        return -1;
    return sql_run(store, stmt);
}

static void holder_read(sqlite3_stmt *stmt, void *item)
{
    struct store_holder *holder = item;

    holder->account = sqlite3_column_int(stmt, 0) != 0;
    sql_column_text(stmt, 1, holder->name, sizeof holder->name);
    column_hash(stmt, 2, holder->token_hash);
}

static int holder(struct store *store, const uint8_t hash[32], struct store_holder *holder)
{
    sqlite3_stmt *stmt = sql_statement(store, TOKEN_HOLDER);
    if (!stmt || sql_bind(store, stmt, "b", hash, 32))
        return -1;
    return sql_find(store, stmt, holder_read, holder);
}

/* ------------------------------------------------------------------------------------ codes */

static int invite_add(struct store *store, const struct store_invite *invite)
{
    sqlite3_stmt *stmt = sql_statement(store, INVITE_ADD);
    if (!stmt ||
        sql_bind(store, stmt, "bsiiii", invite->code_hash, (int)sizeof invite->code_hash,
                 invite->id, invite->uses, invite->used, invite->until_msec, invite->made_msec))
        return -1;
    return sql_change(store, stmt, STORE_THERE);
}

static void invite_read(sqlite3_stmt *stmt, void *item)
{
    struct store_invite *invite = item;

    memset(invite, 0, sizeof *invite);
    sql_column_text(stmt, 0, invite->id, sizeof invite->id);
    invite->uses = sqlite3_column_int64(stmt, 1);
    invite->used = sqlite3_column_int64(stmt, 2);
    invite->until_msec = sqlite3_column_int64(stmt, 3);
    invite->made_msec = sqlite3_column_int64(stmt, 4);
    column_hash(stmt, 5, invite->code_hash);
}

static int invite_find(struct store *store, const uint8_t code_hash[32],
                       struct store_invite *invite)
{
    sqlite3_stmt *stmt = sql_statement(store, INVITE_FIND);
    if (!stmt || sql_bind(store, stmt, "b", code_hash, 32))
        return -1;
    return sql_find(store, stmt, invite_read, invite);
}

static int invite_use(struct store *store, const uint8_t code_hash[32], int64_t now_msec)
{
    sqlite3_stmt *stmt = sql_statement(store, INVITE_USE);
    if (!stmt || sql_bind(store, stmt, "bi", code_hash, 32, now_msec))
        return -1;
    return sql_change(store, stmt, STORE_NONE);
}

static int invites(struct store *store, const char *after, struct store_invite *list, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, INVITE_PAGE);
    if (!stmt || sql_bind(store, stmt, "si", after, (int64_t)max))
        return -1;
    return sql_list(store, stmt, invite_read, list, sizeof *list, max);
}

static int invite_drop(struct store *store, const char *id)
{
    sqlite3_stmt *stmt = sql_statement(store, INVITE_DROP);
    if (!stmt || sql_bind(store, stmt, "s", id))
        return -1;
    return sql_change(store, stmt, STORE_NONE);
}

const struct store_account_kind sqlite_account = STORE_ACCOUNT_KIND;
