/* sign.c - Ed25519 through OpenSSL. */
#include "base/sign.h"
#include "base/hex.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEY_BYTES = 32, SIGNATURE_BYTES = 64 };

struct sign_key {
    EVP_PKEY *key;
};

int sign_key_make(const char *path, struct ladder_error *error)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        snprintf(error->text, sizeof error->text, "%.200s: %s", path, strerror(errno));
        return -1;
    }
    FILE *file = fdopen(fd, "w");
    EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
    bool good = file && key && PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL, NULL) == 1;
    EVP_PKEY_free(key);
    if (file)
        good = fclose(file) == 0 && good;
    else
        close(fd);
    if (good)
        return 0;
    snprintf(error->text, sizeof error->text, "%.200s: the key cannot be made or written", path);
    unlink(path);
    return -1;
}

struct sign_key *sign_key_read(const char *path, struct ladder_error *error)
{
    FILE *file = fopen(path, "r");
    struct sign_key *key = calloc(1, sizeof *key);
    if (!file)
        snprintf(error->text, sizeof error->text, "%.200s: %s", path, strerror(errno));
    else
        snprintf(error->text, sizeof error->text, "%.200s: no private key of Ed25519 is in it",
                 path);
    if (file && key)
        key->key = PEM_read_PrivateKey(file, NULL, NULL, (char[]){""});
    if (file)
        fclose(file);
    if (key && key->key && EVP_PKEY_get_base_id(key->key) == EVP_PKEY_ED25519)
        return key;
    sign_key_free(key);
    return NULL;
}

void sign_key_free(struct sign_key *key)
{
    if (!key)
        return;
    EVP_PKEY_free(key->key);
    free(key);
}

int sign_public(const struct sign_key *key, char hex[SIGN_KEY_HEX])
{
    uint8_t bytes[KEY_BYTES];
    size_t size = sizeof bytes;
    if (EVP_PKEY_get_raw_public_key(key->key, bytes, &size) != 1 || size != sizeof bytes)
        return -1;
    hex_format(bytes, sizeof bytes, hex);
    return 0;
}

int sign_text(const struct sign_key *key, const char *text, char hex[SIGN_HEX])
{
    uint8_t bytes[SIGNATURE_BYTES];
    size_t size = sizeof bytes;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool good = context && EVP_DigestSignInit(context, NULL, NULL, NULL, key->key) == 1 &&
                EVP_DigestSign(context, bytes, &size, (const uint8_t *)text, strlen(text)) == 1 &&
                size == sizeof bytes;
    EVP_MD_CTX_free(context);
    if (good)
        hex_format(bytes, sizeof bytes, hex);
    return good ? 0 : -1;
}

bool sign_valid(const char *public_hex, const char *text, const char *hex)
{
    uint8_t bytes[KEY_BYTES], signature[SIGNATURE_BYTES];
    if (hex_parse(public_hex, bytes, sizeof bytes) || hex_parse(hex, signature, sizeof signature))
        return false;
    EVP_PKEY *key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, bytes, sizeof bytes);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool good = key && context && EVP_DigestVerifyInit(context, NULL, NULL, NULL, key) == 1 &&
                EVP_DigestVerify(context, signature, sizeof signature, (const uint8_t *)text,
                                 strlen(text)) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return good;
}

void sign_digest(const char *text, char hex[SIGN_KEY_HEX])
{
    uint8_t bytes[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    memset(bytes, 0, sizeof bytes);
    (void)EVP_Digest(text, strlen(text), bytes, &size, EVP_sha256(), NULL);
    hex_format(bytes, KEY_BYTES, hex);
}

int sign_digest_file(const char *path, char hex[SIGN_KEY_HEX])
{
    uint8_t bytes[EVP_MAX_MD_SIZE] = {0}, part[65536];
    FILE *file = fopen(path, "r");
    EVP_MD_CTX *digest = EVP_MD_CTX_new();
    bool good = file && digest && EVP_DigestInit_ex(digest, EVP_sha256(), NULL) == 1;
    size_t size;

    while (good && (size = fread(part, 1, sizeof part, file)) > 0)
        good = EVP_DigestUpdate(digest, part, size) == 1;
    good = good && !ferror(file) && EVP_DigestFinal_ex(digest, bytes, NULL) == 1;
    EVP_MD_CTX_free(digest);
    if (file)
        fclose(file);
    hex_format(bytes, KEY_BYTES, hex);
    return good ? 0 : -1;
}
