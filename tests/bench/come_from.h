/* come_from.h - connections of a bench that come from an address of their own. */
#ifndef AVONDALE_BENCH_COME_FROM_H
#define AVONDALE_BENCH_COME_FROM_H

#include <arpa/inet.h>
#include <stdbool.h>
#include <sys/socket.h>

/* Binds a socket that is not connected yet to an IPv4 address of this machine; NULL: it is left as
 * it is. Returns false where that fails. */
static inline bool come_from(int fd, const char *address)
{
    struct sockaddr_in from = {.sin_family = AF_INET};
    return !address || (inet_pton(AF_INET, address, &from.sin_addr) == 1 &&
                        bind(fd, (struct sockaddr *)&from, sizeof from) == 0);
}

#endif
