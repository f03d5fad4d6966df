/* hall.h - handles events of bots on the main loop: ready, a message, gone, and time to pair. Calls
 * resume, lobby messages and seating in turn. */
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

/* The caller keeps arena, loops, ladder and configuration. `sandbox`: for the house bots. Returns
 * 0, or -1 if out of memory. */
int hall_init(struct hall *hall, struct arena *arena, struct loops *loops, struct ladder *ladder,
              const struct config *config, const struct sandbox_config *sandbox);
/* See seating_destroy; a hall that is all zero is fine. */
void hall_fini(struct hall *hall);

/* From now on games of an earlier run are resumed; they wait for `budget_sec`. `resume` may be
 * NULL; the caller keeps it. Returns 0, or -1 if out of memory. */
int hall_resume(struct hall *hall, struct resume *resume, int budget_sec);
void hall_ready(struct hall *hall, struct peer *peer); /* free for a game */
void hall_gone(struct hall *hall, struct peer *peer);
/* Handles a message of the lobby. Returns false if it is another message. */
bool hall_message(struct hall *hall, struct peer *peer, const struct message *message);
/* Stops new games; a hall that is all zero is fine. */
void hall_close(struct hall *hall);

#endif
