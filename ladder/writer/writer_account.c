/* writer_account.c - see writer_account.h. */
#include "base/clock.h"
#include "base/hex.h"
#include "base/token.h"
#include "store/store_account.h"
#include "writer/writer.h"
#include "writer/writer_event.h"

#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { OWN_BYTES = 6 /* random ones in the name of an account */ };

static bool makes_token(enum ladder_deed_kind kind)
{
    return kind == LADDER_DEED_CREATE || kind == LADDER_DEED_RENEW || kind == LADDER_DEED_TOKEN;
}

/* CREATE: what the account is called where its party does not count it. */
static int own_name(char name[LADDER_NAME_MAX + 1])
{
    uint8_t bytes[OWN_BYTES];
    char hex[2 * OWN_BYTES + 1];

    if (RAND_bytes(bytes, sizeof bytes) != 1)
        return -1;
    hex_format(bytes, sizeof bytes, hex);
    snprintf(name, LADDER_NAME_MAX + 1, NAME_OWNER "%s", hex);
    return 0;
}

int writer_account_queue(struct ladder *ladder, const struct ladder_deed *deed,
                         ladder_deed_fn *done, void *context)
{
    bool creates = deed->kind == LADDER_DEED_CREATE;
    if ((!creates && !name_is_valid(deed->account)) ||
        (creates && deed->party[0] && !name_is_valid(deed->party)) ||
        (deed->kind >= LADDER_DEED_TAKE && !name_is_valid(deed->bot)) ||
        deed->bots_max > LADDER_BOTS_PER_OWNER_MAX)
        return -1;
    struct op *op = calloc(1, sizeof *op);
    if (!op)
        return -1;
    op->kind = OP_ACCOUNT;
    op->deed = *deed;
    op->deed_done = done;
    op->context = context;
    if ((makes_token(deed->kind) && token_make(op->deed.token, op->token_hash)) ||
        (creates && own_name(op->deed.account))) {
        free(op);
        return -1;
    }
    return writer_queue_push(ladder, op);
}

void writer_account_watch(struct ladder *ladder, void (*watch)(void *context, const char *bot),
                          void *context)
{
    ladder->account_watch = watch;
    ladder->account_context = context;
}

/* ------------------------------------------------------------------------------ transactions */

static int store_failed(struct ladder *ladder, char *text, size_t size)
{
    snprintf(text, size, "%s", store_error(ladder->store));
    return -1;
}

/* The accounts of an address have its party's name and a number, so that they are counted without
 * looking at all there are. A commit whose end was not heard may have taken place: then one of them
 * has this token. */
static int account_create(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    struct store_account account = {.made_msec = clock_wall_msec()};
    struct store_holder holder;
    const char *party = op->deed.party;

    memcpy(account.token_hash, op->token_hash, sizeof account.token_hash);
    int there = store_account_holder(ladder->store, op->token_hash, &holder);
    if (there == STORE_FAILED)
        return store_failed(ladder, text, size);
    if (there == 0) {
        memcpy(op->deed.account, holder.name, sizeof op->deed.account);
        op->outcome_deed = LADDER_DEED_DONE;
        return 0;
    }
    op->outcome_deed = LADDER_DEED_FULL;
    for (int number = 1; number <= (party[0] ? LADDER_ACCOUNTS_OF_PARTY : 1); number++) {
        if (party[0])
            snprintf(op->deed.account, sizeof op->deed.account, "%.28s-%d", party, number);
        memcpy(account.name, op->deed.account, sizeof account.name);
        snprintf(account.party, sizeof account.party, "%s", party[0] ? party : account.name);
        int added = store_account_add(ladder->store, &account);
        if (added == STORE_FAILED)
            return store_failed(ladder, text, size);
        if (added == 0) {
            op->outcome_deed = LADDER_DEED_DONE;
            return 0;
        }
    }
    return 0;
}

static int account_renew(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    op->outcome_deed = LADDER_DEED_DONE;
    return store_account_token(ladder->store, op->deed.account, op->token_hash)
               ? store_failed(ladder, text, size)
               : 0;
}

/* From here on the log has the account's party as the bot's owner. */
static int owner_store(struct ladder *ladder, struct standing *bot,
                       const struct store_account *account, char *text, size_t size)
{
    const char *owner = bot->owner[0] ? bot->owner : bot->name;

    if (strcasecmp(owner, account->party) == 0)
        return 0;
    return writer_version_store_entry(ladder, LOG_ENTRY_OWNER, bot->id, account->party, text, size);
}

