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

struct remote_bots {
    struct arena *arena;
    const struct runner_entry *entries;
    int entry_count;
    struct port *ports;
    struct peer *waiting[WAITING_MAX]; /* longest first */
    int waiting_count;
};

bool remote_bots_expected(const char *command)
{
    return strncmp(command, scheme, sizeof scheme - 1) == 0;
}

static void on_connection(struct evconnlistener *listener, evutil_socket_t fd,
                          struct sockaddr *address, int size, void *context)
{
    struct remote_bots *bots = context;
    const struct sockaddr_in *from = (const struct sockaddr_in *)(void *)address;
    char host[INET_ADDRSTRLEN] = "?", label[48];
    int one = 1;
    (void)listener;
    (void)size;

    inet_ntop(AF_INET, &from->sin_addr, host, sizeof host);
    snprintf(label, sizeof label, "%s:%d", host, ntohs(from->sin_port));
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (arena_counts(bots->arena).peers >= WAITING_MAX)
        close(fd);
    else
        connection_create_socket(bots->arena, fd, false, label);
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

bool remote_bots_command_valid(const char *command)
{
    struct sockaddr_in address;
    return !remote_bots_expected(command) || parse(command + sizeof scheme - 1, &address) == 0;
}

static int listen_for(struct remote_bots *bots, const struct runner_entry *entry, char error[160])
{
    const char *text = entry->command + sizeof scheme - 1;
    struct sockaddr_in address;

    for (const struct port *port = bots->ports; port; port = port->next) {
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
            arena_base(bots->arena), on_connection, bots,
            LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE, BACKLOG,
            (struct sockaddr *)&address, sizeof address);
    if (!port || !port->listener) {
        snprintf(error, 160, "bot %s: %.60s: %s", entry->name, entry->command, strerror(errno));
        free(port);
        return -1;
    }
    port->address = text;
    port->next = bots->ports;
    bots->ports = port;
    return 0;
}

int remote_bots_create(struct remote_bots **out, struct arena *arena,
                       const struct runner_entry *entries, int entry_count, char error[160])
{
    struct remote_bots *bots = calloc(1, sizeof *bots);

    *out = bots;
    if (!bots) {
        snprintf(error, 160, "out of memory");
        return -1;
    }
    bots->arena = arena;
    bots->entries = entries;
    bots->entry_count = entry_count;
    for (int i = 0; i < entry_count; i++) {
        if (remote_bots_expected(entries[i].command) && listen_for(bots, &entries[i], error)) {
            remote_bots_destroy(bots);
            *out = NULL;
            return -1;
        }
    }
    return 0;
}

void remote_bots_destroy(struct remote_bots *bots)
{
    struct port *port;

    if (!bots)
        return;
    while ((port = bots->ports) != NULL) {
        bots->ports = port->next;
        evconnlistener_free(port->listener);
        free(port);
    }
    free(bots);
}

enum wire_error remote_bots_accept(const struct remote_bots *bots, const struct peer *peer,
                                   struct slice token)
{
    for (int i = 0; i < bots->entry_count; i++) {
        const struct runner_entry *entry = &bots->entries[i];
        if (!remote_bots_expected(entry->command) || strcasecmp(entry->name, peer_name(peer)) != 0)
            continue;
        size_t size = entry->token ? strlen(entry->token) : 0;
        if (size > 0 && (token.size != size || !fair_equal((const uint8_t *)token.data,
                                                           (const uint8_t *)entry->token, size)))
            return WIRE_ERROR_TOKEN;
        return bots->waiting_count < WAITING_MAX ? WIRE_ERROR_NONE : WIRE_ERROR_FULL;
    }
    return WIRE_ERROR_NAME;
}

void remote_bots_wait(struct remote_bots *bots, struct peer *peer)
{
    if (bots->waiting_count < WAITING_MAX)
        bots->waiting[bots->waiting_count++] = peer;
    else
        connection_bye(peer, "too many wait");
}

static void take_out(struct remote_bots *bots, int at)
{
    bots->waiting_count--;
    memmove(bots->waiting + at, bots->waiting + at + 1,
            (size_t)(bots->waiting_count - at) * sizeof bots->waiting[0]);
}

void remote_bots_gone(struct remote_bots *bots, const struct peer *peer)
{
    for (int i = 0; i < bots->waiting_count; i++) {
        if (bots->waiting[i] == peer) {
            take_out(bots, i);
            return;
        }
    }
}

static bool is_for(const struct peer *peer, const struct runner_entry *entry)
{
    return strcasecmp(peer_name(peer), entry->name) == 0 && peer_state(peer) == PEER_STATE_READY;
}

int remote_bots_count(const struct remote_bots *bots, const struct runner_entry *entry)
{
    int count = 0;
    for (int i = 0; i < bots->waiting_count; i++)
        count += is_for(bots->waiting[i], entry);
    return count;
}

struct peer *remote_bots_take(struct remote_bots *bots, const struct runner_entry *entry)
{
    for (int i = 0; i < bots->waiting_count; i++) {
        struct peer *peer = bots->waiting[i];
        if (is_for(peer, entry)) {
            take_out(bots, i);
            return peer;
        }
    }
    return NULL;
}

/* --------------------------------------------------------------------------- those that are
 * missing */

bool remote_bots_any_expected(const struct remote_bots *bots)
{
    for (int i = 0; i < bots->entry_count; i++) {
        if (remote_bots_expected(bots->entries[i].command))
            return true;
    }
    return false;
}

bool remote_bots_find_missing(const struct remote_bots *bots, int needed, remote_bots_tell_fn *tell)
{
    bool missing = false;

    for (int i = 0; i < bots->entry_count; i++) {
        const struct runner_entry *entry = &bots->entries[i];
        if (!remote_bots_expected(entry->command))
            continue;
        int there = remote_bots_count(bots, entry);
        missing = missing || there < needed;
        if (there < needed && tell)
            tell(entry, there, needed);
    }
    return missing;
}

void remote_bots_tell_needed(const struct runner_entry *entry, int there, int needed)
{
    (void)there;
    fprintf(stderr, "avondale: bot %s: %d connections are needed at %s\n", entry->name, needed,
            entry->command);
}

void remote_bots_tell_missing(const struct runner_entry *entry, int there, int needed)
{
    fprintf(stderr,
            "avondale: bot %s: %d of the %d connections that it needs came to %s in time: connect "
            "more of them, or play fewer tables at once\n",
            entry->name, there, needed, entry->command);
}
