/* tls.c - certificates and contexts. */
#include "net/tls.h"

#include "protocol.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { VALID_DAYS = 3650, DAY_SECONDS = 24 * 60 * 60 };

struct tls {
    SSL_CTX *context;
    char *certificate_file, *key_file;
    char fingerprint[TLS_FINGERPRINT_SIZE];
};

static int fail(struct tls_error *error, const char *file, const char *why)
{
    snprintf(error->text, sizeof error->text, "%.260s: %.120s", file, why);
    return -1;
}

/* Adds OpenSSL's message: the first error is nearest to the cause. */
static int fail_ssl(struct tls_error *error, const char *file, const char *what)
{
    unsigned long code = ERR_peek_error();
    const char *why =
        ERR_SYSTEM_ERROR(code) ? strerror(ERR_GET_REASON(code)) : ERR_reason_error_string(code);
    char text[120];

    snprintf(text, sizeof text, "%.40s: %.76s", what, why ? why : "unknown error");
    ERR_clear_error();
    return fail(error, file, text);
}

/* -------------------------------------------------------------------------------- contexts */

/* Refuses a key with a password: nobody is there to type it. */
static int no_password(char *text, int size, int writing, void *context)
{
    (void)text;
    (void)size;
    (void)writing;
    (void)context;
    return -1;
}

/* Idle connections give their buffers back; a write may be partial and repeated from another
 * address; each handshake message after the handshake ends a read, so that an endless series of
 * them cannot block the loop (transport.c reads on if more may be buffered). */
static SSL_CTX *make_context(void)
{
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());

    if (!context)
        return NULL;
    SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE |
                                     SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context, 1);
    SSL_CTX_set_default_passwd_cb(context, no_password);
    if (SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) &&
        SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") &&
        SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:"
                                          "TLS_CHACHA20_POLY1305_SHA256"))
        return context;
    SSL_CTX_free(context);
    return NULL;
}

static bool fingerprint_of(SSL_CTX *context, char text[TLS_FINGERPRINT_SIZE])
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;

    if (!X509_digest(SSL_CTX_get0_certificate(context), EVP_sha256(), digest, &size))
        return false;
    hex_encode(digest, size < TLS_FINGERPRINT_SIZE / 2 ? size : TLS_FINGERPRINT_SIZE / 2, text);
    return true;
}

static int load(const struct tls *tls, SSL_CTX **out, char fingerprint[TLS_FINGERPRINT_SIZE],
                struct tls_error *error)
{
    SSL_CTX *context;
    int status = -1;

    ERR_clear_error();
    context = make_context();
    if (!context)
        status = fail_ssl(error, tls->certificate_file, "TLS");
    else if (SSL_CTX_use_certificate_chain_file(context, tls->certificate_file) != 1)
        status = fail_ssl(error, tls->certificate_file, "no certificate");
    else if (SSL_CTX_use_PrivateKey_file(context, tls->key_file, SSL_FILETYPE_PEM) != 1 ||
             SSL_CTX_check_private_key(context) != 1)
        status = fail_ssl(error, tls->key_file, "no key of that certificate");
    else if (!fingerprint_of(context, fingerprint))
        status = fail_ssl(error, tls->certificate_file, "no fingerprint");
    else
        status = 0;
    if (status) {
        SSL_CTX_free(context);
        return status;
    }
    *out = context;
    return 0;
}

int tls_create(struct tls **out, const char *certificate_file, const char *key_file,
               struct tls_error *error)
{
    struct tls *tls = calloc(1, sizeof *tls);
    int status = -1;

    *out = NULL;
    if (!tls)
        return fail(error, certificate_file, "out of memory");
    tls->certificate_file = strdup(certificate_file);
    tls->key_file = strdup(key_file);
    if (tls->certificate_file && tls->key_file)
        status = load(tls, &tls->context, tls->fingerprint, error);
    else
        fail(error, certificate_file, "out of memory");
    if (status)
        tls_destroy(tls);
    else
        *out = tls;
    return status;
}

int tls_reload(struct tls *tls, struct tls_error *error)
{
    char fingerprint[TLS_FINGERPRINT_SIZE];
    SSL_CTX *context;

    if (load(tls, &context, fingerprint, error))
        return -1;
    SSL_CTX_free(tls->context);
    tls->context = context;
    memcpy(tls->fingerprint, fingerprint, sizeof tls->fingerprint);
    return 0;
}

