/* carried.c - see carried.h. */
#include "cluster/carried.h"
#include "base/log.h"
#include "arena/session.h"

#include <stdio.h>
#include <string.h>

static const usec_t unknown_usec = CARRIED_UNKNOWN_MSEC * (usec_t)USEC_PER_MSEC;

static bool is_under_way(const struct arena_table *table)
{
    return !table->closed && table_state(&table->table) < TABLE_STATE_OVER;
}

static bool is_connected(const struct arena_table *table, seat_t seat)
{
    return table->peers[seat] && table->peers[seat]->state == PEER_STATE_READY;
}

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
    arena_feed(table, &input, now);
}

static void judge(struct arena_table *table, seat_t seat, bool blame, usec_t now)
{
    struct table_input input = {.kind = TABLE_JUDGED, .seat = seat, .blame = blame};

    table->carried[seat].doubted = 0;
    table->doubts--;
    log_line(LOG_INFO, "game=%s name=%s %s", table_config(&table->table)->game_id,
             name_of(table, seat), blame ? "was silent by itself" : "goes on, its node is gone");
    arena_feed(table, &input, now);
}

void carried_is_lost(struct arena_table *table, seat_t seat, usec_t now)
{
    const struct carried_seat *carried = &table->carried[seat];

    if (carried->carrier && !carried->doubted && is_under_way(table))
        doubt(table, seat, now);
}

void carried_is_back(struct arena_table *table, seat_t seat, usec_t now)
{
    struct carried_seat *carried = &table->carried[seat];

    carried->carrier = table->peers[seat]->carrier;
    carried->cleared = 0;
    if (carried->doubted && carried->failed)
        judge(table, seat, false, now);
}

static usec_t lapse_of(const struct arena_table *table, const struct carried_seat *carried)
{
    usec_t hold = table->arena->hold_usec;

    if (!carried->doubted)
        return USEC_NEVER;
    return carried->doubted_at + (carried->failed || hold > unknown_usec ? hold : unknown_usec);
}

usec_t carried_lapse(const struct arena_table *table)
{
    usec_t lapse = USEC_NEVER;

    for (seat_t seat = 0; seat < SEATS_MAX && is_under_way(table); seat++) {
        usec_t one = lapse_of(table, &table->carried[seat]);
        lapse = one < lapse ? one : lapse;
    }
    return lapse;
}

static bool end_held(struct arena_table *table, usec_t now)
{
    seat_t seat = 0;

    while (seat < SEATS_MAX && lapse_of(table, &table->carried[seat]) > now)
        seat++;
    if (seat == SEATS_MAX || !is_under_way(table))
        return false;
    snprintf(table->void_text, sizeof table->void_text,
             table->carried[seat].failed ? "the node that carried %.32s is gone"
                                         : "the node of %.32s was not heard of",
             name_of(table, seat));
    log_line(LOG_WARN, "game=%s is void: %s", table_config(&table->table)->game_id,
             table->void_text);
    arena_void(table, table->void_text);
    return true;
}

bool carried_is_due(struct arena_table *table, usec_t now)
{
    seat_t seat = table_game(&table->table)->turn;

    if (table->doubts > 0 && end_held(table, now))
        return true;
    if (table_turn_deadline(&table->table) > now)
        return false;
    const struct carried_seat *carried = &table->carried[seat];
    if (!carried->carrier || carried->cleared == table_number(&table->table))
        return false;
    doubt(table, seat, now);
    return true;
}

static void judge_seat(struct arena_table *table, seat_t seat, enum carrier_verdict verdict,
                       usec_t before)
{
    struct carried_seat *carried = &table->carried[seat];
    struct peer *peer = table->peers[seat];
    usec_t now = clock_now_usec();

    if (verdict == CARRIER_LIVES && carried->doubted_at <= before) {
        if (!is_connected(table, seat))
            carried->carrier = 0; /* its own loss, until it is back */
        carried->cleared = table_number(&table->table);
        judge(table, seat, true, now);
    } else if (verdict == CARRIER_GONE) {
        if (is_connected(table, seat) && peer->carrier == carried->doubted)
            peer_fail(peer, FAULT_GONE, "the node that carried it is gone");
        carried->failed = true;
        if (is_connected(table, seat))
            judge(table, seat, false, now);
        else if (!end_held(table, now) && table->arena->hold_usec < unknown_usec)
            arena_feed(table, &(struct table_input){.kind = TABLE_TICK}, now); /* arms it anew */
    }
}

void carried_judge(struct arena *arena, uint32_t carrier, enum carrier_verdict verdict,
                   usec_t before)
{
    for (struct arena_table *table = arena->tables; table; table = table->next) {
        for (seat_t seat = 0; seat < SEATS_MAX && table->doubts > 0 && is_under_way(table); seat++)
            if (table->carried[seat].doubted == carrier && !table->carried[seat].failed)
                judge_seat(table, seat, verdict, before);
    }
}

struct peer *carried_held(struct arena *hall, const char *name)
{
    struct peer *held = NULL;

    for (struct peer *peer = arena_called(hall, name); peer; peer = arena_called_next(peer)) {
        if (peer->state != PEER_STATE_CLOSED || peer->game_count == 0 || !peer->carrier ||
            strcmp(peer->name, name) != 0)
            continue;
        if (held) /* which cards are whose, only sessions tell */
            return NULL;
        held = peer;
    }
    return held;
}

bool carried_return(struct arena *hall, struct peer *peer)
{
    struct peer *held = carried_held(hall, peer->name);

    if (!held || !peer_adopt(peer, held))
        return false;
    log_line(LOG_INFO, "peer=%s name=%s goes on with its games", peer->label, peer->name);
    return true;
}
