/* peer.c - see peer.h and peer_private.h. */
#include "arena/peer_private.h"

#include "arena/arena_private.h"
#include "base/log.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* ---------------------------------------------------------------------------- from first to last
 */

struct peer *peer_create(struct arena *arena, pid_t pid, const char *label, uint64_t address)
{
    struct peer *peer = calloc(1, sizeof *peer);

    if (!peer)
        return NULL;
    peer->arena = arena;
    peer->pid = pid;
    peer->games_max = 1;
    peer->idle_since = clock_now_usec();
    peer->address = address;
    snprintf(peer->label, sizeof peer->label, "%s", label);
    return peer;
}

void peer_set_arena(struct peer *peer, struct arena *arena)
{
    peer->arena = arena;
}

static void free_slots(struct peer *peer)
{
    if (peer->games != &peer->only)
        free(peer->games);
    peer->games = NULL;
}

void peer_destroy(struct peer *peer)
{
    free(peer->out);
    free(peer->kept);
    free_slots(peer);
    free(peer);
}

void peer_child_ended(struct peer *peer)
{
    peer->pid = -1;
}

static const char *const state_names[PEER_STATE_COUNT] = {"handshake", "ready", "leaving",
                                                          "closed"};

/* The states that may follow each one. A peer leaves LEAVING if its game ended before it could
 * follow, or if its connection stays there from now on. */
static const uint8_t followers[PEER_STATE_COUNT] = {
    [PEER_STATE_HANDSHAKE] =
        1 << PEER_STATE_READY | 1 << PEER_STATE_LEAVING | 1 << PEER_STATE_CLOSED,
    [PEER_STATE_READY] = 1 << PEER_STATE_LEAVING | 1 << PEER_STATE_CLOSED,
    [PEER_STATE_LEAVING] = 1 << PEER_STATE_READY | 1 << PEER_STATE_CLOSED,
};

void peer_set_state(struct peer *peer, enum peer_state state)
{
    assert(followers[peer->state] >> state & 1);
    log_line(LOG_DEBUG, "peer=%s name=%s state %s after %s", peer->label,
             peer->name[0] ? peer->name : "-", state_names[state], state_names[peer->state]);
    peer->state = state;
    AVONDALE_CHECKED(peer_check(peer));
}

/* ------------------------------------------------------------------------------------ who it is */

void peer_set_name(struct peer *peer, struct slice name)
{
    memcpy(peer->name, name.data, name.size);
}

void peer_set_version(struct peer *peer, struct slice version)
{
    memcpy(peer->version, version.data, version.size);
}

static bool wishes(const struct message *hello, int field)
{
    return message_has(hello, field) && message_int(hello, field);
}

void peer_set_wishes(struct peer *peer, const struct message *hello)
{
    int64_t games = message_has(hello, HELLO_GAMES) ? message_int(hello, HELLO_GAMES) : 1;

    peer->follows = wishes(hello, HELLO_REDIRECT);
    peer->eager = wishes(hello, HELLO_EAGER);
    peer->nonce = wishes(hello, HELLO_NONCE);
    peer->lobby = wishes(hello, HELLO_LOBBY);
    peer->games_max = games < 1 ? 1 : games > PEER_GAMES_MAX ? PEER_GAMES_MAX : (int)games;
}

void peer_set_deferred(struct peer *peer, bool deferred)
{
    peer->deferred = deferred;
}

void peer_quit(struct peer *peer)
{
    peer->quitting = true;
}

