/* relay.c - carries bytes between a bot and another node. */
#include "cluster/relay.h"
#include "net/transport.h"
#include "base/log.h"
#include "ladder.h"
#include "arena/session.h"

#include <errno.h>
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Bytes in one direction. */
struct pipe {
    size_t begin, end; /* the bytes in it */
    char bytes[RELAY_BYTES];
};

struct relay {
    struct relays *relays;
    struct relay *next, **link; /* link: what points to it */
    struct transport bot, node;
    struct event *bot_event, *node_event, *deadline;
    struct pipe to_bot, to_node;
    enum encoding encoding;
    bool connecting, greeted, pass_welcome;
    bool bot_wants_write; /* to continue reading it */
    char name[NAME_MAX_BYTES + 1], here[2 * SESSION_BYTES + 1], address[72];
};

static void pump(struct relay *relay);

static void relay_free(struct relay *relay, const char *why)
{
    if (why)
        log_line(LOG_INFO, "name=%s node=%s no longer carried: %s", relay->name, relay->address,
                 why);
    *relay->link = relay->next;
    if (relay->next)
        relay->next->link = relay->link;
    relay->relays->count--;
    if (relay->bot_event)
        event_free(relay->bot_event);
    if (relay->node_event)
        event_free(relay->node_event);
    if (relay->deadline)
        event_free(relay->deadline);
    transport_close(&relay->bot);
    transport_close(&relay->node);
    free(relay);
}

static size_t room(const struct pipe *pipe)
{
    return sizeof pipe->bytes - (pipe->end - pipe->begin);
}

static void pack(struct pipe *pipe)
{
    memmove(pipe->bytes, pipe->bytes + pipe->begin, pipe->end - pipe->begin);
    pipe->end -= pipe->begin;
    pipe->begin = 0;
}

/* Reads once. Returns true if there was something; false with *why if the stream is over. */
static bool fill(struct transport *from, struct pipe *pipe, bool *wants_write, const char **why)
{
    if (pipe->begin > 0)
        pack(pipe);
    *wants_write = false;
    if (room(pipe) == 0)
        return false;
    ssize_t got = transport_read(from, pipe->bytes + pipe->end, room(pipe));
    *wants_write = got == TRANSPORT_WANT_WRITE;
    if (got == TRANSPORT_END)
        *why = "end of its stream";
    if (got == TRANSPORT_ERROR)
        *why = from->why;
    pipe->end += got > 0 ? (size_t)got : 0;
    return got > 0;
}

static bool drain(struct transport *to, struct pipe *pipe, const char **why)
{
    if (pipe->begin == pipe->end)
        return false;
    ssize_t sent = transport_write(to, pipe->bytes + pipe->begin, pipe->end - pipe->begin);
    if (sent == TRANSPORT_ERROR)
        *why = to->why;
    pipe->begin += sent > 0 ? (size_t)sent : 0;
    return sent > 0;
}

/* Reads the other node's answer. Returns true if it accepted the bot. */
static bool take_greeting(struct relay *relay, const char **why)
{
    static struct message message;
    struct pipe *pipe = &relay->to_bot;
    size_t bad = 0;
    int size = stream_next(&relay->encoding, FROM_SERVER, pipe->bytes + pipe->begin,
                           pipe->end - pipe->begin, &message, &bad);

    if (size == 0)
        return false;
    if (size < 0 || message.kind != MESSAGE_WELCOME) {
        *why = "it was not let in there";
        return false;
    }
    struct slice session = message_string(&message, WELCOME_SESSION);
    char text[RELAY_SESSION_BYTES];
    snprintf(text, sizeof text, "%.*s", (int)session.size, session.data);
    if (relay->relays->welcomed)
        relay->relays->welcomed(relay->relays, relay->pass_welcome ? text : relay->here,
                                relay->address, text);
    if (!relay->pass_welcome)
        pipe->begin += (size_t)size;
    relay->greeted = true;
    event_free(relay->deadline);
    relay->deadline = NULL;
    log_line(LOG_INFO, "name=%s node=%s now carried", relay->name, relay->address);
    return true;
}

static bool connected(struct relay *relay, const char **why)
{
    int error = 0;
    socklen_t size = sizeof error;
    struct endpoint other;

    if (getsockopt(relay->node.read_fd, SOL_SOCKET, SO_ERROR, &error, &size) || error) {
        *why = strerror(error ? error : errno);
        return false;
    }
    endpoint_socket_peer(relay->node.read_fd, &other);
    if (other.kind == ENDPOINT_NONE)
        return false; /* not yet */
    relay->connecting = false;
    return true;
}

static void arm(struct event *event, short what, evutil_socket_t fd, event_callback_fn fn,
                struct relay *relay)
{
    event_del(event);
    if (what == 0)
        return;
    event_assign(event, relay->relays->base, fd, what, fn, relay);
    event_add(event, NULL);
}

