/* duel_session.h - games of two bots that misbehave or disconnect, for the tests of sessions. */
#ifndef AVONDALE_TEST_DUEL_SESSION_H
#define AVONDALE_TEST_DUEL_SESSION_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <poll.h>
#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "duel.h"
#include "arena/session.h"
#include "arena/seated_table.h"

static inline int setup(void **state)
{
    signal(SIGPIPE, SIG_IGN);
    *state = calloc(1, sizeof(struct duel));
    return duel_open(*state);
}

static inline int teardown(void **state)
{
    duel_close(*state);
    free(*state);
    return 0;
}

/* Turns until a bot is asked; returns the request, and which bot. */
static inline const char *await_request(struct duel *duel, int *bot)
{
    for (int i = 0; i < 100; i++) {
        duel_turn(duel);
        for (*bot = 0; *bot < 2; ++*bot) {
            const char *line;
            while ((line = duel_line(duel, *bot)) != NULL) {
                if (strncmp(line, "turn ", 5) == 0)
                    return line;
            }
        }
    }
    fail_msg("no seat is asked");
    return NULL;
}

static inline void send_pongs(struct peer *peer, int count)
{
    struct message *message = malloc(sizeof *message);
    message_init(message, MESSAGE_PONG);
    message_set_int(message, PONG_X, 1000000007);
    for (int i = 0; i < count; i++)
        connection_send(peer, message);
    free(message);
}

#endif
