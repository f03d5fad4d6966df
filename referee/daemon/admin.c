/* admin.c - the socket of an operator: one line in, one answer out, then the end.
 *
 * Only the user of the daemon and root get further than the connection: the mode of the socket says
 * so, and the kernel is asked who it is, as a mode can be changed and a directory be open to
 * others. */
#include "daemon/admin.h"
#include "base/log.h"

#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

struct client {
    struct admin *admin; /* NULL: free */
    struct event *event, *deadline;
    int fd;
    char in[ADMIN_LINE_BYTES_MAX + 1];
    size_t have;
    char *out; /* NULL: no answer yet */
    size_t out_size, out_sent;
};

struct admin {
    struct admin_host host;
    struct event_base *base;
    struct event *listener;
    int fd;
    char path[CONFIG_SOCKET_BYTES];
    dev_t device;
    ino_t inode;
    struct client clients[ADMIN_CONNECTIONS_MAX];
    int client_count;
};

static void drop(struct client *client)
{
    if (!client->admin)
        return;
    if (client->event)
        event_free(client->event);
    if (client->deadline)
        event_free(client->deadline);
    close(client->fd);
    free(client->out);
    client->admin->client_count--;
    memset(client, 0, sizeof *client);
}

/* ----------------------------------------------------------------------------------- one client */

static void write_more(struct client *client)
{
    while (client->out_sent < client->out_size) {
        ssize_t sent = send(client->fd, client->out + client->out_sent,
                            client->out_size - client->out_sent, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && errno == EAGAIN)
            return;
        if (sent < 0)
            break;
        client->out_sent += (size_t)sent;
    }
    drop(client);
}

static void on_client(evutil_socket_t fd, short what, void *context);

/* From here on it is only written to. */
static void answer(struct client *client, size_t size)
{
    struct admin *admin = client->admin;
    struct arena *arena = admin->host.arena;
    json_t *json = admin_command_answer(&admin->host, admin->client_count, client->in, size);
    char *text = json ? json_dumps(json, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;

    json_decref(json);
    event_free(client->event);
    client->event = event_new(admin->base, client->fd, EV_WRITE | EV_PERSIST, on_client, client);
    if (!text || !client->event || event_add(client->event, NULL)) {
        free(text);
        drop(client);
    } else {
        client->out = text;
        client->out_size = strlen(text);
        text[client->out_size++] = '\n'; /* in the place of the NUL: it is a string no more */
        write_more(client);
    }
    arena_settle(arena);
}

static void read_more(struct client *client)
{
    ssize_t got = recv(client->fd, client->in + client->have, sizeof client->in - client->have, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        drop(client);
        return;
    }
    const char *end = memchr(client->in + client->have, '\n', (size_t)got);
    client->have += (size_t)got;
    if (end)
        answer(client, (size_t)(end - client->in));
    else if (client->have == sizeof client->in)
        answer(client, client->have); /* too long: refused */
}

static void on_client(evutil_socket_t fd, short what, void *context)
{
    struct client *client = context;
    (void)fd;
    (void)what;
    if (client->out)
        write_more(client);
    else
        read_more(client);
}

static void on_deadline(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    log_line(LOG_INFO, "admin: a slow client is dropped");
    drop(context);
}

/* --------------------------------------------------------------------------------- new clients */

static bool may_come_in(int fd)
{
    struct ucred who;
    socklen_t size = sizeof who;

    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) || size != sizeof who)
        return false;
    if (who.uid == 0 || who.uid == geteuid())
        return true;
    log_line(LOG_WARN, "admin: user %ld is turned away", (long)who.uid);
    return false;
}

static struct client *find_room(struct admin *admin)
{
    for (int i = 0; i < ADMIN_CONNECTIONS_MAX; i++) {
        if (!admin->clients[i].admin)
            return &admin->clients[i];
    }
    return NULL;
}

