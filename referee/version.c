/* version.c - see version.h. */
#include "version.h"
#include "arena.h"

#include <string.h>
#include <strings.h>

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
    for (const struct peer *other = arena->peers; other; other = other->next) {
        if (other != peer && plays_on(other) && strcasecmp(other->name, peer->name) == 0)
            return VERSION_OTHER;
    }
    return VERSION_NEW;
}
