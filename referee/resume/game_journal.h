/* game_journal.h - writes a running game down in the journal, as far as it is asked to play it
 * again. */
#ifndef AVONDALE_SAVING_H
#define AVONDALE_SAVING_H

#include "seating/seating.h"

/* Each effect of a table, before anybody is told of it. A game begins to be written with its first
 * deal. */
void saving_effect(struct seating *seating, struct arena_table *table, const struct effect *effect);
/* Who sits where has changed, and the game with it. */
void saving_seats(const struct arena_table *table);
void saving_over(const struct arena_table *table);
/* Its result is on disk. */
void saving_stored(const struct arena_table *table);

#endif
