/* session.c - one connected bot: its messages, hello, its seats, its end. */
#include "arena/session_private.h"

#include "arena/carried_seat.h"
#include "arena/seated_table.h"
#include "arena/peer_turn_private.h"
#include "base/log.h"
#include "arena/table_chat.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void session_close_silently(struct peer *peer, enum fault fault)
{
    if (peer->state == PEER_STATE_CLOSED)
        return;
    connection_disconnect(peer);
    for (int g = 0; g < peer->game_slots; g++) {
        if (!peer->games[g].table)
            continue;
        struct table_input input = {.kind = TABLE_GONE, .seat = peer->games[g].seat};
        input.fault = peer->pid && fault == FAULT_GONE ? FAULT_EXIT : fault;
        input.for_good = peer->pid != 0;
        seated_table_feed(peer->games[g].table, &input, clock_now_usec());
        carried_seat_is_lost(peer->games[g].table, input.seat, clock_now_usec());
    }
    if (peer->arena->callbacks.failed)
        peer->arena->callbacks.failed(peer->arena, peer);
}

/* The one way in which a peer is lost: closes it and informs its tables. */
void session_on_failed(struct peer *peer, enum fault fault, const char *reason)
{
    if (peer->state == PEER_STATE_CLOSED)
        return;
    log_line(LOG_INFO, "peer=%s name=%s closed: %s", peer->label,
             peer->state == PEER_STATE_HANDSHAKE ? "-" : peer->name, reason);
    session_close_silently(peer, fault);
}

bool session_give_stream(struct peer *peer, struct transport *transport)
{
    if (peer->state == PEER_STATE_CLOSED || peer->game_count > 0 || peer->reserved > 0 ||
        peer->away || peer->pid != 0)
        return false;
    connection_flush(peer);
    if (peer->state == PEER_STATE_CLOSED || peer->out_size > 0 || peer->unwritable)
        return false;
    struct transport none;
    transport_init_plain(&none, -1, -1);
    *transport = connection_swap_transport(peer, none);
    connection_fail(peer, FAULT_GONE, "goes on at another node");
    return true;
}

void session_on_out_of_memory(struct peer *peer)
{
    connection_note_no_memory(peer);
    for (int g = 0; g < peer->game_slots; g++)
        if (peer->games[g].table)
            seated_table_void(peer->games[g].table, "the arena had no memory");
    connection_fail(peer, FAULT_GONE, "out of memory");
}

void session_on_written(struct peer *peer)
{
    for (int g = 0, left = peer->game_count; left > 0 && g < peer->game_slots; g++) {
        struct arena_table *table = peer->games[g].table;
        left -= table != NULL;
        if (!table || table_game(table->table)->turn != peer->games[g].seat)
            continue;
        struct table_input input = {.kind = TABLE_SENT, .seat = peer->games[g].seat};
        if (!table_clock_runs(table->table, input.seat))
            share_favour(&peer->arena->share, &peer->share);
        seated_table_feed(table, &input, clock_now_usec());
    }
}

/* ------------------------------------------------------------------------------- messages */

static void welcome(struct peer *peer, const char *token)
{
    struct message *message = &peer->arena->message_out;
    static const char server[] = "avondale " AVONDALE_VERSION;

    message_init(message, MESSAGE_WELCOME);
    message_set_int(message, WELCOME_V, PROTOCOL_VERSION);
    message_set_copy(message, WELCOME_NAME, peer->name, strlen(peer->name));
    message_set_copy(message, WELCOME_SESSION, peer->session, strlen(peer->session));
    message_set_string(message, WELCOME_SERVER, server, sizeof server - 1);
    if (token)
        message_set_copy(message, WELCOME_TOKEN, token, strlen(token));
    connection_send(peer, message);
}

static struct peer *peer_of_entry(struct roster_entry *entry)
{
    return entry ? (struct peer *)(void *)((char *)entry - offsetof(struct peer, called)) : NULL;
}

struct peer *session_find(const struct arena *arena, const char *name)
{
    return peer_of_entry(roster_first(&arena->roster, name));
}

struct peer *session_find_next(const struct peer *peer)
{
    return peer_of_entry(roster_next(&peer->called));
}

