/* table_options.h - what may differ from table to table of one arena, within the operator's limits:
 * hints, spectators, chat, time to bid and to play, and the stake. Pure: values in, values out.
 *
 * Hints, spectators and chat are wishes: of different wishes the most reserved counts, so no wish
 * keeps a bot from a game. The stake is a wish, too: the lowest counts if all seats name one, else
 * the season's buy-in. Times are terms: bots that name times play only with those that name the
 * same. */
#ifndef AVONDALE_TABLE_OPTIONS_H
#define AVONDALE_TABLE_OPTIONS_H

#include "protocol.h"
#include "table/chat_rules.h"
#include "table/time_control.h"

enum {
    TABLE_OPTIONS_MSEC_MIN = 100, /* the longest time that a table may name */
    TABLE_OPTIONS_MSEC_MAX = 86400000,
    TABLE_OPTIONS_TEXT_MAX = 56, /* of the options as a word, NUL included */
};

struct table_options {
    bool hints, watch;           /* allowed */
    enum chat_mode chat;         /* at most */
    int32_t bid_msec, play_msec; /* 0: as the arena's */
    int32_t stake;               /* chips; 0: the season's buy-in */
};

/* The operator's limits. */
struct table_limits {
    struct table_options most; /* without times: for a table that names no options */
    int32_t bid_msec_max, play_msec_max;
    bool stakes; /* may be named */
};

/* The longest times that a table may name: `msec_max`, or those of the arena if that is 0. */
void table_options_limit(struct table_limits *limits, const struct time_control *time,
                         int32_t msec_max);

/* Reads the options of a message, the first of them `field` (OPEN_HINTS ...); missing ones are the
 * arena's. Returns WIRE_ERROR_NONE, or the error to refuse it with. */
enum wire_error table_options_read(struct table_options *options, const struct table_limits *limits,
                                   const struct message *message, int field);

/* Sets the fields of a message that differ from the arena's options. */
void table_options_tell(const struct table_options *options, const struct table_options *arena,
                        struct message *message, int field);

/* Keeps the more reserved of both; the times stay those of `options`. */
void table_options_join(struct table_options *options, const struct table_options *other);

/* Returns a number that is equal for equal times only; 0 for those of the arena. */
uint64_t table_options_terms(const struct table_options *options);

void table_options_set_time(const struct table_options *options, struct time_control *time);

/* Converts to a word without spaces, and back. Returns 0, or -1 if the word is not valid. */
void table_options_format(const struct table_options *options, char text[TABLE_OPTIONS_TEXT_MAX]);
int table_options_parse(const char *text, struct table_options *options);

#endif
