/* store_game_log.h - what a bot said and heard in a game, for its owner, in a store; inside the
 * ladder only. Not part of the log of results: it leaves after a week or so, and nothing follows
 * from it. Conventions as in store.h. */
#ifndef AVONDALE_STORE_GAME_LOG_H
#define AVONDALE_STORE_GAME_LOG_H

#include "store/store.h"

enum store_game_log_part {
    GAME_LOG_WIRE,   /* the messages, with times */
    GAME_LOG_ERRORS, /* what a bot that is run here wrote on standard error */
};
enum { GAME_LOG_ROW_BYTES = 200 /* what a row counts for, beside its text */ };

struct store_game_log {
    char game[LADDER_GAME_ID_MAX + 1];
    int64_t wall_msec;
    int64_t decisions, think_msec, longest_msec, faults;
    int64_t bytes; /* of the row, as it is stored; out */
};

/* Packs the text as records are. Does nothing if the bot has that part already. */
LADDER_MUST_CHECK int store_game_log_add(struct store *store, int64_t bot_id,
                                         enum store_game_log_part part, struct store_game_log *log,
                                         const char *text);
/* Returns STORE_NONE if there is none. */
LADDER_MUST_CHECK int store_game_log_find(struct store *store, int64_t bot_id, const char *game,
                                          struct store_game_log *log);
/* Sets *text, which the caller frees. Returns STORE_NONE if there is none. */
LADDER_MUST_CHECK int store_game_log_text(struct store *store, int64_t bot_id, const char *game,
                                          enum store_game_log_part part, char **text);
/* Reads up to `max` of a bot, the newest first. Returns their number. */
LADDER_MUST_CHECK int store_game_log_page(struct store *store, int64_t bot_id,
                                          struct store_game_log *logs, int max);
/* The bytes of all rows; drops those from before that moment, and then the oldest ones until they
 * are `max` bytes at most. */
LADDER_MUST_CHECK int store_game_log_trim(struct store *store, int64_t before_msec, int64_t max,
                                          int64_t *bytes);

#endif
