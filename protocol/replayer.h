/* replayer.h - what the parts of the replayer share: replay.c plays, replay_fair.c proves,
 * replay_step.c lets others look on. */
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

/* Reports a difference, in one line of ASCII. True if the replay should go on (`all`). */
__attribute__((format(printf, 2, 3))) bool replayer_differ(struct replayer *replayer,
                                                           const char *format, ...);

/* The same where the record cannot be played any further. Always false. */
#define replayer_stop(...) (replayer_differ(__VA_ARGS__), false)

/* A value as it is told to people, cut off where it is long; "nothing" for NULL: `shown`. */
const char *replayer_show(const json_t *json, char shown[SHOWN_MAX]);

/* A list of at most `max` cards; its length, or -1 if it is none. */
int replayer_read_cards(const json_t *list, card_t *cards, int max);

/* The deal of hand `hand` (from 1): complete and possible, or reported and false. */
bool replayer_read_deal(struct replayer *replayer, int hand, struct deal *deal);

/* Whether two deals are the same, in the same order. Their unused bytes are zero. */
bool replayer_same_deal(const struct deal *a, const struct deal *b);

/* Tells whoever listens of a step: an array [seat, phase, action]. False: stop. */
bool replayer_tell_step(struct replayer *replayer, int hand, int step, const json_t *json);

/* Checks the key `fair`, if there is one, in the order of the fair-deal page. False: stop. */
bool replay_fair(struct replayer *replayer);

#endif
