/* game_transfer.c - a game and its bots go to another loop, and its bots come back.
 *
 *   hall                     loop
 *   party_send   - begin ->  the guests are watched, the table starts
 *   on_over      <- over  -  the table is closed
 *                - fetch ->  the guests are watched no more
 *   on_home      <- home  -
 *
 * In between the hall sends what the lobby says to a bot (written), that its peer in the hall is
 * closed (close), and a new connection that takes a seat over (follow); the loop sends messages of
 * the lobby (said) and that a guest is lost (gone). Mail about a guest tells the round of its seat:
 * a new connection may have come since. */
#include "arena/game_transfer.h"
#include "base/log.h"
#include "arena/session.h"

#include <event2/event.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Of one seat. */
struct note {
    struct mail mail;
    struct party *party;
    seat_t seat;
    unsigned round;
    struct peer *guest; /* follow */
    size_t size;
    char bytes[]; /* written, said */
};

static struct note *note_create(struct party *party, int seat, unsigned round, size_t size)
{
    struct note *note = malloc(sizeof *note + size);

    if (note)
        *note = (struct note){.party = party, .seat = (seat_t)seat, .round = round, .size = size};
    else
        log_line(LOG_ERROR, "a message between two loops is lost: no memory");
    return note;
}

/* Takes the note over, which may be NULL. */
static void tell_loop(struct note *note, void (*open)(struct mail *mail))
{
    if (note && note->party->loops->running)
        mailbox_post(&note->party->loop->box, &note->mail, open);
    else
        free(note);
}

static void tell_hall(struct note *note, void (*open)(struct mail *mail))
{
    if (note)
        mailbox_post(&note->party->loops->box, &note->mail, open);
}

/* ------------------------------------------------------- the peer that stays in the hall writes */

static struct peer *peer_of(struct transport *transport)
{
    return (struct peer *)(void *)((char *)transport - offsetof(struct peer, transport));
}

static void on_written(struct mail *mail)
{
    struct note *note = (struct note *)mail;
    struct peer *guest = note->party->guests[note->seat];

    if (guest)
        peer_send_bytes(guest, note->bytes, note->size);
    free(note);
}

static void on_close(struct mail *mail)
{
    struct note *note = (struct note *)mail;
    struct peer *guest = note->party->guests[note->seat];

    if (guest) {
        peer_flush(guest); /* a goodbye */
        peer_vanish(guest, FAULT_GONE);
    }
    free(note);
}

static ssize_t away_read(struct transport *transport, void *bytes, size_t size)
{
    (void)transport;
    (void)bytes;
    (void)size;
    return TRANSPORT_WANT_READ;
}

/* Once the game is over the guest is on its way home, and finds it there. */
static void write_at_home(struct party *party, seat_t seat, const void *bytes, size_t size)
{
    char *kept = realloc(party->kept[seat], party->kept_bytes[seat] + size);

    if (!kept)
        return;
    memcpy(kept + party->kept_bytes[seat], bytes, size);
    party->kept[seat] = kept;
    party->kept_bytes[seat] += size;
}

static ssize_t away_write(struct transport *transport, const void *bytes, size_t size)
{
    const struct peer *peer = peer_of(transport);
    struct party *party = peer->away;

    if (party->over) {
        write_at_home(party, peer->away_seat, bytes, size);
    } else {
        struct note *note = note_create(party, peer->away_seat, 0, size);
        if (note)
            memcpy(note->bytes, bytes, size);
        tell_loop(note, on_written);
    }
    return (ssize_t)size;
}

static bool away_pending(const struct transport *transport)
{
    (void)transport;
    return false;
}

/* Stays where it is until the game is over: a new connection may take its seat over. */
static void away_finish(struct transport *transport)
{
    (void)transport;
}

static void away_close(struct transport *transport)
{
    struct peer *peer = peer_of(transport);
    struct party *party = peer->away;

    if (party->over) {
        party->peers[peer->away_seat] = NULL;
        peer->away = NULL;
    } else {
        tell_loop(note_create(party, peer->away_seat, 0, 0), on_close);
    }
    transport_init_plain(transport, -1, -1);
}

static const struct transport_functions away_functions = {.read = away_read,
                                                          .write = away_write,
                                                          .pending = away_pending,
                                                          .finish = away_finish,
                                                          .close = away_close};

/* ------------------------------------------------------------------------------- peer and guest */

/* The peer that will have the connection; it is nobody's yet. NULL when out of memory. */
static struct peer *guest_create(const struct peer *peer)
{
    struct peer *guest = calloc(1, sizeof *guest);

