/* remote_bots.c - bots that come to a match by TCP instead of being started. */
#include "match/remote_bots.h"

#include "match/runner.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { WAITING_MAX = 4096, BACKLOG = 1024 };

static const char scheme[] = "tcp://";

struct port {
    struct port *next;
    const char *address; /* of the first entry that named it */
    struct evconnlistener *listener;
};

struct visitors {
    struct arena *arena;
    const struct runner_entry *entries;
    int entry_count;
    struct port *ports;
    struct peer *waiting[WAITING_MAX]; /* longest first */
    int waiting_count;
};

bool visitors_expected(const char *command)
{
    return strncmp(command, scheme, sizeof scheme - 1) == 0;
}

static void on_connection(struct evconnlistener *listener, evutil_socket_t fd,
                          struct sockaddr *address, int size, void *context)
{
    struct visitors *visitors = context;
    const struct sockaddr_in *from = (const struct sockaddr_in *)(void *)address;
    char host[INET_ADDRSTRLEN] = "?", label[48];
    int one = 1;
    (void)listener;
    (void)size;

    inet_ntop(AF_INET, &from->sin_addr, host, sizeof host);
    snprintf(label, sizeof label, "%s:%d", host, ntohs(from->sin_port));
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (visitors->arena->peer_count >= WAITING_MAX)
        close(fd);
    else
        arena_add_socket(visitors->arena, fd, false, label);
}

static int parse(const char *text, struct sockaddr_in *address)
{
    const char *colon = strrchr(text, ':');
    char host[64], *end;

    memset(address, 0, sizeof *address);
    if (!colon || colon - text >= (int)sizeof host)
        return -1;
    memcpy(host, text, (size_t)(colon - text));
    host[colon - text] = '\0';
    long port = strtol(colon + 1, &end, 10);
    if (end == colon + 1 || *end || port < 1 || port > 65535)
        return -1;
    address->sin_family = AF_INET;
    address->sin_port = htons((uint16_t)port);
    return inet_pton(AF_INET, strcmp(host, "localhost") ? host : "127.0.0.1", &address->sin_addr) ==
                   1
               ? 0
               : -1;
}

bool visitors_command_valid(const char *command)
{
    struct sockaddr_in address;
    return !visitors_expected(command) || parse(command + sizeof scheme - 1, &address) == 0;
}

static int listen_for(struct visitors *visitors, const struct runner_entry *entry, char error[160])
{
    const char *text = entry->command + sizeof scheme - 1;
    struct sockaddr_in address;

    for (const struct port *port = visitors->ports; port; port = port->next) {
        if (strcmp(port->address, text) == 0)
            return 0;
    }
    if (parse(text, &address)) {
        snprintf(error, 160, "bot %s: %.60s: expected tcp://IPV4-ADDRESS:PORT", entry->name,
                 entry->command);
        return -1;
    }
    struct port *port = calloc(1, sizeof *port);
    if (port)
        port->listener = evconnlistener_new_bind(
            visitors->arena->base, on_connection, visitors,
            LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE, BACKLOG,
            (struct sockaddr *)&address, sizeof address);
    if (!port || !port->listener) {
        snprintf(error, 160, "bot %s: %.60s: %s", entry->name, entry->command, strerror(errno));
        free(port);
        return -1;
    }
    port->address = text;
    port->next = visitors->ports;
    visitors->ports = port;
    return 0;
}

int visitors_create(struct visitors **out, struct arena *arena, const struct runner_entry *entries,
                    int entry_count, char error[160])
{
    struct visitors *visitors = calloc(1, sizeof *visitors);

    *out = visitors;
    if (!visitors) {
        snprintf(error, 160, "out of memory");
        return -1;
    }
    visitors->arena = arena;
    visitors->entries = entries;
    visitors->entry_count = entry_count;
    for (int i = 0; i < entry_count; i++) {
        if (visitors_expected(entries[i].command) && listen_for(visitors, &entries[i], error)) {
            visitors_destroy(visitors);
            *out = NULL;
            return -1;
        }
    }
    return 0;
}

void visitors_destroy(struct visitors *visitors)
{
    struct port *port;

    if (!visitors)
        return;
    while ((port = visitors->ports) != NULL) {
        visitors->ports = port->next;
        evconnlistener_free(port->listener);
        free(port);
    }
    free(visitors);
}

int visitors_accept(const struct visitors *visitors, const struct peer *peer, struct slice token)
{
    for (int i = 0; i < visitors->entry_count; i++) {
        const struct runner_entry *entry = &visitors->entries[i];
        if (!visitors_expected(entry->command) || strcasecmp(entry->name, peer->name) != 0)
            continue;
        size_t size = entry->token ? strlen(entry->token) : 0;
        if (size > 0 && (token.size != size || !fair_equal((const uint8_t *)token.data,
                                                           (const uint8_t *)entry->token, size)))
            return WIRE_ERROR_TOKEN;
        return visitors->waiting_count < WAITING_MAX ? -1 : WIRE_ERROR_FULL;
    }
    return WIRE_ERROR_NAME;
}

void visitors_wait(struct visitors *visitors, struct peer *peer)
{
    if (visitors->waiting_count < WAITING_MAX)
        visitors->waiting[visitors->waiting_count++] = peer;
    else
        peer_bye(peer, "too many wait");
}

static void take_out(struct visitors *visitors, int at)
{
    visitors->waiting_count--;
    memmove(visitors->waiting + at, visitors->waiting + at + 1,
            (size_t)(visitors->waiting_count - at) * sizeof visitors->waiting[0]);
}

void visitors_gone(struct visitors *visitors, const struct peer *peer)
{
    for (int i = 0; i < visitors->waiting_count; i++) {
        if (visitors->waiting[i] == peer) {
            take_out(visitors, i);
            return;
        }
    }
}

static bool is_for(const struct peer *peer, const struct runner_entry *entry)
{
    return strcasecmp(peer->name, entry->name) == 0 && peer->state == PEER_STATE_READY;
}

int visitors_count(const struct visitors *visitors, const struct runner_entry *entry)
{
    int count = 0;
    for (int i = 0; i < visitors->waiting_count; i++)
        count += is_for(visitors->waiting[i], entry);
    return count;
}

struct peer *visitors_take(struct visitors *visitors, const struct runner_entry *entry)
{
    for (int i = 0; i < visitors->waiting_count; i++) {
        struct peer *peer = visitors->waiting[i];
        if (is_for(peer, entry)) {
            take_out(visitors, i);
            return peer;
        }
    }
    return NULL;
}
