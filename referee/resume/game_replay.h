/* game_replay.h - plays a game again from its facts, through the table that it is played at.
 *
 * The table has been started and is at its first decision, with all seats away. Each fact becomes
 * the input that caused it, on a simulated clock; the effects of the table must match the journal
 * byte for byte. Then clocks, banks, faults and scores are as before. Pure: the owner of the table
 * feeds it.
 */
#ifndef AVONDALE_GAME_REPLAY_H
#define AVONDALE_GAME_REPLAY_H

#include "resume/game_facts.h"

struct game_replay {
    const struct table *table;
    usec_t now; /* of that clock */
    /* The next fact after the game's first one. Returns false behind the last. */
    bool (*next)(void *context, const char **fact, size_t *size);
    /* The input goes to the table, and its effects through game_replay_effect. */
    void (*feed)(void *context, struct table_input *input, usec_t now);
    void *context;

    /* game_replay.c's own */
    const char *fact; /* to come next; NULL: to be read */
    size_t size;
    bool ended, failed;
};

/* True when all facts were played. False: something else came of them; the table is of no use. */
bool game_replay_run(struct game_replay *replay);

/* For each EFFECT_STEP and EFFECT_FAULT that comes meanwhile. True: it is one of the facts. False:
 * a new one, which was not written down any more. */
bool game_replay_effect(struct game_replay *replay, const struct effect *effect);

#endif
