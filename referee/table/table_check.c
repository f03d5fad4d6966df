/* table_check.c - the invariants of a table between any two calls, as asserts. */
#include "table/table_private.h"
#include "table/table_log_private.h"

#include <assert.h>

static bool on_turn(const struct table *table, seat_t seat)
{
    return table->hot.state == TABLE_STATE_TURN && table->game.turn == seat;
}

static void check_state(const struct table *table)
{
    enum table_state state = table->hot.state;
    enum phase phase = (enum phase)table->game.phase;

    assert(state < TABLE_STATE_COUNT && table->hot.players == table->config.rules->players);
    assert((state >= TABLE_STATE_OVER) == (phase == PHASE_OVER) && "a game is over with its table");
    assert((state <= TABLE_STATE_DEAL) == (phase == PHASE_DEAL) && "cards are due in both");
    assert((table->nonce_deadline == USEC_NEVER || state == TABLE_STATE_NONCES) &&
           "nonces are awaited before the first deal");
    assert(!(table->nonces_in >> table->hot.players) && table->contributors <= SEATS_MAX);
    assert((table->mixed || (state != TABLE_STATE_DEAL && state != TABLE_STATE_TURN)) &&
           "no cards without a mix");
    assert((table->forfeited >= 0) == (table->game.reason == REASON_FORFEIT) &&
           table->forfeited >= -1 && table->forfeited < table->hot.players &&
           "a forfeited game names the seat");
    assert((!table->lost || (state == TABLE_STATE_CLOSED && !table->has_seed)) &&
           "a lost result is not sent");
}

/* A place lies between two events, so a walk through the log reaches it. */
struct places {
    struct table_place items[SEATS_MAX + 1];
    int count, met;
};

static void check_log(const struct table *table)
{
    struct table_place end = table->hot.log_end, at = {0};
    struct places places = {.count = 0};

    assert(end.byte <= TABLE_LOG_MAX);
    for (int seat = 0; seat < table->hot.players; seat++)
        places.items[places.count++] = table->hot.cursor[seat];
    places.items[places.count++] = table->hot.public_cursor;
    for (;; at = table_log_next(table, at)) {
        for (int i = 0; i < places.count; i++)
            places.met += places.items[i].byte == at.byte && places.items[i].event == at.event;
        if (at.byte >= end.byte)
            break;
        size_t size = table_event_head(table->log + at.byte).size;
        assert(size > 0 && "no event is empty");
    }
    assert(at.byte == end.byte && at.event == end.event && "the log ends where it says");
    assert(places.met == places.count && "each cursor stands between two events of the log");
}

static void check_seat(const struct table *table, seat_t seat)
{
    const struct table_seat_state *state = &table->seats[seat];
    bool here = table->hot.here[seat];

    assert(!(here && state->dead) && "who cannot come back is not here");
    assert((!here || state->gone == FAULT_NONE) && "who is here is not gone");
    assert((!state->turn_due || (here && on_turn(table, seat))) &&
           "only the seat on turn is asked");
    assert(
        (!state->clock.running || on_turn(table, seat) || table->hot.state >= TABLE_STATE_OVER) &&
        "only the clock of the seat on turn runs");
    assert((!state->over_due || table->hot.state == TABLE_STATE_CLOSED) &&
           "the result is sent last");
    assert((!state->fair_due || table->mixed) && "a mix is sent once it is there");
    assert((table->hot.oldest[seat] == USEC_NEVER || here) && "events wait for who is here");
    assert(state->error_count <= TABLE_ERRORS_MAX && state->hints_used <= TABLE_HINTS_MAX);
    assert(state->time_percent >= 1 && table->fault_counts[seat] >= 0);
}

void table_check(const struct table *table)
{
    game_check(&table->game, table->config.rules);
    check_state(table);
    check_log(table);
    for (seat_t seat = 0; seat < table->hot.players; seat++)
        check_seat(table, seat);
}
