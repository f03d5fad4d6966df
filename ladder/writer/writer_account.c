/* writer_account.c - see writer_account.h. */
#include "base/clock.h"
#include "base/hex.h"
#include "base/name.h"
#include "base/token.h"
#include "program/program.h"
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
        (deed->kind >= LADDER_DEED_HAND_IN && !name_is_valid(deed->program.label)) ||
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
    for (uint8_t number = 1; number <= (party[0] ? LADDER_ACCOUNTS_OF_PARTY : 1); number++) {
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

/* --------------------------------------------------------------------------------- programs */

/* Makes a bot of the account with a free name, and with a token that is not given out. Returns its
 * index; -1 with the outcome, or -2 with `text`. */
static int bot_make(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    struct standings *standings = &ladder->replay.standings;
    struct store_account account;
    char token[2 * LADDER_TOKEN_BYTES + 1];
    int max = op->deed.bots_max;

    op->outcome_deed = LADDER_DEED_NO_NAME;
    if (!op->deed.new_names || name_is_reserved(op->deed.bot))
        return -1;
    int found = store_account_find(ladder->store, op->deed.account, &account);
    if (found == STORE_NONE)
        return -1;
    struct standing *bots = calloc((size_t)max + 1, sizeof *bots);
    int count = bots && found == 0
                    ? store_account_bots(ladder->store, op->deed.account, bots, max + 1)
                    : -1;
    free(bots);
    if (count < 0) {
        (void)store_failed(ladder, text, size);
        return -2;
    }
    op->outcome_deed = LADDER_DEED_FULL;
    if (count >= max)
        return -1;
    int index = standings_add(standings, op->deed.bot, account.party);
    if (index < 0) {
        snprintf(text, size, "out of memory, or too many bots");
        return -2;
    }
    struct standing *bot = &standings->bots[index];
    bot->has_token = token_make(token, bot->token_hash) == 0;
    OPENSSL_cleanse(token, sizeof token);
    memcpy(bot->account, account.name, sizeof bot->account);
    if (!bot->has_token || store_bot_add(ladder->store, bot, clock_wall_msec()) ||
        store_account_give(ladder->store, bot->id, account.name)) {
        (void)store_failed(ladder, text, size);
        return -2;
    }
    return index;
}

/* Whether there is room for a program more. Returns 0 with the outcome, or -1 with `text`. */
static int quota_ask(struct ladder *ladder, struct op *op, int64_t now, char *text, size_t size)
{
    int64_t since = 0, bytes = 0;

    if (store_program_since(ladder->store, op->deed.account, now - PROGRAM_DAY_MSEC, &since) ||
        store_program_bytes(ladder->store, &bytes))
        return store_failed(ladder, text, size);
    op->outcome_deed =
        since >= op->deed.programs_of_day ? LADDER_DEED_DAY_FULL
        : op->deed.program.owned && bytes > op->deed.program_bytes_max - op->deed.program.bytes
            ? LADDER_DEED_NO_ROOM
            : LADDER_DEED_DONE;
    return 0;
}

/* The bot is there. The same archive under the same label is the same program: a commit whose end
 * was not heard may have taken place, or its owner asks again. */
static int program_add(struct ladder *ladder, struct op *op, const struct standing *bot, char *text,
                       size_t size)
{
    struct store_program there, *program = &op->deed.program;
    int64_t now = clock_wall_msec();

    program->bot_id = bot->id;
    program->made_msec = program->changed_msec = now;
    memcpy(program->bot, bot->name, sizeof program->bot);
    memcpy(program->account, op->deed.account, sizeof program->account);
    int found = store_program_find(ladder->store, bot->id, program->label, &there);
    if (found == STORE_FAILED)
        return store_failed(ladder, text, size);
    if (found == 0) {
        bool same = strcmp(there.archive, program->archive) == 0;
        op->outcome_deed = same ? LADDER_DEED_DONE : LADDER_DEED_THERE;
        if (same)
            *program = there;
        return 0;
    }
    if (store_program_forget(ladder->store, bot->id, now - PROGRAM_DAY_MSEC, PROGRAM_KEPT))
        return store_failed(ladder, text, size);
    if (quota_ask(ladder, op, now, text, size))
        return -1;
    if (op->outcome_deed != LADDER_DEED_DONE)
        return 0;
    return store_program_add(ladder->store, program) ? store_failed(ladder, text, size) : 0;
}

/* Nothing is kept of a program that is refused: its archive leaves, where it came with it. */
static int hand_in(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    struct standings *standings = &ladder->replay.standings;
    int64_t now = clock_wall_msec();
    int index = standings_find(standings, op->deed.bot);
    int status = 0;

    op->outcome_deed = LADDER_DEED_NOT_YOURS;
    if (index >= 0 && standings->bots[index].id > 0 &&
        strcmp(standings->bots[index].account, op->deed.account) == 0) {
        status = program_add(ladder, op, &standings->bots[index], text, size);
    } else if (index < 0) {
        /* First whether the program may be: else a name would be kept of one that may not. */
        status = quota_ask(ladder, op, now, text, size);
        if (status == 0 && op->outcome_deed == LADDER_DEED_DONE) {
            index = bot_make(ladder, op, text, size);
            status = index == -2 ? -1 : 0;
            if (index >= 0)
                status = program_add(ladder, op, &standings->bots[index], text, size);
        }
    }
    if (status == 0 && op->outcome_deed != LADDER_DEED_DONE && op->deed.program.owned &&
        store_program_archive_drop(ladder->store, op->deed.program.archive))
        return store_failed(ladder, text, size);
    return status;
}

/* Its owner stops a program, or lets an older one play again. */
static int program_turn(struct ladder *ladder, struct op *op, const struct standing *bot,
                        char *text, size_t size)
{
    struct store_program *program = &op->deed.program;
    char label[sizeof program->label];
    bool start = op->deed.kind == LADDER_DEED_PROGRAM_START;
    enum program_state to = start ? PROGRAM_ACTIVE : PROGRAM_STOPPED;

    memcpy(label, program->label, sizeof label);
    int found = store_program_find(ladder->store, bot->id, label, program);
    if (found == STORE_NONE)
        return 0; /* not yours: there is none */
    if (found)
        return store_failed(ladder, text, size);
    op->outcome_deed = LADDER_DEED_NOT_SO;
    if (!program_may_become(program->state, to) || program->state < PROGRAM_REFUSED)
        return 0;
    found = program_become(ladder->store, program, to, start ? "" : "its owner stopped it", "");
    if (found == STORE_FAILED)
        return store_failed(ladder, text, size);
    op->outcome_deed = found == 0 ? LADDER_DEED_DONE : LADDER_DEED_NOT_SO;
    return 0;
}

int writer_account_store(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    struct standings *standings = &ladder->replay.standings;

    op->status = LADDER_STORED;
    if (op->deed.kind == LADDER_DEED_CREATE)
        return account_create(ladder, op, text, size);
    if (op->deed.kind == LADDER_DEED_RENEW)
        return account_renew(ladder, op, text, size);
    if (op->deed.kind == LADDER_DEED_HAND_IN)
        return hand_in(ladder, op, text, size);
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
    if (op->deed.kind == LADDER_DEED_PROGRAM_STOP || op->deed.kind == LADDER_DEED_PROGRAM_START)
        return program_turn(ladder, op, bot, text, size);
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