static void take_in(struct admin *admin, struct client *client, int fd)
{
    int msec = admin->host.deadline_msec ? admin->host.deadline_msec : ADMIN_DEADLINE_MSEC;
    const struct timeval wait = {.tv_sec = msec / 1000, .tv_usec = msec % 1000 * 1000};
    *client = (struct client){.admin = admin, .fd = fd};
    admin->client_count++;
    client->event = event_new(admin->base, fd, EV_READ | EV_PERSIST, on_client, client);
    client->deadline = evtimer_new(admin->base, on_deadline, client);
    if (!client->event || !client->deadline || event_add(client->event, NULL) ||
        evtimer_add(client->deadline, &wait))
        drop(client);
}

static void on_connection(evutil_socket_t listener, short what, void *context)
{
    struct admin *admin = context;
    int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    (void)what;

    if (fd < 0)
        return;
    struct client *client = find_room(admin);
    if (client && may_come_in(fd))
        take_in(admin, client, fd);
    else
        close(fd);
}

/* ------------------------------------------------------------------------------- open and close */

/* True: there is nothing at the path, or no longer. */
static bool make_way(const struct sockaddr_un *address, char why[ADMIN_WHY_BYTES])
{
    const char *path = address->sun_path;
    struct stat status;

    if (lstat(path, &status)) {
        snprintf(why, ADMIN_WHY_BYTES, "%s: %s", path, strerror(errno));
        return errno == ENOENT;
    }
    if (!S_ISSOCK(status.st_mode)) {
        snprintf(why, ADMIN_WHY_BYTES, "%s: expected a socket or nothing there", path);
        return false;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int status_of = connect(fd, (const struct sockaddr *)address, sizeof *address);
    bool dead = fd >= 0 && status_of && errno == ECONNREFUSED;
    if (fd >= 0)
        close(fd);
    if (dead && unlink(path) == 0)
        return true;
    snprintf(why, ADMIN_WHY_BYTES, "%s: another daemon answers there", path);
    return false;
}

static int listen_at(struct admin *admin, const char *path, char why[ADMIN_WHY_BYTES])
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct stat status;

    memcpy(address.sun_path, path, strlen(path) + 1);
    if (!make_way(&address, why))
        return -1;
    admin->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    mode_t mask = umask(0177); /* nobody gets in between bind and chmod */
    int bound = admin->fd < 0 ? -1 : bind(admin->fd, (struct sockaddr *)&address, sizeof address);
    umask(mask);
    if (bound || lstat(path, &status) || listen(admin->fd, ADMIN_CONNECTIONS_MAX)) {
        snprintf(why, ADMIN_WHY_BYTES, "%s: %s", path, strerror(errno));
        return -1;
    }
    snprintf(admin->path, sizeof admin->path, "%s", path);
    admin->device = status.st_dev;
    admin->inode = status.st_ino;
    return 0;
}

int admin_open(struct admin **out, struct event_base *base, const char *path,
               const struct admin_host *host, char why[ADMIN_WHY_BYTES])
{
    struct admin *admin = calloc(1, sizeof *admin);

    *out = NULL;
    if (!admin || strlen(path) >= sizeof admin->path) {
        snprintf(why, ADMIN_WHY_BYTES, "%.200s: %s", path, admin ? "too long" : "out of memory");
        free(admin);
        return -1;
    }
    admin->host = *host;
    admin->base = base;
    admin->fd = -1;
    if (listen_at(admin, path, why)) {
        admin_close(admin);
        return -1;
    }
    admin->listener = event_new(base, admin->fd, EV_READ | EV_PERSIST, on_connection, admin);
    if (!admin->listener || event_add(admin->listener, NULL)) {
        snprintf(why, ADMIN_WHY_BYTES, "out of memory");
        admin_close(admin);
        return -1;
    }
    *out = admin;
    return 0;
}

void admin_close(struct admin *admin)
{
    struct stat status;

    if (!admin)
        return;
    for (int i = 0; i < ADMIN_CONNECTIONS_MAX; i++)
        drop(&admin->clients[i]);
    if (admin->listener)
        event_free(admin->listener);
    if (admin->fd >= 0)
        close(admin->fd);
    if (admin->path[0] && lstat(admin->path, &status) == 0 && status.st_dev == admin->device &&
        status.st_ino == admin->inode)
        unlink(admin->path);
    free(admin);
}
