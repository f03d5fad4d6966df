/* apply_result.h - what one result does to the standings; inside the ladder only.
 */
#ifndef AVONDALE_RESULT_H
#define AVONDALE_RESULT_H

#include "base/name.h"
#include "base/result.h"
#include "standings/standings.h"

struct result_change {
    bool rated;
    char unrated[64];  /* "" or why not */
    int board;         /* index in the standings; -1 where it is not rated */
    uint8_t newcomers; /* a bit for each side that is not established on a board that is settled
                          (guard.h) */
    struct {
        int bot;   /* index in the standings; -1 where unknown */
        int entry; /* of the board; -1 where it is not rated; that of its team for all of a side */
        int64_t before_milli, after_milli;
        int k; /* 0 where unrated */
    } seats[LADDER_SEATS_MAX];
};

/* Applies one result that passed result_check and whose bots are all there. Sets `change`.
 * `voided`: the result counts for nothing, not even as activity. Returns 0, or -1 if out of memory;
 * then nothing happened. */
LADDER_MUST_CHECK int apply_result(struct standings *standings, const struct ladder_result *result,
                                   bool voided, struct result_change *change);

/* What the public may know of a bot. */
void apply_result_view(const struct standing *bot, struct ladder_bot *view);

/* Fills one line of the list of recent games. */
void apply_result_summary(const struct ladder_result *result, struct ladder_game *game);

#endif
