/* account.c - see account.h. */
#include "account/account.h"
#include "base/token.h"
#include "store/store_account.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Copies the token of "Bearer TOKEN". Returns false if it does not have the form of our tokens. */
static bool token_read(const char *authorization, char token[TOKEN_HEX_BYTES])
{
    static const char scheme[] = "Bearer ";

    if (!authorization || strncasecmp(authorization, scheme, sizeof scheme - 1) != 0)
        return false;
    const char *at = authorization + sizeof scheme - 1;
    at += strspn(at, " ");
    size_t size = strspn(at, "0123456789abcdefABCDEF");
    if (size != TOKEN_HEX_BYTES - 1 || at[size + strspn(at + size, " ")] != '\0')
        return false;
    memcpy(token, at, size);
    token[size] = '\0';
    return true;
}

static int bot_read(struct store *store, const char *name, struct account_caller *caller)
{
    struct standing bot;
    int status = store_bot_find(store, name, &bot);

    if (status == 0) {
        snprintf(caller->owner, sizeof caller->owner, "%s", bot.account);
        caller->banned = bot.banned;
        caller->stopped = bot.stopped;
    }
    return status;
}

/* Inside a transaction. Returns 0, STORE_NONE or STORE_FAILED. */
static int holder_find(struct store *store, const char *token, struct account_caller *caller)
{
    struct store_holder holder;
    uint8_t hash[32];

    memset(caller, 0, sizeof *caller);
    if (token_hash(token, hash))
        return STORE_NONE;
    int status = store_account_holder(store, hash, &holder);
    if (status || CRYPTO_memcmp(hash, holder.token_hash, sizeof hash) != 0)
        return status ? status : STORE_NONE;
    snprintf(caller->name, sizeof caller->name, "%s", holder.name);
    caller->kind = holder.account ? ACCOUNT_OWNER : ACCOUNT_BOT;
    if (caller->kind == ACCOUNT_BOT)
        return bot_read(store, holder.name, caller);
    memcpy(caller->owner, caller->name, sizeof caller->owner);
    return 0;
}

enum account_verdict account_ask(struct name_rate *failures, struct store *store,
                                 const char *authorization, uint64_t address, int64_t now_usec,
                                 struct account_caller *caller)
{
    char token[TOKEN_HEX_BYTES];

    if (!authorization)
        return ACCOUNT_NO_TOKEN;
    if (name_rate_count(failures, address, now_usec) >= ACCOUNT_FAILURES_MAX)
        return ACCOUNT_TOO_MANY;
    if (!token_read(authorization, token)) {
        (void)name_rate_allows(failures, address, ACCOUNT_FAILURES_MAX, now_usec);
        return ACCOUNT_NO_TOKEN;
    }
    int status = store_begin(store, false);
    if (status == 0) {
        status = holder_find(store, token, caller);
        store_rollback(store);
    }
    OPENSSL_cleanse(token, sizeof token);
    if (status == STORE_NONE) {
        (void)name_rate_allows(failures, address, ACCOUNT_FAILURES_MAX, now_usec);
        return ACCOUNT_WRONG;
    }
    return status ? ACCOUNT_TROUBLE : ACCOUNT_KNOWN;
}

/* ------------------------------------------------------------------------------------- words */

static const struct {
    int code;
    const char *words;
} answers[] = {
    [ACCOUNT_KNOWN] = {200, ""},
    [ACCOUNT_NO_TOKEN] = {401, "Authorization: expected Bearer and a token of 64 hexadecimal "
                               "digits, an owner's or a bot's"},
    [ACCOUNT_WRONG] = {401, "Authorization: nobody has this token"},
    [ACCOUNT_TOO_MANY] = {429, "too many tokens from this address were wrong; wait a minute"},
    [ACCOUNT_TROUBLE] = {503, "the ladder does not answer now; try again"},
};

int account_http_code(enum account_verdict verdict)
{
    return answers[verdict].code;
}

const char *account_words(enum account_verdict verdict)
{
    return answers[verdict].words;
}
