/* remote_bots.c - bots that connect to a match instead of being started. */
#include "match/remote_bots.h"

#include "match/runner.h"
#include "net/listener.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { WAITING_MAX = 4096 };

static const char tcp_scheme[] = "tcp://", unix_scheme[] = "unix:";

struct port {
    struct port *next;
    const char *command; /* of the first entry that named it */
    struct listener listener;
};

struct remote_bots {
    struct arena *arena;
    const struct runner_entry *entries;
    int entry_count;
    struct port *ports;
    struct peer *waiting[WAITING_MAX]; /* longest first */
    int waiting_count;
};

static bool begins(const char *command, const char *scheme)
{
    return strncmp(command, scheme, strlen(scheme)) == 0;
}

bool remote_bots_expected(const char *command)
{
    return begins(command, tcp_scheme) || begins(command, unix_scheme);
}

/* A listener_enter_fn. */
static void on_connection(void *context, int fd, const struct endpoint *from)
{
    struct remote_bots *bots = context;

    listener_prepare(fd);
    if (arena_counts(bots->arena).peers >= WAITING_MAX)
        close(fd);
    else
        connection_create_socket(bots->arena, fd, false, from);
}

/* Bots must know the port, so it is never chosen by the system. */
static int parse(const char *command, struct endpoint *at)
{
    bool tcp = begins(command, tcp_scheme);

    if (endpoint_parse(command + (tcp ? strlen(tcp_scheme) : 0), at))
        return -1;
    return tcp ? (at->kind == ENDPOINT_UNIX || at->port == 0 ? -1 : 0)
               : (at->kind == ENDPOINT_UNIX ? 0 : -1);
}

bool remote_bots_command_valid(const char *command)
{
    struct endpoint at;

    return !remote_bots_expected(command) || parse(command, &at) == 0;
}

static int listen_for(struct remote_bots *bots, const struct runner_entry *entry, char error[160])
{
    struct endpoint at;
    char why[ENDPOINT_ERROR_BYTES];

    for (const struct port *port = bots->ports; port; port = port->next) {
        if (strcmp(port->command, entry->command) == 0)
            return 0;
    }
    if (parse(entry->command, &at)) {
        snprintf(error, 160, "bot %s: %.40s: expected %s", entry->name, entry->command,
                 REMOTE_BOTS_ALLOWED);
        return -1;
    }
    struct port *port = calloc(1, sizeof *port);
    if (!port) {
        snprintf(error, 160, "out of memory");
        return -1;
    }
    if (listener_open(&port->listener, arena_base(bots->arena), &at, on_connection, bots, why)) {
        snprintf(error, 160, "bot %s: %.110s", entry->name, why);
        listener_close(&port->listener);
        free(port);
        return -1;
    }
    port->command = entry->command;
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
        listener_close(&port->listener);
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