/* Continues the games of an earlier connection: the new one takes over its seats. */
static bool resume(struct peer *peer, struct slice session)
{
    struct peer *old = session_find(peer->arena, peer->name);

    while (old && (old == peer || session.size != sizeof old->session - 1 ||
                   !fair_equal((const uint8_t *)session.data, (const uint8_t *)old->session,
                               session.size)))
        old = session_find_next(old);
    if (!old || strcmp(old->name, peer->name) != 0)
        return false;
    if (old->state != PEER_STATE_CLOSED)
        connection_bye(old, "your session continues on another connection");
    peer_take_session(peer, old);
    peer_take_slots(peer, old);
    if (old->away)
        peer->arena->follow(peer, old);
    return true;
}

/* Whether the session is known here, or to an earlier process. */
static bool goes_on(struct peer *peer, struct slice session, bool *again)
{
    struct arena *arena = peer->arena;

    *again = resume(peer, session);
    return *again || (arena->callbacks.returns && arena->callbacks.returns(arena, peer, session));
}

static void take_seats_back(struct peer *peer)
{
    for (int g = 0; g < peer->game_slots; g++) {
        struct arena_table *table = peer->games[g].table;
        if (!table)
            continue;
        struct table_input input = {.kind = TABLE_BACK, .seat = peer->games[g].seat};
        seated_table_return(table, input.seat, peer);
        carried_seat_is_back(table, input.seat, clock_now_usec());
        seated_table_feed(table, &input, clock_now_usec());
    }
}

bool session_adopt(struct peer *peer, struct peer *old)
{
    if (peer->state != PEER_STATE_READY || peer->game_count > 0 || peer->reserved > 0 ||
        peer->away || peer->quitting || old->state != PEER_STATE_CLOSED)
        return false;
    peer_end_session(old);
    peer_take_slots(peer, old);
    arena_note_closed(peer->arena);
    if (old->away) {
        peer->arena->follow(peer, old);
        peer_set_state(peer, PEER_STATE_LEAVING);
    }
    take_seats_back(peer);
    return true;
}

void session_take_games(struct peer *peer, struct peer *old)
{
    peer_take_slots(peer, old);
    take_seats_back(peer);
}

static void admit(struct peer *peer, bool again, const char *token)
{
    connection_end_handshake(peer, peer->away ? PEER_STATE_LEAVING : PEER_STATE_READY);
    log_line(LOG_INFO, "peer=%s name=%s ready", peer->label, peer->name);
    welcome(peer, token);
    if (again)
        take_seats_back(peer);
    if (peer->arena->callbacks.ready && peer->state == PEER_STATE_READY &&
        peer->game_count < peer->games_max)
        peer->arena->callbacks.ready(peer->arena, peer);
}

void session_defer(struct peer *peer)
{
    assert(peer->state == PEER_STATE_HANDSHAKE);
    peer_set_deferred(peer, true);
}

struct peer *session_find_deferred(const struct arena *arena, const char *name, const char *session)
{
    struct peer *peer = session_find(arena, name);

    while (peer && (!peer->deferred || peer->state != PEER_STATE_HANDSHAKE ||
                    strcmp(peer->session, session) != 0))
        peer = session_find_next(peer);
    return peer;
}

void session_decide(struct peer *peer, enum wire_error refused, const char *token)
{
    assert(peer->deferred && peer->state == PEER_STATE_HANDSHAKE);
    peer_set_deferred(peer, false);
    if (refused) {
        connection_refuse(peer, refused);
        return;
    }
    admit(peer, false, token);
    peer_turn_resume(peer);
}

/* An optional text. */
static struct slice word(const struct message *message, int field)
{
    return message_has(message, field) ? message_string(message, field) : (struct slice){"", 0};
}

