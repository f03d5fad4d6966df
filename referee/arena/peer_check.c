/* peer_check.c - the invariants of a peer between any two calls, as asserts. */
#include "arena/peer_private.h"

#include "arena/game_transfer_private.h"

#include <assert.h>
#include <string.h>

/* Its games on this loop. */
static int count_taken(const struct peer *peer)
{
    int taken = 0;

    for (int g = 0; g < peer->game_slots; g++) {
        if (!peer->games[g].table)
            continue;
        assert(peer->games[g].seat < SEATS_MAX && "a game is of a seat");
        for (int other = 0; other < g; other++)
            assert(peer->games[other].table != peer->games[g].table && "one seat at a table");
        taken++;
    }
    return taken;
}

static void check_games(const struct peer *peer)
{
    bool away = peer->away && !peer->away->over;

    assert(peer->games_max >= 1 && peer->games_max <= PEER_GAMES_MAX && "it plays some games");
    assert(peer->game_slots >= 0 && peer->game_slots <= PEER_GAMES_MAX &&
           (peer->game_slots == 0) == !peer->games && "slots are there, or none are counted");
    assert((peer->game_slots == 1) == (peer->games == &peer->only) && "one slot is in the peer");
    assert(peer->game_count == count_taken(peer) + away && "each game is in a slot, or away");
    assert(peer->reserved >= 0 && "what is released was reserved");
    assert((!peer->away || peer->away_seat < SEATS_MAX) && "the game that is away has a seat");
}

static void check_buffers(const struct peer *peer)
{
    bool unsent = peer->out_sent < peer->out_size;

    assert(peer->out_sent <= peer->out_size && peer->out_size <= peer->out_capacity &&
           "what is sent was written, within the buffer");
    assert(!peer->out == (peer->out_capacity == 0) && "a buffer has a size");
    assert(!peer->kept == (peer->have == 0) && "what is kept has a size");
    assert(peer->have <= PEER_IN_BYTES && "what is kept fits into one read");
    if (peer->state != PEER_STATE_READY || !peer->arena || peer->away)
        return;
    assert((!peer->more || peer->have > 0) && "messages that wait are kept");
    assert((!unsent || peer->dirty || peer->write_event || peer->write_waits || peer->unwritable) &&
           "what is not sent yet will be");
    assert(peer->read_event && "a bot that is here is listened to");
}

/* What each state demands of the other fields. */
static void check_state(const struct peer *peer)
{
    size_t session = strlen(peer->session);
    bool named = peer->state == PEER_STATE_READY || peer->state == PEER_STATE_LEAVING;

    assert(peer->state < PEER_STATE_COUNT);
    assert((session == 0 || session == 2 * SESSION_BYTES) && "a session is whole");
    assert((!named || (peer->name[0] && session > 0 && peer->games)) &&
           "a bot that said hello has a name, a session and slots");
    assert((!peer->called.name || peer->called.name == peer->name) && "it is called by its name");
    assert((!peer->deferred || peer->state == PEER_STATE_HANDSHAKE ||
            peer->state == PEER_STATE_CLOSED) &&
           "only a hello is deferred");
    assert((peer->state != PEER_STATE_LEAVING || peer->away) && "it leaves for a game");
}

void peer_check(const struct peer *peer)
{
    check_state(peer);
    check_games(peer);
    check_buffers(peer);
}
