/* token.h - proves that a program is the bot that it claims to be; inside the ladder only.
 *
 * A token is 256 random bits, shown once, in hex; only its SHA-256 is stored. It needs no salt and
 * no slow hash: 256 random bits cannot be guessed. */
#ifndef AVONDALE_TOKEN_H
#define AVONDALE_TOKEN_H

#include "base/values.h"

enum { TOKEN_HEX_BYTES = 2 * LADDER_TOKEN_BYTES + 1 }; /* with the NUL */

/* Draws a token. Returns 0, or -1 if the system has no random bytes. */
LADDER_MUST_CHECK int token_make(char hex[TOKEN_HEX_BYTES], uint8_t hash[32]);
/* Hashes a token as it was shown, in hex of either case. Returns 0, or -1 if it has another form.
 */
LADDER_MUST_CHECK int token_hash(const char *hex, uint8_t hash[32]);
/* Draws a code that lets new names in: 128 random bits in hex. Returns 0, or -1 if the system has
 * no random bytes. */
LADDER_MUST_CHECK int token_code_make(char code[LADDER_CODE_MAX + 1]);
/* What a store keeps of a code, or of any other text. */
void token_code_hash(const char *code, uint8_t hash[32]);
/* Whether `hex` (NULL is fine) is the token of this hash. The time taken says nothing about the
 * hash. */
bool token_check(const char *hex, const uint8_t hash[32]);

#endif
