/* connection.c - a connection of a bot, from its first byte to its last: its descriptors, events
 * and output. Output goes to a buffer lent to the peer, and leaves with one write. Knows no table
 * and no session: it calls arena->functions. */
#include "arena/connection_private.h"

#include "arena/child.h"
#include "net/websocket.h"

#include <assert.h>
#include <event2/event.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { OUT_BYTES_FIRST = 2 * FRAME_BYTES_MAX };

/* Rare events are made when they are first needed, because ten thousand peers need none. Returns 0,
 * or -1. */
int connection_await_writable(struct peer *peer)
{
    if (!peer->write_event)
        peer->write_event = event_new(peer->arena->base, peer->transport.write_fd, EV_WRITE,
                                      peer->arena->functions->writable, peer);
    return peer->write_event ? event_add(peer->write_event, NULL) : -1;
}

int connection_await_deadline(struct peer *peer, usec_t wait)
{
    const struct timeval when = {.tv_sec = wait / 1000000, .tv_usec = wait % 1000000};

    if (!peer->deadline)
        peer->deadline = evtimer_new(peer->arena->base, peer->arena->functions->deadline, peer);
    return peer->deadline ? evtimer_add(peer->deadline, &when) : -1;
}

static void forget_event(struct event **event)
{
    if (*event)
        event_free(*event);
    *event = NULL;
}

static bool attach(struct peer *peer, const struct transport *transport)
{
    peer->transport = *transport;
    peer->read_event = event_new(peer->arena->base, transport->read_fd, EV_READ | EV_PERSIST,
                                 peer->arena->functions->readable, peer);
    return peer->read_event && event_add(peer->read_event, NULL) == 0 &&
           (peer->arena->settings.handshake_usec == 0 ||
            connection_await_deadline(peer, peer->arena->settings.handshake_usec) == 0);
}

static void detach(struct peer *peer)
{
    forget_event(&peer->read_event);
    forget_event(&peer->write_event);
    forget_event(&peer->deadline);
    if (!peer->lingers) {
        transport_close(&peer->transport);
        return;
    }
    linger_begin(&peer->arena->lingers, peer->arena->base, &peer->transport, peer->out,
                 peer->out_size, peer->out_sent);
    peer->out = NULL;
    peer->out_size = peer->out_sent = peer->out_capacity = 0;
    peer->lingers = false;
}

void connection_link(struct arena *arena, struct peer *peer)
{
    share_enter(&arena->share, &peer->share, peer->address);
    peer_set_arena(peer, arena);
    peer->next = arena->peers;
    peer->link = &arena->peers;
    if (peer->next)
        peer->next->link = &peer->next;
    arena->peers = peer;
    arena->peer_count++;
}

void connection_unlink(struct peer *peer)
{
    *peer->link = peer->next;
    if (peer->next)
        peer->next->link = peer->link;
    peer->arena->peer_count--;
    roster_leave(&peer->called);
    share_leave(&peer->arena->share, &peer->share);
}

void connection_set_closed(struct peer *peer)
{
    peer_set_state(peer, PEER_STATE_CLOSED);
    peer->next_closed = peer->arena->closed_peers;
    peer->arena->closed_peers = peer;
    arena_note_closed(peer->arena);
}

static void count_handshake(struct peer *peer, int change)
{
    peer->arena->handshake_count += change;
    share_count_handshake(&peer->share, change);
}

/* Takes the transport over. `address`: endpoint_key. Returns NULL if out of memory; it is closed
 * then. */
static struct peer *create(struct arena *arena, struct transport *transport, pid_t pid,
                           const char *label, uint64_t address)
{
    struct peer *peer = peer_create(arena, pid, label, address);

    if (!peer) {
        transport_close(transport);
        return NULL;
    }
    if (!attach(peer, transport)) {
        detach(peer);
        peer_destroy(peer);
        return NULL;
    }
    peer_make_session(peer);
    connection_link(arena, peer);
    count_handshake(peer, 1);
    return peer;
}

