/* admin.c - the operator's socket: one line in, one answer out, then the end.
 *
 * Only the daemon's user and root may use it: the mode of the socket says so, and the kernel is
 * asked who connects, because a mode can be changed and a directory be open to others. */
#include "daemon/admin.h"
#include "base/log.h"

#include <errno.h>
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
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
    struct endpoint_socket socket;
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
        text[client->out_size++] = '\n'; /* replaces the NUL: it is no longer a string */
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
    log_line(LOG_INFO, "admin: slow client closed");
    drop(context);
}

/* --------------------------------------------------------------------------------- new clients */

static bool may_come_in(int fd)
{
    struct endpoint who;

    endpoint_socket_peer(fd, &who);
    if (who.kind != ENDPOINT_UNIX)
        return false;
    if (who.uid == 0 || who.uid == geteuid())
        return true;
    log_line(LOG_WARN, "admin: user %ld refused", (long)who.uid);
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

/* Only its owner may connect. */
static int listen_at(struct admin *admin, const char *path, char why[ADMIN_WHY_BYTES])
{
    struct endpoint at = {.kind = ENDPOINT_UNIX, .mode = 0600};
    char error[ENDPOINT_ERROR_BYTES];

    memcpy(at.path, path, strlen(path) + 1);
    if (endpoint_socket_listen(&admin->socket, &at, ADMIN_CONNECTIONS_MAX, error) == 0)
        return 0;
    snprintf(why, ADMIN_WHY_BYTES, "%s", error + strlen("unix:"));
    return -1;
}

int admin_open(struct admin **out, struct event_base *base, const char *path,
               const struct admin_host *host, char why[ADMIN_WHY_BYTES])
{
    struct admin *admin = calloc(1, sizeof *admin);

    *out = NULL;
    if (!admin || strlen(path) >= ENDPOINT_PATH_BYTES) {
        snprintf(why, ADMIN_WHY_BYTES, "%.200s: %s", path, admin ? "too long" : "out of memory");
        free(admin);
        return -1;
    }
    admin->host = *host;
    admin->base = base;
    admin->socket.fd = -1;
    if (listen_at(admin, path, why)) {
        admin_close(admin);
        return -1;
    }
    admin->listener = event_new(base, admin->socket.fd, EV_READ | EV_PERSIST, on_connection, admin);
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
    if (!admin)
        return;
    for (int i = 0; i < ADMIN_CONNECTIONS_MAX; i++)
        drop(&admin->clients[i]);
    if (admin->listener)
        event_free(admin->listener);
    endpoint_socket_close(&admin->socket);
    free(admin);
}
