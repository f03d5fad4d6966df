/* peer_turn.c - when a peer is read, how much at once, and when its messages count as received.
 * share.c chooses the next peer when there are too many; rate_limit.c limits each. */
#include "arena/peer_turn_private.h"

#include <event2/event.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

enum {
    MESSAGES_AT_ONCE = 64, /* then other peers get their turn */
    LOOK_USEC = 100,       /* the same limit in time, checked after each fourth message */
    LAG_USEC = 1000,       /* shortest turn of the loop that is worth a correction */
    BUSY_USEC = 500,       /* until a peer is read again whose owner is busy */
    HEAR_OUT_LOOKS = 4,    /* bytes read at once, at a deadline */
    HEAR_OUT_USEC =
        2000000, /* a peer that sent more than this before its answer has not answered */
};

/* ------------------------------------------------------------------------- the loop's turns */

void peer_turn_end(struct arena *arena, usec_t now)
{
    arena->stood = arena->done - arena->turn_began;
    arena->turn_began = now;
    arena->wall_usec = clock_wall_usec() - now;
    share_turn(&arena->share);
}

void peer_turn_settled(struct arena *arena)
{
    if (!arena->done_now) {
        arena->done = clock_now_usec();
        peer_turn_begin(arena, arena->done);
    }
    arena->done_now = false;
}

void peer_turn_begin(struct arena *arena, usec_t now)
{
    struct timeval polled;

    event_base_gettimeofday_cached(arena->base, &polled);
    if (polled.tv_usec == arena->polled.tv_usec && polled.tv_sec == arena->polled.tv_sec)
        return;
    arena->polled = polled;
    peer_turn_end(arena, now);
}

/* --------------------------------------------------------------------------------- its bytes */

static void end_flood(struct peer *peer, uint32_t limit)
{
    char why[64];

    snprintf(why, sizeof why, "more than %u messages a second", limit);
    connection_send_error(peer, WIRE_ERROR_FLOOD, 0);
    connection_dismiss(peer, FAULT_FLOOD, why);
}

/* A message for the lobby waits until the owner has handled the last one. */
static bool owner_is_busy(const struct peer *peer, enum message_kind kind)
{
    return peer->arena->callbacks.busy && kind != MESSAGE_ACT && kind != MESSAGE_PING &&
           kind != MESSAGE_NONCE && kind != MESSAGE_HINT && kind != MESSAGE_CHAT &&
           kind != MESSAGE_QUIT && peer->arena->callbacks.busy(peer);
}

/* Returns true if it must stop now: it has had its turn or its share, or sends too much. */
static bool must_stop(struct peer *peer, enum message_kind kind, int taken, usec_t now)
{
    uint32_t limit = peer->arena->settings.messages_per_second;

    peer->more = true;
    if (taken == MESSAGES_AT_ONCE || peer->deferred || owner_is_busy(peer, kind) ||
        (taken > 0 && taken % 4 == 0 && clock_now_usec() - now > LOOK_USEC))
        return true;
    switch (rate_limit_next(&peer->rate, limit, now)) {
    case RATE_LIMIT_WAIT:
        break;
    case RATE_LIMIT_FLOOD:
        end_flood(peer, limit);
        break;
    case RATE_LIMIT_PASS:
        peer->more = false;
        break;
    }
    return peer->more;
}

/* Most reads end with a message, so nothing needs to be kept. */
static void keep(struct peer *peer, const char *bytes, size_t size)
{
    char *kept = size ? malloc(size) : NULL;

    if (kept)
        memcpy(kept, bytes, size);
    free(peer->kept);
    peer->kept = kept;
    peer->have = kept ? size : 0;
    if (size && !kept)
        connection_fail_for_memory(peer);
}

/* From when on the current message counts: input that was there when its decision was due is in
 * time. */
static usec_t counts_from(const struct peer *peer)
{
    return peer->owed > 0 && peer->read_at > peer->owed_due ? peer->owed_due : peer->read_at;
}

static void take_bytes(struct peer *peer, const char *bytes, size_t count, usec_t now)
{
    struct message *message = &peer->arena->message_in;
    size_t used = 0;

    peer->more = false;
    for (int taken = 0; peer->state <= PEER_STATE_READY && used < count; taken++) {
        size_t bad = 0;
        int size =
            stream_next(&peer->encoding, FROM_CLIENT, bytes + used, count - used, message, &bad);
        if (size == 0 || must_stop(peer, message->kind, taken, now))
            break;
        size_t step = size > 0 ? (size_t)size : bad;
        if (peer->arena->callbacks.wire)
            peer->arena->callbacks.wire(peer->arena, peer, true, bytes + used, step);
        if (size > 0)
            peer->arena->functions->message(peer, message, counts_from(peer));
        else
            peer->arena->functions->garbage(peer, message, size, counts_from(peer));
        used += step;
        peer->owed -= step < peer->owed ? step : peer->owed;
    }
    if (used < count || peer->kept)
        keep(peer, bytes + used, count - used);
}

