/* log_entry.h - what entries of the log beside results do to the standings; inside the ladder only.
 * Pure. */
#ifndef AVONDALE_ACTION_H
#define AVONDALE_ACTION_H

#include "standings/standings.h"

enum { STORE_CHAIN_BYTES = 32 };
/* What stands in the log beside results. The numbers are part of the chain. */
enum store_action_kind {
    STORE_ACTION_BAN,
    STORE_ACTION_VOID,
    STORE_ACTION_VERSION,   /* text: the label of a bot's new version */
    STORE_ACTION_REFERENCE, /* text: on or off */
    STORE_ACTION_SEASON,    /* text: see season.h; no target */
    STORE_ACTION_CLOSE,     /* text: the season, and the SHA-256 of its final table; no target */
    STORE_ACTION_RULES,     /* text: from here on guard.h holds; no target */
    STORE_ACTION_KINDS,
};
enum { STORE_ACTION_TEXT_MAX = 255 };
const char *store_action_name(enum store_action_kind kind); /* "ban" */
/* STORE_ACTION_KINDS where there is none of that name. */
enum store_action_kind store_action_find(const char *name);
bool store_action_of_bot(enum store_action_kind kind); /* its target is a bot */
struct store_action {
    int64_t id;
    int64_t after_seq; /* the last result before it */
    enum store_action_kind kind;
    int64_t target; /* id of the bot, seq of the result, or 0 */
    int64_t wall_msec;
    char bot[LADDER_NAME_MAX + 1]; /* where it is of one */
    char text[STORE_ACTION_TEXT_MAX + 1];
    bool chained;                     /* written since there is a chain */
    uint8_t chain[STORE_CHAIN_BYTES]; /* see chain.h */
};

/* Applies an entry at its place in the log; voids are not its business. 0; -1: out of memory. */
LADDER_MUST_CHECK int action_apply(struct standings *standings, const struct store_action *action);

#endif
