/* carried_seat.c - see carried_seat.h. */
#include "arena/carried_seat.h"

#include "arena/arena_private.h"
#include "arena/seated_table.h"
#include "base/log.h"

#include <stdio.h>

static const char *name_of(const struct arena_table *table, seat_t seat)
{
    return table_config(table->table)->seats[seat].name;
}

static void doubt(struct arena_table *table, seat_t seat, usec_t now)
{
    struct table_input input = {.kind = TABLE_DOUBT, .seat = seat};
    struct carried_seat *carried = &table->carried[seat];

    carried->doubted = carried->carrier;
    carried->doubted_at = now;
    carried->failed = false;
    table->doubts++;
    log_line(LOG_INFO, "game=%s name=%s was carried and fell silent: held",
             table_config(table->table)->game_id, name_of(table, seat));
    seated_table_feed(table, &input, now);
}

/* The seat is no longer doubted: it is to blame, or it is not. */
static void judge(struct arena_table *table, seat_t seat, bool blame, usec_t now)
{
    struct table_input input = {.kind = TABLE_JUDGED, .seat = seat, .blame = blame};

    table->carried[seat].doubted = 0;
    table->doubts--;
    log_line(LOG_INFO, "game=%s name=%s %s", table_config(table->table)->game_id,
             name_of(table, seat),
             blame ? "is at fault itself" : "is not at fault: its node is gone");
    seated_table_feed(table, &input, now);
}

void carried_seat_begin(struct arena_table *table, seat_t seat)
{
    table->carried[seat].carrier = table->peers[seat]->carrier;
}

void carried_seat_is_lost(struct arena_table *table, seat_t seat, usec_t now)
{
    const struct carried_seat *carried = &table->carried[seat];

    if (carried->carrier && !carried->doubted && seated_table_under_way(table))
        doubt(table, seat, now);
}

void carried_seat_is_back(struct arena_table *table, seat_t seat, usec_t now)
{
    struct carried_seat *carried = &table->carried[seat];

    carried->carrier = table->peers[seat]->carrier;
    carried->cleared = 0;
    if (carried->doubted && carried->failed)
        judge(table, seat, false, now);
}

/* Voids a game that was held for too long. Returns whether it did. */
static bool end_held(struct arena_table *table, usec_t now)
{
    seat_t seat = 0;

    while (seat < SEATS_MAX && seated_table_lapse_of(table, seat) > now)
        seat++;
    if (seat == SEATS_MAX || !seated_table_under_way(table))
        return false;
    snprintf(table->void_text, sizeof table->void_text,
             table->carried[seat].failed ? "the node that carried %.32s is gone"
                                         : "the node of %.32s was not heard of",
             name_of(table, seat));
    log_line(LOG_WARN, "game=%s is void: %s", table_config(table->table)->game_id,
             table->void_text);
    seated_table_void(table, table->void_text);
    return true;
}

bool carried_seat_is_due(struct arena_table *table, usec_t now)
{
    seat_t seat = table_game(table->table)->turn;

    if (table->doubts > 0 && end_held(table, now))
        return true;
    if (table_turn_deadline(table->table) > now)
        return false;
    const struct carried_seat *carried = &table->carried[seat];
    if (!carried->carrier || carried->cleared == table_number(table->table))
        return false;
    doubt(table, seat, now);
    return true;
}

/* ---------------------------------------------------------------------------- a carrier's verdict
 */

static bool is_doubted(const struct arena_table *table, seat_t seat, uint32_t carrier)
{
    return table->carried[seat].doubted == carrier && !table->carried[seat].failed;
}

static void clear(struct arena_table *table, seat_t seat, usec_t before, usec_t now)
{
    struct carried_seat *carried = &table->carried[seat];

    if (carried->doubted_at > before)
        return;
    if (!seated_table_connected(table, seat))
        carried->carrier = 0; /* its own loss, until it reconnects */
    carried->cleared = table_number(table->table);
    judge(table, seat, true, now);
}

static void fail(struct arena_table *table, seat_t seat, usec_t now)
{
    struct carried_seat *carried = &table->carried[seat];
    struct peer *peer = table->peers[seat];
    struct table_input tick = {.kind = TABLE_TICK};

    if (seated_table_connected(table, seat) && peer_carrier(peer) == carried->doubted)
        connection_fail(peer, FAULT_GONE, "the node that carried it is gone");
    carried->failed = true;
    if (seated_table_connected(table, seat))
        judge(table, seat, false, now);
    else if (!end_held(table, now) &&
             table->arena->settings.hold_usec < CARRIED_UNKNOWN_MSEC * (usec_t)USEC_PER_MSEC)
        seated_table_feed(table, &tick, now); /* arms it again */
}

void carried_seat_carrier_lives(struct arena *arena, uint32_t carrier, usec_t before)
{
    for (struct arena_table *table = arena->tables; table; table = table->next) {
        for (seat_t seat = 0;
             seat < SEATS_MAX && table->doubts > 0 && seated_table_under_way(table); seat++) {
            if (is_doubted(table, seat, carrier))
                clear(table, seat, before, clock_now_usec());
        }
    }
}

void carried_seat_carrier_gone(struct arena *arena, uint32_t carrier)
{
    for (struct arena_table *table = arena->tables; table; table = table->next) {
        for (seat_t seat = 0;
             seat < SEATS_MAX && table->doubts > 0 && seated_table_under_way(table); seat++) {
            if (is_doubted(table, seat, carrier))
                fail(table, seat, clock_now_usec());
        }
    }
}