struct peer *connection_create(struct arena *arena, int read_fd, int write_fd, pid_t pid,
                               const char *label)
{
    struct transport transport;
    transport_init_plain(&transport, read_fd, write_fd);
    return create(arena, &transport, pid, label, 0);
}

/* There is something to write. */
static void mark_dirty(struct peer *peer)
{
    if (peer->dirty)
        return;
    peer->dirty = true;
    peer->next_dirty = peer->arena->dirty;
    peer->arena->dirty = peer;
}

void connection_remove_events(struct peer *peer)
{
    event_del(peer->read_event);
    forget_event(&peer->write_event);
    forget_event(&peer->deadline);
}

int connection_add_events(struct peer *peer)
{
    const struct transport *transport = &peer->transport;

    event_assign(peer->read_event, peer->arena->base, transport->read_fd, EV_READ | EV_PERSIST,
                 peer->arena->functions->readable, peer);
    if (event_add(peer->read_event, NULL) || (peer->read_waits && connection_await_writable(peer)))
        return -1;
    if (peer->out_size > peer->out_sent || peer->broken)
        mark_dirty(peer);
    if (peer->more || peer->unwritable || transport_pending(transport))
        event_active(peer->read_event, EV_READ, 0); /* its descriptor will not report it again */
    return 0;
}

void connection_move(struct peer *to, struct peer *from)
{
    to->transport = from->transport;
    to->read_event = from->read_event;
    to->write_event = from->write_event;
    to->deadline = from->deadline;
    to->broken = from->broken;
    to->unwritable = from->unwritable;
    to->write_waits = from->write_waits;
    to->no_memory = from->no_memory;
    to->out = from->out;
    to->out_size = from->out_size;
    to->out_sent = from->out_sent;
    to->out_capacity = from->out_capacity;
    transport_init_plain(&from->transport, -1, -1);
    from->read_event = from->write_event = from->deadline = NULL;
    from->out = NULL;
    from->out_size = from->out_sent = from->out_capacity = 0;
    from->broken = from->unwritable = from->write_waits = false;
}

struct transport connection_swap_transport(struct peer *peer, struct transport transport)
{
    struct transport before = peer->transport;

    peer->transport = transport;
    return before;
}

int connection_read_fd(const struct peer *peer)
{
    return peer->transport.read_fd;
}

int connection_write_fd(const struct peer *peer)
{
    return peer->transport.write_fd;
}

void connection_close_output(struct peer *peer)
{
    if (peer->transport.write_fd >= 0)
        close(peer->transport.write_fd);
    peer->transport.write_fd = -1;
}

struct peer *connection_create_socket(struct arena *arena, int fd, bool needs_tls,
                                      const struct endpoint *from)
{
    char label[ENDPOINT_TEXT_BYTES];
    struct transport transport;
    transport_init_accepted(&transport, fd, arena->settings.tls);
    struct peer *peer =
        create(arena, &transport, 0, endpoint_format(from, label), endpoint_key(from));
    if (peer)
        peer->needs_tls = needs_tls;
    return peer;
}

struct peer *connection_create_websocket(struct arena *arena, int fd, struct ssl_st *ssl,
                                         bool needs_tls, const struct endpoint *from)
{
    char label[ENDPOINT_TEXT_BYTES];
    struct transport transport;
    struct peer *peer =
        websocket_open(&transport, fd, ssl)
            ? NULL
            : create(arena, &transport, 0, endpoint_format(from, label), endpoint_key(from));
    if (peer)
        peer->needs_tls = needs_tls;
    return peer;
}

void connection_free(struct peer *peer)
{
    detach(peer);
    if (peer->pid > 0)
        child_let_go(peer->arena, peer->pid);
    peer_destroy(peer);
}

void connection_end_handshake(struct peer *peer, enum peer_state state)
{
    peer_set_state(peer, state);
    count_handshake(peer, -1);
    forget_event(&peer->deadline);
}

void connection_disconnect(struct peer *peer)
{
    if (peer->state == PEER_STATE_HANDSHAKE)
        count_handshake(peer, -1);
    connection_set_closed(peer);
    detach(peer);
}

