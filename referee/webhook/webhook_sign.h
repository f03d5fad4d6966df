/* webhook_sign.h - the signature of what a receiver gets: HMAC-SHA256 (RFC 2104) by a secret that
 * operator and receiver share. */
#ifndef AVONDALE_WEBHOOK_SIGN_H
#define AVONDALE_WEBHOOK_SIGN_H

#include <stddef.h>
#include <stdint.h>

enum {
    WEBHOOK_SECRET_MIN = 16, /* bytes */
    WEBHOOK_SECRET_MAX = 512,
    WEBHOOK_SIGNATURE_BYTES = 100, /* of the value of the header, with its NUL */
};

struct webhook_secret {
    uint8_t bytes[WEBHOOK_SECRET_MAX];
    size_t size;
};

/* Reads a file: its bytes, without the line end at its end. Returns 0, or -1 with what is wrong
 * with it, a clause, in `why`. */
int webhook_sign_read(struct webhook_secret *secret, const char *path, char *why, size_t why_size);
/* Writes "t=SECONDS,v1=HEX", where HEX is the HMAC of SECONDS, a dot and the body. Returns 0, or -1
 * if the library failed. */
int webhook_sign(const struct webhook_secret *secret, int64_t wall_sec, const char *body,
                 char signature[WEBHOOK_SIGNATURE_BYTES]);

#endif
