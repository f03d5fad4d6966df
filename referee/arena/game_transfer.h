/* game_transfer.h - a game and its bots on another loop: what loops.c, game_transfer.c and
 * session.c share and nobody else needs.
 *
 * Of each bot there are two peers meanwhile. The one in the hall stays, for the lobby and for the
 * operator: what it writes goes to the other one, the guest, by mail. The guest has the connection.
 * Each is its thread's alone, and so are the two halves of a party. Mail between the same two keeps
 * its order, so after FETCH a party gets no more. */
#ifndef AVONDALE_PARTY_H
#define AVONDALE_PARTY_H

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
    struct party *parties; /* all */
    bool running;
    pthread_mutex_t mutex; /* guards the rest, for loops_hold */
    pthread_cond_t changed;
    bool holding;
    int held;
};

struct party {
    struct mail mail; /* there is one at a time: begin, over, fetch, home */
    struct loops *loops;
    struct loop *loop;
    void *game;

    /* the hall's half */
    struct party *next, **link;
    struct peer *peers[SEATS_MAX]; /* NULL: nobody, or gone for good */
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
bool party_send(struct loops *loops, struct loop *loop, const struct table_config *config,
                struct fair_set *set, struct peer *const *peers, void *game);
void party_destroy(struct party *party); /* of the hall, when the loop has ended */

/* The callbacks of the other loops' arenas. */
void party_on_failed(struct arena *arena, struct peer *guest);
bool party_on_message(struct arena *arena, struct peer *guest, const struct message *message);
bool party_busy(const struct peer *guest); /* its last message of the lobby is still under way */
void party_on_closed(struct arena *arena, struct arena_table *table);

/* The `follow` of the hall's arena. */
void party_follow(struct peer *peer, struct peer *old);

#endif