    if (!guest)
        return NULL;
    transport_init_plain(&guest->transport, -1, -1);
    if (peer_make_games(guest, peer->game_slots) == 0)
        return guest;
    peer_free(guest);
    return NULL;
}

/* What goes with a connection. */
static void move_connection(struct peer *to, struct peer *from)
{
    to->transport = from->transport;
    to->read_event = from->read_event;
    to->write_event = from->write_event;
    to->deadline = from->deadline;
    to->encoding = from->encoding;
    to->quitting = from->quitting;
    to->broken = from->broken;
    to->unwritable = from->unwritable;
    to->read_waits = from->read_waits;
    to->write_waits = from->write_waits;
    to->last_number = from->last_number;
    to->idle_since = from->idle_since;
    to->no_memory = from->no_memory;
    to->more = from->more;
    to->read_at = from->read_at;
    to->pace = from->pace;
    to->have = from->have;
    to->kept = from->kept;
    to->out = from->out;
    to->out_size = from->out_size;
    to->out_sent = from->out_sent;
    to->out_capacity = from->out_capacity;
    from->read_event = from->write_event = from->deadline = NULL;
    from->kept = from->out = NULL;
    from->have = from->out_size = from->out_sent = from->out_capacity = 0;
    from->broken = from->more = from->unwritable = from->read_waits = from->write_waits = false;
}

static void leave_hall(struct party *party, seat_t seat, struct peer *peer, struct peer *guest)
{
    peer_unwatch(peer);
    move_connection(guest, peer);
    memcpy(guest->name, peer->name, sizeof guest->name);
    memcpy(guest->session, peer->session, sizeof guest->session);
    memcpy(guest->label, peer->label, sizeof guest->label);
    guest->state = peer->state = PEER_STATE_READY;
    guest->eager = peer->eager;
    guest->carrier = peer->carrier;
    guest->nonce = peer->nonce;
    guest->lobby = peer->lobby;
    guest->games_max = peer->games_max;
    guest->owner = party; /* it is not freed as long as mail may name it */
    peer->transport =
        (struct transport){.functions = &away_functions, .read_fd = -1, .write_fd = -1};
    peer->away = party;
    peer->away_seat = seat;
}

/* -------------------------------------------------------------------------------------- begin */

static void on_over(struct mail *mail);

static void welcome_guest(struct loop *loop, struct peer *guest)
{
    peer_link(&loop->arena, guest);
    if (peer_watch(guest))
        peer_fail(guest, FAULT_GONE, "out of memory");
}

static void on_begin(struct mail *mail)
{
    struct party *party = (struct party *)mail;
    struct loop *loop = party->loop;
    struct arena_seat seats[SEATS_MAX];
    struct table_config *config = party->config;

    for (int seat = 0; seat < config->rules->players; seat++) {
        welcome_guest(loop, party->guests[seat]);
        seats[seat] = (struct arena_seat){.peer = party->guests[seat], .contributor = seat};
    }
    party->config = NULL;
    struct fair_set *set = party->set;
    if (arena_start(&loop->arena, config, set, seats, party)) {
        fair_set_release(set);
    } else {
        party->failed = true;
        mailbox_post(&party->loops->box, &party->mail, on_over);
    }
    free(config);
}

static struct party *party_create(const struct table_config *config, struct peer *const *peers)
{
    struct party *party = calloc(1, sizeof *party);
    bool all = party && (party->config = malloc(sizeof *config)) != NULL;

    for (int seat = 0; all && seat < config->rules->players; seat++)
        all = (party->guests[seat] = guest_create(peers[seat])) != NULL;
    if (all) {
        *party->config = *config;
        return party;
    }
    for (int seat = 0; party && seat < SEATS_MAX && party->guests[seat]; seat++)
        peer_free(party->guests[seat]);
    if (party)
        free(party->config);
    free(party);
    return NULL;
}

bool party_send(struct loops *loops, struct loop *loop, const struct table_config *config,
                struct fair_set *set, struct peer *const *peers, void *game)
{
    struct party *party = party_create(config, peers);

    if (!party)
        return false;
    party->loops = loops;
    party->loop = loop;
    party->game = game;
    party->set = set;
    party->next = loops->parties;
    party->link = &loops->parties;
    if (party->next)
        party->next->link = &party->next;
    loops->parties = party;
    loops->games++;
    loop->games++;
    for (int seat = 0; seat < config->rules->players; seat++) {
        party->peers[seat] = peers[seat];
        leave_hall(party, (seat_t)seat, peers[seat], party->guests[seat]);
        peers[seat]->game_count++;
    }
    mailbox_post(&loop->box, &party->mail, on_begin);
    return true;
}