void connection_fail(struct peer *peer, enum fault fault, const char *format, ...)
{
    char reason[160];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    peer->arena->functions->failed(peer, fault, reason);
}

void connection_note_no_memory(struct peer *peer)
{
    peer->no_memory = true;
}

void connection_fail_for_memory(struct peer *peer)
{
    peer->arena->functions->out_of_memory(peer);
}

/* ------------------------------------------------------------------------------- what is sent */

/* A peer without output has no buffer: it takes the spare one from the last writer, so that a
 * thousand bots need one or two, which stay in the processor's cache. */
static void give_buffer_back(struct peer *peer)
{
    struct arena *arena = peer->arena;

    if (!arena->spare_out && peer->out_capacity == OUT_BYTES_FIRST)
        arena->spare_out = peer->out;
    else
        free(peer->out);
    peer->out = NULL;
    peer->out_size = peer->out_sent = peer->out_capacity = 0;
}

static bool reserve(struct peer *peer, size_t more)
{
    size_t need = peer->out_size + more;
    size_t capacity = peer->out_capacity ? peer->out_capacity : OUT_BYTES_FIRST;
    if (need <= peer->out_capacity)
        return true;
    if (!peer->out && peer->arena->spare_out && need <= OUT_BYTES_FIRST) {
        peer->out = peer->arena->spare_out;
        peer->out_capacity = OUT_BYTES_FIRST;
        peer->arena->spare_out = NULL;
        return true;
    }
    /* The buffer of a peer that reads, but never quite catches up, must not grow. */
    if (peer->out_sent > 0) {
        memmove(peer->out, peer->out + peer->out_sent, peer->out_size - peer->out_sent);
        peer->out_size -= peer->out_sent;
        need -= peer->out_sent;
        peer->out_sent = 0;
    }
    while (capacity < need)
        capacity *= 2;
    char *out = realloc(peer->out, capacity);
    if (!out)
        return false;
    peer->out = out;
    peer->out_capacity = capacity;
    return true;
}

/* Returns false if the peer is closed, or will be when the arena settles: no peer dies under its
 * caller. */
static bool has_room(struct peer *peer, size_t size)
{
    if (peer->state == PEER_STATE_CLOSED)
        return false;
    bool slow = peer->out_size - peer->out_sent > PEER_OUT_BYTES_MAX;
    if (!slow && reserve(peer, size))
        return true;
    peer->no_memory = !slow;
    peer->broken = true;
    mark_dirty(peer);
    return false;
}

void connection_send_bytes(struct peer *peer, const char *bytes, size_t size)
{
    if (!has_room(peer, size))
        return;
    memcpy(peer->out + peer->out_size, bytes, size);
    connection_put(peer, size);
}

char *connection_room(struct peer *peer, enum encoding *encoding, size_t *size)
{
    *encoding = peer->encoding == ENCODING_UNKNOWN ? ENCODING_TEXT : peer->encoding;
    if (!has_room(peer, FRAME_BYTES_MAX))
        return NULL;
    *size = peer->out_capacity - peer->out_size;
    return peer->out + peer->out_size;
}

void connection_put(struct peer *peer, size_t size)
{
    if (peer->arena->callbacks.wire && size > 0)
        peer->arena->callbacks.wire(peer->arena, peer, false, peer->out + peer->out_size, size);
    peer->out_size += size;
    if (peer->out_size > 0)
        mark_dirty(peer);
    else
        give_buffer_back(peer);
}

void connection_send(struct peer *peer, const struct message *message)
{
    enum encoding encoding;
    size_t room;
    char *out = connection_room(peer, &encoding, &room);

    if (!out)
        return;
    int size = scribe_message(message, encoding, out, FRAME_BYTES_MAX);
    assert(size > 0);
    connection_put(peer, (size_t)size);
}

void connection_send_error(struct peer *peer, enum wire_error error, int64_t number)
{
    struct message *message = &peer->arena->message_out;
    message_init(message, MESSAGE_ERROR);
    message_set_string(message, ERROR_CODE, wire_error_code(error), strlen(wire_error_code(error)));
    message_set_string(message, ERROR_TEXT, wire_error_text(error), strlen(wire_error_text(error)));
    if (number > 0)
        message_set_int(message, ERROR_N, number);
    connection_send(peer, message);
}