/* When the last input had arrived, if known: the kernel's time for a plain socket. Otherwise it may
 * have been there since the last poll, and a bot does not pay for that. */
static usec_t arrived(const struct peer *peer, usec_t now)
{
    const struct arena *arena = peer->arena;
    usec_t age = arena->stood + now - arena->turn_began;

    if (peer->transport.arrived_usec > 0)
        age = now + arena->wall_usec - peer->transport.arrived_usec;
    else if (age < LAG_USEC)
        age = 0;
    /* The wall clock was set meanwhile: its time is useless. */
    if (age < 0 || age >= STALL_MSEC * USEC_PER_MSEC)
        age = 0;
    return now - age > peer->read_at ? now - age : peer->read_at;
}

/* Returns true if there is more to read that the descriptor will not report. One buffer serves all
 * peers: none is read while another's bytes are handled. */
static bool read_once(struct peer *peer)
{
    char *bytes = peer->arena->bytes_in;

    if (peer->state > PEER_STATE_READY || peer->deferred)
        return false;
    if (peer->have)
        memcpy(bytes, peer->kept, peer->have);
    if (peer->more) {
        take_bytes(peer, bytes, peer->have, clock_now_usec());
        return true;
    }
    ssize_t got = transport_read(&peer->transport, bytes + peer->have, PEER_IN_BYTES - peer->have);
    usec_t now = clock_now_usec();
    peer->read_waits = got == TRANSPORT_WANT_WRITE;
    if (peer->read_waits && connection_await_writable(peer)) {
        connection_fail_for_memory(peer);
        return false;
    }
    if (got == TRANSPORT_WANT_READ || got == TRANSPORT_WANT_WRITE) {
        if (peer->unwritable)
            connection_fail(peer, FAULT_GONE, "nothing can be written to it");
        return peer->transport.unread;
    }
    peer->arena->functions->check_time(peer->arena, now);
    if (got <= 0) {
        connection_fail(peer, FAULT_GONE, "%s",
                        got == TRANSPORT_END ? "end of its stream" : peer->transport.why);
        return false;
    }
    peer->read_at = arrived(peer, now);
    take_bytes(peer, bytes, peer->have + (size_t)got, now);
    return peer->more || peer->unwritable || transport_pending(&peer->transport);
}

/* ---------------------------------------------------------------------------------- its turn */

static struct peer *peer_of(struct share_peer *share)
{
    return (struct peer *)(void *)((char *)share - offsetof(struct peer, share));
}

static void arm_turn(struct arena *arena)
{
    static const struct timeval at_once = {0};

    /* A timer: an event made active would be handled before the loop polls again. */
    if (!arena->turn_armed && evtimer_add(arena->turn_event, &at_once) == 0)
        arena->turn_armed = true;
}

static void mute(struct peer *peer)
{
    if (!peer->unheard)
        event_del(peer->read_event);
    peer->unheard = true;
}

static void listen_to(struct peer *peer)
{
    if (!peer->unheard)
        return;
    peer->unheard = false;
    if (event_add(peer->read_event, NULL))
        connection_fail_for_memory(peer);
}

static void wait_for_turn(struct peer *peer)
{
    share_wait(&peer->arena->share, &peer->share);
    arm_turn(peer->arena);
}

/* There is more input: it waits for its turn, or until it may send again. */
static void hear_later(struct peer *peer)
{
    usec_t wait = 0;

    if (peer->more)
        wait = rate_limit_wait(&peer->rate, peer->arena->settings.messages_per_second,
                               clock_now_usec());
    if (peer->more && wait == 0 && peer->arena->callbacks.busy && peer->arena->callbacks.busy(peer))
        wait = BUSY_USEC;
    if (wait == 0) {
        wait_for_turn(peer);
        return;
    }
    mute(peer);
    if (connection_await_deadline(peer, wait))
        connection_fail_for_memory(peer);
}

void peer_turn_resume(struct peer *peer)
{
    if (peer->state <= PEER_STATE_LEAVING && peer->unheard)
        wait_for_turn(peer);
}

/* Reads it from `began` on, which is now, at the expense of its address. Frees no peer. Returns
 * when it has ended. */
