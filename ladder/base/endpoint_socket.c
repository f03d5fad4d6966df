/* endpoint_socket.c - sockets, and the system's structures for addresses. */
#include "base/endpoint_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { LOCK_TRIES = 200, LOCK_MSEC = 10 };

union any_address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    struct sockaddr_un path;
    struct sockaddr_storage room;
};

/* Returns the size of the address, or 0 if the endpoint has none. */
static socklen_t make_address(const struct endpoint *endpoint, union any_address *address)
{
    memset(address, 0, sizeof *address);
    switch (endpoint->kind) {
    case ENDPOINT_IP4:
        address->four.sin_family = AF_INET;
        address->four.sin_port = htons(endpoint->port);
        memcpy(&address->four.sin_addr, endpoint->ip, 4);
        return sizeof address->four;
    case ENDPOINT_IP6:
        address->six.sin6_family = AF_INET6;
        address->six.sin6_port = htons(endpoint->port);
        address->six.sin6_scope_id = endpoint->scope;
        memcpy(&address->six.sin6_addr, endpoint->ip, 16);
        return sizeof address->six;
    case ENDPOINT_UNIX:
        address->path.sun_family = AF_UNIX;
        memcpy(address->path.sun_path, endpoint->path, strlen(endpoint->path) + 1);
        return endpoint->path[0] ? sizeof address->path : 0;
    case ENDPOINT_NONE:
    case ENDPOINT_NAME:
        break;
    }
    return 0;
}

static void read_six(const struct sockaddr_in6 *six, struct endpoint *endpoint)
{
    bool is_mapped = IN6_IS_ADDR_V4MAPPED(&six->sin6_addr);

    endpoint->kind = is_mapped ? ENDPOINT_IP4 : ENDPOINT_IP6;
    endpoint->port = ntohs(six->sin6_port);
    endpoint->scope = is_mapped ? 0 : six->sin6_scope_id;
    memcpy(endpoint->ip, six->sin6_addr.s6_addr + (is_mapped ? 12 : 0), is_mapped ? 4 : 16);
}

/* Reads an internet address; any other becomes ENDPOINT_NONE. */
static void read_address(const union any_address *address, struct endpoint *endpoint)
{
    memset(endpoint, 0, sizeof *endpoint);
    if (address->any.sa_family == AF_INET6)
        read_six(&address->six, endpoint);
    if (address->any.sa_family == AF_INET) {
        endpoint->kind = ENDPOINT_IP4;
        endpoint->port = ntohs(address->four.sin_port);
        memcpy(endpoint->ip, &address->four.sin_addr, 4);
    }
}

/* The user and the process that connected, as the kernel noted them. */
static void read_user(int fd, struct endpoint *peer)
{
    struct ucred who;
    socklen_t size = sizeof who;

    memset(peer, 0, sizeof *peer);
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) || size != sizeof who)
        return;
    *peer = (struct endpoint){.kind = ENDPOINT_UNIX, .uid = who.uid, .pid = who.pid};
}

void endpoint_socket_accepted(int fd, const struct sockaddr *from, struct endpoint *peer)
{
    union any_address address = {0};

    if (from->sa_family == AF_UNIX) {
        read_user(fd, peer);
        return;
    }
    if (from->sa_family == AF_INET)
        memcpy(&address.four, from, sizeof address.four);
    if (from->sa_family == AF_INET6)
        memcpy(&address.six, from, sizeof address.six);
    read_address(&address, peer);
}

void endpoint_socket_peer(int fd, struct endpoint *peer)
{
    union any_address address = {0};
    socklen_t size = sizeof address;

    if (getpeername(fd, &address.any, &size))
        address.any.sa_family = AF_UNSPEC;
    endpoint_socket_accepted(fd, &address.any, peer);
}

/* -------------------------------------------------------------------------------------- listening
 */

static int fail(const struct endpoint *at, const char *why, char error[ENDPOINT_ERROR_BYTES])
{
    char text[ENDPOINT_TEXT_BYTES];

    snprintf(error, ENDPOINT_ERROR_BYTES, "%s: %s", endpoint_format(at, text), why);
    return -1;
}

int endpoint_socket_look_up(const struct endpoint *at, struct endpoint found[ENDPOINT_LIST_MAX],
                            char error[ENDPOINT_ERROR_BYTES])
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG};
    struct addrinfo *list = NULL;
    int count = 0;

    int status =
        at->kind == ENDPOINT_NAME ? getaddrinfo(at->path, NULL, &hints, &list) : EAI_NONAME;
    if (status)
        return fail(at, status == EAI_SYSTEM ? strerror(errno) : gai_strerror(status), error);
    for (const struct addrinfo *one = list; one && count < ENDPOINT_LIST_MAX; one = one->ai_next) {
        union any_address address = {0};
        if (one->ai_addrlen <= sizeof address)
            memcpy(&address, one->ai_addr, one->ai_addrlen);
        read_address(&address, &found[count]);
        found[count].port = at->port;
        count += found[count].kind != ENDPOINT_NONE;
    }
    freeaddrinfo(list);
    return count > 0 ? count : fail(at, "it has no address", error);
}

/* The first address of a name. */
static int look_up(struct endpoint *at, char error[ENDPOINT_ERROR_BYTES])
{
    struct endpoint found[ENDPOINT_LIST_MAX];

    if (endpoint_socket_look_up(at, found, error) < 0)
        return -1;
    *at = found[0];
    return 0;
}

