/* bot_version.h - the version that a bot names in its hello. A rated entity is one version of a bot
 * (ratings 7), so two versions never play at the same time under one name. On the main loop. */
#ifndef AVONDALE_BOT_VERSION_H
#define AVONDALE_BOT_VERSION_H

#include <stdbool.h>

struct arena;
struct ladder;
struct peer;

/* What to do if a bot names a version (peer_version(peer)) that is not the latest in the ladder. */
enum bot_version_verdict {
    BOT_VERSION_SAME,  /* it is the latest, or the bot names none */
    BOT_VERSION_NEW,   /* from now on the bot is another program: writer_version_begin logs it */
    BOT_VERSION_OTHER, /* another version of the bot is here, or in a game */
};
/* The bot has a line in the ladder; `latest`: the version there, "" for none. */
enum bot_version_verdict bot_version_judge(const struct arena *arena, const struct peer *peer,
                                           const char *latest);
/* Whether another connection of the peer's name is here, or in a game. */
bool bot_version_is_here(const struct arena *arena, const struct peer *peer);

#endif
