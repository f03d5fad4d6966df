/* tls_pair.h - certificates in a temporary directory, and an OpenSSL client on one end of a
 * socketpair whose other end is a transport. */
#ifndef AVONDALE_TLS_PAIR_H
#define AVONDALE_TLS_PAIR_H

#include <errno.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/tls.h"
#include "net/transport.h"

struct place {
    char directory[40], first[80], second[80];
};

/* Two certificates, `first` and `second`, each with its key in one file. */
static inline void place_init(struct place *place)
{
    struct tls_error error;
    strcpy(place->directory, "/tmp/avondale-tls.XXXXXX");
    assert_non_null(mkdtemp(place->directory));
    snprintf(place->first, sizeof place->first, "%s/first.pem", place->directory);
    snprintf(place->second, sizeof place->second, "%s/second.pem", place->directory);
    assert_int_equal(tls_make_self_signed(place->first, "10.0.0.1,2001:db8::1,::", &error), 0);
    assert_int_equal(tls_make_self_signed(place->second, "arena.example", &error), 0);
}

static inline void place_fini(struct place *place)
{
    char command[80];
    snprintf(command, sizeof command, "rm -r %s", place->directory);
    assert_int_equal(system(command), 0);
}

static inline void write_text(const char *file, const char *text)
{
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

struct pair {
    struct transport server;
    int fd; /* the client's end */
    SSL_CTX *context;
    SSL *client;
};

static inline void pair_init(struct pair *pair, struct tls *tls)
{
    int fds[2], small = 4096;
    signal(SIGPIPE, SIG_IGN);
    memset(pair, 0, sizeof *pair);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds), 0);
    setsockopt(fds[0], SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    transport_init_accepted(&pair->server, fds[0], tls);
    pair->fd = fds[1];
}

static inline void pair_client(struct pair *pair)
{
    pair->context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_mode(pair->context,
                     SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    pair->client = SSL_new(pair->context);
    assert_int_equal(SSL_set_fd(pair->client, pair->fd), 1);
    SSL_set_connect_state(pair->client);
}

/* Turns both sides until the handshake is done. Returns 0, or the error of the server's side. */
static inline ssize_t pair_shake(struct pair *pair)
{
    char byte;
    for (int turn = 0; turn < 20; turn++) {
        ERR_clear_error();
        int client = SSL_do_handshake(pair->client);
        ssize_t server = transport_read(&pair->server, &byte, 1);
        if (server != TRANSPORT_WANT_READ)
            return server;
        if (client == 1 && SSL_is_init_finished(pair->server.ssl))
            return 0;
    }
    return TRANSPORT_ERROR;
}

static inline void pair_fini(struct pair *pair)
{
    transport_close(&pair->server);
    SSL_free(pair->client);
    SSL_CTX_free(pair->context);
    if (pair->fd >= 0)
        close(pair->fd);
}

#endif
