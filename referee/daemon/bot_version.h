/* bot_version.h - which version of a bot says hello. A rated entity is one version of a bot
 * (ratings 7), so two of them never play at the same time under one name. On the thread of the
 * hall. */
#ifndef AVONDALE_BOT_VERSION_H
#define AVONDALE_BOT_VERSION_H

struct arena;
struct ladder;
struct peer;

/* What to do where a bot says a version (peer_version(peer)) that the ladder does not have as its
 * latest. */
enum bot_version_verdict {
    BOT_VERSION_SAME, /* it is the latest, or none is said */
    BOT_VERSION_NEW, /* the bot is another program from now on, which writer_version_begin puts into
                    the log */
    BOT_VERSION_OTHER, /* the bot is here, or in a game, as another version */
};
/* The bot has a line in the ladder; `latest`: the label there, "" for none. */
enum bot_version_verdict bot_version_judge(const struct arena *arena, const struct peer *peer,
                                           const char *latest);

#endif