void peer_make_session(struct peer *peer)
{
    uint8_t bytes[SESSION_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        abort();
    hex_encode(bytes, sizeof bytes, peer->session);
}

void peer_set_session(struct peer *peer, const char *session)
{
    snprintf(peer->session, sizeof peer->session, "%s", session);
}

void peer_end_session(struct peer *peer)
{
    peer->session[0] = 0;
}

void peer_take_session(struct peer *peer, struct peer *old)
{
    memcpy(peer->session, old->session, sizeof peer->session);
    peer_end_session(old);
    peer->carrier = old->carrier;
}

void peer_copy_identity(struct peer *to, const struct peer *from)
{
    memcpy(to->name, from->name, sizeof to->name);
    memcpy(to->session, from->session, sizeof to->session);
    memcpy(to->label, from->label, sizeof to->label);
    to->eager = from->eager;
    to->carrier = from->carrier;
    to->nonce = from->nonce;
    to->lobby = from->lobby;
    to->games_max = from->games_max;
}

void peer_move(struct peer *to, const struct peer *from)
{
    to->quitting = from->quitting;
    to->last_number = from->last_number;
    to->idle_since = from->idle_since;
}

/* ------------------------------------------------------------------------------------ its games */

int peer_make_slots(struct peer *peer, int slots)
{
    peer->only = (struct seat_of_peer){0};
    peer->games = slots == 1 ? &peer->only : calloc((size_t)slots, sizeof *peer->games);
    peer->game_slots = peer->games ? slots : 0;
    return peer->games ? 0 : -1;
}

int peer_take_slot(struct peer *peer, struct arena_table *table, seat_t seat, int wanted)
{
    int g = wanted < peer->game_slots && !peer->games[wanted].table ? wanted : 0;

    while (g < peer->game_slots && peer->games[g].table)
        g++;
    assert(g < peer->game_slots);
    peer->games[g] = (struct seat_of_peer){.table = table, .seat = seat};
    peer->game_count++;
    return g;
}

void peer_leave_slot(struct peer *peer, int slot, int64_t number)
{
    peer->games[slot].table = NULL;
    peer->game_count--;
    if (peer->last_number < number)
        peer->last_number = number;
    peer->idle_since = clock_now_usec();
}

void peer_take_slots(struct peer *peer, struct peer *old)
{
    if (old->game_slots > peer->game_slots) { /* more than one, so they are on the heap */
        free_slots(peer);
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

void peer_begin_away(struct peer *peer)
{
    peer->game_count++;
}

void peer_end_away(struct peer *peer)
{
    peer->game_count--;
    peer->idle_since = clock_now_usec();
}

static void note_free(struct peer *peer)
{
    if (peer->state == PEER_STATE_CLOSED)
        arena_note_closed(peer->arena);
}

void peer_reserve(struct peer *peer)
{
    peer->reserved++;
}

void peer_release(struct peer *peer)
{
    assert(peer->reserved > 0);
    peer->reserved--;
    note_free(peer);
}

void peer_abandon(struct peer *peer)
{
    peer->game_count = peer->reserved = 0;
    peer->owner = NULL;
}

/* ---------------------------------------------------------------------------- owner and carrier */

void *peer_owner(const struct peer *peer)
{
    return peer->owner;
}

void peer_set_owner(struct peer *peer, void *owner)
{
    peer->owner = owner;
    if (!owner)
        note_free(peer);
}

uint32_t peer_carrier(const struct peer *peer)
{
    return peer->carrier;
}

void peer_set_carrier(struct peer *peer, uint32_t carrier)
{
    peer->carrier = carrier;
}

/* ------------------------------------------------------------------------------------- questions
 */

enum peer_state peer_state(const struct peer *peer)
{
    return peer->state;
}
const char *peer_name(const struct peer *peer)
{
    return peer->name;
}
const char *peer_version(const struct peer *peer)
{
    return peer->version;
}
const char *peer_session(const struct peer *peer)
{
    return peer->session;
}
const char *peer_label(const struct peer *peer)
{
    return peer->label;
}
uint64_t peer_address(const struct peer *peer)
{
    return peer->address;
}
enum encoding peer_encoding(const struct peer *peer)
{
    return peer->encoding;
}
bool peer_has_tls(const struct peer *peer)
{
    return peer->transport.ssl != NULL;
}
pid_t peer_pid(const struct peer *peer)
{
    return peer->pid;
}
bool peer_is_eager(const struct peer *peer)
{
    return peer->eager;
}
bool peer_promises_nonces(const struct peer *peer)
{
    return peer->nonce;
}
bool peer_knows_lobby(const struct peer *peer)
{
    return peer->lobby;
}
bool peer_follows(const struct peer *peer)
{
    return peer->follows;
}
bool peer_is_quitting(const struct peer *peer)
{
    return peer->quitting;
}
bool peer_is_away(const struct peer *peer)
{
    return peer->away != NULL;
}
bool peer_lacked_memory(const struct peer *peer)
{
    return peer->no_memory;
}
int peer_games(const struct peer *peer)
{
    return peer->game_count;
}
int peer_games_max(const struct peer *peer)
{
    return peer->games_max;
}
int peer_games_reserved(const struct peer *peer)
{
    return peer->reserved;
}
int peer_games_left(const struct peer *peer)
{
    return peer->games_max - peer->game_count - peer->reserved;
}
bool peer_is_idle(const struct peer *peer)
{
    return peer->state == PEER_STATE_READY && peer->game_count == 0 && peer->reserved == 0 &&
           !peer->away;
}
usec_t peer_idle_since(const struct peer *peer)
{
    return peer->idle_since;
}
size_t peer_bytes_unsent(const struct peer *peer)
{
    return peer->out_size - peer->out_sent;
}
size_t peer_bytes_kept(const struct peer *peer)
{
    return peer->have;
}
const char *peer_kept(const struct peer *peer)
{
    return peer->kept;
}
uint32_t peer_messages(const struct peer *peer, usec_t now)
{
    return now - peer->rate.second < 1000000 ? peer->rate.messages : 0;
}
struct peer *peer_next(const struct peer *peer)
{
    return peer->next;
}
struct peer *peer_next_closed(const struct peer *peer)
{
    return peer->next_closed;
}

struct arena_table *peer_table(const struct peer *peer, int number, seat_t *seat)
{
    if (number == 0 && peer->game_count != 1)
        return NULL;
    for (int i = 0; i < peer->game_slots; i++) {
        if (!peer->games[i].table || (number > 0 && i != number - 1))
            continue;
        *seat = peer->games[i].seat;
        return peer->games[i].table;
    }
    return NULL;
}
