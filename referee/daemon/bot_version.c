/* bot_version.c - see bot_version.h. */
#include "daemon/bot_version.h"
#include "arena/session.h"
#include "arena/arena.h"

#include <string.h>

/* Its games count, or will count. */
static bool plays_on(const struct peer *peer)
{
    return peer_state(peer) == PEER_STATE_READY || peer_state(peer) == PEER_STATE_LEAVING ||
           peer_games(peer) > 0 || peer_games_reserved(peer) > 0 || peer_is_away(peer);
}

bool bot_version_is_here(const struct arena *arena, const struct peer *peer)
{
    for (const struct peer *other = session_find(arena, peer_name(peer)); other;
         other = session_find_next(other)) {
        if (other != peer && plays_on(other))
            return true;
    }
    return false;
}

enum bot_version_verdict bot_version_judge(const struct arena *arena, const struct peer *peer,
                                           const char *latest)
{
    if (!peer_version(peer)[0] || strcmp(peer_version(peer), latest) == 0)
        return BOT_VERSION_SAME;
    return bot_version_is_here(arena, peer) ? BOT_VERSION_OTHER : BOT_VERSION_NEW;
}
