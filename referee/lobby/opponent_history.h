/* opponent_history.h - which bots met within the past day, by ruleset, for the rules against
 * farming (ratings 7).
 *
 * A pure value except for the heap: no clock, no file, no socket; `now` is an argument. Bots and
 * owners are numbers from 0 for names without regard to case, valid as long as the history. A bot
 * without an owner is its own owner. Times are monotonic microseconds that never go back; the day
 * before time 0 counts. */
#ifndef AVONDALE_OPPONENT_HISTORY_H
#define AVONDALE_OPPONENT_HISTORY_H

#include "table/time_control.h" /* usec_t */
#include "engine.h"
#include "protocol.h"

enum {
    OPPONENT_BOTS_MAX =
        4194304, /* as many as a ladder has: each bot that played within a day has an entry */
    OPPONENT_RECENT = 12,  /* opponents that a bot remembers, newest first */
    OPPONENT_OWNERS = 48,  /* opposing owners counted for one bot: others are too rare to matter */
    OPPONENT_BUCKETS = 13, /* buckets of two hours: a count covers the last 24 hours at least */
    OPPONENT_FREE_RESULTS = 3, /* against one owner a day, whatever its share */
};

/* Thousands of bots have 48 of these each, of 32 bytes. A bucket stops at UINT16_MAX, nine results
 * a second. */
struct opponent_count {
    int owner;
    uint16_t by_time[OPPONENT_BUCKETS];
};

/* A bot's rated results of one ruleset within a day. */
struct opponent_day {
    int ruleset;
    int64_t bucket; /* number of the newest bucket */
    uint32_t total; /* number of results of the day */
    uint32_t by_time[OPPONENT_BUCKETS];
    int owner_count, owner_capacity;
    struct opponent_count *owners; /* heap */
};

struct opponent_bot {
    char name[NAME_MAX_BYTES + 1];
    int owner;
    uint32_t game; /* games so far, of any ruleset */
    struct {
        int bot; /* -1: none */
        uint32_t game;
    } recent[OPPONENT_RECENT];
    int day_count;
    struct opponent_day *days; /* on the heap, one for each ruleset that it has played */
};

struct opponent_owner {
    char name[NAME_MAX_BYTES + 1];
    /* Used by the lobby: */
    int first_pair; /* the first of its seekers that want a common side, or -1 */
    int row;        /* of its counts, or -1 */
    int counted;    /* what is counted there in all */
};

struct opponent_history {
    struct opponent_bot *bots;
    struct opponent_owner *owners;
    int bot_count, bot_capacity, owner_count, owner_capacity;
    int32_t *bot_slots, *owner_slots; /* open addressing: number + 1, or 0 */
    uint32_t bot_slot_count, owner_slot_count;
};

void opponent_history_init(struct opponent_history *history);
void opponent_history_fini(struct opponent_history *history);

/* Returns the number of a bot, adding it if it is new, or -1 if full or out of memory. `owner` ""
 * is its own name; a known bot changes its owner. Names are at most NAME_MAX_BYTES long. */
int opponent_history_add_bot(struct opponent_history *history, const char *name, const char *owner);
/* Whether one more rated result of `bot` against `owner` in that ruleset stays within the share: at
 * most a tenth of the day's results of the ruleset, or with few owners twice the even share, if
 * `opponents` owners meet a bot in each game. `owners`: how many seek the ruleset now, the bot's
 * own included. */
bool opponent_history_share_ok(struct opponent_history *history, int bot, int owner, int ruleset,
                               int owners, int opponents, usec_t now);

enum opponent_recency { OPPONENT_NEW, OPPONENT_RECENTLY, OPPONENT_LAST_GAME };
/* How recently two bots sat on different sides, from either's point of view. */
enum opponent_recency opponent_history_again(const struct opponent_history *history, int a, int b);

/* A rated game of these bots starts; side_of[i] is the side of bots[i], count 2 .. SEATS_MAX. If
 * memory runs out only a count is lost. `ruleset` -1: one that is not played here, which has no
 * share. */
void opponent_history_note(struct opponent_history *history, int ruleset, const int *bots,
                           const int *side_of, int count, usec_t now);

#endif
