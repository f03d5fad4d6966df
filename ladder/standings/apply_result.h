/* apply_result.h - applies one result to the standings; inside the ladder only. */
#ifndef AVONDALE_RESULT_H
#define AVONDALE_RESULT_H

#include "base/name.h"
#include "base/result.h"
#include "standings/standings.h"

struct result_change {
    bool rated;
    char unrated[64]; /* "", or why it is not rated */
    int board;        /* index in the standings; -1 if it is not rated */
    uint8_t
        newcomers; /* a bit for each side that is not established on a settled board (guard.h) */
    struct {
        int bot;   /* index in the standings; -1 where unknown */
        int entry; /* of the board; -1 if it is not rated; for all seats of a side that of its team
                    */
        int64_t before_milli, after_milli;
        int k; /* 0 where unrated */
    } seats[LADDER_SEATS_MAX];
};

/* Applies one result that passed result_check and whose bots are all known. Sets `change`.
 * `voided`: the result has no effect at all, not even as activity. Returns 0, or -1, with nothing
 * changed, if out of memory. */
LADDER_MUST_CHECK int apply_result(struct standings *standings, const struct ladder_result *result,
                                   bool voided, struct result_change *change);

/* The public facts about a bot. */
void apply_result_view(const struct standing *bot, struct ladder_bot *view);

/* Fills one line of the list of recent games. */
void apply_result_summary(const struct ladder_result *result, struct ladder_game *game);

#endif
