/* tls.h - what a server needs for TLS: its certificate and key, from files, replaced while
 * connections stay open. TLS 1.2 at least, forward secrecy, no compression, no renegotiation. Knows
 * no connection: transport.c and the HTTP server make theirs from the context. One thread. */
#ifndef AVONDALE_TLS_H
#define AVONDALE_TLS_H

struct ssl_ctx_st; /* OpenSSL's SSL_CTX */
struct tls;

enum { TLS_FINGERPRINT_SIZE = 2 * 32 + 1 };

struct tls_error {
    char text[400]; /* one line that names the file and the fault */
};

/* Reads a certificate, followed by the certificates up to its root, and its key, both PEM; one file
 * may hold both. Keeps the names of the files. Returns 0, or -1 with *tls NULL. */
int tls_create(struct tls **tls, const char *certificate_file, const char *key_file,
               struct tls_error *error);
void tls_destroy(struct tls *tls); /* NULL is fine; open connections keep what they use */

/* Reads both files again, for later connections. Returns 0, or -1 with everything unchanged. */
int tls_reload(struct tls *tls, struct tls_error *error);

/* The caller must not free it; to keep it past the next reload, take a reference (SSL_new does). */
struct ssl_ctx_st *tls_context(const struct tls *tls);
/* SHA-256 of the certificate in hex. Valid until the next reload. */
const char *tls_fingerprint(const struct tls *tls);

/* Makes a P-256 key and a self-signed certificate for `hosts` (addresses and names separated by
 * commas, or "") and the loopback of this machine, both in `file`, readable by its owner alone.
 * Keeps a file that exists: bots know its fingerprint. Returns 0, or -1. */
int tls_make_self_signed(const char *file, const char *hosts, struct tls_error *error);

#endif
