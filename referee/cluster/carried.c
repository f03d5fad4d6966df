/* carried.c - see carried.h. */
#include "cluster/carried.h"
#include "base/log.h"
#include "arena/carried_seat.h"
#include "arena/session.h"

#include <string.h>

void carried_judge(struct arena *arena, uint32_t carrier, enum carrier_verdict verdict,
                   usec_t before)
{
    if (verdict == CARRIER_LIVES)
        carried_seat_carrier_lives(arena, carrier, before);
    else if (verdict == CARRIER_GONE)
        carried_seat_carrier_gone(arena, carrier);
}

struct peer *carried_held(struct arena *hall, const char *name)
{
    struct peer *held = NULL;

    for (struct peer *peer = session_find(hall, name); peer; peer = session_find_next(peer)) {
        if (peer_state(peer) != PEER_STATE_CLOSED || peer_games(peer) == 0 || !peer_carrier(peer) ||
            strcmp(peer_name(peer), name) != 0)
            continue;
        if (held) /* only sessions tell which cards are whose */
            return NULL;
        held = peer;
    }
    return held;
}

bool carried_return(struct arena *hall, struct peer *peer)
{
    struct peer *held = carried_held(hall, peer_name(peer));

    if (!held || !session_adopt(peer, held))
        return false;
    log_line(LOG_INFO, "peer=%s name=%s continues its games", peer_label(peer), peer_name(peer));
    return true;
}
