/* store_kind.h - what a kind of store is made of; inside the stores only.
 *
 * store.c finds the kind by the scheme of the URL and hands each call of store.h on. A kind embeds
 * `struct store` as the first member of a struct of its own.
 */
#ifndef AVONDALE_STORE_KIND_H
#define AVONDALE_STORE_KIND_H

#include "store.h"

struct store_kind {
    /* As store_open, for a URL of its scheme. `node` goes with STORE_EXCLUSIVE; NULL: alone. */
    int (*open)(struct store **store, const char *url, unsigned flags,
                const struct ladder_node *node, struct ladder_error *error);
    void (*close)(struct store *store);
    int (*begin)(struct store *store, bool write);
    int (*commit)(struct store *store);
    void (*rollback)(struct store *store);
    int (*changed)(struct store *store);
    int (*expect)(struct store *store, const char *const *games,
                  int count); /* NULL: no use for it */
    int (*bot_add)(struct store *store, struct standing *bot, int64_t wall_msec);
    int (*bot_token)(struct store *store, int64_t bot_id, const uint8_t hash[32]);
    int (*result_add)(struct store *store, const struct ladder_result *result,
                      const struct standings *standings, struct result_change *change,
                      int64_t *seq);
    int (*action_add)(struct store *store, enum store_action_kind kind, int64_t target,
                      int64_t wall_msec, const char *text);
    int (*game_add)(struct store *store, const struct store_game *game);
    int (*games_open)(struct store *store, struct store_game *games, int max);
    int (*games_orphaned)(struct store *store, struct store_game *games,
                          int max);        /* NULL: it has no nodes */
    int (*bot_cache)(struct store *store, const struct standing *bot);
    int (*result_cache)(struct store *store, int64_t seq, int seat_count,
                        const struct result_change *change);
    int (*bots)(struct store *store, int64_t after_id, struct standing *bots, int max);
    int (*actions)(struct store *store, int64_t after_id, struct store_action *actions, int max);
    int (*results)(struct store *store, int64_t bot_id, int64_t after_seq,
                   struct store_result *results, int max);
    int (*results_before)(struct store *store, int64_t bot_id, int64_t before_seq,
                          struct store_result *results, int max);
    int (*games)(struct store *store, int64_t after_id, struct store_game *games, int max);
    int (*bot_find)(struct store *store, const char *name, struct standing *bot);
    int (*result_find)(struct store *store, const char *game, int64_t *seq);
    int (*record)(struct store *store, const char *game, char **text);
    const struct store_seeks *seeks; /* NULL: it has no nodes */

    int (*document_add)(struct store *store, const char *name, const char *text);
    int (*document)(struct store *store, const char *name, char **text);
};

extern const struct store_kind store_sqlite, store_postgres;

struct store {
    const struct store_kind *kind;
    char *name; /* of the file or the database, in every error; without a secret; owned */
    bool again; /* see store_again */
    bool migrated; /* see store_migrated */
    char error[512];
};

/* ---- how both kinds write what is not a number of its own */
enum { STORE_SEATS_BYTES = LADDER_SEATS_MAX * (LADDER_NAME_MAX + 4), STORE_SCORES_BYTES = 96 };
/* NAME:SIDE, separated by spaces. */
void store_seats_format(const struct ladder_result *result, char text[STORE_SEATS_BYTES]);
/* Takes `text` apart; sets seats and the number of sides. */
void store_seats_parse(char text[STORE_SEATS_BYTES], struct ladder_result *result);
/* Scores by side, separated by colons; sets the number of sides. */
void store_scores_parse(const char *text, struct ladder_result *result);
/* The result with the names as its bots have them, whatever case they came in: so it is chained. */
void store_result_named(const struct ladder_result *result, const struct standings *standings,
                        const struct result_change *change, struct ladder_result *named);
/* NULL, or what is wrong with a bot as it was read: anybody may have edited the database, so it is
 * held to the same rules as input. */
const char *store_bot_check(const struct standing *bot);

#endif