static void on_ready(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    pump(context);
}

static void rearm(struct relay *relay)
{
    bool to_node = relay->to_node.end > relay->to_node.begin;
    bool to_bot = relay->greeted && relay->to_bot.end > relay->to_bot.begin;
    short bot = (short)((relay->greeted && room(&relay->to_node) > 0 ? EV_READ : 0) |
                        (to_bot || relay->bot_wants_write ? EV_WRITE : 0));
    short node = (short)((room(&relay->to_bot) > 0 && !relay->connecting ? EV_READ : 0) |
                         (to_node || relay->connecting ? EV_WRITE : 0));

    arm(relay->bot_event, bot, relay->bot.read_fd, on_ready, relay);
    arm(relay->node_event, node, relay->node.read_fd, on_ready, relay);
}

/* Moves what can be moved now, at most a few times, so that others do not wait. */
static void pump(struct relay *relay)
{
    const char *why = NULL;
    bool moved = true, ignored;

    if (relay->connecting && !connected(relay, &why) && !why) {
        rearm(relay);
        return;
    }
    for (int turn = 0; moved && !why && turn < 8; turn++) {
        moved = drain(&relay->node, &relay->to_node, &why);
        moved = (!why && fill(&relay->node, &relay->to_bot, &ignored, &why)) || moved;
        if (!relay->greeted &&
            !(relay->to_bot.end > relay->to_bot.begin && take_greeting(relay, &why)))
            continue;
        /* The bot still gets what came before the end. */
        moved = drain(&relay->bot, &relay->to_bot, &why) || moved;
        moved =
            (!why && fill(&relay->bot, &relay->to_node, &relay->bot_wants_write, &why)) || moved;
    }
    if (why) {
        relay_free(relay, why);
        return;
    }
    rearm(relay);
    if (moved) /* others first */
        event_active(relay->bot_event, EV_READ, 0);
}

static void on_deadline(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    relay_free(context, "it did not answer in time");
}

/* ---------------------------------------------------------------------------------- to begin */

/* Starts to connect; returns -1 on failure. Refuses names: nothing here waits for DNS. */
static int connect_to(const char *address)
{
    struct endpoint to;
    bool usable = endpoint_parse(address, &to) == 0 && to.kind != ENDPOINT_UNIX && to.port > 0;

    return usable ? endpoint_socket_connect(&to) : -1;
}

static bool prepare(struct relay *relay, const struct peer *peer, const struct relay_config *config)
{
    struct pipe *pipe = &relay->to_node;
    const struct timeval wait = {.tv_sec = RELAY_GREETING_MSEC / 1000};
    int fd = connect_to(config->address);

    transport_init_plain(&relay->node, fd, fd);
    relay->bot_event = event_new(relay->relays->base, -1, 0, on_ready, relay);
    relay->node_event = event_new(relay->relays->base, -1, 0, on_ready, relay);
    relay->deadline = evtimer_new(relay->relays->base, on_deadline, relay);
    int size = scribe_message(config->hello, relay->encoding, pipe->bytes, sizeof pipe->bytes);
    if (fd < 0 || !relay->bot_event || !relay->node_event || !relay->deadline || size < 0 ||
        (size_t)size + peer_bytes_kept(peer) > sizeof pipe->bytes ||
        evtimer_add(relay->deadline, &wait))
        return false;
    if (peer_bytes_kept(peer) > 0) /* the first bytes of a message */
        memcpy(pipe->bytes + size, peer_kept(peer), peer_bytes_kept(peer));
    pipe->end = (size_t)size + peer_bytes_kept(peer);
    return true;
}

int relay_start(struct relays *relays, struct peer *peer, const struct relay_config *config)
{
    struct relay *relay = calloc(1, sizeof *relay);

    if (!relay)
        return -1;
    relay->relays = relays;
    relay->encoding = peer_encoding(peer);
    relay->connecting = true;
    relay->pass_welcome = config->welcome;
    snprintf(relay->address, sizeof relay->address, "%s", config->address);
    memcpy(relay->name, peer_name(peer), sizeof relay->name);
    memcpy(relay->here, peer_session(peer), sizeof relay->here);
    transport_init_plain(&relay->bot, -1, -1);
    relay->next = relays->first;
    relay->link = &relays->first;
    if (relay->next)
        relay->next->link = &relay->next;
    relays->first = relay;
    relays->count++;
    if (!prepare(relay, peer, config) || !session_give_stream(peer, &relay->bot)) {
        relay_free(relay, NULL);
        return -1;
    }
    rearm(relay);
    return 0;
}

void relay_init(struct relays *relays, struct event_base *base)
{
    memset(relays, 0, sizeof *relays);
    relays->base = base;
}

void relay_fini(struct relays *relays)
{
    while (relays->first)
        relay_free(relays->first, "the arena is closing");
}
