/* shuffle.h - values derived from the seed of a fair deal (fair-deal, version 1): digests, and
 * decks in the order dealt; inside the room only. It allocates nothing and cannot fail. */
#ifndef AVONDALE_SHUFFLE_H
#define AVONDALE_SHUFFLE_H

#include "pack/notation.h"

/* OpenSSL calls these functions deprecated, but they allocate nothing, so they cannot fail. */
#ifndef OPENSSL_SUPPRESS_DEPRECATED
#define OPENSSL_SUPPRESS_DEPRECATED
#endif
#include <openssl/sha.h>

enum { SHUFFLE_BYTES = 32, SHUFFLE_NONCES_MAX = 8, SHUFFLE_ID_MAX = 64 };

struct shuffle_nonce {
    uint8_t size; /* 0 to SHUFFLE_BYTES */
    uint8_t bytes[SHUFFLE_BYTES];
};

/* The proof of a set: its published values without the digests. */
struct shuffle_proof {
    char set[SHUFFLE_ID_MAX + 1];
    uint8_t seed[SHUFFLE_BYTES];
    struct shuffle_nonce nonces[SHUFFLE_NONCES_MAX];
    int nonce_count;
    uint8_t deck[NOTATION_CARDS]; /* in deck order */
    int deck_count;
};

/* Values derived from a proof. */
struct shuffle {
    uint8_t commitment[SHUFFLE_BYTES], mix[SHUFFLE_BYTES];
    SHA256_CTX inner, outer; /* HMAC, keyed with the seed */
};
void shuffle_init(struct shuffle *shuffle, const struct shuffle_proof *proof);
/* Of deal `d`, attempt `a`: the key, its commitment, and the deck in the order dealt. */
void shuffle_key(const struct shuffle *shuffle, uint32_t d, uint32_t a, uint8_t key[SHUFFLE_BYTES]);
void shuffle_key_commitment(const uint8_t key[SHUFFLE_BYTES], uint8_t out[SHUFFLE_BYTES]);
void shuffle_deck(const struct shuffle_proof *proof, const uint8_t key[SHUFFLE_BYTES],
                  uint8_t deck[NOTATION_CARDS]);

#endif
