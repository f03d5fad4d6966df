/* log_entry.h - log entries other than results, applied to the standings; inside the ladder only.
 * Pure. */
#ifndef AVONDALE_ACTION_H
#define AVONDALE_ACTION_H

#include "standings/standings.h"

enum { STORE_CHAIN_BYTES = 32 };
/* Kinds of log entries. The numbers are part of the chain. */
enum log_entry_kind {
    LOG_ENTRY_BAN,
    LOG_ENTRY_VOID,
    LOG_ENTRY_VERSION,   /* text: the label of a bot's new version */
    LOG_ENTRY_REFERENCE, /* text: on or off */
    LOG_ENTRY_SEASON,    /* text: see season.h; no target */
    LOG_ENTRY_CLOSE,     /* text: the season, and the SHA-256 of its final table; no target */
    LOG_ENTRY_RULES,     /* text: from here on guard.h holds; no target */
    LOG_ENTRY_OWNER,     /* text: a bot's owner from here on */
    LOG_ENTRY_EVENT,     /* text: a run of the calendar, and the SHA-256 of its final table; no
                            target */
    LOG_ENTRY_KINDS,
};
enum { LOG_ENTRY_TEXT_MAX = 255 };
const char *log_entry_name(enum log_entry_kind kind); /* The name, such as "ban". */
/* Returns LOG_ENTRY_KINDS if there is no kind of that name. */
enum log_entry_kind log_entry_find(const char *name);
bool log_entry_of_bot(enum log_entry_kind kind); /* its target is a bot */
struct log_entry {
    int64_t id;
    int64_t after_seq; /* the last result before it */
    enum log_entry_kind kind;
    int64_t target; /* id of the bot, seq of the result, or 0 */
    int64_t wall_msec;
    char bot[LADDER_NAME_MAX + 1]; /* for kinds that have one */
    char text[LOG_ENTRY_TEXT_MAX + 1];
    bool chained;                     /* written since the chain exists */
    uint8_t chain[STORE_CHAIN_BYTES]; /* see chain.h */
};

/* Applies an entry at its place in the log; ignores voids. Returns 0, or -1 if out of memory. */
LADDER_MUST_CHECK int log_entry_apply(struct standings *standings, const struct log_entry *action);

#endif
