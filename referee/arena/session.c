/* session.c - one connected bot: what comes from it, hello, its seats, its end. */
#include "arena/arena.h"
#include "arena/carried_seat.h"
#include "arena/seated_table.h"
#include "arena/session.h"
#include "base/log.h"
#include "arena/table_chat.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void peer_vanish(struct peer *peer, enum fault fault)
{
    if (peer->state == PEER_STATE_CLOSED)
        return;
    peer_disconnect(peer);
    for (int g = 0; g < peer->game_slots; g++) {
        if (!peer->games[g].table)
            continue;
        struct table_input input = {.kind = TABLE_GONE, .seat = peer->games[g].seat};
        input.fault = peer->pid && fault == FAULT_GONE ? FAULT_EXIT : fault;
        input.for_good = peer->pid != 0;
        seated_table_feed(peer->games[g].table, &input, clock_now_usec());
        carried_seat_is_lost(peer->games[g].table, input.seat, clock_now_usec());
    }
    if (peer->arena->failed)
        peer->arena->failed(peer->arena, peer);
}

/* The one way in which a peer is lost: closes it and tells its tables. */
void peer_on_failed(struct peer *peer, enum fault fault, const char *reason)
{
    if (peer->state == PEER_STATE_CLOSED)
        return;
    log_line(LOG_INFO, "peer=%s name=%s closed: %s", peer->label,
             peer->state == PEER_STATE_HANDSHAKE ? "-" : peer->name, reason);
    peer_vanish(peer, fault);
}

bool peer_give_away(struct peer *peer, struct transport *transport)
{
    if (peer->state == PEER_STATE_CLOSED || peer->game_count > 0 || peer->reserved > 0 ||
        peer->away || peer->pid != 0)
        return false;
    peer_flush(peer);
    if (peer->state == PEER_STATE_CLOSED || peer->out_size > 0 || peer->unwritable)
        return false;
    *transport = peer->transport;
    transport_init_plain(&peer->transport, -1, -1);
    peer_fail(peer, FAULT_GONE, "goes on at another node");
    return true;
}

void peer_on_out_of_memory(struct peer *peer)
{
    peer->no_memory = true;
    for (int g = 0; g < peer->game_slots; g++)
        if (peer->games[g].table)
            seated_table_void(peer->games[g].table, "the arena had no memory");
    peer_fail(peer, FAULT_GONE, "out of memory");
}

void peer_on_written(struct peer *peer)
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
        seated_table_feed(table, &input, now);
    }
}

/* ------------------------------------------------------------------------------- messages */

static void refuse(struct peer *peer, enum wire_error error)
{
    peer_send_error(peer, error, 0);
    peer_flush(peer);
    peer->lingers = true;
    peer_fail(peer, FAULT_START, "refused: %s", wire_error_code(error));
}

static void welcome(struct peer *peer)
{
    struct message *message = &peer->arena->message_out;
    static const char server[] = "avondale " AVONDALE_VERSION;

    message_init(message, MESSAGE_WELCOME);
    message_set_int(message, WELCOME_V, PROTOCOL_VERSION);
    message_set_copy(message, WELCOME_NAME, peer->name, strlen(peer->name));
    message_set_copy(message, WELCOME_SESSION, peer->session, strlen(peer->session));
    message_set_string(message, WELCOME_SERVER, server, sizeof server - 1);
    peer_send(peer, message);
}

/* A game keeps its number, even where the new connection wants fewer at once than the old one had.
 */
static void take_games_over(struct peer *peer, struct peer *old)
{
    if (old->game_slots > peer->game_slots) { /* more than one, so on the heap */
        peer_free_games(peer);
        peer->games = old->games;
        peer->game_slots = old->game_slots;
        old->games = NULL;
        old->game_slots = 0;
    } else {
        memcpy(peer->games, old->games, (size_t)old->game_slots * sizeof *old->games);
        memset(old->games, 0, (size_t)old->game_slots * sizeof *old->games);
    }
    peer->game_count = old->game_count;
    old->game_count = 0;
}

static struct peer *peer_of_entry(struct roster_entry *entry)
{
    return entry ? (struct peer *)(void *)((char *)entry - offsetof(struct peer, called)) : NULL;
}

struct peer *arena_called(const struct arena *arena, const char *name)
{
    return peer_of_entry(roster_first(&arena->roster, name));
}

struct peer *arena_called_next(const struct peer *peer)
{
    return peer_of_entry(roster_next(&peer->called));
}

