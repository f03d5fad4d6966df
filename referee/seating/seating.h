/* seating.h - from a bot that is free to a game that has begun, on the daemon's loop.
 *
 * Asks the lobby who plays whom, announces the game's commitment on disk, then sits everybody down.
 * Holds the lobby, the tables by invitation and, for each connection, what it wants. Knows peers
 * and the ladder; listens to nobody itself: daemon/hall.c calls it.
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

/* What a connected bot wants: peer->owner of a peer that was ready once. */
struct visitor {
    struct peer *peer;
    int number;  /* in the lobby */
    bool speaks; /* said something of the lobby: may be invited */
    bool seeks;
    bool leaving;           /* was sent to another node: is not seated meanwhile */
    int held;               /* tables by invitation that are complete and wait for somebody */
    int sits;               /* tables by invitation that it has a seat at, its own included */
    struct lobby_seek want; /* without ratings; `games`: at most so many at once */
    uint32_t poor;          /* of the rulesets that it seeks: its chips do not pay for them */
    enum lobby_why told;    /* why it waits, and when: told_since is when that wait began */
    usec_t told_at, told_since;
};

/* A game from its announcement to its end: the owner of its arena_table. */
struct journal_game;
struct restore;
struct seating_game {
    struct seating *seating;
    struct fair_set *set; /* until it has begun */
    int ruleset;
    bool arranged;    /* by invitation: the lobby does not know of it */
    char unrated[64]; /* "" or why */
    usec_t began;
    struct journal_game *journal;  /* game_journal.c; NULL: it cannot be resumed */
    struct restore *restore;       /* while resume.c plays it again */
    struct peer *peers[SEATS_MAX]; /* until it has begun */
    char names[SEATS_MAX][NAME_MAX_BYTES + 1];
};

struct seating {
    struct arena *arena; /* the hall */
    struct loops *loops;
    struct ladder *ladder;
    const struct config *config;
    struct lobby lobby;
    struct invites invites;
    struct visitor **visitors; /* by number in the lobby */
    struct journal *journal;   /* NULL: no game is resumed */
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

/* ---------------------------------------------------------- for a game that goes on (resume.c)
 */
/* What every table here has. */
void seating_configure(const struct seating *seating, const char *unrated,
                       struct table_config *config);
/* The owner of its table; NULL when out of memory. */
struct seating_game *seating_resumed(struct seating *seating, struct journal_game *journal,
                                     const char *unrated);
/* It is one of the games of this run, and of what its bots have played against each other. */
void seating_count(struct seating *seating, const struct ladder_result *result);

/* ---------------------------------------------------------- for lobby_messages.c and hall.c */
struct visitor *seating_visitor(struct seating *seating, struct peer *peer); /* NULL: no room */
/* Puts it into the lobby or takes it out, as it wants and can. */
void seating_refresh(struct seating *seating, struct visitor *visitor);
void seating_arm(struct seating *seating, usec_t wait);
int seating_room(const struct seating *seating); /* how many games may begin now */
/* A game of these peers by seat; false: not now. */
bool seating_start(struct seating *seating, int ruleset, struct peer *const *peers, bool arranged,
                   const char *unrated);
/* Takes it out of the lobby and frees it. */
void seating_leave(struct seating *seating, struct visitor *visitor);
/* Starts the games that the lobby pairs; sets when it is time to pair again. */
void seating_pair(struct seating *seating, usec_t now);

#endif
