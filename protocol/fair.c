/* fair.c - commitments, shuffles and their proof (fair-deal, version 1). */
#include "protocol.h"

#include <assert.h>
/* OpenSSL calls these functions deprecated, but they need no memory: nothing here can fail. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <string.h>

static void put_u16(uint8_t *bytes, unsigned value)
{
    bytes[0] = (uint8_t)(value >> 8);
    bytes[1] = (uint8_t)value;
}

static void put_u32(uint8_t *bytes, uint32_t value)
{
    put_u16(bytes, value >> 16);
    put_u16(bytes + 2, value & 0xffff);
}

/* SHA-256 over pieces that begin with the tag T(x) of the page. */
struct digest {
    SHA256_CTX context;
};

static void digest_add(struct digest *digest, const void *bytes, size_t size)
{
    SHA256_Update(&digest->context, bytes, size);
}

static void digest_begin(struct digest *digest, const char *tag)
{
    SHA256_Init(&digest->context);
    digest_add(digest, "fair-deal/1 ", 12);
    digest_add(digest, tag, strlen(tag) + 1);
}

static void digest_add_lp(struct digest *digest, const void *bytes, size_t size)
{
    uint8_t length[2];
    assert(size <= 0xffff);
    put_u16(length, (unsigned)size);
    digest_add(digest, length, 2);
    digest_add(digest, bytes, size);
}

static void digest_end(struct digest *digest, uint8_t out[FAIR_BYTES])
{
    SHA256_Final(out, &digest->context);
}

static void hmac(const uint8_t key[FAIR_BYTES], const void *bytes, size_t size,
                 uint8_t out[FAIR_BYTES])
{
    uint8_t pad[SHA256_CBLOCK]; /* a key is shorter than a block: RFC 2104 */
    SHA256_CTX context;

    for (int i = 0; i < SHA256_CBLOCK; i++)
        pad[i] = (uint8_t)((i < FAIR_BYTES ? key[i] : 0) ^ 0x36);
    SHA256_Init(&context);
    SHA256_Update(&context, pad, sizeof pad);
    SHA256_Update(&context, bytes, size);
    SHA256_Final(out, &context);
    for (int i = 0; i < SHA256_CBLOCK; i++)
        pad[i] ^= 0x36 ^ 0x5c;
    SHA256_Init(&context);
    SHA256_Update(&context, pad, sizeof pad);
    SHA256_Update(&context, out, FAIR_BYTES);
    SHA256_Final(out, &context);
    OPENSSL_cleanse(pad, sizeof pad);
    OPENSSL_cleanse(&context, sizeof context);
}

bool fair_set_id_valid(const char *set_id)
{
    return name_bytes_valid((struct slice){set_id, strlen(set_id)}, FAIR_SET_ID_MAX);
}

void fair_commitment(const char *set_id, const uint8_t seed[FAIR_BYTES],
                     uint8_t commitment[FAIR_BYTES])
{
    struct digest digest;
    assert(fair_set_id_valid(set_id));
    digest_begin(&digest, "commit");
    digest_add_lp(&digest, set_id, strlen(set_id));
    digest_add(&digest, seed, FAIR_BYTES);
    digest_end(&digest, commitment);
}

void fair_mix(const uint8_t commitment[FAIR_BYTES], const card_t *deck, int card_count,
              const struct fair_nonce *nonces, int contributors, uint8_t mix[FAIR_BYTES])
{
    char names[CARDS_MAX * CARD_TEXT_MAX];
    size_t size = 0;
    uint8_t count[2];
    struct digest digest;

    assert(card_count <= CARDS_MAX && contributors <= FAIR_CONTRIBUTORS_MAX);
    for (int i = 0; i < card_count; i++) {
        if (i > 0)
            names[size++] = ',';
        size += card_format(deck[i], names + size);
    }
    digest_begin(&digest, "mix");
    digest_add(&digest, commitment, FAIR_BYTES);
    digest_add_lp(&digest, names, size);
    put_u16(count, (unsigned)contributors);
    digest_add(&digest, count, 2);
    for (int i = 0; i < contributors; i++) {
        assert(nonces[i].size <= FAIR_NONCE_MAX);
        digest_add_lp(&digest, nonces[i].bytes, nonces[i].size);
    }
    digest_end(&digest, mix);
}

