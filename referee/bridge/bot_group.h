/* bot_group.h - the bots behind one name: a process for each game that is played at once. It gives
 * each game a process, passes messages in both directions, and replaces processes that end. Knows
 * no connection: what goes to the server goes through a function. One thread. */
#ifndef AVONDALE_BOT_GROUP_H
#define AVONDALE_BOT_GROUP_H

#include "protocol.h"
#include "sandbox/sandbox.h"

#include <stdbool.h>
#include <stddef.h>

struct bot_group;
struct event_base;

enum {
    BOT_GROUP_MAX = 64,
    BOT_GROUP_FAILURES_MAX =
        5,                     /* ends of a process in a row without a game that it played itself */
    BOT_GROUP_SPOKEN_MAX = 20, /* hints, chats and lobby messages of a bot in a second */
};

struct bot_group_config {
    struct event_base *base;
    const struct sandbox_config *sandbox; /* prepared */
    char *const *words;                   /* the command of each, NULL at the end */
    const char *name;
    int count;                    /* 1 to BOT_GROUP_MAX */
    void (*ready)(void *context); /* all have said hello; once */
    /* Returns true if it was sent. */
    bool (*send)(void *context, const struct message *message);
    /* A process is new in the middle of its game: the server must send its games again. */
    void (*resume)(void *context);
    void (*over)(void *context, const struct message *over, const char *id); /* of a game */
    void (*quit)(void *context);                    /* a bot says that it goes */
    void (*broken)(void *context, const char *why); /* it does not start, or ends again and again */
    void (*empty)(void *context);                   /* after bot_group_stop: all have ended */
    void *context;
};

/* Returns NULL if there is no memory. */
struct bot_group *bot_group_create(const struct bot_group_config *config);
void bot_group_destroy(struct bot_group *group); /* NULL is fine; all have ended before */

/* Starts all processes. Returns 0, or -1 with errno. */
int bot_group_start(struct bot_group *group);
/* After SIGCHLD. */
void bot_group_reap(struct bot_group *group);
/* Says bye to all and ends them; `empty` follows. */
void bot_group_stop(struct bot_group *group, const char *why);

/* Adds to a hello what the first bot says of itself: nonce, eager, software, version. */
void bot_group_describe(const struct bot_group *group, struct message *hello);
/* The encoding of the first bot. */
enum encoding bot_group_encoding(const struct bot_group *group);

/* A connection begins: games of the last one are only continued if the server sends them again. */
void bot_group_connect(struct bot_group *group);
/* Any message of the server, as it came. The first `welcome` greets the bots; they see neither its
 * token nor its session. */
void bot_group_take(struct bot_group *group, const struct message *message, enum encoding encoding,
                    const char *bytes, size_t size);
/* Games that are under way, or were when the connection was lost. */
int bot_group_games(const struct bot_group *group);
/* The server knows none of them any more. */
void bot_group_forget(struct bot_group *group);

#endif
