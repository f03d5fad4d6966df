/* account.h - who asks: the header Authorization of a request, and whose token it carries.
 *
 * The token alone is the proof. There is no cookie and no session, so a page of another site cannot
 * send one. The store has only hashes. Failed tries are counted by address; an address with too
 * many is refused for the rest of its minute, before its token is looked at, so the duration of a
 * refusal reveals nothing. A token is found by its hash. The time of the index reveals something
 * about a hash that the caller computed, not about a token; the hashes are then compared in
 * constant time.
 *
 * Only the thread of the pages uses it. It keeps no part of a token.
 */
#ifndef AVONDALE_ACCOUNT_H
#define AVONDALE_ACCOUNT_H

#include "base/name_rate.h"
#include "base/values.h"

struct store;

enum {
    ACCOUNT_FAILURES_MAX = 30, /* failed tries of an address in a minute */
};

enum account_kind { ACCOUNT_OWNER, ACCOUNT_BOT };
struct account_caller {
    enum account_kind kind;
    char name[LADDER_NAME_MAX + 1];  /* of the owner, or of the bot */
    char owner[LADDER_NAME_MAX + 1]; /* the account: the owner itself, or that of the bot ("": none)
                                      */
    bool banned, stopped;            /* of a bot */
};
enum account_verdict {
    ACCOUNT_KNOWN,
    ACCOUNT_NO_TOKEN, /* no header, or not a bearer's */
    ACCOUNT_WRONG,    /* a token that no one has */
    ACCOUNT_TOO_MANY, /* failed tries of this address */
    ACCOUNT_TROUBLE,  /* the store does not answer */
};

/* Fills in the caller where the verdict is ACCOUNT_KNOWN. `authorization`: the header's value, or
 * NULL; `address`: endpoint_key; `failures` are the caller's, zeroed at first. Begins and ends a
 * transaction of `store` that reads. */
enum account_verdict account_ask(struct name_rate *failures, struct store *store,
                                 const char *authorization, uint64_t address, int64_t now_usec,
                                 struct account_caller *caller);
/* The HTTP code for a verdict: 200, 401, 429 or 503; and a sentence for the caller. */
int account_http_code(enum account_verdict verdict);
const char *account_words(enum account_verdict verdict);

#endif