/* ---------------------------------------------------------------------------------- meanwhile */

/* The peer in the hall of a note from the loop, if the note is still about it. */
static struct peer *peer_of_note(const struct note *note)
{
    const struct party *party = note->party;
    return party->rounds[note->seat] == note->round ? party->peers[note->seat] : NULL;
}

static void lose(struct party *party, int seat)
{
    struct peer *peer = party->peers[seat];

    transport_init_plain(&peer->transport, -1, -1); /* there is nobody to be told that it closes */
    if (party->over) {
        party->peers[seat] = NULL;
        peer->away = NULL;
    }
    peer_vanish(peer, FAULT_GONE);
}

static void on_gone(struct mail *mail)
{
    struct note *note = (struct note *)mail;
    struct peer *peer = peer_of_note(note);

    if (peer && peer->state == PEER_STATE_READY)
        lose(note->party, note->seat);
    free(note);
}

static int seat_of(const struct party *party, const struct peer *guest)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (party->guests[seat] == guest)
            return seat;
    }
    return -1;
}

void party_on_failed(struct arena *arena, struct peer *guest)
{
    struct party *party = guest->owner;
    int seat = party ? seat_of(party, guest) : -1;
    (void)arena;

    if (seat < 0)
        return;
    /* Where that is lost, it is noticed when they are home. */
    tell_hall(note_create(party, seat, party->guest_rounds[seat], 0), on_gone);
}

static void on_said(struct mail *mail)
{
    struct note *note = (struct note *)mail;
    struct arena *hall = note->party->loops->hall;
    struct peer *peer = peer_of_note(note);
    enum encoding encoding = ENCODING_MSGPACK;
    size_t bad = 0;

    if (peer && peer->state == PEER_STATE_READY &&
        stream_next(&encoding, FROM_CLIENT, note->bytes, note->size, &hall->message_in, &bad) > 0 &&
        (!hall->message || !hall->message(hall, peer, &hall->message_in)))
        peer_send_error(peer, WIRE_ERROR_UNKNOWN, 0);
    atomic_store(&note->party->says[note->seat], false);
    free(note);
}

bool party_busy(const struct peer *guest)
{
    struct party *party = guest->owner;
    int seat = party ? seat_of(party, guest) : -1;

    return seat >= 0 && atomic_load_explicit(&party->says[seat], memory_order_relaxed);
}

/* What is not about the game is for the lobby. */
bool party_on_message(struct arena *arena, struct peer *guest, const struct message *message)
{
    struct party *party = guest->owner;
    int seat = seat_of(party, guest);
    char bytes[FRAME_BYTES_MAX];
    (void)arena;

    if (message->kind == MESSAGE_UNKNOWN || seat < 0)
        return false;
    int size = message_encode(message, ENCODING_MSGPACK, bytes, sizeof bytes);
    struct note *note =
        size > 0 ? note_create(party, seat, party->guest_rounds[seat], (size_t)size) : NULL;
    if (!note)
        return false;
    memcpy(note->bytes, bytes, (size_t)size);
    atomic_store(&party->says[seat], true);
    tell_hall(note, on_said);
    return true;
}

/* ------------------------------------------------------------------------------ a bot is back */

static void on_follow(struct mail *mail)
{
    struct note *note = (struct note *)mail;
    struct party *party = note->party;
    struct peer *guest = note->guest, *old = party->guests[note->seat];

    party->guests[note->seat] = guest;
    party->guest_rounds[note->seat] = note->round;
    welcome_guest(party->loop, guest);
    if (old) {
        peer_vanish(old, FAULT_GONE);
        old->owner = NULL;
        party->loop->arena.sweep = true;
    }
    if (old && guest->state == PEER_STATE_READY)
        peer_take_games(guest, old);
    peer_take_kept(guest);
    free(note);
}

/* Its game ended before it could follow: it is free. */
static void stay(struct peer *peer)
{
    struct party *party = peer->away;

    party->peers[peer->away_seat] = NULL;
    peer->away = NULL;
    if (peer->state != PEER_STATE_LEAVING)
        return;
    peer->state = PEER_STATE_READY;
    peer_take_kept(peer);
    if (peer->state == PEER_STATE_READY && !peer->quitting && peer->arena->ready)
        peer->arena->ready(peer->arena, peer);
}

