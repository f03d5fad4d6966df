/* token.c - makes and checks tokens. */
#include "base/token.h"
#include "base/hex.h"

#include <ctype.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
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

int token_hash(const char *hex, uint8_t hash[32])
{
    uint8_t token[LADDER_TOKEN_BYTES];
    char small[TOKEN_HEX_BYTES] = "";
    bool good = strlen(hex) == 2 * sizeof token;
    for (size_t i = 0; good && i < 2 * sizeof token; i++)
        small[i] = (char)tolower((unsigned char)hex[i]);
    if (!good || hex_parse(small, token, sizeof token))
        return -1;
    SHA256(token, sizeof token, hash);
    OPENSSL_cleanse(token, sizeof token);
    OPENSSL_cleanse(small, sizeof small);
    return 0;
}

int token_code_make(char code[LADDER_CODE_MAX + 1])
{
    uint8_t bytes[LADDER_CODE_MAX / 2];
    if (RAND_bytes(bytes, sizeof bytes) != 1)
        return -1;
    hex_format(bytes, sizeof bytes, code);
    return 0;
}

void token_code_hash(const char *code, uint8_t hash[32])
{
    SHA256((const uint8_t *)code, strlen(code), hash);
}

bool token_check(const char *hex, const uint8_t hash[32])
{
    uint8_t token[LADDER_TOKEN_BYTES] = {0}, own[32];
    char small[TOKEN_HEX_BYTES] = "";
    bool good = hex && strlen(hex) == 2 * sizeof token;
    for (size_t i = 0; good && i < 2 * sizeof token; i++)
        small[i] = (char)tolower((unsigned char)hex[i]);
    good = good && hex_parse(small, token, sizeof token) == 0;
    SHA256(token, sizeof token, own);
    bool equal = CRYPTO_memcmp(own, hash, sizeof own) == 0;
    return good && equal;
}
