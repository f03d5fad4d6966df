/* replayer.h - shared by the parts of the replayer: replay.c plays, replay_fair.c checks the proof,
 * replay_step.c reports steps to the caller. */
#ifndef AVONDALE_REPLAYER_H
#define AVONDALE_REPLAYER_H

#include "protocol.h"

#include <jansson.h>

struct replayer {
    struct replay *out;
    const json_t *record; /* an object */
    const json_t *hands;  /* an array */
    struct ruleset rules;
    struct game game;
    seat_t first_dealer; /* as the record has it */
    int differences;
    bool no_record; /* not of this format at all */
    bool outside;   /* forfeit or aborted: decided outside the rules */
};

enum { SHOWN_MAX = 64 };

/* Reports a difference, in one line of ASCII. Returns true if the replay continues (`all`). */
__attribute__((format(printf, 2, 3))) bool replayer_differ(struct replayer *replayer,
                                                           const char *format, ...);

/* The same, if the record cannot be played any further. Returns false. */
#define replayer_stop(...) (replayer_differ(__VA_ARGS__), false)

/* Writes a value for people into `shown`, cut off if it is long; "nothing" for NULL. Returns
 * `shown`. */
const char *replayer_show(const json_t *json, char shown[SHOWN_MAX]);

/* Reads a list of at most `max` cards. Returns its length, or -1 if it is not such a list. */
int replayer_read_cards(const json_t *list, card_t *cards, int max);

/* Reads the deal of hand `hand` (from 1). Returns true if it is complete and possible; else reports
 * it. */
bool replayer_read_deal(struct replayer *replayer, int hand, struct deal *deal);

/* Whether two deals are the same, in the same order. Their unused bytes are zero. */
bool replayer_same_deal(const struct deal *a, const struct deal *b);

/* Reports a step to the caller's function: an array [seat, phase, action]. Returns false to stop.
 */
bool replay_step_report(struct replayer *replayer, int hand, int step, const json_t *json);

/* Checks what writers add to a hand whose steps were played, and to the game: clocks, faults, chat.
 * Return false to stop. */
bool replay_additions_hand(struct replayer *replayer, int hand, const json_t *json);
bool replay_additions_game(struct replayer *replayer);

/* Checks the key `fair`, if there is one, in the order of the fair-deal page. Returns false to
 * stop. */
bool replay_fair(struct replayer *replayer);

#endif
