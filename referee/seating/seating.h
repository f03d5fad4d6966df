/* seating.h - from a free bot to a game that has begun, on the daemon's loop.
 *
 * Asks the lobby for pairings, announces the game's commitment on disk, then seats the bots. Holds
 * the lobby, the tables by invitation and, for each connection, what it seeks. Knows peers and the
 * ladder; daemon/hall.c calls it. */
#ifndef AVONDALE_SEATING_H
#define AVONDALE_SEATING_H

#include "arena/arena.h"
#include "arena/loops.h"
#include "config/config.h"
#include "ladder.h"
#include "lobby/invitation.h"
#include "lobby/lobby.h"
#include "seating/lobby_member.h"
#include "table/table_options.h"

struct house;
struct seating;
struct seating_game; /* from its announcement to its end: the owner of its arena_table */
struct journal;
struct journal_game;
struct game_replay;

typedef void seating_pair_fn(void *context);

/* Calls `pair` when it is time to pair; `pair` calls seating_pair. The caller keeps arena, ladder
 * and configuration. Returns NULL if out of memory. */
struct seating *seating_create(struct arena *arena, struct loops *loops, struct ladder *ladder,
                               const struct config *config, seating_pair_fn *pair,
                               void *pair_context);
/* After the last completion of the ladder and loops_destroy, before arena_fini. NULL is fine. */
void seating_destroy(struct seating *seating);

/* The house bots, for tables by invitation; the caller keeps them, and they outlive all tables.
 * NULL: there are none. */
void seating_set_house(struct seating *seating, struct house *house);

/* ------------------------------------------------------------------------- what others may see */
struct arena *seating_arena(const struct seating *seating); /* of the main loop */
struct loops *seating_loops(const struct seating *seating);
struct ladder *seating_ladder(const struct seating *seating);
const struct config *seating_config(const struct seating *seating);
const struct lobby *seating_lobby(const struct seating *seating);
const struct invitations *seating_invitations(const struct seating *seating);
/* Reservations of peers between the pairing and the start of their game. */
const struct name_rate *seating_departures(const struct seating *seating);
bool seating_is_closed(const struct seating *seating); /* stops new games for good */
bool seating_is_paused(const struct seating *seating);
/* The member with this number in the lobby, from 0 to seating_config()->peers_max - 1; NULL: none.
 */
struct lobby_member *seating_member_at(const struct seating *seating, int number);
struct seating_counts {
    long started;  /* games that began or were announced, without the cancelled ones */
    long numbered; /* games that were announced */
    int starting;  /* announced, but not yet at a table */
};
struct seating_counts seating_counts(const struct seating *seating);
/* Finds out why each waiting bot waits: see lobby_why_explain. */
void seating_explain(struct seating *seating, usec_t now);

/* ------------------------------------------------------------------------------------- games */
/* The seats have the result, or (not `began`) the game's loop was out of memory. Frees the game. */
void seating_game_over(struct seating *seating, struct seating_game *game, bool began);
void seating_pause(struct seating *seating, bool paused); /* stops new games for a while */
void seating_close(struct seating *seating); /* stops new games for good; NULL is fine */

/* The result as far as it is known before the game: name, ruleset, time, seats and sides. */
void seating_describe(const struct ruleset *rules, const char *id, struct ladder_result *result);
/* The whole result of a finished game, without its record. On the thread of the table. */
void seating_result(const struct arena_table *table, struct ladder_result *result);

/* -------------------------------------------------------- for the journal and the games that
 * continue (game_journal.c, resume.c) */
/* Later games are written to this journal, which the caller keeps; NULL: to none. */
void seating_set_journal(struct seating *seating, struct journal *journal);
struct journal *seating_journal(const struct seating *seating);    /* NULL: no game is resumed */
const char *seating_game_unrated(const struct seating_game *game); /* the reason, or "" */
const struct table_options *seating_game_options(const struct seating_game *game);
/* The game's part of the journal; NULL: the game cannot be resumed. */
struct journal_game *seating_game_journal(const struct seating_game *game);
void seating_game_set_journal(struct seating_game *game, struct journal_game *journal);
/* Set while resume.c replays the game; else NULL. */
struct game_replay *seating_game_replay(const struct seating_game *game);
void seating_game_set_replay(struct seating_game *game, struct game_replay *replay);
/* The options of a table that names none. */
void seating_options(const struct seating *seating, struct table_options *options);
/* The rules of all tables here, and what a table's options say about them, without the times. */
void seating_configure(const char *unrated, const struct table_options *options,
                       struct table_config *config);
/* The owner of the table of a resumed game, for seating_game_over; if it gets no table the caller
 * frees it with free(). Returns NULL if out of memory. */
struct seating_game *seating_resumed(struct seating *seating, struct journal_game *journal,
                                     const char *unrated, const struct table_options *options);
/* Counts a resumed game in this run, and in its bots' opponent history. */
void seating_count(struct seating *seating, const struct ladder_result *result);

/* ---------------------------------------------------------- for lobby_messages.c and hall.c */
struct lobby_member *seating_member(struct seating *seating, struct peer *peer); /* NULL: no room */
/* Puts a bot into the lobby or takes it out, by what it seeks and can do. */
void seating_refresh(struct seating *seating, struct lobby_member *member);
void seating_arm(struct seating *seating, usec_t wait);
int seating_room(const struct seating *seating); /* how many more games may begin now */
/* The operator's limits for a table's options. */
void seating_limits(const struct seating *seating, struct table_limits *limits);
/* Returns true if each of these rulesets has a running season with chips, and the bot has that
 * many. */
bool seating_can_stake(const struct seating *seating, const char *name, uint32_t rulesets,
                       int32_t stake);
/* A game that is to begin. */
struct seating_start {
    int ruleset;
    const struct ruleset *built; /* its own rules; NULL: those of `ruleset` */
    struct peer *const *peers;   /* by seat */
    bool arranged;               /* by invitation */
    const char *unrated;
    const struct table_options *options;
    long chat; /* number of lobby_chat_keep; 0: none */
};
/* Starts a game. Returns false if it cannot begin now. */
bool seating_start(struct seating *seating, const struct seating_start *start);
/* Takes the bot out of the lobby and frees its member. */
void seating_leave(struct seating *seating, struct lobby_member *member);
/* Starts the games that the lobby pairs, and sets when to pair again. */
void seating_pair(struct seating *seating, usec_t now);

#endif
