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

/* What a connected bot wants: peer_owner(peer) of a peer that was ready once. */
struct lobby_member {
    struct peer *peer;
    int number;  /* in the lobby */
    bool speaks; /* sent a message of the lobby: may be invited */
    bool seeks;
    bool leaving;                 /* was sent to another node: is not seated meanwhile */
    int held;                     /* complete tables by invitation that wait for a busy bot */
    int sits;                     /* tables by invitation that it has a seat at, its own included */
    struct lobby_seek want;       /* without ratings; `games`: the most at once */
    struct table_options options; /* of its seek */
    uint32_t poor;       /* the rulesets among those that it seeks whose buy-in it cannot pay */
    enum lobby_why told; /* why it waits, as it was told at told_at */
    usec_t told_at, told_since; /* told_since: when that wait began */
};

/* ------------------------------------------------------------- lobby_member.c, for this room */

/* `seeks`: it is paired without a message of the lobby, for rated games of the first ruleset.
 * Returns NULL if out of memory. */
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
    struct fair_set *set; /* until it has begun */
    int ruleset;
    bool arranged;    /* by invitation: the lobby does not know of it */
    char unrated[64]; /* "" or why */
    struct table_options options;
    long chat; /* of lobby_chat_keep; 0: none */
    usec_t began;
    struct journal_game *journal;  /* game_journal.c; NULL: it cannot be resumed */
    struct game_replay *replay;    /* while resume.c plays it again */
    struct peer *peers[SEATS_MAX]; /* until it has begun */
    char names[SEATS_MAX][NAME_MAX_BYTES + 1];
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
    usec_t pairing_at, resting; /* when it is armed for; not before */
    char set_prefix[24];
    long started, numbered;
    int starting; /* announced, not yet at a table */
    bool closed, paused;
    struct name_rate departures; /* of peers between the pairing and the start of their game */
};

#endif
