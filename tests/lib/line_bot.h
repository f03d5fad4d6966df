/* line_bot.h - a bot of one function, for tests that play in the text encoding and test something
 * else. */
#ifndef AVONDALE_TEST_LINE_BOT_H
#define AVONDALE_TEST_LINE_BOT_H

#include <stddef.h>

enum { LINE_ANSWER_BYTES = 1200 };

/* Copies the value of a key in a line, cut off at `room`; "" if the key is missing. Returns
 * `value`. */
const char *line_field(const char *line, const char *key, char *value, size_t room);
/* A legal answer to a `turn`: an `act` with its newline. Calls are low and no bot claims, so that a
 * hand has its usual length. */
void line_answer(const char *turn, unsigned *seed, char answer[LINE_ANSWER_BYTES]);

#endif
