/* admin.h - the commands of the operator of a running daemon: a table of commands, and a unix
 * socket that takes them. The daemon is a struct of functions and read-only parts; only admin.c
 * knows sockets; the commands (admin_command.c) get words and return JSON.
 *
 * On the socket: one line of words from the client, one line of JSON back, the end of the stream.
 *   {"status": 0, "result": ...}      or {"status": 1 or 2, "error": "one line"}
 * The status is the exit status of `avondale admin`. Nothing that it shows is a card, a seed, a
 * token or a session. */
#ifndef AVONDALE_ADMIN_H
#define AVONDALE_ADMIN_H

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

/* The parts of the daemon that commands may see and change. Everything but the functions is
 * borrowed. */
struct admin_host {
    struct arena *arena; /* of the main loop */
    struct loops *loops; /* the game loops; NULL: there are none */
    const struct config *config;
    struct ladder *ladder; /* NULL: none */
    const struct name_rate *name_rate;
    const struct invitations *invitations; /* NULL: none */
    const struct name_rate *departures;    /* NULL: none */
    const struct web *web;                 /* NULL: no page */
    usec_t started;                        /* when the daemon started; monotonic */
    int deadline_msec;                     /* time limit of a client; 0: ADMIN_DEADLINE_MSEC */
    void *owner;
    struct admin_games {
        long started, rated, waiting; /* games begun, results stored, bots free for a game */
        int nodes;                    /* others that it knows */
        bool paused, draining;
    } (*games)(void *owner);
    json_t *(*waiting)(void *owner); /* the waiting bots with their reasons: a new value, or NULL if
                                        out of memory */
    void (*pause)(void *owner, bool paused);
    void (*drain)(void *owner);
    /* Reads the options and the certificates again. Returns 0, with the changes in `text` ("" if
     * none); else an exit status, with the reason in `text` and nothing changed. */
    int (*reload)(void *owner, char text[ADMIN_WHY_BYTES]);
};

/* ------------------------------------------------------------------- the commands
 * (admin_command.c) */

/* Runs one line (without its end, any bytes). Returns the whole answer, to be freed, or NULL if out
 * of memory. The caller settles the arena afterwards. `connections`: those of the socket now. */
json_t *admin_command_answer(const struct admin_host *host, int connections, const char *line,
                             size_t size);
/* For --help: writes the words of the command with that index, from 0, to `term`. Returns its
 * description, or NULL after the last. */
const char *admin_command_help(int index, char *term, size_t size);

/* ------------------------------------------------------------------------------ the socket
 * (admin.c) */

struct admin;
/* Listens at `path` with mode 0600; replaces a socket without a listener there, but nothing else.
 * `host` is copied. Returns 0, or -1 with a line that names the path. */
int admin_open(struct admin **admin, struct event_base *base, const char *path,
               const struct admin_host *host, char why[ADMIN_WHY_BYTES]);
void admin_close(
    struct admin *admin); /* removes the socket, if the path is still ours; NULL is fine */

#endif
