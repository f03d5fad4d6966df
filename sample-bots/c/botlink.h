/* botlink.h - the connection of a bot: TCP or a unix socket, or TLS over it. Blocking. */
#ifndef AVONDALE_BOTLINK_H
#define AVONDALE_BOTLINK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct ssl_st; /* OpenSSL's SSL */

struct bot_link {
    const char *address; /* HOST:PORT, [IPV6]:PORT or unix:PATH; NULL: standard input and output */
    bool tls;            /* the server's certificate must lead to a root that this system knows, */
    const char *ca;      /* or to one in this file, */
    const char *fingerprint; /* or be this one: SHA-256 in hex, colons or not */
    bool quiet;              /* prints nothing if it cannot connect */
    int read_fd, write_fd;
    struct ssl_st *ssl;
};

/* Whether it is unix:PATH: only its user names such an address, no server. */
bool bot_link_is_path(const char *address);
/* Connects. Returns 0, or an exit status after one line on standard error that begins with `name`.
 */
int bot_link_open(struct bot_link *link, const char *name);
void bot_link_close(struct bot_link *link);
/* Returns the bytes read, 0 at the end of the stream, or -1 if the connection broke. */
ssize_t bot_link_read(struct bot_link *link, void *bytes, size_t size);
bool bot_link_write(struct bot_link *link, const void *bytes, size_t size);

#endif