/* Goes on with the games of an earlier connection: the new one takes their seats over. */
static bool resume(struct peer *peer, struct slice session)
{
    struct peer *old = arena_called(peer->arena, peer->name);

    while (old && (old == peer || session.size != sizeof old->session - 1 ||
                   !fair_equal((const uint8_t *)session.data, (const uint8_t *)old->session,
                               session.size)))
        old = arena_called_next(old);
    if (!old || strcmp(old->name, peer->name) != 0)
        return false;
    if (old->state != PEER_STATE_CLOSED)
        peer_bye(old, "your session goes on in another connection");
    memcpy(peer->session, old->session, sizeof peer->session);
    old->session[0] = 0;
    peer->carrier = old->carrier;
    take_games_over(peer, old);
    if (old->away)
        peer->arena->follow(peer, old);
    return true;
}

/* The session is known here, or was to an earlier process. */
static bool goes_on(struct peer *peer, struct slice session, bool *again)
{
    struct arena *arena = peer->arena;

    *again = resume(peer, session);
    return *again || (arena->returns && arena->returns(arena, peer, session));
}

static void take_seats_back(struct peer *peer)
{
    for (int g = 0; g < peer->game_slots; g++) {
        struct arena_table *table = peer->games[g].table;
        if (!table)
            continue;
        struct table_input input = {.kind = TABLE_BACK, .seat = peer->games[g].seat};
        table->peers[input.seat] = peer;
        carried_seat_is_back(table, input.seat, clock_now_usec());
        seated_table_feed(table, &input, clock_now_usec());
    }
}

bool peer_adopt(struct peer *peer, struct peer *old)
{
    if (peer->state != PEER_STATE_READY || peer->game_count > 0 || peer->reserved > 0 ||
        peer->away || peer->quitting || old->state != PEER_STATE_CLOSED)
        return false;
    old->session[0] = 0;
    take_games_over(peer, old);
    peer->arena->sweep = true;
    if (old->away) {
        peer->arena->follow(peer, old);
        peer->state = PEER_STATE_LEAVING;
    }
    take_seats_back(peer);
    return true;
}

void peer_take_games(struct peer *peer, struct peer *old)
{
    take_games_over(peer, old);
    take_seats_back(peer);
}

static void hello(struct peer *peer, const struct message *message)
{
    struct slice name = message_string(message, HELLO_NAME), token = {"", 0}, ticket = {"", 0};
    int64_t games = message_has(message, HELLO_GAMES) ? message_int(message, HELLO_GAMES) : 1;
    bool again = false;

    if (peer->needs_tls && !peer->transport.ssl) {
        log_line(LOG_WARN, "peer=%s refused: plain from elsewhere", peer->label);
        refuse(peer, WIRE_ERROR_TLS);
        return;
    }
    if (message_int(message, HELLO_V) != PROTOCOL_VERSION) {
        refuse(peer, WIRE_ERROR_VERSION);
        return;
    }
    if (!name_valid(name)) {
        refuse(peer, WIRE_ERROR_NAME);
        return;
    }
    memcpy(peer->name, name.data, name.size);
    if (message_has(message, HELLO_VERSION)) {
        struct slice version = message_string(message, HELLO_VERSION);
        if (!name_valid(version)) {
            refuse(peer, WIRE_ERROR_BOT_VERSION);
            return;
        }
        memcpy(peer->version, version.data, version.size);
    }
    if (message_has(message, HELLO_TOKEN))
        token = message_string(message, HELLO_TOKEN);
    if (message_has(message, HELLO_TICKET))
        ticket = message_string(message, HELLO_TICKET);
    peer->follows = message_has(message, HELLO_REDIRECT) && message_int(message, HELLO_REDIRECT);
    peer->eager = message_has(message, HELLO_EAGER) && message_int(message, HELLO_EAGER);
    peer->nonce = message_has(message, HELLO_NONCE) && message_int(message, HELLO_NONCE);
    peer->lobby = message_has(message, HELLO_LOBBY) && message_int(message, HELLO_LOBBY);
    peer->games_max = games < 1 ? 1 : games > PEER_GAMES_MAX ? PEER_GAMES_MAX : (int)games;
    if (peer_make_games(peer, peer->games_max)) {
        peer->no_memory = true;
        refuse(peer, WIRE_ERROR_FULL);
        return;
    }
    roster_enter(&peer->arena->roster, &peer->called, peer->name);
    int status = peer->arena->accept ? peer->arena->accept(peer->arena, peer, token, ticket) : -1;
    if (status >= 0) {
        refuse(peer, (enum wire_error)status);
        return;
    }
    if (message_has(message, HELLO_SESSION) &&
        !goes_on(peer, message_string(message, HELLO_SESSION), &again)) {
        struct slice session = message_string(message, HELLO_SESSION);
        if (!peer->arena->session || !peer->arena->session(peer->arena, peer, token, session))
            refuse(peer, WIRE_ERROR_SESSION);
        return;
    }
    peer_end_handshake(peer, peer->away ? PEER_STATE_LEAVING : PEER_STATE_READY);
    log_line(LOG_INFO, "peer=%s name=%s ready", peer->label, peer->name);
    welcome(peer);
    if (again)
        take_seats_back(peer);
    if (peer->arena->ready && peer->state == PEER_STATE_READY && peer->game_count < peer->games_max)
        peer->arena->ready(peer->arena, peer);
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
        peer_send_error(peer, WIRE_ERROR_GAME, message_int(message, ACT_N));
        return;
    }
    struct table_input input = {.kind = TABLE_ACT, .seat = game->seat};
    usec_t due =
        peer->transport.arrived_usec ? USEC_NEVER : table_turn_deadline(&game->table->table);
    /* Its time has run out, and nobody has looked since: where nothing says when this came, it came
     * in time. */
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
        peer_send_error(peer, WIRE_ERROR_NONCE, 0);
        return;
    }
    input.seat = game->seat;
    input.nonce.size = (uint8_t)size;
    seated_table_feed(game->table, &input, now);
}