void tls_destroy(struct tls *tls)
{
    if (!tls)
        return;
    SSL_CTX_free(tls->context);
    free(tls->certificate_file);
    free(tls->key_file);
    free(tls);
}

SSL_CTX *tls_context(const struct tls *tls)
{
    return tls->context;
}

const char *tls_fingerprint(const struct tls *tls)
{
    return tls->fingerprint;
}

/* ----------------------------------------------------------------------------- self-signed */

static bool add_extension(X509 *certificate, int kind, const char *value)
{
    X509V3_CTX context;

    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
    bool done = extension && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return done;
}

/* The names that a client may have dialled; a wildcard address is none. */
static bool add_names(X509 *certificate, const char *hosts)
{
    char names[1200] = "DNS:localhost,IP:127.0.0.1,IP:::1", host[128];
    size_t used = strlen(names);

    for (const char *at = hosts; *at && used < sizeof names; at += *at == ',') {
        size_t size = strcspn(at, ",");
        snprintf(host, sizeof host, "%.*s", (int)size, at);
        at += size;
        if (!host[0] || strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0)
            continue;
        ASN1_OCTET_STRING *address = a2i_IPADDRESS(host);
        used += (size_t)snprintf(names + used, sizeof names - used, ",%s:%s",
                                 address ? "IP" : "DNS", host);
        ASN1_OCTET_STRING_free(address);
    }
    return used < sizeof names && add_extension(certificate, NID_subject_alt_name, names);
}

static bool set_serial(X509 *certificate)
{
    uint64_t number;
    return RAND_bytes((unsigned char *)&number, sizeof number) == 1 &&
           ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), number >> 1 | 1);
}

/* The certificate is its own root, so its file can serve as a client's list of trusted roots. */
static X509 *make_certificate(EVP_PKEY *key, const char *hosts)
{
    X509 *certificate = X509_new();
    X509_NAME *name = certificate ? X509_get_subject_name(certificate) : NULL;

    if (certificate && X509_set_version(certificate, 2) && set_serial(certificate) &&
        X509_gmtime_adj(X509_getm_notBefore(certificate), -DAY_SECONDS) &&
        X509_gmtime_adj(X509_getm_notAfter(certificate), (long)VALID_DAYS * DAY_SECONDS) &&
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"avondale", -1,
                                   -1, 0) &&
        X509_set_issuer_name(certificate, name) && X509_set_pubkey(certificate, key) &&
        add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE,pathlen:0") &&
        add_extension(certificate, NID_key_usage, "critical,digitalSignature,keyCertSign") &&
        add_extension(certificate, NID_subject_key_identifier, "hash") &&
        add_extension(certificate, NID_authority_key_identifier, "keyid") &&
        add_names(certificate, hosts) && X509_sign(certificate, key, EVP_sha256()))
        return certificate;
    X509_free(certificate);
    return NULL;
}

/* Written under another name first, so that no reader sees half a file. */
static int write_file(const char *file, const char *text, size_t size, struct tls_error *error)
{
    char temporary[320];
    int status = -1, fd;

    if (snprintf(temporary, sizeof temporary, "%s.new", file) >= (int)sizeof temporary)
        return fail(error, file, "its name is too long");
    unlink(temporary);
    fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0 && write(fd, text, size) == (ssize_t)size && fsync(fd) == 0 &&
        rename(temporary, file) == 0)
        status = 0;
    else
        fail(error, file, strerror(errno));
    if (fd >= 0)
        close(fd);
    return status;
}

int tls_make_self_signed(const char *file, const char *hosts, struct tls_error *error)
{
    struct stat known;
    EVP_PKEY *key = NULL;
    X509 *certificate = NULL;
    BIO *text = NULL;
    char *bytes;
    int status = -1;

    if (stat(file, &known) == 0)
        return 0;
    ERR_clear_error();
    key = EVP_EC_gen("P-256");
    certificate = key ? make_certificate(key, hosts) : NULL;
    text = BIO_new(BIO_s_secmem());
    if (certificate && text && PEM_write_bio_X509(text, certificate) &&
        PEM_write_bio_PrivateKey(text, key, NULL, NULL, 0, NULL, NULL)) {
        long size = BIO_get_mem_data(text, &bytes);
        status = write_file(file, bytes, (size_t)size, error);
    } else {
        status = fail_ssl(error, file, "cannot make a certificate");
    }
    BIO_free(text);
    X509_free(certificate);
    EVP_PKEY_free(key);
    return status;
}
