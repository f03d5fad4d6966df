/* store_text.h - the columns that both kinds of store write as text, and checks of what was read. */
#ifndef AVONDALE_STORE_TEXT_H
#define AVONDALE_STORE_TEXT_H

#include "standings/apply_result.h"

enum { STORE_SEATS_BYTES = LADDER_SEATS_MAX * (LADDER_NAME_MAX + 4), STORE_SCORES_BYTES = 96 };
/* NAME:SIDE, separated by spaces. */
void store_seats_format(const struct ladder_result *result, char text[STORE_SEATS_BYTES]);
/* Takes `text` apart; sets seats and the number of sides. */
void store_seats_parse(char text[STORE_SEATS_BYTES], struct ladder_result *result);
/* Scores by side, separated by colons; sets the number of sides. */
void store_scores_parse(const char *text, struct ladder_result *result);
/* The result with the names as its bots have them, whatever case they came in: so it is chained. */
void store_result_named(const struct ladder_result *result, const struct standings *standings,
                        const struct result_change *change, struct ladder_result *named);
/* NULL, or what is wrong with a bot as it was read: anybody may have edited the database, so it is
 * held to the same rules as input. */
const char *store_bot_check(const struct standing *bot);

#endif
