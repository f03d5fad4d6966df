/* host_token.c - an HMAC over name, version and time. */
#include "base/host_token.h"
#include "base/hex.h"

#include <assert.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>
#include <string.h>

_Static_assert(LADDER_TOKEN_BYTES == 32, "the bytes of the HMAC");

static void token_of(const uint8_t key[32], const char *name, const char *version, int64_t span,
                     char token[HOST_TOKEN_BYTES])
{
    char text[2 * LADDER_NAME_MAX + 80];
    uint8_t mac[32] = {0};

    assert(strlen(name) <= LADDER_NAME_MAX && strlen(version) <= LADDER_NAME_MAX);
    int size =
        snprintf(text, sizeof text, "avondale host\n%s\n%s\n%lld", name, version, (long long)span);
    /* Without memory for it there is a token that nobody accepts. */
    if (!HMAC(EVP_sha256(), key, 32, (const uint8_t *)text, (size_t)size, mac, NULL))
        token[0] = '\0';
    else
        hex_format(mac, sizeof mac, token);
}

void host_token_make(const uint8_t key[32], const char *name, const char *version, int64_t wall_sec,
                     char token[HOST_TOKEN_BYTES])
{
    token_of(key, name, version, wall_sec / HOST_TOKEN_SEC, token);
}

bool host_token_check(const uint8_t key[32], const char *name, const char *version,
                      int64_t wall_sec, const char *token)
{
    int64_t span = wall_sec / HOST_TOKEN_SEC;
    bool good = false;

    if (strlen(token) != HOST_TOKEN_BYTES - 1 || strlen(name) > LADDER_NAME_MAX ||
        strlen(version) > LADDER_NAME_MAX)
        return false;
    for (int64_t at = span - 1; at <= span + 1; at++) {
        char made[HOST_TOKEN_BYTES];
        token_of(key, name, version, at, made);
        good |= made[0] && CRYPTO_memcmp(made, token, HOST_TOKEN_BYTES - 1) == 0;
    }
    return good;
}