static int bot_take(struct ladder *ladder, struct op *op, struct standing *bot, char *text,
                    size_t size)
{
    struct store_account account;
    int max = op->deed.bots_max;

    op->outcome_deed = LADDER_DEED_WRONG;
    if (!bot->has_token || !token_check(op->deed.said, bot->token_hash))
        return 0;
    op->outcome_deed = LADDER_DEED_NOT_YOURS;
    if (bot->account[0] && strcmp(bot->account, op->deed.account) != 0)
        return 0;
    op->outcome_deed = LADDER_DEED_DONE;
    if (bot->account[0])
        return 0;
    int found = store_account_find(ladder->store, op->deed.account, &account);
    op->outcome_deed = LADDER_DEED_NOT_YOURS;
    if (found)
        return found == STORE_NONE ? 0 : store_failed(ladder, text, size);
    struct standing *bots = calloc((size_t)max + 1, sizeof *bots);
    int count = bots ? store_account_bots(ladder->store, op->deed.account, bots, max + 1) : -1;
    free(bots);
    if (count < 0)
        return store_failed(ladder, text, size);
    op->outcome_deed = LADDER_DEED_FULL;
    if (count >= max)
        return 0;
    op->outcome_deed = LADDER_DEED_DONE;
    if (owner_store(ladder, bot, &account, text, size))
        return -1;
    memcpy(bot->account, account.name, sizeof bot->account);
    return store_account_give(ladder->store, bot->id, account.name)
               ? store_failed(ladder, text, size)
               : 0;
}

/* Of a bot of the account. */
static int bot_change(struct ladder *ladder, struct op *op, struct standing *bot, char *text,
                      size_t size)
{
    int status = 0;

    op->outcome_deed = LADDER_DEED_DONE;
    if (op->deed.kind == LADDER_DEED_TOKEN) {
        bot->has_token = true;
        memcpy(bot->token_hash, op->token_hash, sizeof bot->token_hash);
        status = store_bot_token(ladder->store, bot->id, op->token_hash);
    } else {
        bot->stopped = op->deed.kind == LADDER_DEED_STOP;
        status = store_account_stop(ladder->store, bot->id, bot->stopped);
    }
    return status ? store_failed(ladder, text, size) : 0;
}

int writer_account_store(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    struct standings *standings = &ladder->replay.standings;

    op->status = LADDER_STORED;
    if (op->deed.kind == LADDER_DEED_CREATE)
        return account_create(ladder, op, text, size);
    if (op->deed.kind == LADDER_DEED_RENEW)
        return account_renew(ladder, op, text, size);
    int index = standings_find(standings, op->deed.bot);
    struct standing *bot = index >= 0 ? &standings->bots[index] : NULL;
    op->outcome_deed = LADDER_DEED_NOT_YOURS;
    if (!bot || bot->id == 0)
        return 0;
    memcpy(op->deed.bot, bot->name, sizeof op->deed.bot);
    if (op->deed.kind == LADDER_DEED_TAKE)
        return bot_take(ladder, op, bot, text, size);
    if (strcmp(bot->account, op->deed.account) != 0)
        return 0;
    return op->deed.kind == LADDER_DEED_ENTER || op->deed.kind == LADDER_DEED_LEAVE
               ? writer_event_store(ladder, op, bot, text, size)
               : bot_change(ladder, op, bot, text, size);
}

int writer_account_publish(struct ladder *ladder, const struct op *op)
{
    const struct standings *standings = &ladder->replay.standings;
    int index = op->deed.kind >= LADDER_DEED_TAKE ? standings_find(standings, op->deed.bot) : -1;

    if (op->outcome_deed != LADDER_DEED_DONE || index < 0)
        return 0;
    return standings_put(&ladder->view, &standings->bots[index]) < 0 ? -1 : 0;
}

/* ------------------------------------------------------------------------- of other processes */

/* As if it had been done here. Without memory the bot plays on until it connects again. */
static void watch_call(struct ladder *ladder, const char *bot)
{
    struct op *op = calloc(1, sizeof *op);

    if (!op)
        return;
    op->kind = OP_ACCOUNT;
    op->deed.kind = LADDER_DEED_STOP;
    op->status = LADDER_STORED;
    op->outcome_deed = LADDER_DEED_DONE;
    snprintf(op->deed.bot, sizeof op->deed.bot, "%s", bot);
    writer_queue_complete(ladder, op);
}

void writer_account_compare(struct ladder *ladder, const struct standings *before)
{
    for (int i = 0; ladder->account_watch && i < before->count; i++) {
        const struct standing *old = &before->bots[i];
        int index = standings_find(&ladder->replay.standings, old->name);
        const struct standing *bot = index >= 0 ? &ladder->replay.standings.bots[index] : NULL;
        bool stopped = bot && bot->stopped && !old->stopped;
        bool renewed =
            bot && bot->has_token &&
            (!old->has_token || memcmp(bot->token_hash, old->token_hash, sizeof bot->token_hash));
        if (bot && bot->id > 0 && old->id > 0 && (stopped || renewed))
            watch_call(ladder, bot->name);
    }
}