/* Whatever comes of it, no game changes: a hint is never a fault. */
static void take_hint(struct peer *peer, const struct message *message)
{
    struct message *advice = &peer->arena->message_out;
    struct seat_of_peer *game = game_of(peer, message, HINT_G);
    int64_t number = message_int(message, HINT_N);
    int error =
        game ? table_hint(&game->table->table, game->seat, number, game - peer->games + 1, advice)
             : WIRE_ERROR_GAME;
    if (error >= 0)
        peer_send_error(peer, (enum wire_error)error, number);
    else
        peer_send(peer, advice);
}

/* No fault either, whatever it says. */
static void take_chat(struct peer *peer, const struct message *message, usec_t now)
{
    struct seat_of_peer *game = game_of(peer, message, CHAT_G);
    int error = game ? talk_say(game->table, game->seat, message_string(message, CHAT_SAY), now)
                     : WIRE_ERROR_GAME;
    if (error >= 0)
        peer_send_error(peer, (enum wire_error)error, 0);
}

void peer_take_message(struct peer *peer, const struct message *message, usec_t now)
{
    struct message *answer = &peer->arena->message_out;

    if (message->kind == MESSAGE_HELLO) {
        if (peer->state == PEER_STATE_HANDSHAKE)
            hello(peer, message);
        else
            peer_send_error(peer, WIRE_ERROR_HELLO, 0);
        return;
    }
    if (peer->state == PEER_STATE_HANDSHAKE) {
        refuse(peer, WIRE_ERROR_HELLO);
    } else if (message->kind == MESSAGE_ACT) {
        take_act(peer, message, now);
    } else if (message->kind == MESSAGE_NONCE) {
        take_nonce(peer, message, now);
    } else if (message->kind == MESSAGE_HINT) {
        take_hint(peer, message);
    } else if (message->kind == MESSAGE_CHAT) {
        take_chat(peer, message, now);
    } else if (message->kind == MESSAGE_PING) {
        message_init(answer, MESSAGE_PONG);
        if (message_has(message, PING_X))
            message_set_int(answer, PONG_X, message_int(message, PING_X));
        peer_send(peer, answer);
    } else if (message->kind == MESSAGE_QUIT) {
        peer->quitting = true;
        if (peer->game_count == 0)
            peer_bye(peer, "goodbye");
    } else if (!peer->arena->message || !peer->arena->message(peer->arena, peer, message)) {
        peer_send_error(peer, WIRE_ERROR_UNKNOWN, 0);
    }
}

/* The game that bytes without a name are taken to be meant for: the one that has waited longest for
 * an answer, else the first. NULL: it is in none. */
static struct seat_of_peer *longest_asked(struct peer *peer)
{
    struct seat_of_peer *longest = NULL;
    usec_t since = USEC_NEVER;

    for (int g = 0; g < peer->game_slots; g++) {
        struct seat_of_peer *game = &peer->games[g];
        usec_t asked = game->table ? table_asked_at(&game->table->table, game->seat) : USEC_NEVER;
        if (game->table && (!longest || asked < since)) {
            longest = game;
            since = asked;
        }
    }
    return longest;
}

/* A message that cannot be read. Only an `act` is a fault, in the game that it names, and bytes
 * that have no name of a message, in one game; any other costs an error. Before hello it is the
 * end. */
void peer_take_bad(struct peer *peer, const struct message *message, int error, usec_t now)
{
    enum wire_error code = error == PROTOCOL_ERROR_FIELD      ? WIRE_ERROR_FIELD
                           : error == PROTOCOL_ERROR_TOO_LONG ? WIRE_ERROR_TOO_LONG
                                                              : WIRE_ERROR_SYNTAX;
    struct seat_of_peer *game = NULL;

    if (peer->state == PEER_STATE_HANDSHAKE) {
        refuse(peer, code);
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
        peer_send_error(peer, code, 0);
    }
    if (error == PROTOCOL_ERROR_LOST)
        peer_end(peer, FAULT_GARBAGE, "your stream cannot be read any further");
}