static void hello(struct peer *peer, const struct message *message)
{
    struct slice name = message_string(message, HELLO_NAME);
    const struct hello_words words = {
        .token = word(message, HELLO_TOKEN),
        .ticket = word(message, HELLO_TICKET),
        .invite = word(message, HELLO_INVITE),
        .claim = message_has(message, HELLO_CLAIM) && message_int(message, HELLO_CLAIM),
        .session = message_has(message, HELLO_SESSION),
    };
    bool again = false;

    if (peer->needs_tls && !peer->transport.ssl) {
        log_line(LOG_WARN, "peer=%s refused: another machine without TLS", peer->label);
        connection_refuse(peer, WIRE_ERROR_TLS);
        return;
    }
    if (message_int(message, HELLO_V) != PROTOCOL_VERSION) {
        connection_refuse(peer, WIRE_ERROR_VERSION);
        return;
    }
    if (!name_valid(name)) {
        connection_refuse(peer, WIRE_ERROR_NAME);
        return;
    }
    peer_set_name(peer, name);
    if (message_has(message, HELLO_VERSION)) {
        struct slice version = message_string(message, HELLO_VERSION);
        if (!name_valid(version)) {
            connection_refuse(peer, WIRE_ERROR_BOT_VERSION);
            return;
        }
        peer_set_version(peer, version);
    }
    peer_set_wishes(peer, message);
    if (peer_make_slots(peer, peer->games_max)) {
        connection_note_no_memory(peer);
        connection_refuse(peer, WIRE_ERROR_FULL);
        return;
    }
    roster_enter(&peer->arena->roster, &peer->called, peer->name);
    enum wire_error refused = peer->arena->callbacks.accept
                                  ? peer->arena->callbacks.accept(peer->arena, peer, &words)
                                  : WIRE_ERROR_NONE;
    if (peer->deferred)
        return;
    if (refused) {
        connection_refuse(peer, refused);
        return;
    }
    if (words.session && !goes_on(peer, message_string(message, HELLO_SESSION), &again)) {
        struct slice session = message_string(message, HELLO_SESSION);
        if (!peer->arena->callbacks.session ||
            !peer->arena->callbacks.session(peer->arena, peer, words.token, session))
            connection_refuse(peer, WIRE_ERROR_SESSION);
        return;
    }
    admit(peer, again, NULL);
}

/* The game that `g` names, or the only one. */
static struct seat_of_peer *game_of(struct peer *peer, const struct message *message, int field)
{
    int64_t g = message_has(message, field) ? message_int(message, field) : 0;
    if (g >= 1 && g <= peer->game_slots && peer->games[g - 1].table)
        return &peer->games[g - 1];
    for (int i = 0; g == 0 && peer->game_count == 1 && i < peer->game_slots; i++) {
        if (peer->games[i].table)
            return &peer->games[i];
    }
    return NULL;
}

static void take_act(struct peer *peer, const struct message *message, usec_t now)
{
    struct seat_of_peer *game = game_of(peer, message, ACT_G);
    if (!game) {
        connection_send_error(peer, WIRE_ERROR_GAME, message_int(message, ACT_N));
        return;
    }
    struct table_input input = {.kind = TABLE_ACT, .seat = game->seat};
    usec_t due =
        peer->transport.arrived_usec ? USEC_NEVER : table_turn_deadline(game->table->table);
    /* Its time is up, but was not checked yet: without a known arrival time, this came in time. */
    if (now > due)
        now = due;
    input.number = message_int(message, ACT_N);
    input.text = message_string(message, ACT_A);
    seated_table_feed(game->table, &input, now);
}

static void take_nonce(struct peer *peer, const struct message *message, usec_t now)
{
    struct seat_of_peer *game = game_of(peer, message, NONCE_G);
    struct slice hex = message_string(message, NONCE_X);
    struct table_input input = {.kind = TABLE_NONCE};
    int size = hex_decode(hex.data, hex.size, input.nonce.bytes, FAIR_NONCE_MAX);

    if (!game || size < 0) {
        connection_send_error(peer, WIRE_ERROR_NONCE, 0);
        return;
    }
    input.seat = game->seat;
    input.nonce.size = (uint8_t)size;
    seated_table_feed(game->table, &input, now);
}

/* A hint is never a fault, and changes no game. */
static void take_hint(struct peer *peer, const struct message *message)
{
    struct message *advice = &peer->arena->message_out;
    struct seat_of_peer *game = game_of(peer, message, HINT_G);
    int64_t number = message_int(message, HINT_N);
    enum wire_error error =
        game ? table_hint(game->table->table, game->seat, number, game - peer->games + 1, advice)
             : WIRE_ERROR_GAME;
    if (error)
        connection_send_error(peer, error, number);
    else
        connection_send(peer, advice);
}

