/* connection.c - a connection of a bot, from its first byte to its last: its descriptors and
 * events, and what it is sent, by a buffer that is lent to it, and one write. Knows no table and no
 * session: it tells of what happens through arena->functions. */
#include "arena/child.h"
#include "arena/session.h"

#include <arpa/inet.h>
#include <assert.h>
#include <event2/event.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { OUT_BYTES_FIRST = 2 * FRAME_BYTES_MAX };

/* Events of what is rare are made when they are first needed: ten thousand peers wait for neither.
 * 0 or -1. */
int peer_await_writable(struct peer *peer)
{
    if (!peer->write_event)
        peer->write_event = event_new(peer->arena->base, peer->transport.write_fd, EV_WRITE,
                                      peer->arena->functions->writable, peer);
    return peer->write_event ? event_add(peer->write_event, NULL) : -1;
}

int peer_await_deadline(struct peer *peer, usec_t wait)
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

static bool attach(struct peer *peer, int read_fd, int write_fd)
{
    transport_init_plain(&peer->transport, read_fd, write_fd);
    peer->read_event = event_new(peer->arena->base, read_fd, EV_READ | EV_PERSIST,
                                 peer->arena->functions->readable, peer);
    return peer->read_event && event_add(peer->read_event, NULL) == 0 &&
           (peer->arena->handshake_usec == 0 ||
            peer_await_deadline(peer, peer->arena->handshake_usec) == 0);
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

/* The address in its label, as a number; 0: it has none. */
static uint32_t address_of(const struct peer *peer)
{
    struct in_addr address = {0};
    char text[INET_ADDRSTRLEN];

    snprintf(text, sizeof text, "%.*s", (int)strcspn(peer->label, ":"), peer->label);
    return inet_pton(AF_INET, text, &address) == 1 ? address.s_addr : 0;
}

void peer_link(struct arena *arena, struct peer *peer)
{
    share_enter(&arena->share, &peer->share, address_of(peer));
    peer->arena = arena;
    peer->next = arena->peers;
    peer->link = &arena->peers;
    if (peer->next)
        peer->next->link = &peer->next;
    arena->peers = peer;
    arena->peer_count++;
}

void peer_unlink(struct peer *peer)
{
    *peer->link = peer->next;
    if (peer->next)
        peer->next->link = peer->link;
    peer->arena->peer_count--;
    roster_leave(&peer->called);
    share_leave(&peer->arena->share, &peer->share);
}

void peer_set_closed(struct peer *peer)
{
    peer->state = PEER_STATE_CLOSED;
    peer->next_closed = peer->arena->closed_peers;
    peer->arena->closed_peers = peer;
    peer->arena->sweep = true;
}

static void count_handshake(struct peer *peer, int change)
{
    peer->arena->handshake_count += change;
    peer->share.address->handshakes += change;
}

static void make_session(struct peer *peer)
{
    uint8_t bytes[SESSION_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        abort();
    hex_encode(bytes, sizeof bytes, peer->session);
}

struct peer *arena_add_peer(struct arena *arena, int read_fd, int write_fd, pid_t pid,
                            const char *label)
{
    struct peer *peer = calloc(1, sizeof *peer);

    if (peer) {
        peer->arena = arena;
        peer->pid = pid;
        peer->games_max = 1;
        peer->idle_since = clock_now_usec();
        snprintf(peer->label, sizeof peer->label, "%s", label);
        make_session(peer);
    }
    if (!peer || !attach(peer, read_fd, write_fd)) {
        if (peer) {
            detach(peer);
        } else {
            close(read_fd);
            if (write_fd != read_fd)
                close(write_fd);
        }
        free(peer);
        return NULL;
    }
    peer_link(arena, peer);
    count_handshake(peer, 1);
    return peer;
}

void peer_unwatch(struct peer *peer)
{
    event_del(peer->read_event);
    peer->unheard = false;
    share_forget(&peer->arena->share, &peer->share);
    forget_event(&peer->write_event);
    forget_event(&peer->deadline);
}

int peer_watch(struct peer *peer)
{
    const struct transport *transport = &peer->transport;

    event_assign(peer->read_event, peer->arena->base, transport->read_fd, EV_READ | EV_PERSIST,
                 peer->arena->functions->readable, peer);
    if (event_add(peer->read_event, NULL) || (peer->read_waits && peer_await_writable(peer)))
        return -1;
    if (peer->out_size > peer->out_sent || peer->broken)
        peer_mark_dirty(peer);
    if (peer->more || peer->unwritable || transport_pending(transport))
        event_active(peer->read_event, EV_READ, 0); /* its descriptor will not say so again */
    return 0;
}

struct peer *arena_add_socket(struct arena *arena, int fd, bool needs_tls, const char *label)
{
    struct peer *peer = arena_add_peer(arena, fd, fd, 0, label);
    if (peer) {
        transport_init_accepted(&peer->transport, fd, arena->tls);
        peer->needs_tls = needs_tls;
    }
    return peer;
}

void peer_free_games(struct peer *peer)
{
    if (peer->games != &peer->only)
        free(peer->games);
    peer->games = NULL;
}

void peer_free(struct peer *peer)
{
    detach(peer);
    if (peer->pid > 0)
        child_let_go(peer->arena, peer->pid);
    free(peer->out);
    free(peer->kept);
    peer_free_games(peer);
    free(peer);
}

int peer_make_games(struct peer *peer, int slots)
{
    peer->only = (struct seat_of_peer){0};
    peer->games = slots == 1 ? &peer->only : calloc((size_t)slots, sizeof *peer->games);
    peer->game_slots = peer->games ? slots : 0;
    return peer->games ? 0 : -1;
}

void peer_end_handshake(struct peer *peer, enum peer_state state)
{
    peer->state = state;
    count_handshake(peer, -1);
    forget_event(&peer->deadline);
}

void peer_disconnect(struct peer *peer)
{
    if (peer->state == PEER_STATE_HANDSHAKE)
        count_handshake(peer, -1);
    peer_set_closed(peer);
    detach(peer);
}

void peer_fail(struct peer *peer, enum fault fault, const char *format, ...)
{
    char reason[160];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    peer->arena->functions->failed(peer, fault, reason);
}

void peer_fail_for_memory(struct peer *peer)
{
    peer->arena->functions->out_of_memory(peer);
}

/* ------------------------------------------------------------------------------- what is sent */

/* Who has nothing to be written has no buffer: the last one that was written is taken by the next,
 * so that a thousand bots need one or two, and those stay in the processor's cache. */
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
    /* One that reads, but never quite catches up, must not make it grow. */
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

void peer_mark_dirty(struct peer *peer)
{
    if (peer->dirty)
        return;
    peer->dirty = true;
    peer->next_dirty = peer->arena->dirty;
    peer->arena->dirty = peer;
}

/* False: it is closed, or will be when the arena settles: nothing dies under its caller. */
static bool has_room(struct peer *peer, size_t size)
{
    if (peer->state == PEER_STATE_CLOSED)
        return false;
    bool slow = peer->out_size - peer->out_sent > PEER_OUT_BYTES_MAX;
    if (!slow && reserve(peer, size))
        return true;
    peer->no_memory = !slow;
    peer->broken = true;
    peer_mark_dirty(peer);
    return false;
}

void peer_send_bytes(struct peer *peer, const char *bytes, size_t size)
{
    if (!has_room(peer, size))
        return;
    memcpy(peer->out + peer->out_size, bytes, size);
    peer_put(peer, size);
}

char *peer_room(struct peer *peer, enum encoding *encoding, size_t *size)
{
    *encoding = peer->encoding == ENCODING_UNKNOWN ? ENCODING_TEXT : peer->encoding;
    if (!has_room(peer, FRAME_BYTES_MAX))
        return NULL;
    *size = peer->out_capacity - peer->out_size;
    return peer->out + peer->out_size;
}

void peer_put(struct peer *peer, size_t size)
{
    peer->out_size += size;
    if (peer->out_size > 0)
        peer_mark_dirty(peer);
    else
        give_buffer_back(peer);
}

void peer_send(struct peer *peer, const struct message *message)
{
    enum encoding encoding;
    size_t room;
    char *out = peer_room(peer, &encoding, &room);

    if (!out)
        return;
    int size = message_encode(message, encoding, out, FRAME_BYTES_MAX);
    assert(size > 0);
    peer_put(peer, (size_t)size);
}

void peer_send_error(struct peer *peer, enum wire_error error, int64_t number)
{
    struct message *message = &peer->arena->message_out;
    message_init(message, MESSAGE_ERROR);
    message_set_string(message, ERROR_CODE, wire_error_code(error), strlen(wire_error_code(error)));
    message_set_string(message, ERROR_TEXT, wire_error_text(error), strlen(wire_error_text(error)));
    if (number > 0)
        message_set_int(message, ERROR_N, number);
    peer_send(peer, message);
}

/* `address`: of another node, or NULL. */
static void end(struct peer *peer, enum fault fault, const char *why, const char *address)
{
    struct message *message = &peer->arena->message_out;
    message_init(message, MESSAGE_BYE);
    message_set_string(message, BYE_WHY, why, strlen(why));
    if (address)
        message_set_string(message, BYE_ADDRESS, address, strlen(address));
    peer_send(peer, message);
    peer_flush(peer);
    peer->lingers = true;
    peer_fail(peer, fault, "%s", why);
}

void peer_end(struct peer *peer, enum fault fault, const char *why)
{
    end(peer, fault, why, NULL);
}

void peer_bye(struct peer *peer, const char *why)
{
    end(peer, FAULT_GONE, why, NULL);
}

void peer_send_away(struct peer *peer, const char *why, const char *address)
{
    end(peer, FAULT_GONE, why, address);
}

/* All of it is with the kernel: the clocks of the requests in it run from here. */
static void written(struct peer *peer)
{
    give_buffer_back(peer);
    peer->arena->functions->written(peer);
}

/* Nobody reads what is written; what was sent before that counts, and is read before it is gone. */
static void stop_writing(struct peer *peer)
{
    peer->unwritable = true;
    event_active(peer->read_event, EV_READ, 0);
}

void peer_flush(struct peer *peer)
{
    if (peer->state == PEER_STATE_CLOSED)
        return;
    if (peer->unwritable)
        peer->out_size = peer->out_sent = 0;
    if (peer->broken && peer->no_memory)
        peer_fail_for_memory(peer);
    else if (peer->broken)
        peer_fail(peer, FAULT_FLOOD, "reads too slowly");
    if (peer->broken)
        return;
    while (peer->out_sent < peer->out_size) {
        ssize_t sent = transport_write(&peer->transport, peer->out + peer->out_sent,
                                       peer->out_size - peer->out_sent);
        if (sent == TRANSPORT_WANT_WRITE && peer_await_writable(peer)) {
            peer_fail_for_memory(peer);
            return;
        }
        if (sent == TRANSPORT_WANT_READ)
            peer->write_waits = true;
        if (sent == TRANSPORT_ERROR)
            stop_writing(peer);
        else if (sent < 0)
            peer->arena->functions->written(
                peer); /* who leaves no room for its request pays for that itself */
        if (sent < 0)
            return;
        peer->out_sent += (size_t)sent;
    }
    written(peer);
}

void arena_flush(struct arena *arena)
{
    struct peer *peer;

    if (arena->settling)
        return;
    arena->settling = true;
    while ((peer = arena->dirty) != NULL) {
        arena->dirty = peer->next_dirty;
        peer->dirty = false;
        peer_flush(peer);
    }
    arena->settling = false;
}
