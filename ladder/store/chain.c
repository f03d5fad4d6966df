/* chain.c - the hash chain of the log. */
#include "store/chain.h"

/* OpenSSL calls these functions deprecated, but they allocate nothing, so they cannot fail. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#include <string.h>

/* ------------------------------------------------------------------------------------- hashes */

struct hash {
    SHA256_CTX context;
};

static struct hash hash_start(const char *tag, const uint8_t before[CHAIN_BYTES])
{
    struct hash hash;
    SHA256_Init(&hash.context);
    SHA256_Update(&hash.context, tag, strlen(tag) + 1);
    SHA256_Update(&hash.context, before, CHAIN_BYTES);
    return hash;
}

static void add_number(struct hash *hash, int64_t number)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)((uint64_t)number >> (56 - 8 * i));
    SHA256_Update(&hash->context, bytes, sizeof bytes);
}

/* Each text is preceded by its length, so that different lists of texts never hash alike. */
static void add_text(struct hash *hash, const char *text)
{
    size_t size = strlen(text);
    add_number(hash, (int64_t)size);
    SHA256_Update(&hash->context, text, size);
}

static void hash_end(struct hash *hash, uint8_t out[CHAIN_BYTES])
{
    SHA256_Final(out, &hash->context);
}

void chain_record(const char *record, uint8_t out[CHAIN_BYTES])
{
    SHA256_CTX context; /* SHA256() may find no memory */

    SHA256_Init(&context);
    SHA256_Update(&context, record, strlen(record));
    SHA256_Final(out, &context);
}

void chain_result(const uint8_t before[CHAIN_BYTES], int64_t seq,
                  const struct ladder_result *result, const char *record,
                  const uint8_t *record_hash, uint8_t out[CHAIN_BYTES])
{
    struct hash hash = hash_start(record_hash ? "avondale result 2" : "avondale result 1", before);

    add_number(&hash, seq);
    add_text(&hash, result->game);
    add_text(&hash, result->ruleset);
    add_number(&hash, result->wall_msec);
    add_text(&hash, result->reason);
    add_text(&hash, result->unrated);
    add_number(&hash, result->side_count);
    for (int side = 0; side < result->side_count; side++) {
        add_number(&hash, result->scores[side]);
        add_number(&hash, result->ranks[side]);
    }
    add_number(&hash, result->seat_count);
    for (int seat = 0; seat < result->seat_count; seat++) {
        add_text(&hash, result->seats[seat].bot);
        add_number(&hash, result->seats[seat].side);
    }
    if (result->stake) { /* added later: a result without it is hashed as before */
        add_text(&hash, "stake");
        add_number(&hash, result->stake);
    }
    if (record_hash) {
        SHA256_Update(&hash.context, record_hash, CHAIN_BYTES);
    } else {
        add_number(&hash, record != NULL);
        if (record)
            add_text(&hash, record);
    }
    hash_end(&hash, out);
}

void chain_log_entry(const uint8_t before[CHAIN_BYTES], const uint8_t result[CHAIN_BYTES],
                     const struct log_entry *action, uint8_t out[CHAIN_BYTES])
{
    /* Those with a text came later. */
    bool texted = action->kind > LOG_ENTRY_VOID;
    struct hash hash = hash_start(texted ? "avondale action 2" : "avondale action 1", before);

    SHA256_Update(&hash.context, result, CHAIN_BYTES);
    add_number(&hash, action->id);
    add_number(&hash, action->after_seq);
    add_number(&hash, action->wall_msec);
    add_number(&hash, action->kind);
    add_number(&hash, action->target);
    add_text(&hash, action->bot);
    if (texted)
        add_text(&hash, action->text);
    hash_end(&hash, out);
}
