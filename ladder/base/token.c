/* token.c - makes and checks tokens. */
#include "base/token.h"
#include "base/hex.h"

#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <string.h>

int token_make(char hex[TOKEN_HEX_BYTES], uint8_t hash[32])
{
    uint8_t token[LADDER_TOKEN_BYTES];
    if (RAND_bytes(token, sizeof token) != 1)
        return -1;
    hex_format(token, sizeof token, hex);
    SHA256(token, sizeof token, hash);
    OPENSSL_cleanse(token, sizeof token);
    return 0;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool token_check(const char *hex, const uint8_t hash[32])
{
    uint8_t token[LADDER_TOKEN_BYTES] = {0}, own[32];
    bool good = hex && strlen(hex) == 2 * sizeof token;
    for (size_t i = 0; good && i < sizeof token; i++) {
        int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
        good = high >= 0 && low >= 0;
        token[i] = (uint8_t)((unsigned)(high & 15) << 4 | (unsigned)(low & 15));
    }
    SHA256(token, sizeof token, own);
    bool equal = CRYPTO_memcmp(own, hash, sizeof own) == 0;
    return good && equal;
}
