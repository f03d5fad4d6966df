/* botkit.h - a bot in C: connects, says hello, follows its games, asks you for a decision.
 *
 * A bot is a function that chooses an action when it is asked; botkit_run does the rest. Blocking
 * input and output, one thread. Copy this file, botkit.c, botfair.[ch], botlink.[ch],
 * botlobby.[ch], botoptions.[ch] and token_file.[ch] to start from. */
#ifndef AVONDALE_BOTKIT_H
#define AVONDALE_BOTKIT_H

#include "botfair.h"
#include "botlink.h"
#include "botlobby.h"
#include "botoptions.h"
#include "engine.h"
#include "protocol.h"
#include "seen.h"
#include "token_file.h"

enum { BOT_ADDRESSES_MAX = 8 }; /* nodes of one arena in --connect */

struct bot {
    uint64_t random, seed;
    bool seeded;
    const char *name, *token, *session;
    const char *token_file; /* that keeps the token of its name; NULL: claims no name */
    char own_token_file[512], kept_token[TOKEN_FILE_BYTES];
    const char *invite;  /* the code that lets its name in; NULL: none */
    const char *version; /* NULL: says none */
    enum encoding encoding;
    struct bot_link link;
    struct bot_lobby lobby;
    /* NULL, or set after bot_init: called with each message of the arena, after the bot has taken
     * it; for a turn, before the decision. */
    void (*on_message)(struct bot *bot, const struct message *message);
    bool verbose, nonce;
    int reconnect_sec; /* how long it tries to reconnect, 0: not at all */
    bool welcomed;     /* on this connection */
    const char
        *home[BOT_ADDRESSES_MAX]; /* addresses of --connect; link.address may be another one */
    int home_count, home_at;      /* home_at: the one to try next */
    char away[160], ticket[80];   /* of another node: address and ticket; "": none */
    bool sent;                    /* redirected just now */
    bool stays;                   /* back home, because the redirect failed */
    bool refused;                 /* for good */
    char kept_session[64];
    struct seen games[64];
    struct bot_fair *fairs; /* with --nonce: what it was told of the shuffle of its games */
    /* for rude bots: */
    int turns;
    int64_t g, n; /* of the request being answered */
};

/* Fills in *action with a legal one. Returns false to send nothing. */
typedef bool bot_decide_fn(struct bot *bot, const struct seen *game, const struct seen_turn *turn,
                           struct action *action);

/* Takes the options that all bots have out of the arguments (--help lists them), and the bot's own:
 * `own`, which ends with a row without a name, or NULL. Other options are refused with a line.
 * Fills in *bot and opens its first connection. Returns 0, or an exit status. */
int bot_init_options(struct bot *bot, int argc, char **argv, const char *name,
                     const struct bot_option *own);
/* The same for a bot without options of its own. */
int bot_init(struct bot *bot, int argc, char **argv, const char *name);
/* Plays until the arena sends `bye`, or the stream ends and cannot be reconnected. Returns an exit
 * status. */
int bot_run(struct bot *bot, bot_decide_fn *decide);

uint32_t bot_below(struct bot *bot, uint32_t bound); /* 0 .. bound-1 */
/* Uniformly one of what is legal, never a claim. */
bool bot_decide_random(struct bot *bot, const struct seen *game, const struct seen_turn *turn,
                       struct action *action);
/* Sends a message, in the bot's encoding. */
void bot_send(struct bot *bot, const struct message *message);
/* The same for a message that is written as a line of the text encoding, without its end:
 * "challenge names=ann,bob ruleset=wikipedia". Returns 0, or -1 if that is no message of a bot. */
int bot_say(struct bot *bot, const char *line);
bool bot_line_valid(const char *line); /* whether bot_say would send it */
void bot_send_bytes(struct bot *bot, const void *bytes, size_t size);
void bot_send_act(struct bot *bot, int64_t g, int64_t n, const char *word, size_t size);

#endif
