/* server_private.h - the state of the daemon, shared by server.c and results.c. */
#ifndef AVONDALE_SERVER_PRIVATE_H
#define AVONDALE_SERVER_PRIVATE_H

#include "daemon/hall.h"
#include "daemon/play_pages.h"
#include "config/config.h"
#include "net/doors.h"
#include "ladder.h"
#include "arena/loops.h"
#include "sandbox/sandbox.h"

#include <event2/util.h>
#include <stdatomic.h>

struct server {
    struct arena *arena;
    struct config config;
    struct config asked; /* as it was read, for comparison at a reload */
    struct event_base *base;
    struct ladder *ladder;
    struct web *web;
    struct websocket_door *door; /* NULL: no pages */
    struct web_waits waits;      /* the last one that the pages got */
    struct live *live;           /* NULL: no spectators */
    struct tls *tls;             /* NULL: none configured */
    struct admin *admin;
    struct event_thread *events;     /* NULL: this daemon starts none */
    struct webhook_thread *webhooks; /* NULL: nobody is to be told */
    struct host_child *host;         /* NULL: it hosts no programs */
    struct node *node;               /* NULL: it serves alone */
    int argc;                        /* the command line: a reload reads it again */
    char **argv;
    struct resume *resume; /* NULL: games are not resumed */
    struct loops *loops;
    struct hall hall;
    struct play_rules play_rules;  /* set before the thread of the pages starts */
    struct sandbox_config sandbox; /* for the house bots */
    struct name_rate name_rate;
    uint8_t address_key[32]; /* for address_owner */
    struct event *ladder_event, *grace, *hangup, *signals[2], *counters;
    struct doors doors;
    long rated, connections;
    atomic_long submitted; /* by any loop */
    struct histogram think;
    bool draining, stopping;
    atomic_int status;
};

/* ---- results.c: callbacks of the arena, the loops, the ladder and the clock */
/* Ends the loop when the daemon drains or has played enough, and no game or result is pending. */
void results_stop_if_done(struct server *server);
/* A game is over: stores its result, then sends it to the bots. On the thread of the table, like
 * the next one. */
void results_on_over(struct arena *arena, struct arena_table *table);
void results_on_effect(struct arena *arena, struct arena_table *table, const struct effect *effect);
void results_on_closed(struct arena *arena, struct arena_table *table);
void results_on_ended(void *owner, void *game, bool began);
void results_on_opened(void *owner);
/* `context` is the server. */
void results_on_ladder(evutil_socket_t fd, short what, void *context);
void results_on_counters(evutil_socket_t fd, short what, void *context);

#endif
