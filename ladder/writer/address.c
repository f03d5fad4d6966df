/* address.c - one owner for all bots of one address, without storing the address. */
#include "base/hex.h"
#include "store/store.h"
#include "writer/address.h"
#include "base/token.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY_NAME "address-key" /* of the document of the store */
enum { OWNER_BYTES = 6 /* of the hash in an owner's name */ };

/* The key of the store, made if there is none yet. */
static int key_read(struct store *store, char **text)
{
    char hex[TOKEN_HEX_BYTES];
    uint8_t ignored[32];
    int there = store_document(store, KEY_NAME, text);

    if (there != STORE_NONE)
        return there;
    if (token_make(hex, ignored) || store_document_add(store, KEY_NAME, hex))
        return -1;
    *text = strdup(hex);
    return *text ? 0 : -1;
}

int address_key_load(const char *url, uint8_t key[32], struct ladder_error *error)
{
    struct store *store = NULL;
    char *text = NULL;
    int status = store_open(&store, url, STORE_MUST_EXIST, error), tries = 0;

    if (status == 0) {
        do {
            free(text);
            text = NULL;
            status =
                store_begin(store, true) || key_read(store, &text) || store_commit(store) ? -1 : 0;
        } while (status && store_retry(store, &tries));
        if (status)
            snprintf(error->text, sizeof error->text, "%s", store_error(store));
    }
    if (status == 0)
        SHA256((const uint8_t *)text, strlen(text), key);
    store_close(store);
    free(text);
    return status ? -1 : 0;
}

void address_owner(const uint8_t key[32], const void *address, size_t bytes,
                   char owner[LADDER_NAME_MAX + 1])
{
    uint8_t message[32 + 16] = {0}, hash[32];
    char hex[2 * OWNER_BYTES + 1];

    memcpy(message, key, 32);
    memcpy(message + 32, address, bytes < 16 ? bytes : 16);
    SHA256(message, sizeof message, hash);
    OPENSSL_cleanse(message, sizeof message);
    hex_format(hash, OWNER_BYTES, hex);
    snprintf(owner, LADDER_NAME_MAX + 1, NAME_ADDRESS "%s", hex);
}
