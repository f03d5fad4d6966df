/* hall.h - what happens on the main loop when a bot is ready, speaks or goes, and when it is time
 * to pair: calls resume, lobby messages and seating in turn. */
#ifndef AVONDALE_HALL_H
#define AVONDALE_HALL_H

#include "daemon/waits_notice.h"
#include "resume/resume.h"
#include "seating/seating.h"

struct sandbox_config;

struct hall {
    struct seating *seating;
    struct house *house;   /* the house bots; NULL: there are none */
    struct resume *resume; /* NULL: no game is resumed */
    struct waits_notice notice;
};

/* Arena, loops, ladder and configuration stay the caller's. `sandbox`: of the house bots. Returns
 * 0, or -1 if out of memory. */
int hall_init(struct hall *hall, struct arena *arena, struct loops *loops, struct ladder *ladder,
              const struct config *config, const struct sandbox_config *sandbox);
/* See seating_destroy; one that is all zero is fine. */
void hall_fini(struct hall *hall);

/* From now on games of an earlier run are resumed; they wait for `budget_sec`. `resume` may be
 * NULL and stays the caller's. Returns 0, or -1 if out of memory. */
int hall_resume(struct hall *hall, struct resume *resume, int budget_sec);
void hall_ready(struct hall *hall, struct peer *peer); /* free for a game */
void hall_gone(struct hall *hall, struct peer *peer);
/* Takes a message of the lobby. Returns false if it is none. */
bool hall_message(struct hall *hall, struct peer *peer, const struct message *message);
/* No new games from now on; a hall that is all zero is fine. */
void hall_close(struct hall *hall);

#endif