void fair_key(const uint8_t seed[FAIR_BYTES], const uint8_t mix[FAIR_BYTES], uint32_t deal_number,
              uint32_t attempt, uint8_t key[FAIR_BYTES])
{
    static const char tag[] = "fair-deal/1 deal"; /* with its zero byte */
    uint8_t message[sizeof tag + FAIR_BYTES + 8];

    memcpy(message, tag, sizeof tag);
    memcpy(message + sizeof tag, mix, FAIR_BYTES);
    put_u32(message + sizeof tag + FAIR_BYTES, deal_number);
    put_u32(message + sizeof tag + FAIR_BYTES + 4, attempt);
    hmac(seed, message, sizeof message, key);
}

void fair_key_commitment(const uint8_t key[FAIR_BYTES], uint8_t commitment[FAIR_BYTES])
{
    struct digest digest;
    digest_begin(&digest, "key");
    digest_add(&digest, key, FAIR_BYTES);
    digest_end(&digest, commitment);
}

/* The bytes of a deal, used in order. */
struct fair_stream {
    const uint8_t *key;
    uint8_t block[FAIR_BYTES];
    uint32_t blocks;
    int used;
};

static uint8_t stream_byte(struct fair_stream *stream)
{
    if (stream->used == FAIR_BYTES) {
        uint8_t counter[4];
        put_u32(counter, stream->blocks++);
        hmac(stream->key, counter, sizeof counter, stream->block);
        stream->used = 0;
    }
    return stream->block[stream->used++];
}

static struct fair_stream stream_make(const uint8_t key[FAIR_BYTES])
{
    return (struct fair_stream){.key = key, .used = FAIR_BYTES};
}

/* draw(k): rejects bytes that would favour low results. */
static unsigned stream_draw(struct fair_stream *stream, unsigned bound)
{
    unsigned byte;
    assert(bound > 1 && bound <= 256);
    do {
        byte = stream_byte(stream);
    } while (byte >= 256 - 256 % bound);
    return byte % bound;
}

void fair_shuffle(const uint8_t key[FAIR_BYTES], card_t *deck, int card_count)
{
    struct fair_stream stream = stream_make(key);
    for (int i = card_count - 1; i > 0; i--) {
        unsigned j = stream_draw(&stream, (unsigned)i + 1);
        card_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
    fair_wipe(&stream, sizeof stream);
}

seat_t fair_first_dealer(const uint8_t seed[FAIR_BYTES], const uint8_t mix[FAIR_BYTES], int seats)
{
    uint8_t key[FAIR_BYTES];
    fair_key(seed, mix, 0, 0, key);
    struct fair_stream stream = stream_make(key);
    seat_t dealer = (seat_t)stream_draw(&stream, (unsigned)seats);
    fair_wipe(&stream, sizeof stream);
    fair_wipe(key, sizeof key);
    return dealer;
}

bool fair_equal(const uint8_t *a, const uint8_t *b, size_t size)
{
    return CRYPTO_memcmp(a, b, size) == 0;
}

void fair_wipe(void *bytes, size_t size)
{
    OPENSSL_cleanse(bytes, size);
}

void fair_derive_seed(const uint8_t master[FAIR_BYTES], uint32_t index, uint8_t seed[FAIR_BYTES])
{
    static const char tag[] = "avondale set ";
    uint8_t message[sizeof tag - 1 + 4];
    memcpy(message, tag, sizeof tag - 1);
    put_u32(message + sizeof tag - 1, index);
    hmac(master, message, sizeof message, seed);
}
