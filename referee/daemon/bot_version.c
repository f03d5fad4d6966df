/* bot_version.c - see bot_version.h. */
#include "daemon/bot_version.h"
#include "arena/arena.h"

#include <string.h>

/* Its games count, or will. */
static bool plays_on(const struct peer *peer)
{
    return peer->state == PEER_STATE_READY || peer->state == PEER_STATE_LEAVING ||
           peer->game_count > 0 || peer->reserved > 0 || peer->away;
}

enum version_verdict version_judge(const struct arena *arena, const struct peer *peer,
                                   const char *latest)
{
    if (!peer->version[0] || strcmp(peer->version, latest) == 0)
        return VERSION_SAME;
    for (const struct peer *other = arena_called(arena, peer->name); other;
         other = arena_called_next(other)) {
        if (other != peer && plays_on(other))
            return VERSION_OTHER;
    }
    return VERSION_NEW;
}
