/* fairdeal.c - commitments, shuffles and their proof (fair-deal, version 1). */
#include "protocol.h"

#include <assert.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SHA256_BLOCK = 64 };

/* A broken libcrypto is not something that a game can go on with. */
static void must(bool worked)
{
    if (!worked)
        abort();
}

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

/* Found once: looking it up costs ten times what a digest of a few bytes does. */
static EVP_MD *sha256;

static void find_sha256(void)
{
    sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
    must(sha256);
}

struct digest {
    EVP_MD_CTX *context;
};

static void digest_begin(struct digest *digest)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    must(pthread_once(&once, find_sha256) == 0);
    digest->context = EVP_MD_CTX_new();
    must(digest->context && EVP_DigestInit_ex2(digest->context, sha256, NULL) == 1);
}

static void digest_add(struct digest *digest, const void *bytes, size_t size)
{
    must(EVP_DigestUpdate(digest->context, bytes, size) == 1);
}

/* SHA-256 over pieces that begin with the tag T(x) of the page. */
static void digest_begin_tag(struct digest *digest, const char *tag)
{
    digest_begin(digest);
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
    must(EVP_DigestFinal_ex(digest->context, out, NULL) == 1);
    EVP_MD_CTX_free(digest->context);
}

/* One pass of HMAC: SHA-256 of the padded key, with `pad` in each byte, and the message. */
static void hmac_pass(const uint8_t key[FAIR_BYTES], uint8_t pad, const void *bytes, size_t size,
                      uint8_t out[FAIR_BYTES])
{
    uint8_t block[SHA256_BLOCK];
    struct digest digest;

    memset(block, pad, sizeof block);
    for (int i = 0; i < FAIR_BYTES; i++)
        block[i] ^= key[i];
    digest_begin(&digest);
    digest_add(&digest, block, sizeof block);
    digest_add(&digest, bytes, size);
    digest_end(&digest, out);
    fair_wipe(block, sizeof block);
}

/* RFC 2104. OpenSSL's own looks its algorithms up by name each time, which costs more than the digests. */
static void hmac(const uint8_t key[FAIR_BYTES], const void *bytes, size_t size,
                 uint8_t out[FAIR_BYTES])
{
    uint8_t inner[FAIR_BYTES];

    hmac_pass(key, 0x36, bytes, size, inner);
    hmac_pass(key, 0x5c, inner, sizeof inner, out);
    fair_wipe(inner, sizeof inner);
}

bool fair_set_id_valid(const char *set_id)
{
    size_t size = strlen(set_id);
    return size >= 1 && size <= FAIR_SET_ID_MAX &&
           strspn(set_id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") ==
               size;
}

void fair_commitment(const char *set_id, const uint8_t seed[FAIR_BYTES],
                     uint8_t commitment[FAIR_BYTES])
{
    struct digest digest;
    assert(fair_set_id_valid(set_id));
    digest_begin_tag(&digest, "commit");
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
    digest_begin_tag(&digest, "mix");
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
    digest_begin_tag(&digest, "key");
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

/* draw(k): bytes that would favour the low results are thrown away. */
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

void hex_encode(const uint8_t *bytes, size_t size, char *text)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * size] = 0;
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

int hex_decode(const char *text, size_t text_size, uint8_t *bytes, size_t max)
{
    if (text_size % 2 || text_size / 2 > max)
        return PROTOCOL_ERROR_SYNTAX;
    for (size_t i = 0; i < text_size / 2; i++) {
        int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return PROTOCOL_ERROR_SYNTAX;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return (int)(text_size / 2);
}
