/* seating.h - from a bot that is free to a game that has begun, on the daemon's loop.
 *
 * Asks the lobby for pairings, announces the game's commitment on disk, then seats the bots.
 * Holds the lobby, the tables by invitation and, for each connection, what it wants. Knows peers
 * and the ladder; daemon/hall.c calls it.
 */
#ifndef AVONDALE_SEATING_H
#define AVONDALE_SEATING_H

#include "arena/name_rate.h"
#include "arena/arena.h"
#include "config/config.h"
#include "lobby/invitation.h"
#include "ladder.h"
#include "lobby/lobby.h"
#include "arena/loops.h"
#include "table/table_options.h"

/* What a connected bot wants: peer_owner(peer) of a peer that was ready once. */
struct lobby_member {
    struct peer *peer;
    int number;  /* in the lobby */
    bool speaks; /* said something of the lobby: may be invited */
    bool seeks;
    bool leaving;           /* was sent to another node: is not seated meanwhile */
    int held;               /* tables by invitation that are complete and wait for a busy bot */
    int sits;               /* tables by invitation that it has a seat at, its own included */
    struct lobby_seek want; /* without ratings; `games`: the most at once */
    struct table_options options; /* of its seek */
    uint32_t poor;                /* of the rulesets that it seeks: its chips do not pay for them */
    enum lobby_why told;          /* why it waits, and when: told_since is when that wait began */
    usec_t told_at, told_since;
};

/* A game from its announcement to its end: the owner of its arena_table. */
struct journal_game;
struct game_replay;
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
    struct house *house;      /* the house bots; NULL: there are none. hall.c's */
    struct lobby_chat *chats; /* lobby_chat.c; NULL: none yet */
    long chat_last;
    struct lobby_member **members; /* by number in the lobby */
    struct journal *journal;       /* NULL: no game is resumed */
    struct event *pairing;
    void (*pair)(void *context); /* called when it is time to pair */
    void *pair_context;
    usec_t pairing_at, resting; /* when it is armed for; not before */
    char set_prefix[24];
    long started, numbered;
    int starting; /* announced, not yet at a table */
    bool closed, paused;
    struct name_rate departures; /* of peers between the pairing and the start of their game */
};

typedef void seating_pair_fn(void *context);

/* `pair` is called when it is time to pair; it calls seating_pair. The arena, the ladder and the
 * configuration stay the caller's. Returns 0, or -1 if out of memory. */
int seating_init(struct seating *seating, struct arena *arena, struct loops *loops,
                 struct ladder *ladder, const struct config *config, seating_pair_fn *pair,
                 void *pair_context);
/* After the last completion of the ladder and loops_destroy, before arena_fini; fine if it was not
 * begun. */
void seating_fini(struct seating *seating);

/* Its bots are told, or (not `began`) it found no memory on its loop. Frees it. */
void seating_game_over(struct seating *seating, struct seating_game *game, bool began);
void seating_pause(struct seating *seating, bool paused); /* no new games for a while */
void seating_close(
    struct seating *seating); /* no new games from now on; fine if it was not begun */

/* A result as far as it is known before the game: its name, ruleset, time, seats and sides. */
void seating_describe(const struct ruleset *rules, const char *id, struct ladder_result *result);
/* The whole result of a game that is over, without its record. On the thread of the table. */
void seating_result(const struct arena_table *table, struct ladder_result *result);

/* ---------------------------------------------------------- for a game that continues (resume.c)
 */
/* What a table here gets that names no options. */
void seating_options(const struct seating *seating, struct table_options *options);
/* What every table here has, and what its options say but for the times. */
void seating_configure(const char *unrated, const struct table_options *options,
                       struct table_config *config);
/* The owner of its table; NULL when out of memory. */
struct seating_game *seating_resumed(struct seating *seating, struct journal_game *journal,
                                     const char *unrated, const struct table_options *options);
/* It is one of the games of this run, and of what its bots have played against each other. */
void seating_count(struct seating *seating, const struct ladder_result *result);

/* ---------------------------------------------------------- for lobby_messages.c and hall.c */
struct lobby_member *seating_member(struct seating *seating, struct peer *peer); /* NULL: no room */
/* Puts it into the lobby or takes it out, as it wants and can. */
void seating_refresh(struct seating *seating, struct lobby_member *member);
void seating_arm(struct seating *seating, usec_t wait);
int seating_room(const struct seating *seating); /* how many games may begin now */
/* What the operator allows a table to name. */
void seating_limits(const struct seating *seating, struct table_limits *limits);
/* Whether a season with chips is under way for each of these rulesets, and the bot has so many. */
bool seating_can_stake(const struct seating *seating, const char *name, uint32_t rulesets,
                       int32_t stake);
/* A game that is to begin. */
struct seating_start {
    int ruleset;
    struct peer *const *peers; /* by seat */
    bool arranged;             /* by invitation */
    const char *unrated;
    const struct table_options *options;
    long chat; /* of lobby_chat_keep; 0: none */
};
/* False: not now. */
bool seating_start(struct seating *seating, const struct seating_start *start);
/* Takes it out of the lobby and frees it. */
void seating_leave(struct seating *seating, struct lobby_member *member);
/* Starts the games that the lobby pairs; sets when it is time to pair again. */
void seating_pair(struct seating *seating, usec_t now);

#endif
