/* game_transfer.c - moves a game and its bots to another loop, and its bots back.
 *
 *   main loop                       game's loop
 *   game_transfer_send  - begin ->  the guests are read, the table starts
 *   on_over             <- over  -  the table is closed
 *                       - fetch ->  the guests are not read from now on
 *   on_home             <- home  -
 *
 * Meanwhile the main loop sends the lobby's messages to a bot (written), that its peer there is
 * closed (close), and a new connection that takes a seat over (follow); the game's loop sends
 * messages for the lobby (said) and that a guest is lost (gone). Mail about a guest names the round
 * of its seat, because a new connection may have come since. */
#include "arena/game_transfer_private.h"
#include "base/log.h"
#include "arena/peer_turn_private.h"
#include "arena/session_private.h"

#include <event2/event.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Of one seat. */
struct note {
    struct mail mail;
    struct game_transfer *transfer;
    seat_t seat;
    unsigned round;
    struct peer *guest; /* for `follow` */
    size_t size;
    char bytes[]; /* for `written` and `said` */
};

static struct note *note_create(struct game_transfer *transfer, int seat, unsigned round,
                                size_t size)
{
    struct note *note = malloc(sizeof *note + size);

    if (note)
        *note =
            (struct note){.transfer = transfer, .seat = (seat_t)seat, .round = round, .size = size};
    else
        log_line(LOG_ERROR, "out of memory: a message between two loops is lost");
    return note;
}

/* Takes the note over, which may be NULL. */
static void tell_loop(struct note *note, void (*open)(struct mail *mail))
{
    if (note && note->transfer->loops->running)
        mailbox_post(&note->transfer->loop->box, &note->mail, open);
    else
        free(note);
}

static void tell_hall(struct note *note, void (*open)(struct mail *mail))
{
    if (note)
        mailbox_post(&note->transfer->loops->box, &note->mail, open);
}

/* ------------------------------------------------------- the peer that stays in the hall writes */

static struct peer *peer_of(struct transport *transport)
{
    return (struct peer *)(void *)((char *)transport - offsetof(struct peer, transport));
}

static void on_written(struct mail *mail)
{
    struct note *note = (struct note *)mail;
    struct peer *guest = note->transfer->guests[note->seat];

    if (guest)
        connection_send_bytes(guest, note->bytes, note->size);
    free(note);
}

