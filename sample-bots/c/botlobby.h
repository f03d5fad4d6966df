/* botlobby.h - a bot and the lobby of its arena (protocol, section 8): what the options --ruleset,
 * --seek, --pair, --challenge, --open, --join, --accept, --say and --hints ask for.
 *
 * One game is arranged by a challenge, an open table or a table that the bot joins; after it the
 * bot leaves, unless it also seeks or accepts. A bot that wants more sends what it likes with
 * bot_say, and sees each message of the arena in bot->on_message. */
#ifndef AVONDALE_BOTLOBBY_H
#define AVONDALE_BOTLOBBY_H

#include "protocol.h"

struct bot;

struct bot_lobby {
    /* The options; NULL: not given. */
    const char *rulesets;  /* joined by commas */
    const char *seek;      /* words of a `seek`, "rated=0 chat=none" */
    const char *challenge; /* names, joined by commas */
    const char *open;      /* words of an `open`, "listed=1"; or "" */
    const char *join;      /* a code, or "listed": the first listed table with a free seat */
    const char *accept;    /* names, joined by commas, or "any" */
    const char *say;       /* when a game begins where there is chat */
    bool pair;
    bool hints; /* does what the arena's hint says, where there is one */

    /* What has become of it. */
    bool sought;            /* the arena has confirmed its `seek` */
    bool playing;           /* a game is under way */
    bool failed;            /* there is no game; a line on standard error says why */
    char code[64];          /* of the arranged table; "": none */
    int64_t hint_g, hint_n; /* the request whose hint is awaited; hint_n is 0: none */
};

/* Returns whether the options go together; if not, one line on standard error names what is wrong.
 */
bool bot_lobby_valid(const struct bot *bot);
/* Whether it takes no game until it asks for one: `lobby=1` in its hello. */
bool bot_lobby_wanted(const struct bot_lobby *lobby);
bool bot_lobby_seeks(const struct bot_lobby *lobby);
/* The arena has said `welcome`: asks for what the options say. */
void bot_lobby_begin(struct bot *bot);
/* Takes a message of the arena, after the bot has. */
void bot_lobby_take(struct bot *bot, const struct message *message);
/* Asks for a hint in place of a decision. Returns false if none is wanted. */
bool bot_lobby_ask(struct bot *bot, int64_t g, int64_t n);
/* Whether the message is the answer to that: `advice`, or an error; the caller decides then, by
 * the hint if there is one. */
bool bot_lobby_answered(struct bot *bot, const struct message *message);

#endif
