/* connection.c - what a bot is sent: a buffer that is lent to it, and one write. */
#include "arena/session.h"

#include <assert.h>
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

enum { OUT_BYTES_FIRST = 2 * FRAME_BYTES_MAX };

/* Who has nothing to be written has no buffer: the last one that was written is taken by the next, so that
 * a thousand bots need one or two, and those stay in the processor's cache. */
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

static void start_clocks(struct peer *peer)
{
    usec_t now = clock_now_usec();

    for (int g = 0, left = peer->game_count; left > 0 && g < peer->game_slots; g++) {
        struct arena_table *table = peer->games[g].table;
        left -= table != NULL;
        if (!table || table->table.game.turn != peer->games[g].seat)
            continue;
        struct table_input input = {.kind = TABLE_SENT, .seat = peer->games[g].seat};
        if (!table->table.seats[input.seat].budget.running)
            share_favour(&peer->arena->share, &peer->share);
        arena_feed(table, &input, now);
    }
}

/* All of it is with the kernel: the clocks of the requests in it run from here. */
static void written(struct peer *peer)
{
    give_buffer_back(peer);
    start_clocks(peer);
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
            start_clocks(peer); /* who leaves no room for its request pays for that itself */
        if (sent < 0)
            return;
        peer->out_sent += (size_t)sent;
    }
    written(peer);
}
