/* tournament_rating.h - ratings of a tournament's entries, from its games by blocks (ratings 3,
 * 8). */
#ifndef AVONDALE_TOURNAMENT_RATING_H
#define AVONDALE_TOURNAMENT_RATING_H

#include "ladder.h"
#include "match/runner.h"

struct tournament_ratings {
    struct rated_game *games; /* of blocks that are not void, in their order */
    int64_t count, capacity;
    int32_t blocks;
    bool made; /* from here on: of the last tournament_rating_make */
    uint64_t seed;
    struct rated_player players[SCHEDULE_ENTRIES_MAX];
};

/* Notes a block. Returns 0, or -1 if out of memory. */
int tournament_rating_add(struct tournament_ratings *ratings, const struct ruleset *rules,
                          const struct schedule_block *block, const struct runner_game *games);
/* Rates all noted blocks. Without a game there are no ratings. Returns 0, or -1 if out of memory.
 */
int tournament_rating_make(struct tournament_ratings *ratings, int entry_count);
void tournament_rating_fini(struct tournament_ratings *ratings);
/* Formats "+12.3", "+-45.6" or "too few", "1-3"; each "-" for an entry without a game, or without
 * ratings. */
struct rating_words {
    char rating[16], bar[16], places[16];
};
void tournament_rating_words(const struct tournament_ratings *ratings, int entry,
                             struct rating_words *words);
/* Returns NULL if an entry has no rating. */
const struct rated_player *tournament_rating_of(const struct tournament_ratings *ratings,
                                                int entry);

#endif