/* Chat is no fault either. */
static void take_chat(struct peer *peer, const struct message *message, usec_t now)
{
    struct seat_of_peer *game = game_of(peer, message, CHAT_G);
    enum wire_error error =
        game ? table_chat_say(game->table, game->seat, message_string(message, CHAT_SAY), now)
             : WIRE_ERROR_GAME;
    if (error)
        connection_send_error(peer, error, 0);
}

void session_take_message(struct peer *peer, const struct message *message, usec_t now)
{
    struct message *answer = &peer->arena->message_out;

    if (message->kind == MESSAGE_HELLO) {
        if (peer->state == PEER_STATE_HANDSHAKE)
            hello(peer, message);
        else
            connection_send_error(peer, WIRE_ERROR_HELLO, 0);
        return;
    }
    if (peer->state == PEER_STATE_HANDSHAKE) {
        connection_refuse(peer, WIRE_ERROR_HELLO);
    } else if (message->kind == MESSAGE_ACT) {
        take_act(peer, message, now);
    } else if (message->kind == MESSAGE_NONCE) {
        take_nonce(peer, message, now);
    } else if (message->kind == MESSAGE_HINT) {
        take_hint(peer, message);
    } else if (message->kind == MESSAGE_CHAT && !message_has(message, CHAT_CODE)) {
        take_chat(peer, message, now);
    } else if (message->kind == MESSAGE_PING) {
        message_init(answer, MESSAGE_PONG);
        if (message_has(message, PING_X))
            message_set_int(answer, PONG_X, message_int(message, PING_X));
        connection_send(peer, answer);
    } else if (message->kind == MESSAGE_QUIT) {
        peer_quit(peer);
        if (peer->game_count == 0)
            connection_bye(peer, "goodbye");
        else if (peer->arena->callbacks.quits)
            peer->arena->callbacks.quits(peer->arena, peer);
    } else if (!peer->arena->callbacks.message ||
               !peer->arena->callbacks.message(peer->arena, peer, message)) {
        connection_send_error(peer, WIRE_ERROR_UNKNOWN, 0);
    }
}

/* The game to which unreadable bytes are charged: the one that has waited longest for an answer,
 * else the first. NULL: it is in no game. */
static struct seat_of_peer *longest_asked(struct peer *peer)
{
    struct seat_of_peer *longest = NULL;
    usec_t since = USEC_NEVER;

    for (int g = 0; g < peer->game_slots; g++) {
        struct seat_of_peer *game = &peer->games[g];
        usec_t asked = game->table ? table_asked_at(game->table->table, game->seat) : USEC_NEVER;
        if (game->table && (!longest || asked < since)) {
            longest = game;
            since = asked;
        }
    }
    return longest;
}

/* An unreadable message. Only an `act` is a fault, in its game; bytes without a message name are a
 * fault in one game; any other message costs an error. Before hello it closes the peer. */
void session_take_bad(struct peer *peer, const struct message *message, int error, usec_t now)
{
    enum wire_error code = error == PROTOCOL_ERROR_FIELD      ? WIRE_ERROR_FIELD
                           : error == PROTOCOL_ERROR_TOO_LONG ? WIRE_ERROR_TOO_LONG
                                                              : WIRE_ERROR_SYNTAX;
    struct seat_of_peer *game = NULL;

    if (peer->state == PEER_STATE_HANDSHAKE) {
        connection_refuse(peer, code);
        return;
    }
    if (error == PROTOCOL_ERROR_LOST || message->kind == MESSAGE_UNKNOWN)
        game = longest_asked(peer);
    else if (message->kind == MESSAGE_ACT)
        game = game_of(peer, message, ACT_G);
    if (game) {
        struct table_input input = {.kind = TABLE_GARBAGE, .seat = game->seat, .error = code};
        input.fault = FAULT_GARBAGE;
        seated_table_feed(game->table, &input, now);
    } else {
        connection_send_error(peer, code, 0);
    }
    if (error == PROTOCOL_ERROR_LOST)
        connection_dismiss(peer, FAULT_GARBAGE, "your stream cannot be read any further");
}
