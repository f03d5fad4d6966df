/* carried_seat.c - see carried_seat.h. */
#include "arena/carried_seat.h"

#include "arena/seated_table.h"
#include "base/log.h"

#include <stdio.h>

static const char *name_of(const struct arena_table *table, seat_t seat)
{
    return table_config(&table->table)->seats[seat].name;
}

static void doubt(struct arena_table *table, seat_t seat, usec_t now)
{
    struct table_input input = {.kind = TABLE_DOUBT, .seat = seat};
    struct carried_seat *carried = &table->carried[seat];

    carried->doubted = carried->carrier;
    carried->doubted_at = now;
    carried->failed = false;
    table->doubts++;
    log_line(LOG_INFO, "game=%s name=%s was carried and is silent: held",
             table_config(&table->table)->game_id, name_of(table, seat));
    seated_table_feed(table, &input, now);
}

void carried_seat_judge(struct arena_table *table, seat_t seat, bool blame, usec_t now)
{
    struct table_input input = {.kind = TABLE_JUDGED, .seat = seat, .blame = blame};

    table->carried[seat].doubted = 0;
    table->doubts--;
    log_line(LOG_INFO, "game=%s name=%s %s", table_config(&table->table)->game_id,
             name_of(table, seat), blame ? "was silent by itself" : "goes on, its node is gone");
    seated_table_feed(table, &input, now);
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
        carried_seat_judge(table, seat, false, now);
}

bool carried_seat_end_held(struct arena_table *table, usec_t now)
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
    log_line(LOG_WARN, "game=%s is void: %s", table_config(&table->table)->game_id,
             table->void_text);
    seated_table_void(table, table->void_text);
    return true;
}

bool carried_seat_is_due(struct arena_table *table, usec_t now)
{
    seat_t seat = table_game(&table->table)->turn;

    if (table->doubts > 0 && carried_seat_end_held(table, now))
        return true;
    if (table_turn_deadline(&table->table) > now)
        return false;
    const struct carried_seat *carried = &table->carried[seat];
    if (!carried->carrier || carried->cleared == table_number(&table->table))
        return false;
    doubt(table, seat, now);
    return true;
}
