/* carried.c - see carried.h. */
#include "cluster/carried.h"
#include "base/log.h"
#include "arena/carried_seat.h"
#include "arena/seated_table.h"
#include "arena/session.h"

#include <string.h>

static void judge_seat(struct arena_table *table, seat_t seat, enum carrier_verdict verdict,
                       usec_t before)
{
    struct carried_seat *carried = &table->carried[seat];
    struct peer *peer = table->peers[seat];
    usec_t now = clock_now_usec();

    if (verdict == CARRIER_LIVES && carried->doubted_at <= before) {
        if (!seated_table_connected(table, seat))
            carried->carrier = 0; /* its own loss, until it is back */
        carried->cleared = table_number(&table->table);
        carried_seat_judge(table, seat, true, now);
    } else if (verdict == CARRIER_GONE) {
        if (seated_table_connected(table, seat) && peer->carrier == carried->doubted)
            peer_fail(peer, FAULT_GONE, "the node that carried it is gone");
        carried->failed = true;
        if (seated_table_connected(table, seat))
            carried_seat_judge(table, seat, false, now);
        else if (!carried_seat_end_held(table, now) &&
                 table->arena->hold_usec < CARRIED_UNKNOWN_MSEC * (usec_t)USEC_PER_MSEC)
            seated_table_feed(table, &(struct table_input){.kind = TABLE_TICK},
                              now); /* arms it anew */
    }
}

void carried_judge(struct arena *arena, uint32_t carrier, enum carrier_verdict verdict,
                   usec_t before)
{
    for (struct arena_table *table = arena->tables; table; table = table->next) {
        for (seat_t seat = 0;
             seat < SEATS_MAX && table->doubts > 0 && seated_table_under_way(table); seat++)
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
