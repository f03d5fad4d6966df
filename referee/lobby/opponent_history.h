/* opponent_history.h - who met whom: what the rules against farming (ratings 7) need to know of the
 * past day, counted by ruleset.
 *
 * A pure value but for the heap: no clock, no file, no socket; `now` is an argument. Bots and
 * owners are numbers from 0, given to names without regard to case and kept for the life of the
 * value. A bot without an owner is its own. Times are monotonic microseconds that never go back;
 * the day before time 0 counts.
 */
#ifndef AVONDALE_MEETING_H
#define AVONDALE_MEETING_H

#include "table/time_control.h" /* usec_t */
#include "engine.h"
#include "protocol.h"

enum {
    MEETING_BOTS_MAX =
        4194304, /* as many as a ladder has: of all who played within a day something is kept */
    MEETING_RECENT = 12,  /* opponents that a bot remembers, newest first */
    MEETING_OWNERS = 48,  /* opposing owners counted for one bot: the rest is too rare to matter */
    MEETING_BUCKETS = 13, /* of two hours: a count covers the last 24 hours at least */
    MEETING_FREE_RESULTS = 3, /* against one owner a day, whatever its share */
};

/* Thousands of bots have 48 of these each: 32 bytes. A bucket stays at UINT16_MAX, nine results a
 * second. */
struct meeting_count {
    int owner;
    uint16_t by_time[MEETING_BUCKETS];
};

/* A bot's rated results of one ruleset within a day. */
struct meeting_day {
    int ruleset;
    int64_t bucket; /* number of the newest bucket */
    uint32_t total; /* results of the day */
    uint32_t by_time[MEETING_BUCKETS];
    int owner_count, owner_capacity;
    struct meeting_count *owners; /* heap */
};

struct meeting_bot {
    char name[NAME_MAX_BYTES + 1];
    int owner;
    uint32_t game; /* games so far, of any ruleset */
    struct {
        int bot; /* -1: none */
        uint32_t game;
    } recent[MEETING_RECENT];
    int day_count;
    struct meeting_day *days; /* heap, one for each ruleset that it has played */
};

struct meeting_owner {
    char name[NAME_MAX_BYTES + 1];
    /* Kept by the lobby: */
    int first_pair;   /* the first of its seekers that want to play together, or -1 */
    uint64_t counted; /* the last count that it was in, and what was found then: */
    int pairs;        /* seekers that want to play together */
    bool seeks;
};

struct meetings {
    struct meeting_bot *bots;
    struct meeting_owner *owners;
    int bot_count, bot_capacity, owner_count, owner_capacity;
    int32_t *bot_slots, *owner_slots; /* open addressing: number + 1, or 0 */
    uint32_t bot_slot_count, owner_slot_count;
};

void meetings_init(struct meetings *meetings);
void meetings_fini(struct meetings *meetings);

/* The number of a bot, added where it is new; `owner` "" is its own name, and a bot that is there
 * changes hands. -1: full or out of memory. Names are at most NAME_MAX_BYTES long. */
int meetings_bot(struct meetings *meetings, const char *name, const char *owner);
/* Whether one more rated result of `bot` against `owner` in that ruleset keeps to the share: at
 * most a tenth of the day's results of the ruleset, or with few owners twice the even share,
 * `opponents` owners meeting a bot in each game. `owners`: how many seek the ruleset now, the bot's
 * own among them. */
bool meetings_share_ok(struct meetings *meetings, int bot, int owner, int ruleset, int owners,
                       int opponents, usec_t now);

enum meeting_again { MEETING_NEW, MEETING_RECENTLY, MEETING_LAST_GAME };
/* How recently two bots sat on different sides, from either's point of view. */
enum meeting_again meetings_again(const struct meetings *meetings, int a, int b);

/* A rated game of these bots starts; side_of[i] is the side of bots[i], count 2 .. SEATS_MAX. Out
 * of memory costs a count, nothing else. `ruleset` -1: one that is not played here, of which no
 * share is counted. */
void meetings_note(struct meetings *meetings, int ruleset, const int *bots, const int *side_of,
                   int count, usec_t now);

#endif
