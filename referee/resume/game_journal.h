/* game_journal.h - writes a running game into the journal, as far as its replay needs. */
#ifndef AVONDALE_GAME_JOURNAL_H
#define AVONDALE_GAME_JOURNAL_H

#include "seating/seating.h"

/* Called with each effect of a table, before any bot gets it. A game is first written with its
 * first deal. */
void game_journal_effect(struct seating *seating, struct arena_table *table,
                         const struct effect *effect);
/* The connections of the seats have changed. */
void game_journal_seats(const struct arena_table *table);
void game_journal_over(const struct arena_table *table);
/* The result is on disk. */
void game_journal_stored(const struct arena_table *table);

#endif
