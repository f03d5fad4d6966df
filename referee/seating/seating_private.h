/* seating_private.h - the state of the seating, of its members and its games, for the files of this
 * room. Each field has one file that writes it:
 *   lobby_member.c  all of a member
 *   seating_game.c  journal and replay of a game
 *   lobby_chat.c    chats, chat_last
 *   seating.c       all else
 * The lobby, the tables by invitation and the rate of departures are written by the functions of
 * their own files. */
#ifndef AVONDALE_SEATING_PRIVATE_H
#define AVONDALE_SEATING_PRIVATE_H

#include "seating/seating.h"

/* What a connected bot seeks: peer_owner(peer) of a peer that was ready once. */
struct lobby_member {
    struct peer *peer;
    int number;  /* in the lobby */
    bool speaks; /* sent a message of the lobby: may be invited */
    bool seeks;
    bool leaving;           /* was sent to another node: is not seated meanwhile */
    int held;               /* complete tables by invitation that wait for this busy bot */
    int sits;               /* tables by invitation with a seat of its own, as host or guest */
    struct lobby_seek want; /* without ratings; `games`: the most at once */
    struct table_options options; /* chips, of its seek */
    uint32_t poor;                /* sought rulesets whose buy-in it cannot pay */
    enum lobby_why told;          /* the reason of its waiting that it was sent at told_at */
    usec_t told_at, told_since;   /* told_since: when that wait began */
};

/* ------------------------------------------------------------- lobby_member.c, for this room */

/* `seeks`: paired without a lobby message, for rated games of the first ruleset. Returns NULL if
 * out of memory. */
struct lobby_member *lobby_member_create(struct peer *peer, int number, bool seeks,
                                         const struct table_options *options);
void lobby_member_destroy(struct lobby_member *member); /* NULL is fine */
void lobby_member_set_speaks(struct lobby_member *member);
void lobby_member_unseek(struct lobby_member *member);
void lobby_member_hold(struct lobby_member *member, int change);
void lobby_member_sit(struct lobby_member *member, int change);
void lobby_member_set_poor(struct lobby_member *member, uint32_t rulesets);

/* A game from its announcement to its end: the owner of its arena_table. */
struct seating_game {
    struct seating *seating;
    struct fair_set *set; /* set until it has begun */
    int ruleset;
    bool built;       /* `own` is there, and its rules; else those of `ruleset` */
    bool arranged;    /* by invitation: not one of the lobby's games */
    char unrated[64]; /* the reason, or "" */
    struct table_options options;
    long chat; /* number of lobby_chat_keep; 0: none */
    usec_t began;
    struct journal_game *journal;  /* game_journal.c; NULL: it cannot be resumed */
    struct game_replay *replay;    /* set while resume.c replays it */
    struct peer *peers[SEATS_MAX]; /* set until it has begun */
    char names[SEATS_MAX][NAME_MAX_BYTES + 1];
    struct ruleset own[];
};

struct seating {
    struct arena *arena; /* the hall */
    struct loops *loops;
    struct ladder *ladder;
    const struct config *config;
    struct lobby lobby;
    struct invitations invitations;
    struct house *house;      /* NULL: there are no house bots */
    struct lobby_chat *chats; /* NULL: none yet */
    long chat_last;
    struct lobby_member **members; /* by number in the lobby */
    struct journal *journal;       /* NULL: no game is resumed */
    struct event *pairing;
    seating_pair_fn *pair; /* called when it is time to pair */
    void *pair_context;
    usec_t pairing_at, resting; /* when the timer is armed for */
    char set_prefix[24];
    long started, numbered;
    int starting; /* announced, but not yet at a table */
    bool closed, paused;
    struct name_rate
        departures; /* reservations of peers between the pairing and the start of their game */
};

#endif