static usec_t look_at(struct peer *peer, usec_t began)
{
    struct arena *arena = peer->arena;

    bool again = read_once(peer);
    if (peer->write_waits)
        connection_flush(peer);
    if (peer->state == PEER_STATE_HANDSHAKE && peer->deferred)
        mute(peer);
    else if (peer->state <= PEER_STATE_READY && again)
        hear_later(peer);
    else if (peer->state <= PEER_STATE_LEAVING)
        listen_to(peer);
    connection_flush_all(arena);
    AVONDALE_CHECKED(peer_check(peer));
    arena->done = clock_now_usec();
    arena->done_now = true;
    share_charge(&arena->share, &peer->share, arena->done - began);
    return arena->done;
}

static void look_or_wait(struct peer *peer)
{
    usec_t now = clock_now_usec();

    peer_turn_begin(peer->arena, now);
    if (share_now(&peer->arena->share, &peer->share)) {
        look_at(peer, now);
        return;
    }
    mute(peer);
    wait_for_turn(peer);
}

void peer_turn_on_event(int fd, short what, void *context)
{
    struct arena *arena = context;
    usec_t now = clock_now_usec();
    struct share_peer *next;
    (void)fd;
    (void)what;

    arena->turn_armed = false;
    peer_turn_begin(arena, now);
    while (share_urgent(&arena->share))
        now = look_at(peer_of(share_next(&arena->share)), now);
    for (usec_t end = now + SHARE_TURN_USEC;
         now < end && (next = share_next(&arena->share)) != NULL;)
        now = look_at(peer_of(next), now);
    peer_turn_end(arena, now);
    if (arena->share.waiting > 0)
        arm_turn(arena);
    arena->functions->settle(arena);
}

/* ------------------------------------------------------------------------------- from the loop
 * */

void peer_turn_on_readable(int fd, short what, void *context)
{
    struct peer *peer = context;
    (void)fd;
    (void)what;
    look_or_wait(peer);
    peer->arena->functions->settle(peer->arena);
}

void peer_turn_on_writable(int fd, short what, void *context)
{
    struct peer *peer = context;
    (void)fd;
    (void)what;
    if (peer->read_waits)
        look_at(peer, clock_now_usec());
    connection_flush(peer);
    peer->arena->functions->settle(peer->arena);
}

void peer_turn_on_deadline(int fd, short what, void *context)
{
    struct peer *peer = context;
    (void)fd;
    (void)what;
    if (peer->state == PEER_STATE_HANDSHAKE && peer->share.waits)
        look_at(peer, clock_now_usec()); /* its hello may have arrived, and wait for us */
    if (peer->state == PEER_STATE_HANDSHAKE)
        connection_fail(peer, FAULT_START, "no hello in time");
    else if (peer->state == PEER_STATE_READY)
        look_or_wait(peer);
    peer->arena->functions->settle(peer->arena);
}

void peer_turn_forget(struct peer *peer)
{
    peer->unheard = false;
    share_forget(&peer->arena->share, &peer->share);
}

void peer_turn_move(struct peer *to, struct peer *from)
{
    to->encoding = from->encoding;
    to->read_waits = from->read_waits;
    to->more = from->more;
    to->read_at = from->read_at;
    to->rate = from->rate;
    to->have = from->have;
    to->kept = from->kept;
    from->kept = NULL;
    from->have = 0;
    from->more = from->read_waits = false;
}

void peer_turn_take_kept(struct peer *peer)
{
    char *bytes = peer->arena->bytes_in;

    if (!peer->kept)
        return;
    memcpy(bytes, peer->kept, peer->have);
    take_bytes(peer, bytes, peer->have, clock_now_usec());
    if (peer->more && peer->state == PEER_STATE_READY)
        hear_later(peer);
}

/* Its bytes that are here or with the kernel; encrypted ones there. */
static size_t unread(const struct peer *peer)
{
    int waiting = 0;

    if (peer->state != PEER_STATE_READY)
        return 0;
    if (ioctl(peer->transport.read_fd, FIONREAD, &waiting) || waiting < 0)
        waiting = 0;
    return (peer->more ? peer->have : 0) + (size_t)waiting +
           (transport_pending(&peer->transport) ? 1 : 0);
}

bool peer_turn_hear_out(struct peer *peer, usec_t due, usec_t now)
{
    if (peer->owed == 0) {
        peer->owed = unread(peer);
        peer->owed_due = due;
    }
    for (int i = 0; i < HEAR_OUT_LOOKS && peer->owed > 0 && unread(peer) > 0; i++)
        look_at(peer, clock_now_usec());
    if (peer->owed > 0 && now - peer->owed_due < HEAR_OUT_USEC && unread(peer) > 0)
        return false;
    peer->owed = 0;
    return true;
}
