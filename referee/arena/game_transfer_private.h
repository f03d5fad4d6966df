/* game_transfer_private.h - a game and its bots on another loop: shared by loops.c, game_transfer.c
 * and session.c only.
 *
 * While its game runs on another loop a bot has two peers. The one on the main loop is a proxy for
 * the lobby and the operator: it mails what it writes to the other one, the guest, which owns the
 * connection. Each peer belongs to one thread, and so does each half of a transfer. Mail between
 * two loops keeps its order, so nothing for a transfer follows its FETCH. */
#ifndef AVONDALE_GAME_TRANSFER_PRIVATE_H
#define AVONDALE_GAME_TRANSFER_PRIVATE_H

#include "arena/arena_private.h"
#include "arena/loops.h"

struct loop {
    struct loops *loops;
    pthread_t thread;
    struct event_base *base;
    struct arena arena;
    struct mailbox box;
    struct mail hold, stop;
    int games; /* the main loop's count */
    bool runs;
};

struct loops {
    struct arena *hall;
    struct mailbox box; /* used by the main loop */
    struct loops_owner owner;
    struct loop *others; /* count - 1 of them */
    int count, games;
    struct game_transfer *transfers; /* all */
    bool running;
    pthread_mutex_t mutex; /* guards the fields below, for loops_hold */
    pthread_cond_t changed;
    bool holding;
    int held;
};

struct game_transfer {
    struct mail mail; /* one at a time: begin, over, fetch, home */
    struct loops *loops;
    struct loop *loop;
    void *game;

    /* the half of the main loop */
    struct game_transfer *next, **link;
    struct peer *peers[SEATS_MAX]; /* NULL: no peer, or one that does not come back */
    unsigned rounds[SEATS_MAX];    /* how often a new connection has taken the seat over */
    char *kept[SEATS_MAX]; /* written by the main loop after the end, until the bots are home */
    size_t kept_bytes[SEATS_MAX];
    bool over;

    /* the half of the game's loop, from `begin` until the bots are home */
    struct peer *guests[SEATS_MAX];
    unsigned guest_rounds[SEATS_MAX];
    struct table_config *config; /* with the set: until it has begun */
    struct fair_set *set;
    bool failed; /* its loop was out of memory */

    /* shared: by seat, whether a lobby message is on its way to the main loop. The next one waits
     * for it, so that seated bots cannot fill the main loop's mailbox. */
    atomic_bool says[SEATS_MAX];
};

/* Starts the transfer. Returns false, with nothing changed, if out of memory. */
bool game_transfer_send(struct loops *loops, struct loop *loop, const struct table_config *config,
                        struct fair_set *set, struct peer *const *peers, void *game);
void game_transfer_destroy(
    struct game_transfer *transfer); /* on the main loop, after the end of the other loop */

/* The callbacks of the arenas of other loops. */
void game_transfer_on_failed(struct arena *arena, struct peer *guest);
bool game_transfer_on_message(struct arena *arena, struct peer *guest,
                              const struct message *message);
bool game_transfer_busy(const struct peer *guest); /* its last lobby message is still on its way */
void game_transfer_on_closed(struct arena *arena, struct arena_table *table);

/* The `follow` of the main loop's arena. */
void game_transfer_follow(struct peer *peer, struct peer *old);

#endif
