/* meeting.h - who met whom: what the rules against farming (ratings 7) need to know of the past
 * day.
 *
 * A pure value but for the heap: no clock, no file, no socket; `now` is an argument. Bots and
 * owners are numbers from 0, given to names without regard to case and kept for the life of the
 * value. A bot without an owner is its own. Times are monotonic microseconds that never go back;
 * the day before time 0 counts.
 */
#ifndef AVONDALE_MEETING_H
#define AVONDALE_MEETING_H

#include "budget.h" /* usec_t */
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

/* Thousands of bots have 48 of these each: 32 bytes. A bucket stays at UINT16_MAX, nine results a second. */
struct meeting_count {
    int owner;
    uint16_t by_time[MEETING_BUCKETS];
};

struct meeting_bot {
    char name[NAME_MAX_BYTES + 1];
    int owner;
    int64_t bucket; /* number of the newest bucket */
    uint32_t total; /* results of the day */
    uint32_t by_time[MEETING_BUCKETS];
    uint32_t game; /* games so far */
    struct {
        int bot; /* -1: none */
        uint32_t game;
    } recent[MEETING_RECENT];
    int owner_count, owner_capacity;
    struct meeting_count *owners; /* heap */
};

struct meeting_owner {
    char name[NAME_MAX_BYTES + 1];
    int here;       /* connections in the lobby: kept by the lobby */
    int first_pair; /* the first of its seekers that want to play together, or -1: the lobby's, too
                     */
};

struct meetings {
    struct meeting_bot *bots;
    struct meeting_owner *owners;
    int bot_count, bot_capacity, owner_count, owner_capacity;
    int32_t *bot_slots, *owner_slots; /* open addressing: number + 1, or 0 */
    uint32_t bot_slot_count, owner_slot_count;
    int owners_here; /* owners with at least one connection */
};

void meetings_init(struct meetings *meetings);
void meetings_fini(struct meetings *meetings);

/* The number of a bot, added where it is new; `owner` "" is its own name, and a bot that is there
 * changes hands. -1: full or out of memory. Names are at most NAME_MAX_BYTES long. */
int meetings_bot(struct meetings *meetings, const char *name, const char *owner);
/* One more connection of that owner (+1), or one less (-1). */
void meetings_here(struct meetings *meetings, int owner, int change);

/* Whether one more rated result of `bot` against `owner` keeps to the share: at most a tenth of the
 * day's results, or with few owners here twice the even share, `opponents` owners meeting a bot in
 * each game. */
bool meetings_share_ok(struct meetings *meetings, int bot, int owner, int opponents, usec_t now);

enum meeting_again { MEETING_NEW, MEETING_RECENTLY, MEETING_LAST_GAME };
/* How recently two bots sat on different sides, from either's point of view. */
enum meeting_again meetings_again(const struct meetings *meetings, int a, int b);

/* A rated game of these bots starts; side_of[i] is the side of bots[i], count 2 .. SEATS_MAX. Out
 * of memory costs a count, nothing else. */
void meetings_note(struct meetings *meetings, const int *bots, const int *side_of, int count,
                   usec_t now);

#endif
