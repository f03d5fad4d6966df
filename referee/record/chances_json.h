/* chances_json.h - a finished game in hindsight, for the page of a game: each side's chance to win
 * after each step, with all cards known, and the plays that cost most of it.
 *
 * In the play of the cards a chance is what the solver's value of the position makes of the scores
 * (stake.h); before that it is what the scores say. A pure function; any thread may call it. It
 * takes a table of 2^CHANCES_TABLE_BITS entries while it runs, and at most about CHANCES_NODES_MAX
 * nodes: a second or two. */
#ifndef AVONDALE_CHANCES_JSON_H
#define AVONDALE_CHANCES_JSON_H

#include <stdint.h>

enum {
    CHANCES_TABLE_BITS = 17,
    CHANCES_PLAY_NODES_MAX = 400000, /* for one position; one that takes more changes no chance */
    CHANCES_NODES_MAX = 8000000,     /* for a game */
    CHANCES_DEAR_MAX = 12,           /* plays that are listed */
    CHANCES_DEAR_LEAST = 5,          /* thousandths that a listed play costs at least */
};

/* The chances of a record as JSON, which the caller frees:
 *   {"hands": [{"chances": [[500, ...] by side]}], with a number for the start of the hand and one
 *    after each step, in thousandths, "dear": [{hand, step (from 1), seat, action, best, cost}],
 *    the dearest first, "left": positions that took too many nodes}
 * Returns NULL if it is not a record that follows the rules to its end, or if out of memory. */
char *chances_json_game(const char *record);
/* The same with a limit on the solver's nodes for the game. */
char *chances_json_within(const char *record, uint64_t nodes);

#endif
