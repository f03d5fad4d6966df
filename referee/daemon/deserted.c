/* deserted.c - see deserted.h. */
#include "daemon/deserted.h"

#include "arena/seated_table.h"
#include "daemon/server_private.h"
#include "seating/house.h"

static bool is_deserted(const struct house *house, const struct arena_table *table)
{
    const struct table_config *config = table_config(seated_table_table(table));

    for (seat_t seat = 0; seat < config->rules->players; seat++) {
        const struct peer *peer = seated_table_peer(table, seat);
        if (!peer || (!house_keeps(house, peer_name(peer)) && !peer_is_quitting(peer)))
            return false;
    }
    return !config->rated;
}

void deserted_on_quits(struct arena *arena, struct peer *peer)
{
    const struct server *server = arena_owner(arena);
    seat_t seat;

    for (int number = 1; number <= PEER_GAMES_MAX; number++) {
        struct arena_table *table = peer_table(peer, number, &seat);
        if (table && is_deserted(server->hall.house, table))
            seated_table_void(table, "all who played with house bots left");
    }
}
