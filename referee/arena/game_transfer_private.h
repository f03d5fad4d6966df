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
    int games; /* the hall's count */
    bool runs;
};

struct loops {
    struct arena *hall;
    struct mailbox box; /* the hall's */
    struct loops_owner owner;
    struct loop *others; /* count - 1 of them */
    int count, games;
    struct game_transfer *transfers; /* all */
    bool running;
    pthread_mutex_t mutex; /* guards the rest, for loops_hold */
    pthread_cond_t changed;
    bool holding;
    int held;
};

struct game_transfer {
    struct mail mail; /* there is one at a time: begin, over, fetch, home */
    struct loops *loops;
    struct loop *loop;
    void *game;

    /* the hall's half */
    struct game_transfer *next, **link;
    struct peer *peers[SEATS_MAX]; /* NULL: no peer, or one that does not come back */
    unsigned rounds[SEATS_MAX];    /* how often a new connection has taken the seat over */
    char *kept[SEATS_MAX];         /* written by the hall after the end, until they are home */
    size_t kept_bytes[SEATS_MAX];
    bool over;

    /* the loop's half, from `begin` until they are home */
    struct peer *guests[SEATS_MAX];
    unsigned guest_rounds[SEATS_MAX];
    struct table_config *config; /* and the set: until it has begun */
    struct fair_set *set;
    bool failed; /* it found no memory */

    /* of both: by seat, whether a message of the lobby is under way to the hall. The next one waits
     * for it, so that seated bots cannot fill the hall with what they say. */
    atomic_bool says[SEATS_MAX];
};

/* The whole way there. False when out of memory: nothing has happened. */
bool game_transfer_send(struct loops *loops, struct loop *loop, const struct table_config *config,
                        struct fair_set *set, struct peer *const *peers, void *game);
void game_transfer_destroy(
    struct game_transfer *transfer); /* of the hall, when the loop has ended */

/* The callbacks of the other loops' arenas. */
void game_transfer_on_failed(struct arena *arena, struct peer *guest);
bool game_transfer_on_message(struct arena *arena, struct peer *guest,
                              const struct message *message);
bool game_transfer_busy(
    const struct peer *guest); /* its last message of the lobby is still under way */
void game_transfer_on_closed(struct arena *arena, struct arena_table *table);

/* The `follow` of the hall's arena. */
void game_transfer_follow(struct peer *peer, struct peer *old);

#endif