void connection_send_refusal(struct peer *peer, enum wire_error error, const char *text)
{
    struct message *message = &peer->arena->message_out;
    message_init(message, MESSAGE_ERROR);
    message_set_string(message, ERROR_CODE, wire_error_code(error), strlen(wire_error_code(error)));
    message_set_string(message, ERROR_TEXT, text, strlen(text));
    connection_send(peer, message);
}

/* `address`: of another node, or NULL. */
static void end(struct peer *peer, enum fault fault, const char *why, const char *address)
{
    struct message *message = &peer->arena->message_out;
    message_init(message, MESSAGE_BYE);
    message_set_string(message, BYE_WHY, why, strlen(why));
    if (address)
        message_set_string(message, BYE_ADDRESS, address, strlen(address));
    connection_send(peer, message);
    connection_flush(peer);
    peer->lingers = true;
    connection_fail(peer, fault, "%s", why);
}

void connection_dismiss(struct peer *peer, enum fault fault, const char *why)
{
    end(peer, fault, why, NULL);
}

void connection_bye(struct peer *peer, const char *why)
{
    end(peer, FAULT_GONE, why, NULL);
}

void connection_send_away(struct peer *peer, const char *why, const char *address)
{
    end(peer, FAULT_GONE, why, address);
}

void connection_refuse(struct peer *peer, enum wire_error error)
{
    connection_send_error(peer, error, 0);
    connection_flush(peer);
    peer->lingers = true;
    connection_fail(peer, FAULT_START, "refused: %s", wire_error_code(error));
}

/* All of it is with the kernel: the clocks of the requests in it start. */
static void written(struct peer *peer)
{
    give_buffer_back(peer);
    peer->arena->functions->written(peer);
}

/* The peer does not read any more; its earlier input counts, and is read before it is closed. */
static void stop_writing(struct peer *peer)
{
    peer->unwritable = true;
    event_active(peer->read_event, EV_READ, 0);
}

void connection_flush(struct peer *peer)
{
    if (peer->state == PEER_STATE_CLOSED)
        return;
    peer->write_waits = false;
    if (peer->unwritable)
        peer->out_size = peer->out_sent = 0;
    if (peer->broken && peer->no_memory)
        connection_fail_for_memory(peer);
    else if (peer->broken)
        connection_fail(peer, FAULT_FLOOD, "reads too slowly");
    if (peer->broken)
        return;
    while (peer->out_sent < peer->out_size) {
        ssize_t sent = transport_write(&peer->transport, peer->out + peer->out_sent,
                                       peer->out_size - peer->out_sent);
        if (sent == TRANSPORT_WANT_WRITE && connection_await_writable(peer)) {
            connection_fail_for_memory(peer);
            return;
        }
        if (sent == TRANSPORT_WANT_READ)
            peer->write_waits = true;
        if (sent == TRANSPORT_ERROR)
            stop_writing(peer);
        else if (sent < 0)
            /* A bot that does not drain its socket is charged from now on. */
            peer->arena->functions->written(peer);
        if (sent < 0)
            return;
        peer->out_sent += (size_t)sent;
    }
    written(peer);
}

void connection_flush_all(struct arena *arena)
{
    struct peer *peer;

    if (arena->flushing || arena->settling)
        return;
    arena->flushing = true;
    while ((peer = arena->dirty) != NULL) {
        arena->dirty = peer->next_dirty;
        peer->dirty = false;
        connection_flush(peer);
    }
    arena->flushing = false;
}

void connection_free_spare(struct arena *arena)
{
    free(arena->spare_out);
    arena->spare_out = NULL;
}

void connection_free_closed(struct arena *arena)
{
    for (struct peer **at = &arena->closed_peers; *at;) {
        struct peer *peer = *at;
        if (peer->game_count == 0 && peer->reserved == 0 && !peer->owner) {
            *at = peer->next_closed;
            connection_unlink(peer);
            connection_free(peer);
        } else {
            at = &peer->next_closed;
        }
    }
}