/* In the hall, when nothing of it is being read any more. */
static void on_leave(struct mail *mail)
{
    struct note *note = (struct note *)mail;
    struct peer *peer = note->guest;
    struct party *party = note->party;

    peer->reserved--;
    peer->arena->sweep = true;
    bool follows = peer->state == PEER_STATE_LEAVING && !party->over;
    struct peer *guest = follows ? guest_create(peer) : NULL;
    if (guest) {
        note->guest = guest;
        leave_hall(party, note->seat, peer, guest);
        tell_loop(note, on_follow);
        return;
    }
    if (follows)
        peer_fail(peer, FAULT_GONE, "out of memory");
    else if (peer->away == party && party->over)
        stay(peer);
    free(note);
}

void party_follow(struct peer *peer, struct peer *old)
{
    struct party *party = old->away;
    seat_t seat = old->away_seat;
    struct note *note = note_create(party, seat, ++party->rounds[seat], 0);

    old->away = NULL;
    peer->away = party;
    peer->away_seat = seat;
    party->peers[seat] = peer;
    if (!note) {
        peer_fail(peer, FAULT_GONE, "out of memory");
        return;
    }
    note->guest = peer;
    peer->reserved++; /* it is not freed before it has left */
    tell_hall(note, on_leave);
}

/* --------------------------------------------------------------------------------------- home */

/* Whatever became of the peer, the connection is here now. */
static void bring_home(struct party *party, int seat)
{
    struct peer *peer = party->peers[seat], *guest = party->guests[seat];

    if (!guest || !peer) {
        if (peer && peer->state == PEER_STATE_READY)
            lose(party, seat);
        if (guest)
            peer_free(guest);
        return;
    }
    peer_flush(peer); /* to what it finds at home */
    if (peer->state != PEER_STATE_READY) {
        peer_free(guest);
        return;
    }
    move_connection(peer, guest);
    peer->away = NULL;
    transport_init_plain(&guest->transport, -1, -1);
    peer_free(guest);
    if (peer_watch(peer)) {
        peer_fail(peer, FAULT_GONE, "out of memory");
        return;
    }
    if (party->kept[seat])
        peer_send_bytes(peer, party->kept[seat], party->kept_bytes[seat]);
    if (!peer->quitting && peer->arena->ready)
        peer->arena->ready(peer->arena, peer);
}

static void party_free(struct party *party)
{
    *party->link = party->next;
    if (party->next)
        party->next->link = party->link;
    party->loops->games--;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        free(party->kept[seat]);
    free(party);
}

static void on_home(struct mail *mail)
{
    struct party *party = (struct party *)mail;

    for (int seat = 0; seat < SEATS_MAX; seat++)
        bring_home(party, seat);
    party_free(party);
}

static void on_fetch(struct mail *mail)
{
    struct party *party = (struct party *)mail;
    struct arena *arena = &party->loop->arena;

    arena_settle(arena); /* nobody has anything to write any more, but to a full pipe */
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        struct peer *guest = party->guests[seat];
        if (!guest)
            continue;
        guest->owner = NULL;
        if (guest->state == PEER_STATE_CLOSED) {
            arena->sweep = true;
            party->guests[seat] = NULL;
            continue;
        }
        peer_unwatch(guest);
        peer_unlink(guest);
    }
    mailbox_post(&party->loops->box, &party->mail, on_home);
}

static void on_over(struct mail *mail)
{
    struct party *party = (struct party *)mail;
    struct loops *loops = party->loops;

    party->over = true;
    party->loop->games--;
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        struct peer *peer = party->peers[seat];
        if (!peer)
            continue;
        peer->game_count--;
        peer->idle_since = clock_now_usec();
        if (peer->state == PEER_STATE_CLOSED) {
            peer->away = NULL;
            party->peers[seat] = NULL;
            loops->hall->sweep = true;
        }
    }
    loops->owner.ended(loops->owner.owner, party->game, !party->failed);
    if (loops->running)
        mailbox_post(&party->loop->box, &party->mail, on_fetch);
}

void party_on_closed(struct arena *arena, struct arena_table *table)
{
    struct party *party = table->owner;
    (void)arena;
    mailbox_post(&party->loops->box, &party->mail, on_over);
}

void party_destroy(struct party *party)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (party->guests[seat])
            party->guests[seat]->owner = NULL;
        struct peer *peer = party->peers[seat];
        if (peer && peer->transport.functions == &away_functions)
            transport_init_plain(&peer->transport, -1, -1);
        if (peer)
            peer->away = NULL;
    }
    party_free(party);
}
