/* store_text.h - columns that both kinds of store write as text, and checks of rows read. */
#ifndef AVONDALE_STORE_TEXT_H
#define AVONDALE_STORE_TEXT_H

#include "standings/apply_result.h"

enum { STORE_SEATS_BYTES = LADDER_SEATS_MAX * (LADDER_NAME_MAX + 4), STORE_SCORES_BYTES = 96 };
/* NAME:SIDE, separated by spaces. */
void store_text_seats_format(const struct ladder_result *result, char text[STORE_SEATS_BYTES]);
/* Parses `text`, which it changes; sets seats and the number of sides. */
void store_text_seats_parse(char text[STORE_SEATS_BYTES], struct ladder_result *result);
/* Scores by side, separated by colons; sets the number of sides. */
void store_text_scores_parse(const char *text, struct ladder_result *result);
/* Copies the result with the names as its bots have them, in their case. The chain hashes this
 * copy. */
void store_text_result_named(const struct ladder_result *result, const struct standings *standings,
                             const struct result_change *change, struct ladder_result *named);
/* Returns NULL, or what is wrong with a bot that was read. Any program may have edited the
 * database, so its rows are checked like input. */
const char *store_text_bot_check(const struct standing *bot);

#endif
