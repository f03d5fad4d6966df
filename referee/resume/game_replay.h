/* game_replay.h - replays a game from its facts, through the table at which it continues.
 *
 * The table has been started and is at its first decision, with all seats absent. Each fact becomes
 * the input that caused it, on a simulated clock; the effects of the table must match the journal
 * byte for byte. Then clocks, banks, faults and scores are as before. Pure: the owner of the table
 * feeds it. */
#ifndef AVONDALE_GAME_REPLAY_H
#define AVONDALE_GAME_REPLAY_H

#include "resume/game_facts.h"

struct game_replay {
    const struct table *table;
    usec_t now; /* on that clock */
    /* Reads the next fact after the game's first one. Returns false after the last. */
    bool (*next)(void *context, const char **fact, size_t *size);
    /* Feeds the input to the table, and passes its effects to game_replay_effect. */
    void (*feed)(void *context, struct table_input *input, usec_t now);
    void *context;

    /* private to game_replay.c */
    const char *fact; /* the next fact; NULL: not read yet */
    size_t size;
    bool ended, failed;
};

/* Returns true if all facts were replayed. False: the effects differ, and the table cannot be used.
 */
bool game_replay_run(struct game_replay *replay);

/* Called for each EFFECT_STEP and EFFECT_FAULT during the replay. Returns true if it is one of the
 * facts; false if it is new: the crash came before it was written. */
bool game_replay_effect(struct game_replay *replay, const struct effect *effect);

#endif
