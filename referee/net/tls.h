/* tls.h - what a server needs to speak TLS: its certificate and key, from files, exchanged for
 * others while connections stay open. TLS 1.2 at least, forward secrecy, no compression, no
 * renegotiation. Knows no connection: transport.c and the HTTP server make theirs from the context.
 * One thread. */
#ifndef AVONDALE_TLS_H
#define AVONDALE_TLS_H

struct ssl_ctx_st; /* OpenSSL's SSL_CTX */
struct tls;

enum { TLS_FINGERPRINT_SIZE = 2 * 32 + 1 };

struct tls_error {
    char text[400]; /* one line that names the file and what is wrong */
};

/* A certificate, followed by the certificates up to its root, and its key, both PEM; may be one
 * file. Keeps the names of the files. 0, or -1: *tls is NULL then. */
int tls_create(struct tls **tls, const char *certificate_file, const char *key_file,
               struct tls_error *error);
void tls_destroy(struct tls *tls); /* NULL is fine; connections keep what they have of it */

/* Reads both files again for connections from now on. 0, or -1: all stays as it was. */
int tls_reload(struct tls *tls, struct tls_error *error);

/* Not to be freed; a caller that keeps it past the next reload takes a reference (SSL_new does). */
struct ssl_ctx_st *tls_context(const struct tls *tls);
/* SHA-256 of the certificate in hex. Good until the next reload. */
const char *tls_fingerprint(const struct tls *tls);

/* Makes a P-256 key and a certificate for `hosts` (addresses and names with commas between, or "")
 * and this machine's loopback that it has signed itself, both in `file`, readable by its owner
 * alone. A file that is there stays as it is: its fingerprint is what bots know. 0 or -1. */
int tls_make_self_signed(const char *file, const char *hosts, struct tls_error *error);

#endif