static void on_close(struct mail *mail)
{
    struct note *note = (struct note *)mail;
    struct peer *guest = note->transfer->guests[note->seat];

    if (guest) {
        connection_flush(guest); /* a goodbye */
        session_close_silently(guest, FAULT_GONE);
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

/* After the game the guest is on its way home, and finds it there. */
static void write_at_home(struct game_transfer *transfer, seat_t seat, const void *bytes,
                          size_t size)
{
    char *kept = realloc(transfer->kept[seat], transfer->kept_bytes[seat] + size);

    if (!kept)
        return;
    memcpy(kept + transfer->kept_bytes[seat], bytes, size);
    transfer->kept[seat] = kept;
    transfer->kept_bytes[seat] += size;
}

static ssize_t away_write(struct transport *transport, const void *bytes, size_t size)
{
    const struct peer *peer = peer_of(transport);
    struct game_transfer *transfer = peer->away;

    if (transfer->over) {
        write_at_home(transfer, peer->away_seat, bytes, size);
    } else {
        struct note *note = note_create(transfer, peer->away_seat, 0, size);
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

/* Leaves it here until the game is over: a new connection may take its seat over. */
static void away_finish(struct transport *transport)
{
    (void)transport;
}

static void away_close(struct transport *transport)
{
    struct peer *peer = peer_of(transport);
    struct game_transfer *transfer = peer->away;

    if (transfer->over) {
        transfer->peers[peer->away_seat] = NULL;
        peer->away = NULL;
    } else {
        tell_loop(note_create(transfer, peer->away_seat, 0, 0), on_close);
    }
    transport_init_plain(transport, -1, -1);
}

static const struct transport_functions away_functions = {.read = away_read,
                                                          .write = away_write,
                                                          .pending = away_pending,
                                                          .finish = away_finish,
                                                          .close = away_close};

/* ------------------------------------------------------------------------------- peer and guest */

/* It has no peer any more, or none needs to hear of its end. */
static void forget_transport(struct peer *peer)
{
    struct transport none;

    transport_init_plain(&none, -1, -1);
    connection_swap_transport(peer, none);
}

/* Makes the peer that will have the connection; no loop owns it yet. Returns NULL if out of memory.
 */
static struct peer *guest_create(const struct peer *peer)
{
    struct peer *guest = peer_create(NULL, 0, peer->label, peer->address);

    if (!guest)
        return NULL;
    forget_transport(guest);
    if (peer_make_slots(guest, peer->game_slots) == 0)
        return guest;
    connection_free(guest);
    return NULL;
}

/* Moves what belongs to a connection. */
static void move_connection(struct peer *to, struct peer *from)
{
    connection_move(to, from);
    peer_turn_move(to, from);
    peer_move(to, from);
}

static void remove_events(struct peer *peer)
{
    peer_turn_forget(peer);
    connection_remove_events(peer);
}

static void make_ready(struct peer *peer)
{
    if (peer->state != PEER_STATE_READY)
        peer_set_state(peer, PEER_STATE_READY);
}

static void leave_hall(struct game_transfer *transfer, seat_t seat, struct peer *peer,
                       struct peer *guest)
{
    remove_events(peer);
    move_connection(guest, peer);
    peer_copy_identity(guest, peer);
    make_ready(guest);
    make_ready(peer);
    peer_set_owner(guest, transfer); /* not freed while mail may name it */
    connection_swap_transport(
        peer, (struct transport){.functions = &away_functions, .read_fd = -1, .write_fd = -1});
    peer->away = transfer;
    peer->away_seat = seat;
}

/* -------------------------------------------------------------------------------------- begin */

static void on_over(struct mail *mail);

static void welcome_guest(struct loop *loop, struct peer *guest)
{
    connection_link(&loop->arena, guest);
    if (connection_add_events(guest))
        connection_fail(guest, FAULT_GONE, "out of memory");
}

static void on_begin(struct mail *mail)
{
    struct game_transfer *transfer = (struct game_transfer *)mail;
    struct loop *loop = transfer->loop;
    struct arena_seat seats[SEATS_MAX];
    struct table_config *config = transfer->config;

    for (int seat = 0; seat < config->rules->players; seat++) {
        welcome_guest(loop, transfer->guests[seat]);
        seats[seat] = (struct arena_seat){.peer = transfer->guests[seat], .contributor = seat};
    }
    transfer->config = NULL;
    struct fair_set *set = transfer->set;
    if (arena_start(&loop->arena, config, set, seats, transfer)) {
        fair_set_release(set);
    } else {
        transfer->failed = true;
        mailbox_post(&transfer->loops->box, &transfer->mail, on_over);
    }
    free(config);
}

static struct game_transfer *game_transfer_create(const struct table_config *config,
                                                  struct peer *const *peers)
{
    struct game_transfer *transfer = calloc(1, sizeof *transfer);
    bool all = transfer && (transfer->config = malloc(sizeof *config)) != NULL;

    for (int seat = 0; all && seat < config->rules->players; seat++)
        all = (transfer->guests[seat] = guest_create(peers[seat])) != NULL;
    if (all) {
        *transfer->config = *config;
        return transfer;
    }
    for (int seat = 0; transfer && seat < SEATS_MAX && transfer->guests[seat]; seat++)
        connection_free(transfer->guests[seat]);
    if (transfer)
        free(transfer->config);
    free(transfer);
    return NULL;
}

bool game_transfer_send(struct loops *loops, struct loop *loop, const struct table_config *config,
                        struct fair_set *set, struct peer *const *peers, void *game)
{
    struct game_transfer *transfer = game_transfer_create(config, peers);

    if (!transfer)
        return false;
    transfer->loops = loops;
    transfer->loop = loop;
    transfer->game = game;
    transfer->set = set;
    transfer->next = loops->transfers;
    transfer->link = &loops->transfers;
    if (transfer->next)
        transfer->next->link = &transfer->next;
    loops->transfers = transfer;
    loops->games++;
    loop->games++;
    for (int seat = 0; seat < config->rules->players; seat++) {
        transfer->peers[seat] = peers[seat];
        leave_hall(transfer, (seat_t)seat, peers[seat], transfer->guests[seat]);
        peer_begin_away(peers[seat]);
    }
    mailbox_post(&loop->box, &transfer->mail, on_begin);
    return true;
}

/* ---------------------------------------------------------------------------------- meanwhile */

/* The peer on the main loop of a note from the game's loop, if the note is still about it. */
static struct peer *peer_of_note(const struct note *note)
{
    const struct game_transfer *transfer = note->transfer;
    return transfer->rounds[note->seat] == note->round ? transfer->peers[note->seat] : NULL;
}

static void lose(struct game_transfer *transfer, int seat)
{
    struct peer *peer = transfer->peers[seat];

    forget_transport(peer); /* no peer needs to hear that it closes */
    if (transfer->over) {
        transfer->peers[seat] = NULL;
        peer->away = NULL;
    }
    session_close_silently(peer, FAULT_GONE);
}

static void on_gone(struct mail *mail)
{
    struct note *note = (struct note *)mail;
    struct peer *peer = peer_of_note(note);

    if (peer && peer->state == PEER_STATE_READY)
        lose(note->transfer, note->seat);
    free(note);
}

static int seat_of(const struct game_transfer *transfer, const struct peer *guest)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (transfer->guests[seat] == guest)
            return seat;
    }
    return -1;
}

void game_transfer_on_failed(struct arena *arena, struct peer *guest)
{
    struct game_transfer *transfer = guest->owner;
    int seat = transfer ? seat_of(transfer, guest) : -1;
    (void)arena;

    if (seat < 0)
        return;
    /* If that mail is lost, the return home shows it. */
    tell_hall(note_create(transfer, seat, transfer->guest_rounds[seat], 0), on_gone);
}

static void on_said(struct mail *mail)
{
    struct note *note = (struct note *)mail;
    struct arena *hall = note->transfer->loops->hall;
    struct peer *peer = peer_of_note(note);
    enum encoding encoding = ENCODING_MSGPACK;
    size_t bad = 0;

    if (peer && peer->state == PEER_STATE_READY &&
        stream_next(&encoding, FROM_CLIENT, note->bytes, note->size, &hall->message_in, &bad) > 0 &&
        (!hall->callbacks.message || !hall->callbacks.message(hall, peer, &hall->message_in)))
        connection_send_error(peer, WIRE_ERROR_UNKNOWN, 0);
    atomic_store(&note->transfer->says[note->seat], false);
    free(note);
}

bool game_transfer_busy(const struct peer *guest)
{
    struct game_transfer *transfer = guest->owner;
    int seat = transfer ? seat_of(transfer, guest) : -1;

    return seat >= 0 && atomic_load_explicit(&transfer->says[seat], memory_order_relaxed);
}

/* Messages that are not about the game go to the lobby. */
bool game_transfer_on_message(struct arena *arena, struct peer *guest,
                              const struct message *message)
{
    struct game_transfer *transfer = guest->owner;
    int seat = seat_of(transfer, guest);
    char bytes[FRAME_BYTES_MAX];
    (void)arena;

    if (message->kind == MESSAGE_UNKNOWN || seat < 0)
        return false;
    int size = scribe_message(message, ENCODING_MSGPACK, bytes, sizeof bytes);
    struct note *note =
        size > 0 ? note_create(transfer, seat, transfer->guest_rounds[seat], (size_t)size) : NULL;
    if (!note)
        return false;
    memcpy(note->bytes, bytes, (size_t)size);
    atomic_store(&transfer->says[seat], true);
    tell_hall(note, on_said);
    return true;
}

/* ------------------------------------------------------------------------------ a bot is back */

static void on_follow(struct mail *mail)
{
    struct note *note = (struct note *)mail;
    struct game_transfer *transfer = note->transfer;
    struct peer *guest = note->guest, *old = transfer->guests[note->seat];

    transfer->guests[note->seat] = guest;
    transfer->guest_rounds[note->seat] = note->round;
    welcome_guest(transfer->loop, guest);
    if (old) {
        session_close_silently(old, FAULT_GONE);
        peer_set_owner(old, NULL);
        arena_note_closed(&transfer->loop->arena);
    }
    if (old && guest->state == PEER_STATE_READY)
        session_take_games(guest, old);
    peer_turn_take_kept(guest);
    free(note);
}

/* Its game ended before it could follow: it is free. */
static void stay(struct peer *peer)
{
    struct game_transfer *transfer = peer->away;

    transfer->peers[peer->away_seat] = NULL;
    peer->away = NULL;
    if (peer->state != PEER_STATE_LEAVING)
        return;
    make_ready(peer);
    peer_turn_take_kept(peer);
    if (peer->state == PEER_STATE_READY && !peer->quitting && peer->arena->callbacks.ready)
        peer->arena->callbacks.ready(peer->arena, peer);
}

/* On the main loop, when none of its input is being read any more. */
static void on_leave(struct mail *mail)
{
    struct note *note = (struct note *)mail;
    struct peer *peer = note->guest;
    struct game_transfer *transfer = note->transfer;

    peer_release(peer);
    bool follows = peer->state == PEER_STATE_LEAVING && !transfer->over;
    struct peer *guest = follows ? guest_create(peer) : NULL;
    if (guest) {
        note->guest = guest;
        leave_hall(transfer, note->seat, peer, guest);
        tell_loop(note, on_follow);
        return;
    }
    if (follows)
        connection_fail(peer, FAULT_GONE, "out of memory");
    else if (peer->away == transfer && transfer->over)
        stay(peer);
    free(note);
}

void game_transfer_follow(struct peer *peer, struct peer *old)
{
    struct game_transfer *transfer = old->away;
    seat_t seat = old->away_seat;
    struct note *note = note_create(transfer, seat, ++transfer->rounds[seat], 0);

    old->away = NULL;
    peer->away = transfer;
    peer->away_seat = seat;
    transfer->peers[seat] = peer;
    if (!note) {
        connection_fail(peer, FAULT_GONE, "out of memory");
        return;
    }
    note->guest = peer;
    peer_reserve(peer); /* not freed before it has left */
    tell_hall(note, on_leave);
}

/* --------------------------------------------------------------------------------------- home */

/* Whatever became of the peer, the connection is here now. */
static void bring_home(struct game_transfer *transfer, int seat)
{
    struct peer *peer = transfer->peers[seat], *guest = transfer->guests[seat];

    if (!guest || !peer) {
        if (peer && peer->state == PEER_STATE_READY)
            lose(transfer, seat);
        if (guest)
            connection_free(guest);
        return;
    }
    connection_flush(peer); /* before the messages that it gets at home */
    if (peer->state != PEER_STATE_READY) {
        connection_free(guest);
        return;
    }
    move_connection(peer, guest);
    peer->away = NULL;
    forget_transport(guest);
    connection_free(guest);
    if (connection_add_events(peer)) {
        connection_fail(peer, FAULT_GONE, "out of memory");
        return;
    }
    if (transfer->kept[seat])
        connection_send_bytes(peer, transfer->kept[seat], transfer->kept_bytes[seat]);
    if (!peer->quitting && peer->arena->callbacks.ready)
        peer->arena->callbacks.ready(peer->arena, peer);
}

static void game_transfer_free(struct game_transfer *transfer)
{
    *transfer->link = transfer->next;
    if (transfer->next)
        transfer->next->link = transfer->link;
    transfer->loops->games--;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        free(transfer->kept[seat]);
    free(transfer);
}

static void on_home(struct mail *mail)
{
    struct game_transfer *transfer = (struct game_transfer *)mail;

    for (int seat = 0; seat < SEATS_MAX; seat++)
        bring_home(transfer, seat);
    game_transfer_free(transfer);
}

static void on_fetch(struct mail *mail)
{
    struct game_transfer *transfer = (struct game_transfer *)mail;
    struct arena *arena = &transfer->loop->arena;

    arena_settle(arena); /* all output is written, except to a full pipe */
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        struct peer *guest = transfer->guests[seat];
        if (!guest)
            continue;
        peer_set_owner(guest, NULL);
        if (guest->state == PEER_STATE_CLOSED) {
            arena_note_closed(arena);
            transfer->guests[seat] = NULL;
            continue;
        }
        remove_events(guest);
        connection_unlink(guest);
    }
    mailbox_post(&transfer->loops->box, &transfer->mail, on_home);
}

static void on_over(struct mail *mail)
{
    struct game_transfer *transfer = (struct game_transfer *)mail;
    struct loops *loops = transfer->loops;

    transfer->over = true;
    transfer->loop->games--;
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        struct peer *peer = transfer->peers[seat];
        if (!peer)
            continue;
        peer_end_away(peer);
        if (peer->state == PEER_STATE_CLOSED) {
            peer->away = NULL;
            transfer->peers[seat] = NULL;
            arena_note_closed(loops->hall);
        }
    }
    loops->owner.ended(loops->owner.owner, transfer->game, !transfer->failed);
    if (loops->running)
        mailbox_post(&transfer->loop->box, &transfer->mail, on_fetch);
}

void game_transfer_on_closed(struct arena *arena, struct arena_table *table)
{
    struct game_transfer *transfer = table->owner;
    (void)arena;
    mailbox_post(&transfer->loops->box, &transfer->mail, on_over);
}

void game_transfer_destroy(struct game_transfer *transfer)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (transfer->guests[seat])
            peer_set_owner(transfer->guests[seat], NULL);
        struct peer *peer = transfer->peers[seat];
        if (peer && peer->transport.functions == &away_functions)
            forget_transport(peer);
        if (!peer)
            continue;
        if (!transfer->over)
            peer_end_away(peer);
        peer->away = NULL;
    }
    game_transfer_free(transfer);
}
