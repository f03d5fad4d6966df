/* sign.h - Ed25519 keys and signatures of texts; inside the ladder only. */
#ifndef AVONDALE_SIGN_H
#define AVONDALE_SIGN_H

#include "base/values.h"

enum { SIGN_KEY_HEX = 65, SIGN_HEX = 129 /* with the NUL */ };

struct sign_key;

/* Makes a new private key in a new file that only its owner reads. Returns 0, or -1 with *error. */
LADDER_MUST_CHECK int sign_key_make(const char *path, struct ladder_error *error);
/* Freed by sign_key_free; returns NULL with *error. */
struct sign_key *sign_key_read(const char *path, struct ladder_error *error);
void sign_key_free(struct sign_key *key); /* NULL is fine */
/* Returns 0, or -1 if the library failed. */
LADDER_MUST_CHECK int sign_public(const struct sign_key *key, char hex[SIGN_KEY_HEX]);
LADDER_MUST_CHECK int sign_text(const struct sign_key *key, const char *text, char hex[SIGN_HEX]);
/* Whether `hex` is the signature of the text by that public key; false if either is malformed. */
bool sign_valid(const char *public_hex, const char *text, const char *hex);
/* SHA-256 of a text. */
void sign_digest(const char *text, char hex[SIGN_KEY_HEX]);
/* SHA-256 of a file. Returns 0, or -1 if it cannot be read. */
LADDER_MUST_CHECK int sign_digest_file(const char *path, char hex[SIGN_KEY_HEX]);

#endif
