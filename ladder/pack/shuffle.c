/* shuffle.c - derives proofs and decks from the seed of a fair deal: the page on fair deals,
 * "Derivation". */
#include "pack/shuffle.h"

#include <string.h>

enum { BLOCK_BYTES = 64 };

/* ------------------------------------------------------------------------------------- hashes */

static SHA256_CTX tagged(const char *tag)
{
    SHA256_CTX context;
    SHA256_Init(&context);
    SHA256_Update(&context, "fair-deal/1 ", 12);
    SHA256_Update(&context, tag, strlen(tag) + 1);
    return context;
}

static void add_u16(SHA256_CTX *context, size_t value)
{
    uint8_t bytes[2] = {(uint8_t)(value >> 8), (uint8_t)value};
    SHA256_Update(context, bytes, sizeof bytes);
}

static void add_u32(SHA256_CTX *context, uint32_t value)
{
    uint8_t bytes[4] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                        (uint8_t)value};
    SHA256_Update(context, bytes, sizeof bytes);
}

/* Both halves of HMAC after their first block. */
static void hmac_start(const uint8_t key[SHUFFLE_BYTES], SHA256_CTX *inner, SHA256_CTX *outer)
{
    uint8_t block[BLOCK_BYTES];

    memset(block, 0x36, sizeof block);
    for (int i = 0; i < SHUFFLE_BYTES; i++)
        block[i] ^= key[i];
    SHA256_Init(inner);
    SHA256_Update(inner, block, sizeof block);
    memset(block, 0x5c, sizeof block);
    for (int i = 0; i < SHUFFLE_BYTES; i++)
        block[i] ^= key[i];
    SHA256_Init(outer);
    SHA256_Update(outer, block, sizeof block);
}

static void hmac_end(SHA256_CTX *inner, const SHA256_CTX *outer, uint8_t out[SHUFFLE_BYTES])
{
    SHA256_CTX last = *outer;
    uint8_t digest[SHUFFLE_BYTES];

    SHA256_Final(digest, inner);
    SHA256_Update(&last, digest, sizeof digest);
    SHA256_Final(out, &last);
}

/* ------------------------------------------------------------------------------------ the set */

static void commitment_make(const struct shuffle_proof *proof, uint8_t out[SHUFFLE_BYTES])
{
    SHA256_CTX context = tagged("commit");

    add_u16(&context, strlen(proof->set));
    SHA256_Update(&context, proof->set, strlen(proof->set));
    SHA256_Update(&context, proof->seed, SHUFFLE_BYTES);
    SHA256_Final(out, &context);
}

static void mix_make(const struct shuffle_proof *proof, const uint8_t commitment[SHUFFLE_BYTES],
                     uint8_t out[SHUFFLE_BYTES])
{
    SHA256_CTX context = tagged("mix");
    char names[NOTATION_CARDS * (NOTATION_CARD_MAX + 1)];
    size_t size = 0;

    for (int i = 0; i < proof->deck_count; i++) {
        if (i > 0)
            names[size++] = ',';
        size += notation_card_write(proof->deck[i], names + size);
    }
    SHA256_Update(&context, commitment, SHUFFLE_BYTES);
    add_u16(&context, size);
    SHA256_Update(&context, names, size);
    add_u16(&context, (size_t)proof->nonce_count);
    for (int i = 0; i < proof->nonce_count; i++) {
        add_u16(&context, proof->nonces[i].size);
        SHA256_Update(&context, proof->nonces[i].bytes, proof->nonces[i].size);
    }
    SHA256_Final(out, &context);
}

void shuffle_init(struct shuffle *shuffle, const struct shuffle_proof *proof)
{
    commitment_make(proof, shuffle->commitment);
    mix_make(proof, shuffle->commitment, shuffle->mix);
    hmac_start(proof->seed, &shuffle->inner, &shuffle->outer);
}

/* ----------------------------------------------------------------------------------- the deals */

void shuffle_key(const struct shuffle *shuffle, uint32_t d, uint32_t a, uint8_t key[SHUFFLE_BYTES])
{
    SHA256_CTX inner = shuffle->inner;

    SHA256_Update(&inner, "fair-deal/1 deal", 17);
    SHA256_Update(&inner, shuffle->mix, SHUFFLE_BYTES);
    add_u32(&inner, d);
    add_u32(&inner, a);
    hmac_end(&inner, &shuffle->outer, key);
}

void shuffle_key_commitment(const uint8_t key[SHUFFLE_BYTES], uint8_t out[SHUFFLE_BYTES])
{
    SHA256_CTX context = tagged("key");

    SHA256_Update(&context, key, SHUFFLE_BYTES);
    SHA256_Final(out, &context);
}

struct stream {
    SHA256_CTX inner, outer;
    uint8_t bytes[SHUFFLE_BYTES];
    int used;
    uint32_t block;
};

static unsigned stream_next(struct stream *stream)
{
    if (stream->used == SHUFFLE_BYTES) {
        SHA256_CTX inner = stream->inner;
        add_u32(&inner, stream->block++);
        hmac_end(&inner, &stream->outer, stream->bytes);
        stream->used = 0;
    }
    return stream->bytes[stream->used++];
}

void shuffle_deck(const struct shuffle_proof *proof, const uint8_t key[SHUFFLE_BYTES],
                  uint8_t deck[NOTATION_CARDS])
{
    struct stream stream = {.used = SHUFFLE_BYTES};

    hmac_start(key, &stream.inner, &stream.outer);
    memcpy(deck, proof->deck, (size_t)proof->deck_count);
    for (int i = proof->deck_count - 1; i > 0; i--) {
        unsigned k = (unsigned)i + 1, limit = 256 - 256 % k, b = stream_next(&stream);
        while (b >= limit)
            b = stream_next(&stream);
        uint8_t card = deck[i];
        deck[i] = deck[b % k];
        deck[b % k] = card;
    }
}
