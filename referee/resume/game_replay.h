/* game_replay.h - plays a game again from its facts, through the table that it is played at.
 *
 * The table has been started and is at its first decision, with nobody there. Each fact becomes the
 * input that brought it, on a clock that runs as fast as the seats thought; what the table says to
 * that must be the facts, word for word. Then clocks, banks, faults and scores are what they were.
 * Pure: whoever owns the table feeds it.
 */
#ifndef AVONDALE_RESTORE_H
#define AVONDALE_RESTORE_H

#include "resume/game_facts.h"

struct restore {
    const struct table *table;
    usec_t now; /* of that clock */
    /* The next fact after the game's first one; false: there are no more. */
    bool (*next)(void *context, const char **fact, size_t *size);
    /* The input goes to the table, and its effects through restore_effect. */
    void (*feed)(void *context, struct table_input *input, usec_t now);
    void *context;

    /* game_replay.c's own */
    const char *fact; /* to come next; NULL: to be read */
    size_t size;
    bool ended, failed;
};

/* True when all facts were played. False: something else came of them; the table is of no use. */
bool restore_run(struct restore *restore);

/* For each EFFECT_STEP and EFFECT_FAULT that comes meanwhile. True: it is one of the facts. False:
 * a new one, which was not written down any more. */
bool restore_effect(struct restore *restore, const struct effect *effect);

#endif
