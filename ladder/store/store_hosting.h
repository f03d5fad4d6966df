/* store_hosting.h - the turns of hosted programs: which worker runs the active version of a bot, in
 * a store; inside the ladder only. Not part of the log.
 *
 * As in store.h: inside a transaction, by store_work_begin, without the right to write. Times of
 * leases and pauses are the store's. One bot has one turn at a time, whichever of its versions. */
#ifndef AVONDALE_STORE_HOSTING_H
#define AVONDALE_STORE_HOSTING_H

#include "store/store_program.h"

enum { HOSTED_GAMES_MAX = 50 /* games of a version that are remembered */ };

struct store_hosted {
    struct store_program program;
    int64_t turn_msec; /* when the last turn of its bot began; 0: never */
    int64_t wait_msec; /* until it may have a turn; 0 or less: it may now */
    bool held;         /* its bot has a turn */
    int64_t failures;  /* turns of this version in a row without a game, or with a crash */
    char games[HOSTED_GAMES_MAX + 1]; /* of this version, the latest last: HOSTED_GAME_... */
};

#define HOSTED_GAME_GOOD '.'
#define HOSTED_GAME_FAULT 'F'

/* Reads up to `max` active programs after that id, in order, of bots that belong to an owner and
 * are neither stopped nor banned. Returns their number. */
LADDER_MUST_CHECK int store_hosting_page(struct store *store, int64_t after_id,
                                         struct store_hosted *hosted, int max);
/* Begins a turn of that program for `lease_msec`; `holder` is a unique name. Returns STORE_NONE if
 * it may have none now. */
LADDER_MUST_CHECK int store_hosting_take(struct store *store, int64_t id, const char *holder,
                                         int64_t lease_msec, struct store_hosted *hosted);
/* Returns STORE_NONE if the turn is not that holder's any more; the same below. */
LADDER_MUST_CHECK int store_hosting_renew(struct store *store, int64_t bot_id, const char *holder,
                                          int64_t lease_msec);
/* Ends the turn: the next one begins after `pause_msec` at the earliest, if it is of the same
 * version. */
LADDER_MUST_CHECK int store_hosting_leave(struct store *store, int64_t bot_id, const char *holder,
                                          int64_t pause_msec, int64_t failures, const char *games);

#endif
