/* bot_process.h - a bot that speaks on its standard input and output: starts its process, cuts its
 * output into messages, ends it. Knows the protocol's messages but no game. One thread. Bots are
 * not trusted: they may flood, fall silent, write anything, and end at any time. */
#ifndef AVONDALE_BOT_PROCESS_H
#define AVONDALE_BOT_PROCESS_H

#include "protocol.h"
#include "sandbox/bot_log.h"
#include "sandbox/sandbox.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct bot_process;
struct event_base;

enum {
    BOT_PROCESS_HELLO_SEC = 30,          /* from its start to its hello */
    BOT_PROCESS_GRACE_MSEC = 1000,       /* to end by itself, and then after SIGTERM */
    BOT_PROCESS_UNREAD_SOON = 64 * 1024, /* unread bytes: see bot_process_reads */
    BOT_PROCESS_UNREAD_MAX = 1 << 20,    /* more unread bytes end it */
    BOT_PROCESS_BAD_MAX = 100,           /* unreadable messages in a row */
    BOT_PROCESS_ERRORS_MAX = 1 << 20,    /* bytes of standard error a second that go to `errors` */
};

struct bot_process_config {
    struct event_base *base;
    const struct sandbox_config *sandbox; /* prepared */
    char *const *words;                   /* its command, NULL at the end */
    struct bot_log **logs;                /* where the sandbox has logs */
    /* Takes its standard error, in place of a log; NULL: none does. A bot that writes faster than
     * BOT_PROCESS_ERRORS_MAX waits. */
    void (*errors)(void *context, const char *bytes, size_t size);
    /* Its hello, once; then its other readable messages. */
    void (*message)(void *context, struct bot_process *process, const struct message *message);
    /* An unreadable message: `error` is a PROTOCOL_ERROR, `message` the readable part. */
    void (*bad)(void *context, struct bot_process *process, const struct message *message,
                int error);
    /* It has ended and was reaped: it may be started again. `why` is a clause ("it ended with
     * status 1"), or NULL if we stopped it. */
    void (*ended)(void *context, struct bot_process *process, const char *why);
    void *context;
};

struct bot_process *bot_process_create(const struct bot_process_config *config);
/* NULL is fine. The process must have ended. */
void bot_process_destroy(struct bot_process *process);

/* Starts it; `name` is for its log. Returns 0, or -1 with errno. */
int bot_process_start(struct bot_process *process, const char *name);
bool bot_process_is_running(const struct bot_process *process); /* until it is reaped */
bool bot_process_is_ready(
    const struct bot_process *process); /* has said hello, and is not ending */
/* The encoding that it uses, once it is ready. */
enum encoding bot_process_encoding(const struct bot_process *process);

/* Sends a message that is on the wire as `bytes` in `encoding`; encodes it again for a bot of the
 * other encoding, or if `size` is 0. Sends nothing to a bot that is not ready. */
void bot_process_send(struct bot_process *process, const struct message *message,
                      enum encoding encoding, const char *bytes, size_t size);
/* Returns false if it leaves so much unread that it gets no answers: a bot that floods does not
 * read. */
bool bot_process_reads(const struct bot_process *process);
/* Ends it: closes its input after all output, then sends SIGTERM, then SIGKILL. `ended` follows
 * with that `why`; NULL: as we asked it to. */
void bot_process_stop(struct bot_process *process, const char *why);
/* After SIGCHLD: checks whether it has ended. */
void bot_process_reap(struct bot_process *process);

#endif
