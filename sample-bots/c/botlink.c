/* botlink.c - connects, over TLS where it is asked for. */
#include "botlink.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { HOST_SIZE = 128, DIGEST_BYTES = 32 };

static const char unix_prefix[] = "unix:";

bool bot_link_is_path(const char *address)
{
    return strncmp(address, unix_prefix, sizeof unix_prefix - 1) == 0;
}

static bool split_host(const char *address, char host[HOST_SIZE], const char **port)
{
    const char *colon = strrchr(address, ':');
    if (!colon || colon - address >= HOST_SIZE)
        return false;
    bool brackets = address[0] == '[' && colon[-1] == ']' && colon - address > 2;
    size_t size = (size_t)(colon - address) - 2 * brackets;
    memcpy(host, address + brackets, size);
    host[size] = 0;
    *port = colon + 1;
    return true;
}

static int dial(const char *host, const char *port)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found;
    int one = 1;

    if (getaddrinfo(host, port, &hints, &found))
        return -1;
    int fd = -1; /* a name may have several addresses: localhost is ::1 first */
    for (const struct addrinfo *one_of = found; one_of && fd < 0; one_of = one_of->ai_next) {
        fd = socket(one_of->ai_family, SOCK_STREAM, 0);
        if (fd >= 0 && connect(fd, one_of->ai_addr, one_of->ai_addrlen)) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    if (fd >= 0)
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

static int dial_path(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    if (!*path || strlen(path) >= sizeof address.sun_path)
        return -1;
    memcpy(address.sun_path, path, strlen(path) + 1);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    close(fd);
    return -1;
}

/* `host`: what a certificate has to be good for. */
static int connect_to(const char *address, char host[HOST_SIZE])
{
    const char *port;

    if (bot_link_is_path(address)) {
        memcpy(host, "localhost", sizeof "localhost");
        return dial_path(address + sizeof unix_prefix - 1);
    }
    return split_host(address, host, &port) ? dial(host, port) : -1;
}

/* ------------------------------------------------------------------------------------- TLS */

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static bool read_fingerprint(const char *text, unsigned char digest[DIGEST_BYTES])
{
    int digits = 0;
    memset(digest, 0, DIGEST_BYTES);
    for (; *text; text++) {
        if (*text == ':')
            continue;
        int digit = hex_digit(*text);
        if (digit < 0 || digits == 2 * DIGEST_BYTES)
            return false;
        digest[digits / 2] = (unsigned char)(digest[digits / 2] << 4 | digit);
        digits++;
    }
    return digits == 2 * DIGEST_BYTES;
}

static bool is_known(const SSL *ssl, const unsigned char digest[DIGEST_BYTES])
{
    unsigned char bytes[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    const X509 *certificate = SSL_get0_peer_certificate(ssl);
    return certificate && X509_digest(certificate, EVP_sha256(), bytes, &size) &&
           size == DIGEST_BYTES && memcmp(bytes, digest, DIGEST_BYTES) == 0;
}

static SSL_CTX *make_context(const struct bot_link *link)
{
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());

    if (!context)
        return NULL;
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_verify(context, link->fingerprint ? SSL_VERIFY_NONE : SSL_VERIFY_PEER, NULL);
    if (link->ca ? SSL_CTX_load_verify_file(context, link->ca)
                 : SSL_CTX_set_default_verify_paths(context))
        return context;
    SSL_CTX_free(context);
    return NULL;
}

/* The name that was dialled must be the certificate's, unless the certificate itself is known. */
static bool handshake(struct bot_link *link, SSL_CTX *context, const char *host,
                      const unsigned char *digest)
{
    link->ssl = SSL_new(context);
    if (!link->ssl || !SSL_set_fd(link->ssl, link->read_fd))
        return false;
    X509_VERIFY_PARAM *wanted = SSL_get0_param(link->ssl);
    if (!X509_VERIFY_PARAM_set1_ip_asc(wanted, host)) {
        ERR_clear_error();
        X509_VERIFY_PARAM_set1_host(wanted, host, 0);
        SSL_set_tlsext_host_name(link->ssl, host);
    }
    return SSL_connect(link->ssl) == 1 && (!digest || is_known(link->ssl, digest));
}

static int start_tls(struct bot_link *link, const char *name, const char *host)
{
    unsigned char digest[DIGEST_BYTES];

    if (link->fingerprint && !read_fingerprint(link->fingerprint, digest)) {
        fprintf(stderr, "%s: --tls-fingerprint: expected 64 digits of hex\n", name);
        return 2;
    }
    SSL_CTX *context = make_context(link);
    if (!context) {
        fprintf(stderr, "%s: --tls-ca: cannot read %s\n", name,
                link->ca ? link->ca : "the system's");
        return 2;
    }
    bool done = handshake(link, context, host, link->fingerprint ? digest : NULL);
    SSL_CTX_free(context);
    if (done)
        return 0;
    if (link->quiet)
        return 3;
    long verified = link->ssl ? SSL_get_verify_result(link->ssl) : X509_V_OK;
    const char *why = ERR_reason_error_string(ERR_peek_error());
    if (verified != X509_V_OK && !link->fingerprint)
        why = X509_verify_cert_error_string(verified);
    fprintf(stderr, "%s: no TLS with %s: %s\n", name, link->address,
            why ? why : "its certificate has another fingerprint");
    return 3;
}

/* ------------------------------------------------------------------------------------ bytes */

int bot_link_open(struct bot_link *link, const char *name)
{
    char host[HOST_SIZE];

    link->read_fd = 0;
    link->write_fd = 1;
    if (!link->address)
        return 0;
    link->read_fd = link->write_fd = connect_to(link->address, host);
    if (link->read_fd < 0) {
        if (!link->quiet)
            fprintf(stderr, "%s: cannot connect to %s\n", name, link->address);
        return 3;
    }
    return link->tls || link->ca || link->fingerprint ? start_tls(link, name, host) : 0;
}

void bot_link_close(struct bot_link *link)
{
    SSL_free(link->ssl);
    link->ssl = NULL;
    if (link->address && link->read_fd >= 0)
        close(link->read_fd);
    link->read_fd = link->write_fd = -1;
}

ssize_t bot_link_read(struct bot_link *link, void *bytes, size_t size)
{
    size_t got = 0;
    if (!link->ssl)
        return read(link->read_fd, bytes, size);
    return SSL_read_ex(link->ssl, bytes, size, &got) ? (ssize_t)got : 0;
}

bool bot_link_write(struct bot_link *link, const void *bytes, size_t size)
{
    const char *at = bytes;
    size_t done = 0;

    if (link->ssl)
        return SSL_write_ex(link->ssl, bytes, size, &done);
    while (size > 0) {
        ssize_t sent = write(link->write_fd, at, size);
        if (sent <= 0)
            return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}
