/* host_token.h - what a host says in place of the token of a bot that it plays; inside the ladder
 * and for the daemon.
 *
 * Whoever reads the store can make it, by a key that is kept there: hosts read the store, and need
 * no token of any owner. It is good for one name and version, and for some minutes. */
#ifndef AVONDALE_HOST_TOKEN_H
#define AVONDALE_HOST_TOKEN_H

#include "base/values.h"

#include <stdint.h>

enum {
    HOST_TOKEN_SEC = 300, /* a token is good for so long, and at most for three times that */
    HOST_TOKEN_BYTES = 2 * LADDER_TOKEN_BYTES + 1, /* of a token in hex, with its NUL */
};

/* `wall_sec`: now, in seconds since 1970. */
void host_token_make(const uint8_t key[32], const char *name, const char *version, int64_t wall_sec,
                     char token[HOST_TOKEN_BYTES]);
/* Whether it is such a token. The clocks of the two may differ by HOST_TOKEN_SEC. The time taken
 * says nothing about the key. */
bool host_token_check(const uint8_t key[32], const char *name, const char *version,
                      int64_t wall_sec, const char *token);

#endif
