/* opponent_history.c - which bots met within the last day. */
#include "lobby/opponent_history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const usec_t bucket_usec = (usec_t)2 * 3600 * 1000000;
/* Time before the start of the machine has numbers, too: a daemon reads older results. */
static const usec_t before = (usec_t)7 * 24 * 3600 * 1000000;

/* ------------------------------------------------------------------------------------- names */

static uint32_t name_hash(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        if (c >= 'A' && c <= 'Z')
            c = (unsigned char)(c + 32);
        hash = (hash ^ c) * 16777619u;
    }
    return hash;
}

/* Rows of both tables begin with the name. Returns the slot of a name, or the free one where it
 * belongs. */
static uint32_t find_slot(const int32_t *slots, uint32_t slot_count, const void *rows, size_t row,
                          const char *name)
{
    uint32_t mask = slot_count - 1, at = name_hash(name) & mask;
    while (slots[at] && strcasecmp((const char *)rows + (size_t)(slots[at] - 1) * row, name) != 0)
        at = (at + 1) & mask;
    return at;
}

/* Makes room for one more row, and keeps the slots at most half full. */
static bool grow(void **rows, size_t row, int count, int *capacity, int32_t **slots,
                 uint32_t *slot_count)
{
    int more = *capacity ? *capacity * 2 : 64;
    uint32_t more_slots = (uint32_t)more * 2;

    if (count < *capacity)
        return true;
    void *new_rows = realloc(*rows, (size_t)more * row);
    if (!new_rows)
        return false;
    *rows = new_rows;
    int32_t *new_slots = calloc(more_slots, sizeof *new_slots);
    if (!new_slots)
        return false;
    for (int i = 0; i < count; i++) {
        const char *name = (const char *)new_rows + (size_t)i * row;
        new_slots[find_slot(new_slots, more_slots, new_rows, row, name)] = i + 1;
    }
    free(*slots);
    *slots = new_slots;
    *slot_count = more_slots;
    *capacity = more;
    return true;
}

void opponent_history_init(struct opponent_history *history)
{
    memset(history, 0, sizeof *history);
}

void opponent_history_fini(struct opponent_history *history)
{
    for (int i = 0; i < history->bot_count; i++) {
        struct opponent_bot *bot = &history->bots[i];
        for (int k = 0; k < bot->day_count; k++)
            free(bot->days[k].owners);
        free(bot->days);
    }
    free(history->bots);
    free(history->owners);
    free(history->bot_slots);
    free(history->owner_slots);
    memset(history, 0, sizeof *history);
}

static int owner_number(struct opponent_history *history, const char *name)
{
    void *rows = history->owners;
    bool room = grow(&rows, sizeof *history->owners, history->owner_count, &history->owner_capacity,
                     &history->owner_slots, &history->owner_slot_count);
    history->owners = rows;
    if (!room)
        return -1;
    int32_t *slot = &history->owner_slots[find_slot(history->owner_slots, history->owner_slot_count,
                                                    rows, sizeof *history->owners, name)];
    if (*slot == 0) {
        struct opponent_owner *owner = &history->owners[history->owner_count];
        memset(owner, 0, sizeof *owner);
        memcpy(owner->name, name, strlen(name));
        owner->first_pair = owner->row = -1;
        *slot = ++history->owner_count;
    }
    return *slot - 1;
}

int opponent_history_add_bot(struct opponent_history *history, const char *name, const char *owner)
{
    void *rows = history->bots;

    assert(strlen(name) <= NAME_MAX_BYTES && strlen(owner) <= NAME_MAX_BYTES);
    bool room = history->bot_count < OPPONENT_BOTS_MAX &&
                grow(&rows, sizeof *history->bots, history->bot_count, &history->bot_capacity,
                     &history->bot_slots, &history->bot_slot_count);
    history->bots = rows;
    int owned = owner_number(history, owner[0] ? owner : name);
    if (owned < 0 || !history->bot_slots)
        return -1;
    int32_t *slot = &history->bot_slots[find_slot(history->bot_slots, history->bot_slot_count, rows,
                                                  sizeof *history->bots, name)];
    if (*slot == 0) {
        if (!room)
            return -1;
        struct opponent_bot *bot = &history->bots[history->bot_count];
        memset(bot, 0, sizeof *bot);
        memcpy(bot->name, name, strlen(name));
        for (int i = 0; i < OPPONENT_RECENT; i++)
            bot->recent[i].bot = -1;
        *slot = ++history->bot_count;
    }
    history->bots[*slot - 1].owner = owned;
    return *slot - 1;
}

/* --------------------------------------------------------------------------------------- the day
 */

/* What a bot has played in a ruleset; NULL: nothing. */
static struct opponent_day *day_of(const struct opponent_bot *bot, int ruleset)
{
    for (int i = 0; i < bot->day_count; i++) {
        if (bot->days[i].ruleset == ruleset)
            return &bot->days[i];
    }
    return NULL;
}

/* Drops results older than the buckets. */
static void age(struct opponent_day *day, usec_t now)
{
    int64_t bucket = (now + before) / bucket_usec, steps = bucket - day->bucket;

    if (steps <= 0)
        return;
    if (steps > OPPONENT_BUCKETS)
        steps = OPPONENT_BUCKETS;
    for (int64_t i = 0; i < steps; i++) {
        int at = (int)((bucket - i) % OPPONENT_BUCKETS);
        day->total -= day->by_time[at];
        day->by_time[at] = 0;
        for (int k = 0; k < day->owner_count; k++)
            day->owners[k].by_time[at] = 0;
    }
    day->bucket = bucket;
}

