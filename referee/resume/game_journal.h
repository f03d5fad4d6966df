/* game_journal.h - writes a running game down in the journal, as far as it is asked to play it
 * again. */
#ifndef AVONDALE_GAME_JOURNAL_H
#define AVONDALE_GAME_JOURNAL_H

#include "seating/seating.h"

/* Each effect of a table, before any bot gets it. A game begins to be written with its first
 * deal. */
void game_journal_effect(struct seating *seating, struct arena_table *table,
                         const struct effect *effect);
/* The bots at the seats have changed. */
void game_journal_seats(const struct arena_table *table);
void game_journal_over(const struct arena_table *table);
/* Its result is on disk. */
void game_journal_stored(const struct arena_table *table);

#endif
