/* endpoint_socket.h - sockets of endpoints: listening, connecting, and the address of the other
 * end. Only this module knows the system's structures for addresses. */
#ifndef AVONDALE_ENDPOINT_SOCKET_H
#define AVONDALE_ENDPOINT_SOCKET_H

#include "base/endpoint.h"

#include <sys/types.h>

struct sockaddr;

enum { ENDPOINT_ERROR_BYTES = 256 };

/* A listening socket. */
struct endpoint_socket {
    struct endpoint at; /* its address, with its port */
    int fd;
    dev_t device; /* of the file of a unix socket, */
    ino_t inode;  /* which is removed only while it is still ours */
};

/* Listens at `at`, without blocking; `queue` connections may wait. A name is looked up, which
 * blocks: for the start of a program, never for a running loop.
 *
 * A unix socket has the permissions of at->mode, and never more, from its first moment on. A socket
 * file without a listener is replaced. One in use, or a file that is not a socket, is an error, and
 * stays.
 *
 * Returns 0, or -1 after one line in `error`, which begins with the endpoint; *socket is closed
 * then. */
int endpoint_socket_listen(struct endpoint_socket *socket, const struct endpoint *at, int queue,
                           char error[ENDPOINT_ERROR_BYTES]) __attribute__((warn_unused_result));
/* Closes it, unless its descriptor is -1, and removes its file. All zero but for fd = -1 is fine.
 */
void endpoint_socket_close(struct endpoint_socket *socket);

/* Looks up the name in `at`: writes its addresses, with the port of `at`, in the resolver's order.
 * Blocks. Returns how many there are, or -1 after one line in `error`, which begins with `at`. */
int endpoint_socket_look_up(const struct endpoint *at, struct endpoint found[ENDPOINT_LIST_MAX],
                            char error[ENDPOINT_ERROR_BYTES]);

/* Connects, or starts to, without blocking; refuses a name or an empty endpoint (EINVAL). Sends
 * small messages at once. Returns the descriptor, or -1 with errno. */
int endpoint_socket_connect(const struct endpoint *to);
/* The same, but waits until it is connected; the descriptor blocks. */
int endpoint_socket_dial(const struct endpoint *to);

/* The address of the other end of a connection; ENDPOINT_NONE if it has none or is closed. */
void endpoint_socket_peer(int fd, struct endpoint *peer);
/* The same for a connection that was just accepted from `from`, without asking for its address. */
void endpoint_socket_accepted(int fd, const struct sockaddr *from, struct endpoint *peer);

#endif
