/* store_account.h - owners, and invite codes for new names, in a store; inside the ladder only. Not
 * part of the log. Conventions as in store.h. */
#ifndef AVONDALE_STORE_ACCOUNT_H
#define AVONDALE_STORE_ACCOUNT_H

#include "store/store.h"

/* An owner. For the rules against farming its bots may belong to another name: its party. */
struct store_account {
    char name[LADDER_NAME_MAX + 1];
    char party[LADDER_NAME_MAX + 1]; /* the owner of its bots in the log */
    uint8_t token_hash[32];          /* SHA-256 of the token's bytes */
    int64_t made_msec;
};
/* Returns STORE_THERE if there is one with that name or token. */
LADDER_MUST_CHECK int store_account_add(struct store *store, const struct store_account *account);
/* Returns STORE_NONE if there is none. */
LADDER_MUST_CHECK int store_account_find(struct store *store, const char *name,
                                         struct store_account *account);
/* Up to `max` after the one of that name ("": from the first), by name: their number. */
LADDER_MUST_CHECK int store_account_page(struct store *store, const char *after,
                                         struct store_account *accounts, int max);
LADDER_MUST_CHECK int store_account_token(struct store *store, const char *name,
                                          const uint8_t hash[32]);
/* Up to `max` bots of an account (not ""), in the order of their ids: their number. */
LADDER_MUST_CHECK int store_account_bots(struct store *store, const char *account,
                                         struct standing *bots, int max);
/* "": it belongs to no account. */
LADDER_MUST_CHECK int store_account_give(struct store *store, int64_t bot_id, const char *account);
LADDER_MUST_CHECK int store_account_stop(struct store *store, int64_t bot_id, bool stopped);

/* The account or bot that has this token. */
struct store_holder {
    bool account;
    char name[LADDER_NAME_MAX + 1];
    uint8_t token_hash[32];
};
/* Returns STORE_NONE if it belongs to none. */
LADDER_MUST_CHECK int store_account_holder(struct store *store, const uint8_t hash[32],
                                           struct store_holder *holder);

/* A code that allows new names. The store has its hash; people refer to it by its id. */
enum { STORE_INVITE_ID_MAX = 8 };
struct store_invite {
    char id[STORE_INVITE_ID_MAX + 1];
    uint8_t code_hash[32];
    int64_t uses, used;
    int64_t until_msec; /* 0: it does not expire */
    int64_t made_msec;
};
/* Returns STORE_THERE if there is one of that id or code. */
LADDER_MUST_CHECK int store_account_invite_add(struct store *store,
                                               const struct store_invite *invite);
/* Returns STORE_NONE if there is none. */
LADDER_MUST_CHECK int store_account_invite_find(struct store *store, const uint8_t code_hash[32],
                                                struct store_invite *invite);
/* Counts a use. Returns STORE_NONE if the code does not exist, or may not be used any more. */
LADDER_MUST_CHECK int store_account_invite_use(struct store *store, const uint8_t code_hash[32],
                                               int64_t now_msec);
/* Up to `max` after the one of id `after` ("": from the first), by id: their number. */
LADDER_MUST_CHECK int store_account_invites(struct store *store, const char *after,
                                            struct store_invite *invites, int max);
/* Returns STORE_NONE if there is none. */
LADDER_MUST_CHECK int store_account_invite_drop(struct store *store, const char *id);

#endif
