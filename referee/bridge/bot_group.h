/* bot_group.h - the bots behind one name: a process for each game that is played at once. Assigns a
 * process to each game, passes messages in both directions, and replaces processes that end. Knows
 * no connection: a function sends to the server. One thread. */
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
        5, /* ends of a process in a row without a game that it finished itself */
    BOT_GROUP_SPOKEN_MAX = 20, /* hints, chats and lobby messages of a bot in one second */
};

struct bot_group_config {
    struct event_base *base;
    const struct sandbox_config *sandbox; /* prepared */
    char *const *words;                   /* the command of each, NULL at the end */
    const char *name;
    int count;                    /* 1 to BOT_GROUP_MAX */
    void (*ready)(void *context); /* all have said hello; called once */
    /* Returns true if it was sent. */
    bool (*send)(void *context, const struct message *message);
    /* A process was replaced in the middle of its game: the server must send its games again. */
    void (*resume)(void *context);
    void (*over)(void *context, const struct message *over, const char *id); /* of a game */
    void (*quit)(void *context);                                             /* a bot says `quit` */
    /* A process ended by itself, in the middle of a game or not; it is started again after so many
     * milliseconds. */
    void (*crashed)(void *context, const char *why, bool in_game, int pause);
    void (*errors)(void *context, const char *bytes, size_t size); /* as of bot_process.h */
    void (*broken)(void *context, const char *why); /* it cannot be started, or keeps ending */
    void (*empty)(void *context); /* after bot_group_stop: all processes have ended */
    void *context;
};

/* Returns NULL if there is no memory. */
struct bot_group *bot_group_create(const struct bot_group_config *config);
void bot_group_destroy(struct bot_group *group); /* NULL is fine; all processes have ended */

/* Starts all processes. Returns 0, or -1 with errno. */
int bot_group_start(struct bot_group *group);
/* After SIGCHLD. */
void bot_group_reap(struct bot_group *group);
/* Says bye to all and ends them; `empty` follows. */
void bot_group_stop(struct bot_group *group, const char *why);

/* Adds what the first bot said about itself to a hello: nonce, eager, software, version. */
void bot_group_describe(const struct bot_group *group, struct message *hello);
/* The encoding of the first bot. */
enum encoding bot_group_encoding(const struct bot_group *group);

/* A connection begins: games of the last one continue only if the server sends them again. */
void bot_group_connect(struct bot_group *group);
/* Handles any message of the server, as it came. The first `welcome` greets the bots, without its
 * token and session. */
void bot_group_take(struct bot_group *group, const struct message *message, enum encoding encoding,
                    const char *bytes, size_t size);
/* The number of running games, including those at the loss of a connection. */
int bot_group_games(const struct bot_group *group);
/* The server knows none of them any more. */
void bot_group_forget(struct bot_group *group);

#endif
