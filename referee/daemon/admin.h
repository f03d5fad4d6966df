/* admin.h - what the operator of a running daemon can ask and tell it: a table of commands, and a
 * unix socket that takes them. The daemon is known as a struct of functions and read-only parts;
 * sockets are known to admin.c alone, the commands (admin_command.c) see words and give JSON.
 *
 * On the socket: one line of words from the client, one line of JSON back, the end of the stream.
 *   {"status": 0, "result": ...}      or {"status": 1 or 2, "error": "one line"}
 * The status is the exit status of `avondale admin`. Nothing that it shows is a card, a seed, a
 * token or a session. */
#ifndef AVONDALE_ADMIN_H
#define AVONDALE_ADMIN_H

#include "arena/name_rate.h"
#include "arena/arena.h"
#include "config/config.h"
#include "ladder.h"

#include <jansson.h>
#include <stdio.h>

enum {
    ADMIN_CONNECTIONS_MAX = 8,
    ADMIN_LINE_BYTES_MAX = 256,
    ADMIN_WORDS_MAX = 4,
    ADMIN_DEADLINE_MSEC = 5000, /* from the connection to the last byte of its answer */
    ADMIN_WHY_BYTES = 512,
};

/* What the daemon lets be seen and done. All but the functions is borrowed. */
struct admin_host {
    struct arena *arena; /* of the loop that asks */
    struct loops *loops; /* with the other ones; NULL: there are none */
    const struct config *config;
    const struct name_rate *name_rate;
    const struct invitations *invitations; /* NULL: none */
    const struct name_rate *departures;    /* NULL: none */
    const struct web *web;                 /* NULL: no page */
    usec_t started;                        /* when the daemon was; monotonic */
    int deadline_msec;                     /* of a client; 0: ADMIN_DEADLINE_MSEC */
    void *owner;
    struct admin_games {
        long started, rated, waiting; /* games begun, results stored, bots free for a game */
        bool paused, draining;
    } (*games)(void *owner);
    json_t *(*waiting)(void *owner); /* who waits, and why: new, or NULL when out of memory */
    void (*pause)(void *owner, bool paused);
    void (*drain)(void *owner);
    /* Reads the options and the certificates again. 0: `text` names what changed ("" nothing); else
     * an exit status, `text` says why, and nothing has changed. */
    int (*reload)(void *owner, char text[ADMIN_WHY_BYTES]);
};

/* ------------------------------------------------------------------- the commands
 * (admin_command.c) */

/* Carries out one line (without its end, any bytes) and returns the whole answer, new. NULL when
 * out of memory. The caller settles the arena afterwards. `connections` are those of the socket
 * now. */
json_t *admin_command_answer(const struct admin_host *host, int connections, const char *line,
                             size_t size);
/* For --help: the words of the command with that index, from 0, in `term`. Returns what it does, or
 * NULL if there are no more. */
const char *admin_command_help(int index, char *term, size_t size);

/* ------------------------------------------------------------------------------ the socket
 * (admin.c) */

struct admin;
/* Listens at `path` with mode 0600; a socket without a listener there is replaced, anything else
 * is not. `host` is copied. 0, or -1 with a line that names the path. */
int admin_open(struct admin **admin, struct event_base *base, const char *path,
               const struct admin_host *host, char why[ADMIN_WHY_BYTES]);
void admin_close(
    struct admin *admin); /* removes the socket, if it is still its own; NULL is fine */

#endif
