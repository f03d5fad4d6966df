/* dial.h - a connection to a port of this machine, for the tests of the web. */
#ifndef AVONDALE_TEST_DIAL_H
#define AVONDALE_TEST_DIAL_H

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

static inline int dial_port(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

#endif