static struct opponent_count *count_of(const struct opponent_day *day, int owner)
{
    for (int i = 0; i < day->owner_count; i++) {
        if (day->owners[i].owner == owner)
            return &day->owners[i];
    }
    return NULL;
}

/* Of the day. */
static uint32_t count_total(const struct opponent_count *count)
{
    uint32_t total = 0;
    for (int i = 0; i < OPPONENT_BUCKETS; i++)
        total += count->by_time[i];
    return total;
}

bool opponent_history_share_ok(struct opponent_history *history, int bot, int owner, int ruleset,
                               int owners, int opponents, usec_t now)
{
    struct opponent_day *day = day_of(&history->bots[bot], ruleset);
    int others = owners - 1;
    double share = 0.1;

    assert(bot >= 0 && bot < history->bot_count);
    assert(owners >= 1 && opponents >= 1);
    if (!day)
        return true;
    age(day, now);
    const struct opponent_count *count = count_of(day, owner);
    const uint32_t total = count ? count_total(count) : 0;
    if (total < OPPONENT_FREE_RESULTS)
        return true;
    double even = others > 0 ? 2.0 * opponents / others : 1;
    if (even > share)
        share = even;
    return total + 1 <= share * (day->total + 1);
}

enum opponent_recency opponent_history_again(const struct opponent_history *history, int a, int b)
{
    enum opponent_recency again = OPPONENT_NEW;

    assert(a >= 0 && a < history->bot_count && b >= 0 && b < history->bot_count);
    for (int turn = 0; turn < 2; turn++) {
        const struct opponent_bot *bot = &history->bots[turn ? b : a];
        for (int i = 0; i < OPPONENT_RECENT; i++) {
            if (bot->recent[i].bot != (turn ? a : b))
                continue;
            if (bot->recent[i].game == bot->game)
                return OPPONENT_LAST_GAME;
            again = OPPONENT_RECENTLY;
        }
    }
    return again;
}

/* --------------------------------------------------------------------------------------- a game */

static struct opponent_count *add_count(struct opponent_day *day, int owner)
{
    struct opponent_count *least = day->owners;

    if (day->owner_count == day->owner_capacity && day->owner_capacity < OPPONENT_OWNERS) {
        int capacity = day->owner_capacity ? day->owner_capacity * 2 : 6;
        if (capacity > OPPONENT_OWNERS)
            capacity = OPPONENT_OWNERS;
        struct opponent_count *owners =
            realloc(day->owners, (size_t)capacity * sizeof *day->owners);
        if (!owners)
            return NULL;
        day->owners = owners;
        day->owner_capacity = capacity;
    }
    if (day->owner_count < day->owner_capacity) {
        least = &day->owners[day->owner_count++];
    } else { /* drops the rarest opponent: with five opponents a game it has a tenth of the results
                at most */
        uint32_t least_total = count_total(least);
        for (int i = 1; i < day->owner_count; i++) {
            uint32_t total = count_total(&day->owners[i]);
            if (total < least_total) {
                least = &day->owners[i];
                least_total = total;
            }
        }
    }
    memset(least, 0, sizeof *least);
    least->owner = owner;
    return least;
}

static void note_owner(struct opponent_day *day, int owner)
{
    struct opponent_count *count = count_of(day, owner);
    if (!count)
        count = add_count(day, owner);
    if (!count)
        return;
    uint16_t *now = &count->by_time[day->bucket % OPPONENT_BUCKETS];
    *now = (uint16_t)(*now + (*now < UINT16_MAX));
}

static void note_opponent(struct opponent_bot *bot, int opponent)
{
    memmove(bot->recent + 1, bot->recent, sizeof bot->recent - sizeof bot->recent[0]);
    bot->recent[0].bot = opponent;
    bot->recent[0].game = bot->game;
}

/* Adds one result to the day of a bot in a ruleset. Returns NULL if out of memory, or if the
 * ruleset is not counted. */
static struct opponent_day *begin_result(struct opponent_bot *bot, int ruleset, usec_t now)
{
    struct opponent_day *day = day_of(bot, ruleset);

    if (!day && ruleset >= 0) {
        struct opponent_day *days =
            realloc(bot->days, (size_t)(bot->day_count + 1) * sizeof *bot->days);
        if (!days)
            return NULL;
        bot->days = days;
        day = &days[bot->day_count++];
        memset(day, 0, sizeof *day);
        day->ruleset = ruleset;
    }
    if (!day)
        return NULL;
    age(day, now);
    day->total++;
    day->by_time[day->bucket % OPPONENT_BUCKETS]++;
    return day;
}

void opponent_history_note(struct opponent_history *history, int ruleset, const int *bots,
                           const int *side_of, int count, usec_t now)
{
    assert(count >= 1 && count <= SEATS_MAX);
    for (int i = 0; i < count; i++) {
        struct opponent_bot *bot = &history->bots[bots[i]];
        int met[SEATS_MAX], met_count = 0;
        bool twice = false;
        for (int k = 0; k < i; k++) /* two seats of one bot count as one result */
            twice = twice || bots[k] == bots[i];
        if (twice)
            continue;
        struct opponent_day *day = begin_result(bot, ruleset, now);
        bot->game++;
        for (int k = 0; k < count; k++) {
            int owner = history->bots[bots[k]].owner;
            bool known = false;
            if (side_of[k] == side_of[i])
                continue;
            note_opponent(bot, bots[k]);
            for (int m = 0; m < met_count; m++)
                known = known || met[m] == owner;
            if (!known && day)
                note_owner(day, met[met_count++] = owner);
        }
    }
}