/* Makes room for the file of a socket. Returns 0, or -1 with errno; EADDRINUSE: a program listens
 * there, EEXIST: it is not a socket. */
static int make_way(const union any_address *address)
{
    const char *path = address->path.sun_path;
    struct stat status;

    if (lstat(path, &status))
        return errno == ENOENT ? 0 : -1;
    if (!S_ISSOCK(status.st_mode)) {
        errno = EEXIST;
        return -1;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    bool dead = connect(fd, &address->any, sizeof address->path) && errno == ECONNREFUSED;
    close(fd);
    if (dead)
        return unlink(path);
    errno = EADDRINUSE;
    return -1;
}

/* Two programs that find the same dead socket at once must not remove each other's new one, so they
 * lock its directory. Any user who may read the directory could hold the lock forever, so the wait
 * is limited. Returns a descriptor to close, or -1. */
static int lock_directory(const char *path)
{
    const struct timespec wait = {.tv_nsec = LOCK_MSEC * 1000000L};
    char directory[ENDPOINT_PATH_BYTES + 2];
    const char *slash = strrchr(path, '/');

    snprintf(directory, sizeof directory, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) && i < LOCK_TRIES; i++)
        nanosleep(&wait, NULL);
    return fd;
}

/* The descriptor's mode, less the process's umask, is that of the new file; the bits that the umask
 * removed are set before any client can connect. So no thread's umask changes. */
static int bind_path(struct endpoint_socket *socket, const union any_address *address, int queue)
{
    const char *path = socket->at.path;
    struct stat status;

    if (make_way(address) || fchmod(socket->fd, socket->at.mode) ||
        bind(socket->fd, &address->any, sizeof address->path))
        return -1;
    if (lstat(path, &status))
        return -1;
    socket->device = status.st_dev;
    socket->inode = status.st_ino;
    bool right = (status.st_mode & 07777) == socket->at.mode ||
                 fchmodat(AT_FDCWD, path, socket->at.mode, AT_SYMLINK_NOFOLLOW) == 0;
    return right ? listen(socket->fd, queue) : -1;
}

static int listen_path(struct endpoint_socket *socket, const union any_address *address, int queue,
                       char error[ENDPOINT_ERROR_BYTES])
{
    int lock = lock_directory(socket->at.path);
    int status = bind_path(socket, address, queue), why = errno;

    if (lock >= 0)
        close(lock);
    if (status == 0)
        return 0;
    return fail(&socket->at,
                why == EEXIST       ? "expected a socket or nothing there"
                : why == EADDRINUSE ? "another daemon answers there"
                                    : strerror(why),
                error);
}

static int listen_address(struct endpoint_socket *socket, union any_address *address, int queue,
                          char error[ENDPOINT_ERROR_BYTES])
{
    const int on = 1, only6 = socket->at.only6 || !endpoint_is_any(&socket->at);
    socklen_t size =
        address->any.sa_family == AF_INET6 ? sizeof address->six : sizeof address->four;
    struct endpoint found;

    (void)setsockopt(socket->fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if ((size == sizeof address->six &&
         setsockopt(socket->fd, IPPROTO_IPV6, IPV6_V6ONLY, &only6, sizeof only6)) ||
        bind(socket->fd, &address->any, size) || listen(socket->fd, queue) ||
        getsockname(socket->fd, &address->any, &size))
        return fail(&socket->at, strerror(errno), error);
    read_address(address, &found);
    socket->at.port = found.port;
    return 0;
}

int endpoint_socket_listen(struct endpoint_socket *out, const struct endpoint *at, int queue,
                           char error[ENDPOINT_ERROR_BYTES])
{
    union any_address address;

    *out = (struct endpoint_socket){.at = *at, .fd = -1};
    if (at->kind == ENDPOINT_NAME && look_up(&out->at, error))
        return -1;
    if (make_address(&out->at, &address) == 0)
        return fail(at, "expected an address or a path", error);
    out->fd = socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (out->fd < 0)
        return fail(at, strerror(errno), error);
    int status = at->kind == ENDPOINT_UNIX ? listen_path(out, &address, queue, error)
                                           : listen_address(out, &address, queue, error);
    if (status)
        endpoint_socket_close(out);
    return status;
}

void endpoint_socket_close(struct endpoint_socket *socket)
{
    struct stat status;

    if (socket->inode && lstat(socket->at.path, &status) == 0 && S_ISSOCK(status.st_mode) &&
        status.st_dev == socket->device && status.st_ino == socket->inode)
        unlink(socket->at.path);
    if (socket->fd >= 0)
        close(socket->fd);
    socket->fd = -1;
    socket->inode = 0;
}

/* ------------------------------------------------------------------------------------- connecting
 */

static int connect_with(const struct endpoint *to, int flags)
{
    const int on = 1;
    union any_address address;
    socklen_t size = make_address(to, &address);

    if (size == 0) {
        errno = EINVAL;
        return -1;
    }
    int fd = socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
    if (fd < 0)
        return -1;
    if (to->kind != ENDPOINT_UNIX) {
        (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        (void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    }
    if (connect(fd, &address.any, size) == 0 || errno == EINPROGRESS)
        return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

int endpoint_socket_connect(const struct endpoint *to)
{
    return connect_with(to, SOCK_NONBLOCK);
}

int endpoint_socket_dial(const struct endpoint *to)
{
    return connect_with(to, 0);
}
