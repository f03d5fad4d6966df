/* webhook_sign.c - see webhook_sign.h. */
#include "webhook/webhook_sign.h"
#include "protocol.h"

#include <assert.h>
#include <errno.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int webhook_sign_read(struct webhook_secret *secret, const char *path, char *why, size_t why_size)
{
    uint8_t bytes[WEBHOOK_SECRET_MAX + 3];
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    int status = -1;

    if (!file || ferror(file)) {
        snprintf(why, why_size, "%s", strerror(errno));
    } else {
        size -= size > 0 && bytes[size - 1] == '\n';
        size -= size > 0 && bytes[size - 1] == '\r';
        if (size < WEBHOOK_SECRET_MIN || size > WEBHOOK_SECRET_MAX)
            snprintf(why, why_size, "expected a line of %d to %d bytes", (int)WEBHOOK_SECRET_MIN,
                     (int)WEBHOOK_SECRET_MAX);
        else
            status = 0;
    }
    if (status == 0) {
        memcpy(secret->bytes, bytes, size);
        secret->size = size;
    }
    if (file)
        fclose(file);
    OPENSSL_cleanse(bytes, sizeof bytes);
    return status;
}

int webhook_sign(const struct webhook_secret *secret, int64_t wall_sec, const char *body,
                 char signature[WEBHOOK_SIGNATURE_BYTES])
{
    uint8_t mac[32];
    unsigned mac_size = 0;
    char *text = NULL;

    assert(secret->size >= WEBHOOK_SECRET_MIN && secret->size <= WEBHOOK_SECRET_MAX);
    int size = asprintf(&text, "%lld.%s", (long long)wall_sec, body);
    if (size < 0)
        return -1;
    bool good = HMAC(EVP_sha256(), secret->bytes, (int)secret->size, (const uint8_t *)text,
                     (size_t)size, mac, &mac_size) &&
                mac_size == sizeof mac;
    free(text);
    if (!good)
        return -1;
    char digits[2 * sizeof mac + 1];
    hex_encode(mac, sizeof mac, digits);
    snprintf(signature, WEBHOOK_SIGNATURE_BYTES, "t=%lld,v1=%s", (long long)wall_sec, digits);
    return 0;
}
